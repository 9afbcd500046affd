"""A WebSocket without detours: what comes in goes straight to whoever listens, what goes out to the network.

ASGI hands every message over by a queue and a task that has to be woken, which costs as much as
playing the move. A line is uvicorn's own protocol, with its handshake, limits, pings and closing;
only the text of an open connection takes the short way.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

_LINE: Final = "stammtisch.line"


class Line(WebSocketsSansIOProtocol):
    """One connection; `on_text` is told every message from the moment it is set."""

    on_text: Callable[[bytes], None] | None = None

    @staticmethod
    def of(scope: MutableMapping[str, Any]) -> Line:
        """The line behind an ASGI connection."""
        line: Line = scope["extensions"][_LINE]
        return line

    @property
    def unsent(self) -> int:
        """Bytes that the device has not taken yet."""
        return self.transport.get_write_buffer_size()

    def wait(self, *, waiting: bool) -> None:
        """Leave what the device says in the network while so much is under way already."""
        if waiting != self.read_paused and not self.transport.is_closing():
            self.read_paused = waiting
            (self.transport.pause_reading if waiting else self.transport.resume_reading)()

    def tell(self, text: bytes) -> None:
        """Send it, in order, without waiting; to a device that is gone nothing is sent."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(Frame(Opcode.TEXT, text).serialize(mask=False))

    def close(self, code: int, reason: str) -> None:
        """Nothing more is said after what has been said; a device that does not answer is cut off."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.wait(waiting=False)  # for the device's own goodbye
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[_LINE] = self
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        if self.on_text is None:
            super().send_receive_event_to_app()
            return
        text, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.on_text(text)
