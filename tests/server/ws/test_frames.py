"""What a device may do with frames: pings, parts of messages, empty ones, and closing in the middle."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.frames import Close, Frame, Opcode

from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.ws import direct
from stammtisch.server.ws.connection import OFFENCES_AT_MOST
from stammtisch.server.ws.direct import EXCESS_AT_MOST, SLICE, UNHEARD_AT_MOST
from stammtisch.server.ws.protocol import POLICY, REFUSED
from support.waiting import PATIENCE
from tests.server.clients import RunningServer, open_server
from tests.server.counted import counted
from tests.server.wire import Wire, wired

pytestmark = pytest.mark.usefixtures("each_transport", "no_server_errors")

SMALLEST = 6
"""Bytes of an empty frame from a device."""
BURST = 100
"""Frames that a socket may send at once."""


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


async def receive(socket: Wire) -> tuple[int, bytes]:
    """The kind of the next frame, and what is in it."""
    first, size = await socket.reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await socket.reader.readexactly(2))
    return first & 0x0F, await socket.reader.readexactly(size)


async def close_code(socket: Wire) -> int:
    """The code with which the server closes the socket, after whatever it sends before."""
    async with asyncio.timeout(PATIENCE):
        while True:
            kind, data = await receive(socket)
            if kind == Opcode.CLOSE:
                return int.from_bytes(data[:2])


@asynccontextmanager
async def raw_socket(server: RunningServer, table: str, token: str | None = None) -> AsyncIterator[Wire]:
    """An open socket of the table that sends any bytes."""
    place = urlsplit(server.sockets)
    lines = (
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: {place.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {b64encode(secrets.token_bytes(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *([f"Authorization: Bearer {token}"] if token else []),
    )
    async with wired(place.netloc) as wire:
        await wire.send("".join(f"{line}\r\n" for line in (*lines, "")).encode())
        assert b" 101 " in await wire.reader.readuntil(b"\r\n\r\n")
        yield wire


def frames_read(metrics: Metrics, kind: str) -> float:
    return counted(metrics, "frames_total", kind=kind)


@pytest.fixture(autouse=True)
def _short_linger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "LINGER", 0.2)


FLOODS = {
    "ping": frame(Opcode.PING),
    "long ping": frame(Opcode.PING, b"x" * 125),
    "pong": frame(Opcode.PONG),
}


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_of_control_frames_is_cut_off_before_most_of_it_is_read(
    flood: str, tmp_path: Path
) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with raw_socket(server, table["table"], table["token"]) as socket:
            await socket.send(FLOODS[flood] * 50_000)
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                assert await close_code(socket) == POLICY
            await socket.end()
        read = frames_read(server.services.metrics, flood.rpartition(" ")[2])
        assert BURST + EXCESS_AT_MOST < read <= BURST + EXCESS_AT_MOST + SLICE / SMALLEST
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.position()


@pytest.mark.parametrize("size", [0, 100])
async def test_a_message_in_very_many_parts_is_cut_off(size: int, tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with raw_socket(server, table["table"], table["token"]) as socket:
            first = frame(Opcode.TEXT, b" ", fin=False)
            part = frame(Opcode.CONT, b" " * (size // 100), fin=False)
            await socket.send(first + part * 20_000)
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                assert await close_code(socket) in (POLICY, 1009)
            await socket.end()
        read = frames_read(server.services.metrics, "continuation")
        assert 0 < read <= BURST + EXCESS_AT_MOST + SLICE / SMALLEST


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY])
async def test_a_flood_of_empty_messages_is_cut_off(opcode: Opcode, tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with raw_socket(server, table["table"], table["token"]) as socket:
            await socket.send(frame(opcode) * 50_000)
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                assert await close_code(socket) == POLICY
            await socket.end()
        read = frames_read(server.services.metrics, opcode.name.lower())
        assert 0 < read <= BURST + EXCESS_AT_MOST + SLICE / SMALLEST


async def test_large_messages_count_more(tmp_path: Path) -> None:
    async with open_server(tmp_path, messages_per_second=10) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(table["table"], table["token"]) as anna:
            for _ in range(20):  # as many small ones would be allowed
                await anna.socket.send(" " * 7000)
            refused = await anna.wait_for(lambda update: update.get("code") == "too-many")
            assert refused["retry_after"] == 1


async def test_a_few_pings_are_answered(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(table["table"], table["token"]) as anna:
            for _ in range(20):
                async with asyncio.timeout(PATIENCE):
                    await (await anna.socket.ping())
            await anna.send("nod", phrase="hello")
            await anna.wait_for(lambda update: update.get("phrase") == "hello")


async def test_a_message_in_some_parts_with_pings_between_is_understood(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with (
            server.connect(table["table"], table["token"]) as anna,
            raw_socket(server, table["table"], table["token"]) as socket,
        ):
            await socket.send(
                frame(Opcode.TEXT, b'{"type":"nod",', fin=False)
                + frame(Opcode.PING, b"?")
                + frame(Opcode.CONT, b"", fin=False)
                + frame(Opcode.CONT, b'"phrase":"bye"}')
            )
            await anna.wait_for(lambda update: update.get("phrase") == "bye")


@pytest.mark.parametrize("nonsense", [b"{", b'{"type":"dance"}'])
async def test_many_bad_messages_and_a_close_in_one_segment(nonsense: bytes, tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(table["table"], table["token"]) as anna:
            async with raw_socket(server, table["table"], table["token"]) as socket:
                await receive(socket)  # the server listens
                bad = frame(Opcode.TEXT, nonsense) * (OFFENCES_AT_MOST + 5)
                await socket.send(bad + frame(Opcode.CLOSE, Close(1000, "").serialize()))
                assert await close_code(socket) in (1000, POLICY)
                await socket.end()
            await anna.send("nod", phrase="hello")
            await anna.wait_for(lambda update: update.get("phrase") == "hello")


async def test_a_device_that_goes_on_sending_after_the_close_is_cut_off(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"], spectators=False)
        async with raw_socket(server, table["table"]) as socket:
            assert await close_code(socket) == REFUSED
            await socket.send(frame(Opcode.BINARY, b"x" * 1000) * (2 * UNHEARD_AT_MOST // 1000))
            await socket.end()
        assert counted(server.services.metrics, "cut_off_total", reason="frames") == 1


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_a_message_is_framed_as_websockets_frames_it(length: int) -> None:
    text = b"x" * length
    assert direct.text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
