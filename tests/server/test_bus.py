"""Real NATS servers come and go, and nobody waits in vain."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator

import pytest

from stammtisch.server.ops import bus
from stammtisch.server.ops.bus import Alone, BadBus, Nats, open_bus
from stammtisch.store.contract import Halted
from tests.servers import Server, nats

SUBJECT = "stammtisch.table"


@pytest.fixture
def server() -> Iterator[Server]:
    with nats() as running:
        yield running


def unmoved(up: bool) -> None:
    """Cares for no change."""


def surprised(up: bool) -> None:
    pytest.fail("a change that nobody made")


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


def two(
    url: str, told: Callable[[Nats, Nats], Awaitable[None]], on_change: Callable[[bool], None] = surprised
) -> None:
    """Two processes at one bus, as far as the bus can tell."""

    async def run() -> None:
        first = await Nats.connect(url, on_change=on_change)
        second = await Nats.connect(url, on_change=unmoved)
        try:
            await told(first, second)
        finally:
            await first.close()
            await second.close()

    asyncio.run(run())


def test_alone_there_is_nobody_to_tell() -> None:
    async def run() -> None:
        alone = await open_bus(None, surprised)
        heard: list[bytes] = []
        stop = await alone.subscribe(SUBJECT, heard.append)
        await alone.publish(SUBJECT, b"hello")
        await stop()
        assert (type(alone), alone.up, heard) == (Alone, True, [])
        await alone.close()

    asyncio.run(run())


def test_the_others_are_told_in_order_and_nobody_hears_himself(server: Server) -> None:
    async def run(first: Nats, second: Nats) -> None:
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

    two(server.url, run)


def test_whoever_has_subscribed_misses_nothing(server: Server) -> None:
    async def run(first: Nats, second: Nats) -> None:
        heard: list[bytes] = []
        for number in range(50):
            await second.subscribe(f"{SUBJECT}.{number}", heard.append)
            await first.publish(f"{SUBJECT}.{number}", b"at once")
        await until(lambda: len(heard) == 50)

    two(server.url, run)


def test_who_stops_hears_no_more_and_may_stop_after_the_end(server: Server) -> None:
    async def run(first: Nats, second: Nats) -> None:
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

    two(server.url, run)


def test_a_listener_that_fails_is_logged_and_told_again(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(first: Nats, second: Nats) -> None:
        heard: list[int] = []
        await second.subscribe(SUBJECT, lambda payload: heard.append(int(payload)))
        await first.publish(SUBJECT, b"one")
        await first.publish(SUBJECT, b"2")
        await until(lambda: heard == [2])

    two(server.url, run)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


@pytest.mark.parametrize("end", [Server.kill, Server.stop])
def test_a_bus_that_comes_back_finds_everyone_listening(
    server: Server, end: Callable[[Server], None]
) -> None:
    changes: list[bool] = []

    async def run(first: Nats, second: Nats) -> None:
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

    two(server.url, run, changes.append)
    assert changes == [False, True], "to close is no loss"


def test_while_the_bus_is_down_publishing_is_refused_at_once(server: Server) -> None:
    changes: list[bool] = []

    async def run(first: Nats, second: Nats) -> None:
        server.kill()
        await until(lambda: not first.up)
        async with asyncio.timeout(1):
            with pytest.raises(Halted, match="the bus cannot be reached"):
                await first.publish(SUBJECT, b"hello?")

    two(server.url, run, changes.append)
    assert changes == [False]


def test_a_bus_that_no_longer_reads_keeps_nobody_waiting(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "HEARTBEAT", 0.2)
    changes: list[bool] = []

    async def talk(first: Nats) -> None:
        while True:
            await first.publish(SUBJECT, bytes(100_000))
            await asyncio.sleep(0.01)

    async def run(first: Nats, second: Nats) -> None:
        assert server._process
        server._process.send_signal(signal.SIGSTOP)
        with pytest.raises(Halted):
            await asyncio.wait_for(talk(first), 20)
        await until(lambda: changes == [False])
        await asyncio.wait_for(first.close(), 20)
        server.kill()
        await asyncio.sleep(0.1)  # for the connection to be gone at both ends

    two(server.url, run, changes.append)


def test_a_mistake_of_who_is_told_of_changes_ends_nothing(server: Server) -> None:
    changes: list[bool] = []
    mistakes: list[dict[str, object]] = []

    def clumsy(up: bool) -> None:
        changes.append(up)
        raise RuntimeError("oops")

    def noted(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        mistakes.append(context)

    async def run(first: Nats, second: Nats) -> None:
        asyncio.get_running_loop().set_exception_handler(noted)
        server.kill()
        await until(lambda: changes == [False])
        server.start()
        await until(lambda: changes == [False, True])

    two(server.url, run, clumsy)
    assert len(mistakes) == 2


@pytest.mark.parametrize(
    "url", ["redis://127.0.0.1:6379", "nats://", "nats://host:port", "127.0.0.1:4222", "nats://[::1", ""]
)
def test_a_wrong_address_is_refused_with_a_right_one(url: str) -> None:
    with pytest.raises(BadBus, match=r"a bus is an address such as nats://127\.0\.0\.1:4222, not '"):
        asyncio.run(open_bus(url, surprised))


def test_nobody_there_is_said_with_place_and_reason_and_without_password() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(BadBus) as refused:
        asyncio.run(open_bus(f"nats://anna:secret@127.0.0.1:{port}", surprised))
    assert f"no bus answers at 127.0.0.1:{port}: " in str(refused.value)
    assert str(errno.ECONNREFUSED) in str(refused.value)
    assert "secret" not in str(refused.value)
    assert refused.value.code == "bad-bus"


def test_what_is_no_bus_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(BadBus, match="no answer"):
            asyncio.run(open_bus(f"nats://127.0.0.1:{port}", surprised))
