"""The short way between a connection and the network: uvicorn's own WebSocket protocol.

ASGI hands over every message by a queue and a task that has to be woken, which costs as much as playing
the move. Handshake, limits, pings and closing stay uvicorn's; only the messages of an open socket take
the short way. It needs parts of uvicorn that are not promised, so each connection checks for them.
"""

from __future__ import annotations

from typing import Final, cast, final

from starlette.types import Receive
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from stammtisch.server.ws.transport import EXTENSION, OnMessage, payload

_METHODS: Final = ("receive", "run_asgi", "send_receive_event_to_app")
_ATTRIBUTES: Final = (
    "close_sent",
    "close_timeout",
    "close_timer",
    "conn",
    "frames",
    "loop",
    "queue",
    "read_paused",
    "transport",
)


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which offers the application a `DirectTransport` where it can."""

    on_message: OnMessage | None = None

    async def run_asgi(self) -> None:
        if _complete(self):
            cast(dict[str, object], self.scope["extensions"])[EXTENSION] = DirectTransport(self)
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        if self.on_message is None:
            super().send_receive_event_to_app()
            return
        text, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.on_message(text)


def _complete(protocol: SocketProtocol) -> bool:
    """Whether this uvicorn has everything that `DirectTransport` uses."""
    return all(hasattr(WebSocketsSansIOProtocol, name) for name in _METHODS) and all(
        hasattr(protocol, name) for name in _ATTRIBUTES
    )


@final
class DirectTransport:
    """A socket without ASGI's queues in between."""

    def __init__(self, protocol: SocketProtocol) -> None:
        self._protocol: Final = protocol
        self._network: Final = protocol.transport

    @property
    def unsent(self) -> int:
        return self._network.get_write_buffer_size()

    def send(self, text: bytes) -> None:
        if not self._protocol.close_sent and not self._network.is_closing():
            self._network.write(Frame(Opcode.TEXT, text).serialize(mask=False))

    def close(self, code: int, reason: str) -> None:
        protocol = self._protocol
        if protocol.close_sent or self._network.is_closing():
            return
        protocol.conn.send_close(code, reason)
        self._network.write(b"".join(protocol.conn.data_to_send()))
        protocol.close_sent = True
        self.resume_reading()  # for the device's own close frame
        protocol.close_timer = protocol.loop.call_later(protocol.close_timeout, self._network.abort)
        protocol.queue.put_nowait({"type": "websocket.disconnect", "code": code})

    def pause_reading(self) -> None:
        if not self._protocol.read_paused and not self._network.is_closing():
            self._protocol.read_paused = True
            self._network.pause_reading()

    def resume_reading(self) -> None:
        if self._protocol.read_paused and not self._network.is_closing():
            self._protocol.read_paused = False
            self._network.resume_reading()

    async def listen(self, on_message: OnMessage) -> None:
        receive = cast(Receive, self._protocol.receive)
        self._protocol.on_message = on_message
        try:
            while (event := await receive())["type"] != "websocket.disconnect":
                on_message(payload(event))  # it came before anyone listened
        finally:
            self._protocol.on_message = None
