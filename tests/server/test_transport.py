"""The socket of one device, by uvicorn's own protocol and by plain ASGI."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Literal, TypeAlias

import pytest
from starlette.routing import WebSocketRoute
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stammtisch.server import serving
from stammtisch.server.ops.budgets import frames
from stammtisch.server.ops.limits import TokenBucket
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.settings import Settings
from stammtisch.server.ws import direct, transport
from stammtisch.server.ws.direct import DirectTransport
from stammtisch.server.ws.transport import ASGITransport, OnMessage, Transport, accept
from tests.server.stub_app import StubApp, served

either = pytest.mark.parametrize("sockets", ["direct", "asgi"])

Sockets: TypeAlias = Literal["direct", "asgi"]
Serve: TypeAlias = Callable[[Transport], OnMessage]


@asynccontextmanager
async def dialled(serve: Serve, settings: Settings) -> AsyncIterator[tuple[ClientConnection, Transport]]:
    """A device's end of a socket, and the server's."""
    opened: list[Transport] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        async with accept(scope, receive, send, frames(Settings())) as end:
            opened.append(end)
            await end.listen(serve(end))

    class Endpoint:
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            await app(scope, receive, send)

    stub = StubApp()
    stub.sockets = [WebSocketRoute("/socket", Endpoint())]
    async with (
        served(stub, settings) as where,
        connect(f"ws://{where}/socket", compression=None, max_size=None) as socket,
    ):
        await socket.ping()
        yield socket, opened[0]


async def uninterrupted(socket: ClientConnection) -> AsyncIterator[str | bytes]:
    """Every message until the socket is closed, for whatever reason."""
    with suppress(ConnectionClosed):
        while True:
            yield await socket.recv()


def echoing(end: Transport) -> OnMessage:
    return lambda message: end.send(message.encode() if isinstance(message, str) else message)


def ignoring(_: Transport) -> OnMessage:
    return lambda _: None


async def test_the_installed_uvicorn_allows_the_direct_path() -> None:
    async with dialled(echoing, Settings(port=0)) as (socket, end):
        assert isinstance(end, DirectTransport)
        await socket.send("hello")
        assert await socket.recv() == "hello"


async def test_plain_asgi_takes_over_where_a_part_of_uvicorn_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(direct, "_ATTRIBUTES", (*direct._ATTRIBUTES, "no_such_attribute"))
    async with dialled(echoing, Settings(port=0)) as (socket, end):
        assert isinstance(end, ASGITransport)
        await socket.send("hello")
        assert await socket.recv() == "hello"


async def test_plain_asgi_takes_over_where_uvicorns_protocol_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, direct.__name__)
    monkeypatch.setitem(sys.modules, "uvicorn.protocols.websockets.websockets_sansio_impl", None)
    assert serving.websocket_protocol(Settings(), Metrics()) == "auto"


@either
async def test_messages_arrive_in_order_and_whole(sockets: Sockets) -> None:
    async with dialled(echoing, Settings(port=0, sockets=sockets, messages_per_second=200)) as (socket, _):
        said = [f"{number} {'ő' * number}" for number in range(200)]
        for text in said:
            await socket.send(text)
        assert [await socket.recv() for _ in said] == said


@either
async def test_what_was_sent_before_closing_still_arrives(sockets: Sockets) -> None:
    async with dialled(ignoring, Settings(port=0, sockets=sockets)) as (socket, end):
        for number in range(100):
            end.send(b"%d" % number)
        end.close(4000, "enough")
        end.send(b"too late")
        end.close(1011, "too late")
        heard = [text async for text in uninterrupted(socket)]
        assert heard == [str(number) for number in range(100)]
        assert (socket.close_code, socket.close_reason) == (4000, "enough")


@either
async def test_nothing_is_heard_while_reading_is_paused(sockets: Sockets) -> None:
    heard: asyncio.Queue[str | bytes] = asyncio.Queue()

    def pausing(end: Transport) -> OnMessage:
        def hear(message: str | bytes) -> None:
            heard.put_nowait(message)
            end.pause_reading()

        return hear

    async with dialled(pausing, Settings(port=0, sockets=sockets)) as (socket, end):
        for number in range(3):
            await socket.send(str(number))
            assert len(await heard.get()) == 1
            await socket.send("later")
            async with connect(f"ws://{socket.remote_address[0]}:{socket.remote_address[1]}/socket"):
                pass  # by now "later" would have been read too
            assert heard.empty()
            end.resume_reading()
            assert len(await heard.get()) == 5
            end.resume_reading()


class Wire:
    """The server's end of ASGI without a server: what the device says, and what it is sent."""

    def __init__(self, *incoming: Message) -> None:
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()
        for message in incoming:
            self.incoming.put_nowait(message)
        self.sent: list[Message] = []
        self.taking = asyncio.Event()
        self.taking.set()

    async def receive(self) -> Message:
        return await self.incoming.get()

    async def send(self, message: Message) -> None:
        await self.taking.wait()
        self.sent.append(message)

    def opened(self) -> ASGITransport:
        return ASGITransport(self.receive, self.send, TokenBucket(frames(Settings())))


async def test_what_a_device_does_not_take_is_counted() -> None:
    wire = Wire()
    wire.taking.clear()
    end = wire.opened()
    for text in ("one", "ő"):
        end.send(text.encode())
    assert end.unsent == 5
    wire.taking.set()
    await end.finish()
    assert end.unsent == 0
    assert [message["text"] for message in wire.sent] == ["one", "ő"]


async def test_a_device_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "CLOSE_TIMEOUT", 0.01)
    wire = Wire()
    wire.taking.clear()
    end = wire.opened()
    end.send(b"one")
    end.close(1013, "too-slow")
    await end.finish()
    assert wire.sent == []


async def test_closing_ends_listening_at_once() -> None:
    wire = Wire({"type": "websocket.receive", "text": "go"})
    end = wire.opened()
    await end.listen(lambda _: end.close(4000, "gone"))
    await end.listen(lambda _: pytest.fail("nobody listens any more"))
    await end.finish()
    assert wire.sent == [{"type": "websocket.close", "code": 4000, "reason": "gone"}]


async def test_reading_stops_while_it_is_paused() -> None:
    wire = Wire(*({"type": "websocket.receive", "text": text} for text in "abc"))
    wire.incoming.put_nowait({"type": "websocket.disconnect"})
    end, heard = wire.opened(), list[str | bytes]()

    def hear(message: str | bytes) -> None:
        heard.append(message)
        end.pause_reading()

    listening = asyncio.create_task(end.listen(hear))
    for so_far in ("a", "ab", "abc"):
        while len(heard) < len(so_far):
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert "".join(map(str, heard)) == so_far
        end.resume_reading()
    await listening
    await end.finish()


async def test_a_bug_of_the_listener_is_not_swallowed() -> None:
    def fail(_: str | bytes) -> None:
        raise KeyError("bug")

    wire = Wire({"type": "websocket.receive", "bytes": b"go"})
    end = wire.opened()
    with pytest.raises(KeyError):
        await end.listen(fail)
    end.abort()


async def test_to_a_device_that_is_gone_nothing_is_sent() -> None:
    async def gone(_: Message) -> None:
        raise OSError("gone")

    wire = Wire({"type": "websocket.disconnect"})
    end = ASGITransport(wire.receive, gone, TokenBucket(frames(Settings())))
    end.send(b"hello")
    await end.listen(lambda _: None)
    await end.finish()
