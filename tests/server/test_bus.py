"""Real NATS servers come and go, and nobody waits forever."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from stammtisch.server.ops import nats as module
from stammtisch.server.ops.bus import BadBus, SingleProcess
from stammtisch.server.ops.nats import NatsBus
from stammtisch.server.ops.open_bus import open_bus
from stammtisch.store.contract import Unavailable
from support.servers import Server, nats
from support.waiting import until

SUBJECT = "stammtisch.table"


@pytest.fixture
def server() -> Iterator[Server]:
    with nats() as running:
        yield running


def ignored(up: bool) -> None:
    """Takes no notice of a change."""


def unexpected(up: bool) -> None:
    pytest.fail("the bus reported a change that did not happen")


@asynccontextmanager
async def two(
    server: Server, on_change: Callable[[bool], None] = unexpected
) -> AsyncIterator[tuple[NatsBus, NatsBus]]:
    """Two processes at one bus, as far as the bus can tell."""
    first = await NatsBus.connect(server.url, on_change=on_change)
    second = await NatsBus.connect(server.url, on_change=ignored)
    try:
        yield first, second
    finally:
        await first.close()
        await second.close()


async def test_a_single_process_reaches_nobody() -> None:
    bus = await open_bus(None, unexpected)
    heard: list[bytes] = []
    unsubscribe = await bus.subscribe(SUBJECT, heard.append)
    await bus.publish(SUBJECT, b"hello")
    await unsubscribe()
    assert (type(bus), bus.up, heard) == (SingleProcess, True, [])
    await bus.close()


async def test_messages_arrive_in_order_and_not_at_their_sender(server: Server) -> None:
    async with two(server) as (first, second):
        own: list[bytes] = []
        heard: list[bytes] = []
        await first.subscribe(SUBJECT, own.append)
        await second.subscribe(SUBJECT, heard.append)
        said = [b"%d" % number for number in range(500)]
        for payload in said:
            await first.publish(SUBJECT, payload)
        await second.publish(SUBJECT, b"bye")
        await until(lambda: len(heard) == len(said) and bool(own))
        assert (heard, own) == (said, [b"bye"])


async def test_a_subscriber_misses_nothing(server: Server) -> None:
    async with two(server) as (first, second):
        heard: list[bytes] = []
        for number in range(50):
            await second.subscribe(f"{SUBJECT}.{number}", heard.append)
            await first.publish(f"{SUBJECT}.{number}", b"at once")
        await until(lambda: len(heard) == 50)


async def test_after_unsubscribing_nothing_arrives_and_it_is_possible_after_closing(server: Server) -> None:
    async with two(server) as (first, second):
        stopped: list[bytes] = []
        heard: list[bytes] = []
        stop = await second.subscribe(SUBJECT, stopped.append)
        last = await second.subscribe(SUBJECT, heard.append)
        await stop()
        await first.publish(SUBJECT, b"hello")
        await until(lambda: bool(heard))
        assert not stopped
        await second.close()
        await last()


async def test_a_failing_listener_is_logged_and_gets_the_next_message(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with two(server) as (first, second):
        heard: list[int] = []
        await second.subscribe(SUBJECT, lambda payload: heard.append(int(payload)))
        await first.publish(SUBJECT, b"one")
        await first.publish(SUBJECT, b"2")
        await until(lambda: heard == [2])
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


@pytest.mark.parametrize("end", [Server.kill, Server.stop])
async def test_a_bus_that_comes_back_finds_everyone_listening(
    server: Server, end: Callable[[Server], None]
) -> None:
    changes: list[bool] = []

    async with two(server, changes.append) as (first, second):
        heard: list[bytes] = []
        await second.subscribe(SUBJECT, heard.append)
        end(server)
        await until(lambda: changes == [False] and not second.up)
        await second.subscribe(f"{SUBJECT}.late", heard.append)
        server.start()
        await until(lambda: changes == [False, True] and second.up)
        await first.publish(SUBJECT, b"again")
        await first.publish(f"{SUBJECT}.late", b"late")
        await until(lambda: set(heard) == {b"again", b"late"})
    assert changes == [False, True], "closing is not a loss"


async def test_while_the_bus_is_down_publishing_is_refused_at_once(server: Server) -> None:
    changes: list[bool] = []

    async with two(server, changes.append) as (first, _):
        server.kill()
        await until(lambda: not first.up)
        with pytest.raises(Unavailable, match="the message bus cannot be reached"):
            first.publish(SUBJECT, b"hello?").send(None)  # whatever waits for something does not raise yet
    assert changes == [False]


async def test_a_bus_that_no_longer_reads_keeps_nobody_waiting(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT", 0.2)
    changes: list[bool] = []

    async def talk(first: NatsBus) -> None:
        while True:
            await first.publish(SUBJECT, bytes(100_000))
            await asyncio.sleep(0.01)

    async with two(server, changes.append) as (first, second):
        server.freeze()
        with pytest.raises(Unavailable):
            await asyncio.wait_for(talk(first), 60)
        # With so quick a heartbeat a busy machine may have lost and found the bus before it froze.
        await until(lambda: bool(changes) and not changes[-1])
        await asyncio.wait_for(first.close(), 60)
        server.kill()
        await until(lambda: not second.up)


async def test_closing_ends_although_the_client_cancels_itself(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for its connection in several tasks, and who cancels one of them cancels all."""
    async with two(server) as (first, second):
        close = first._client.close

        async def cancelled() -> None:
            await close()
            raise asyncio.CancelledError

        monkeypatch.setattr(first._client, "close", cancelled)
        await first.close()
        assert not first.up
        assert second.up


async def test_a_failing_callback_does_not_end_the_reconnecting(server: Server) -> None:
    changes: list[bool] = []
    errors: list[dict[str, object]] = []

    def failing(up: bool) -> None:
        changes.append(up)
        raise RuntimeError("oops")

    def note(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        errors.append(context)

    async with two(server, failing) as _:
        asyncio.get_running_loop().set_exception_handler(note)
        server.kill()
        await until(lambda: changes == [False])
        server.start()
        await until(lambda: changes == [False, True])
    assert len(errors) == 2


@pytest.mark.parametrize(
    "url", ["redis://127.0.0.1:6379", "nats://", "nats://host:port", "127.0.0.1:4222", "nats://[::1", ""]
)
async def test_a_wrong_address_is_refused_with_a_right_one(url: str) -> None:
    with pytest.raises(BadBus, match=r"a message bus is an address such as nats://127\.0\.0\.1:4222, not '"):
        await open_bus(url, unexpected)


async def test_an_unreachable_bus_is_reported_with_place_and_reason_but_no_password() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(BadBus) as refused:
        await open_bus(f"nats://anna:secret@127.0.0.1:{port}", unexpected)
    assert f"no message bus answers at 127.0.0.1:{port}: " in str(refused.value)
    assert str(errno.ECONNREFUSED) in str(refused.value)
    assert "secret" not in str(refused.value)
    assert refused.value.code == "bad-bus"


async def test_a_server_that_never_answers_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(BadBus, match="no answer"):
            await open_bus(f"nats://127.0.0.1:{port}", unexpected)
