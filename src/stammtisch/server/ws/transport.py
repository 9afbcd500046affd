"""The open WebSocket of one device: how messages are sent and received, whatever serves the socket.

uvicorn's own protocol does it directly (`direct.py`). Where a uvicorn lacks what that needs, or another
ASGI server runs the application, plain ASGI does the same more slowly.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple, Protocol, TypeAlias, final

from starlette.types import Message, Receive, Scope, Send

from stammtisch.server.ops.limits import Budget, TokenBucket

EXTENSION: Final = "stammtisch.transport"
"""Where the ASGI scope holds a transport that is better than plain ASGI."""
CLOSE_TIMEOUT: Final = 10.0
"""Seconds that a device has to take what was sent before the socket was closed."""
LARGE: Final = 1024
"""Bytes of a frame that count as one frame more."""

OnMessage: TypeAlias = Callable[[str | bytes], None]


class Transport(Protocol):
    """An open socket."""

    @property
    def unsent(self) -> int:
        """Bytes that wait for the device to take them."""

    def charge(self, message: str | bytes) -> float:
        """Count the message that was just received; 0, or the seconds until the device may send it."""

    def send(self, text: bytes) -> None:
        """Send a message, in order and without waiting; after the end nothing is sent."""

    def close(self, code: int, reason: str) -> None:
        """Close the socket after what has been sent. A device that does not answer is cut off."""

    def pause_reading(self) -> None:
        """Leave further messages in the network."""

    def resume_reading(self) -> None:
        """Read again."""

    async def listen(self, on_message: OnMessage) -> None:
        """Call `on_message` with every message until either side closes the socket."""


@asynccontextmanager
async def accept(scope: Scope, receive: Receive, send: Send, frames: Budget) -> AsyncIterator[Transport]:
    """Accept the socket; at the end of the block all that was sent leaves before the socket closes.

    `frames` is how much the device may send, where uvicorn's own protocol does not count that already.
    """
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    direct: Transport | None = scope.get("extensions", {}).get(EXTENSION)
    if direct is not None:
        yield direct
        return
    transport = ASGITransport(receive, send, TokenBucket(frames))
    try:
        yield transport
    except BaseException:
        transport.abort()
        raise
    await transport.finish()


class _Close(NamedTuple):
    code: int
    reason: str


@final
class ASGITransport:
    """A socket by plain ASGI: a task sends what waits in a queue, another one receives."""

    def __init__(self, receive: Receive, send: Send, frames: TokenBucket) -> None:
        self._frames: Final = frames
        self._receive: Final = receive
        self._send: Final = send
        self._outgoing: Final[asyncio.Queue[bytes | _Close | None]] = asyncio.Queue()
        self._unsent = 0
        self._ended = False
        self._may_read: Final = asyncio.Event()
        self._may_read.set()
        self._reader: asyncio.Task[None] | None = None
        self._writer: Final = asyncio.create_task(self._write())

    @property
    def unsent(self) -> int:
        return self._unsent

    def charge(self, message: str | bytes) -> float:
        return self._frames.take(cost(len(message)))

    def send(self, text: bytes) -> None:
        if not self._ended:
            self._unsent += len(text)
            self._outgoing.put_nowait(text)

    def close(self, code: int, reason: str) -> None:
        if not self._ended:
            self._ended = True
            self._outgoing.put_nowait(_Close(code, reason))
            if self._reader is not None:
                self._reader.cancel()

    def pause_reading(self) -> None:
        self._may_read.clear()

    def resume_reading(self) -> None:
        self._may_read.set()

    async def listen(self, on_message: OnMessage) -> None:
        if self._ended:
            return
        self._reader = asyncio.create_task(self._read(on_message))
        try:
            await asyncio.wait([self._reader])
        finally:
            self._reader.cancel()
        if not self._reader.cancelled():
            self._reader.result()

    async def finish(self) -> None:
        """Send what waits; a device that does not take it in time is given up."""
        self._ended = True
        self._outgoing.put_nowait(None)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await self._writer

    def abort(self) -> None:
        """Send nothing more."""
        self._ended = True
        self._writer.cancel()

    async def _read(self, on_message: OnMessage) -> None:
        while (event := await self._receive())["type"] != "websocket.disconnect":
            on_message(payload(event))
            await self._may_read.wait()

    async def _write(self) -> None:
        with suppress(OSError, RuntimeError):  # the device is gone, as the reader notices too
            while (item := await self._outgoing.get()) is not None:
                await self._send(_event(item))
                self._unsent -= len(item) if isinstance(item, bytes) else 0


def cost(size: int) -> int:
    """How many frames a frame of this size counts as."""
    return 1 + size // LARGE


def payload(event: Message) -> str | bytes:
    """The message of a `websocket.receive`."""
    return event.get("text") or event.get("bytes") or b""


def _event(item: bytes | _Close) -> Message:
    if isinstance(item, _Close):
        return {"type": "websocket.close", "code": item.code, "reason": item.reason}
    return {"type": "websocket.send", "text": item.decode()}
