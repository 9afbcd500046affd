"""The direct path between a connection and the network: uvicorn's own WebSocket protocol.

ASGI hands over every message by a queue and a task that has to be woken, which costs as much as playing
the move. Handshake, pings and closing stay uvicorn's; only the messages of an open socket take the
direct path. Frames are counted here, because ASGI does not show all of them. Both need parts of uvicorn that
are not promised, so each connection checks for them.
"""

from __future__ import annotations

from struct import Struct
from typing import Any, ClassVar, Final, Literal, TypeAlias, cast, final

from starlette.types import Receive
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from stammtisch.server.ops.limits import Budget, TokenBucket
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.ws.protocol import POLICY
from stammtisch.server.ws.transport import EXTENSION, OnMessage, cost, payload

SLICE: Final = 2048
"""Bytes that are parsed at a time: a flood of frames is noticed long before all of it is parsed."""
EXCESS_AT_MOST: Final = 200
"""Frames beyond the budget, not refused by the application, after which the socket is cut off."""
UNHEARD_AT_MOST: Final = 16_384
"""Bytes that a device may send before the socket is open, and after it was closed."""
LINGER: Final = 2.0
"""Seconds that a device has to read why it was cut off; nothing is read from it meanwhile."""

FrameKind: TypeAlias = Literal["text", "binary", "continuation", "ping", "pong", "close"]

_WHOLE_TEXT: Final = 0x80 | Opcode.TEXT
_LENGTH_IN_16_BITS: Final = 126
_LENGTH_IN_64_BITS: Final = 127
_HEAD_16: Final = Struct("!BBH")
_HEAD_64: Final = Struct("!BBQ")

_METHODS: Final = (
    "data_received",
    "handle_bytes",
    "handle_close",
    "handle_cont",
    "handle_ping",
    "handle_pong",
    "handle_text",
    "receive",
    "run_asgi",
    "send_receive_event_to_app",
)
_ATTRIBUTES: Final = (
    "close_sent",
    "close_timeout",
    "close_timer",
    "conn",
    "frames",
    "handshake_complete",
    "loop",
    "queue",
    "read_paused",
    "transport",
)


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which counts frames and offers the application a `DirectTransport` where it can.

    All frames count, whatever they are and however long: pings, empty ones and parts of messages too.
    """

    budget: ClassVar[Budget]
    metrics: ClassVar[Metrics]
    direct: ClassVar[bool]
    on_message: OnMessage | None = None

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.wait = 0.0
        self._bucket: Final = TokenBucket(self.budget)
        self._excess = 0
        self._unheard = 0
        self._cut_off = False

    async def run_asgi(self) -> None:
        if self.direct and _complete(self):
            cast(dict[str, object], self.scope["extensions"])[EXTENSION] = DirectTransport(self)
        try:
            await super().run_asgi()
        finally:
            cast(dict[str, object], self.scope["extensions"]).pop(EXTENSION, None)  # it refers to us

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # a generator that refers to the connection, which refers to it

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True  # refused with an answer, which uvicorn takes for a bug

    def data_received(self, data: bytes) -> None:
        pieces = (
            [data] if len(data) <= SLICE else [data[at : at + SLICE] for at in range(0, len(data), SLICE)]
        )
        for piece in pieces:
            if not self._is_heard(piece):
                return
            super().data_received(piece)

    def _is_heard(self, piece: bytes) -> bool:
        """Whether to parse it: before the socket is open and after we have closed it, only a little is."""
        if self._cut_off or self.transport.is_closing():
            return False
        if self.close_sent or not self.handshake_complete:
            self._unheard += len(piece)
            if self._unheard > UNHEARD_AT_MOST:
                self.cut_off()
        return not self._cut_off

    def send_receive_event_to_app(self) -> None:
        if self.on_message is None:
            super().send_receive_event_to_app()
            return
        text, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.on_message(text)

    def handle_text(self, event: Frame) -> None:
        if self._counted("text", event):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._counted("binary", event):
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._counted("continuation", event):
            super().handle_cont(event)

    def handle_ping(self, *event: Frame) -> None:
        if self._counted("ping"):
            super().handle_ping(*event)

    def handle_pong(self, event: Frame) -> None:
        if self._counted("pong"):
            super().handle_pong(event)

    def handle_close(self, event: Frame) -> None:
        if self._counted("close"):
            super().handle_close(event)

    def _counted(self, kind: FrameKind, message: Frame | None = None) -> bool:
        """Whether to go on with the frame. A whole message beyond the budget is left to the application."""
        if self._cut_off:
            return False
        self.metrics.frames.counts[kind] += 1
        self.wait = self._bucket.take(cost(len(message.data) if message else 0))
        heard = message is not None and message.fin and self.on_message is not None
        if self.wait and not heard:
            self._excess += 1
            if self._excess > EXCESS_AT_MOST:
                self.cut_off()
        return not self._cut_off

    def cut_off(self) -> None:
        """Say why, read nothing more, and end the connection in a moment."""
        self._cut_off = True
        self.metrics.cut_off_total.labels("frames").inc()
        if self.handshake_complete and self.conn.state is State.OPEN:
            self.conn.send_close(POLICY, "too-many")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY})
        if not self.transport.is_closing():
            self.transport.pause_reading()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(LINGER, self.transport.abort)


def socket_protocol(budget: Budget, metrics: Metrics, *, direct: bool) -> type[SocketProtocol]:
    """The protocol for sockets with this budget; without `direct` the application gets plain ASGI."""
    return type("SocketProtocol", (SocketProtocol,), {"budget": budget, "metrics": metrics, "direct": direct})


def available() -> bool:
    """Whether this uvicorn's protocol has all the methods that ours uses."""
    return all(hasattr(WebSocketsSansIOProtocol, name) for name in _METHODS)


def _complete(protocol: SocketProtocol) -> bool:
    """Whether this uvicorn has everything that `DirectTransport` uses."""
    return all(hasattr(protocol, name) for name in _ATTRIBUTES)


def text_frame(text: bytes) -> bytes:
    """A whole message as it travels (RFC 6455, 5.2); `Frame.serialize` takes as long as sending it."""
    length = len(text)
    if length < _LENGTH_IN_16_BITS:
        return bytes((_WHOLE_TEXT, length)) + text
    if length < 2**16:
        return _HEAD_16.pack(_WHOLE_TEXT, _LENGTH_IN_16_BITS, length) + text
    return _HEAD_64.pack(_WHOLE_TEXT, _LENGTH_IN_64_BITS, length) + text


@final
class DirectTransport:
    """A socket without ASGI's queues in between."""

    def __init__(self, protocol: SocketProtocol) -> None:
        self._protocol: Final = protocol
        self._network: Final = protocol.transport

    @property
    def unsent(self) -> int:
        return self._network.get_write_buffer_size()

    def charge(self, message: str | bytes) -> float:
        return self._protocol.wait  # its frames have been counted when they came

    def send(self, text: bytes) -> None:
        if not self._protocol.close_sent and not self._network.is_closing():
            self._network.write(text_frame(text))

    def close(self, code: int, reason: str) -> None:
        protocol = self._protocol
        if protocol.close_sent or self._network.is_closing() or protocol.conn.state is not State.OPEN:
            return  # perhaps the device has just closed the socket, and uvicorn is about to hear it
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
