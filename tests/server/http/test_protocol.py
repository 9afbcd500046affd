"""HTTP connections without a proxy in front: how large, how slow and how many."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from stammtisch.server import serving
from stammtisch.server.http import protocol
from stammtisch.server.http.endpoint import Call, Endpoint
from stammtisch.server.http.protocol import (
    BODY_AT_MOST,
    HEAD_AT_MOST,
    HEADERS_AT_MOST,
    PIECES_AT_MOST,
    PIPELINED_AT_MOST,
)
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.settings import Settings
from support.waiting import PATIENCE, until
from tests.server.counted import counted
from tests.server.stub_app import GUESTS, StubApp, served
from tests.server.wire import Wire, wired

pytestmark = pytest.mark.usefixtures("no_server_errors")

STRANGER = "127.0.0.2"
"""An address that is not that of a trusted proxy."""
SOON = 0.2
GET = b"GET /healthz HTTP/1.1\r\nHost: table.local\r\n"
POST = f"POST {GUESTS} HTTP/1.1\r\nHost: table.local\r\n".encode()


async def status(wire: Wire) -> int:
    """The status of the next answer, which is read whole; 0 if the connection is closed instead."""
    async with asyncio.timeout(PATIENCE):
        try:
            head = (await wire.reader.readuntil(b"\r\n\r\n")).decode().lower()
            await wire.reader.readexactly(int(head.partition("content-length: ")[2].split()[0]))
        except (asyncio.IncompleteReadError, ConnectionError):
            return 0
    return int(head.split()[1])


def cut_off(stub: StubApp, reason: str) -> float:
    return counted(stub.metrics, "cut_off_total", reason=reason)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on requests have to come soon."""
    for phase in ("idle", "head", "body"):
        monkeypatch.setitem(protocol._WITHIN, phase, SOON)


@pytest.fixture
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


# Time


@pytest.mark.usefixtures("_hurry")
async def test_a_connection_on_which_nothing_is_sent_is_closed() -> None:
    stub = StubApp()
    async with served(stub) as place, wired(place) as wire:
        assert await wire.end() == b""
        assert cut_off(stub, "idle") == 1


@pytest.mark.usefixtures("_hurry")
@pytest.mark.parametrize("part", [b"G", GET, GET + b"X-Slow: ", POST + b"Content-Length: 5\r\n\r\n12"])
async def test_a_request_that_does_not_end_is_refused(part: bytes) -> None:
    stub = StubApp()
    async with served(stub) as place, wired(place) as wire:
        await wire.send(part)
        assert "408 Request Timeout" in (await wire.end()).decode()
        assert cut_off(stub, "slow body" if POST in part else "slow head") == 1


@pytest.mark.usefixtures("_hurry")
async def test_a_body_that_does_not_end_gets_no_second_answer() -> None:
    stub = StubApp()
    async with served(stub) as place, wired(place) as wire:
        await wire.send(GET + b"Content-Length: 5\r\n\r\n12")
        assert await status(wire) == 200
        assert await wire.end() == b""
        assert cut_off(stub, "slow body") == 1


@pytest.mark.parametrize("drop", [b"\r\n", b"X-Slow: 1\r\n"])
async def test_a_byte_now_and_then_does_not_keep_a_connection_open(
    drop: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(StubApp()) as place, wired(place) as wire:
        await wire.send(GET + b"\r\n")
        assert await status(wire) == 200
        hurry(monkeypatch)
        if drop != b"\r\n":
            await wire.send(GET)
        async with asyncio.timeout(PATIENCE):
            while not wire.reader.at_eof():
                await wire.send(drop)
                with suppress(TimeoutError):
                    await asyncio.wait_for(wire.reader.read(1000), SOON / 10)


async def test_a_connection_may_be_idle_between_two_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(StubApp()) as place, wired(place) as wire:
        await wire.send(GET + b"\r\n")
        assert await status(wire) == 200
        hurry(monkeypatch)
        async with wired(place) as other:
            assert await other.end() == b"", "a new connection may not be idle for so long"
        await wire.send(GET + b"\r\n")
        assert await status(wire) == 200


async def test_an_answer_that_nobody_reads_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "READ_WITHIN", SOON)

    async def much(call: Call, _: None) -> bytes:
        return bytes(20_000_000)

    stub = StubApp()
    stub.endpoints = [Endpoint(method="GET", path="/much", name="much", summary="", handle=much)]
    async with served(stub) as place, wired(place) as wire:
        await wire.send(b"GET /much HTTP/1.1\r\nHost: table.local\r\n\r\n")
        await until(lambda: cut_off(stub, "slow reader") == 1)


# Size


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"x" * HEAD_AT_MOST + b" HTTP/1.1\r\nHost: table.local\r\n\r\n",
        b"GET /" + b"x" * HEAD_AT_MOST * 2,
        GET + b"X-Long: " + b"x" * HEAD_AT_MOST + b"\r\n\r\n",
        GET + b"X-Long: " + b"x" * HEAD_AT_MOST * 2,
        GET + b"X-Many: 1\r\n" * HEADERS_AT_MOST + b"\r\n",
        GET + b"X-Many: 1\r\n" * 10_000,
        GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\nX-Long: " + b"x" * HEAD_AT_MOST + b"\r\n\r\n",
    ],
)
async def test_headers_that_are_too_large_are_refused(head: bytes) -> None:
    stub = StubApp()
    async with served(stub) as place, wired(place) as wire:
        await wire.send(head)
        assert await status(wire) == 431
        assert await wire.end() == b""
        assert cut_off(stub, "large head") == 1


async def test_as_many_headers_as_are_allowed_are_read() -> None:
    async with served(StubApp()) as place, wired(place) as wire:
        await wire.send(GET + b"X-Many: 1\r\n" * (HEADERS_AT_MOST - 1) + b"\r\n")
        assert await status(wire) == 200
        await wire.send(GET + b"X-Long: " + b"x" * (HEAD_AT_MOST - 100) + b"\r\n\r\n")
        assert await status(wire) == 200


@pytest.mark.parametrize("path", ["/healthz", GUESTS])
async def test_an_endless_body_is_not_read_to_the_end(path: str) -> None:
    stub = StubApp()
    async with served(stub) as place, wired(place) as wire:
        await wire.send(f"POST {path} HTTP/1.1\r\nHost: table.local\r\n".encode())
        await wire.send(b"Transfer-Encoding: chunked\r\n\r\n")
        for _ in range(BODY_AT_MOST // 4096 + 1):
            await wire.send(b"1000\r\n" + b" " * 4096 + b"\r\n")
        await wire.end()
        await until(lambda: cut_off(stub, "large body") == 1)


async def test_a_body_in_very_many_pieces_is_not_read_to_the_end() -> None:
    stub = StubApp()
    chunked, piece = POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"
    async with served(stub) as place:
        async with wired(place) as wire:
            await wire.send(chunked + piece * (PIECES_AT_MOST + 1))
            assert await status(wire) == 400
            assert await wire.end() == b""
            assert cut_off(stub, "many pieces") == 1
        async with wired(place) as wire:
            await wire.send(chunked + piece * (PIECES_AT_MOST - 1) + b'f\r\n{"name":"Anna"}\r\n0\r\n\r\n')
            assert await status(wire) == 201


async def test_nonsense_is_refused_and_counted_and_does_not_fill_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stub = StubApp()
    async with served(stub) as place:
        for nonsense in (b"\x16\x03\x01\x00\r\n\r\n", b"DANCE / HTTP/1.1\r\n\r\n", GET + b"X\r\n\r\n"):
            async with wired(place) as wire:
                await wire.send(nonsense)
                assert await status(wire) == 400
    assert cut_off(stub, "malformed") == 3
    assert not [record for record in caplog.records if record.name == "uvicorn.error"]


# Number


async def test_requests_that_wait_on_one_connection_are_limited() -> None:
    stub = StubApp()
    async with served(stub) as place, wired(place) as wire:
        await wire.send((GET + b"\r\n") * 1000)
        assert (await wire.end()).count(b" 200 OK") <= PIPELINED_AT_MOST + 1
        assert cut_off(stub, "pipeline") == 1
    async with served(stub) as place, wired(place) as wire:
        await wire.send((GET + b"\r\n") * PIPELINED_AT_MOST)
        assert [await status(wire) for _ in range(PIPELINED_AT_MOST)] == [200] * PIPELINED_AT_MOST


async def test_the_open_connections_of_one_address_are_limited() -> None:
    stub = StubApp()
    limited = Settings(port=0, most_connections_per_address=1)
    async with served(stub, limited) as place:
        async with wired(place, STRANGER), wired(place, STRANGER), wired(place, STRANGER) as last:
            await last.send(GET + b"\r\n")
            assert await status(last) == 200
            async with wired(place, STRANGER) as refused:
                assert await status(refused) == 0
            async with wired(place) as other:
                await other.send(GET + b"\r\n")
                assert await status(other) == 200
        assert counted(stub.metrics, "limited_total", kind="connections", scope="address") == 1


async def test_new_connections_of_one_address_are_limited() -> None:
    stub = StubApp()
    limited = Settings(port=0, most_connections_per_address=1)
    async with served(stub, limited) as place:
        answers = []
        for _ in range(5):
            async with wired(place, STRANGER) as wire:
                await wire.send(GET + b"\r\n")
                answers.append(await status(wire))
        assert answers == [200, 200, 200, 0, 0]


async def test_proxies_may_have_many_connections() -> None:
    limited = Settings(port=0, most_connections_per_address=1, trusted_proxies=("127.0.0.0/30",))
    async with served(StubApp(), limited) as place:
        for _ in range(10):
            async with wired(place, STRANGER) as wire:
                await wire.send(GET + b"\r\n")
                assert await status(wire) == 200


async def test_the_oldest_idle_connection_goes_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "open_requests", lambda _: (100, 3))
    stub = StubApp()
    async with (
        served(stub) as place,
        wired(place) as first,
        wired(place) as second,
        wired(place) as third,
    ):
        await until(lambda: counted(stub.metrics, "http_connections") == 3)
        async with wired(place) as fourth:
            await fourth.send(GET + b"\r\n")
            assert await status(fourth) == 200
            assert await first.end() == b""
            for wire in (second, third):
                await wire.send(GET + b"\r\n")
                assert await status(wire) == 200
        assert cut_off(stub, "oldest") == 1


async def test_a_connection_that_is_served_is_not_cut_off_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "open_requests", lambda _: (100, 1))
    begun, done = asyncio.Event(), asyncio.Event()

    async def slow(call: Call, _: None) -> bytes:
        begun.set()
        await done.wait()
        return b"done"

    stub = StubApp()
    stub.endpoints = [Endpoint(method="GET", path="/slow", name="slow", summary="", handle=slow)]
    async with served(stub) as place, wired(place) as wire:
        await wire.send(b"GET /slow HTTP/1.1\r\nHost: table.local\r\n\r\n")
        await begun.wait()
        async with wired(place) as other:
            assert await status(other) == 0
        done.set()
        assert await status(wire) == 200


# A uvicorn without what is needed


@pytest.mark.parametrize("missing", ["_METHODS", "_ATTRIBUTES"])
async def test_uvicorns_own_protocol_takes_over_where_a_part_of_it_is_missing(
    missing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    names: Any = getattr(protocol, missing)
    monkeypatch.setattr(protocol, missing, (*names, "no_such_thing"))
    async with served(StubApp()) as place, wired(place) as wire:
        await wire.send(GET + b"\r\n")
        assert await status(wire) == 200
    assert [record.getMessage() for record in caplog.records if record.name == serving.__name__] == [
        "this uvicorn does not allow our limits on HTTP connections: let a proxy limit them"
    ]


def test_the_installed_uvicorn_allows_our_limits() -> None:
    assert serving.http_protocol(Settings(), Metrics()) != "auto"
