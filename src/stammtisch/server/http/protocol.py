"""HTTP connections with limits of their own, so that a server without a proxy stays reachable.

uvicorn waits for the end of a request without a limit, reads headers of any size and counts no connections.
This is its protocol with a time limit for each part of a request. It needs parts of uvicorn that are not
promised: `available` says whether they are there.
"""

from __future__ import annotations

import asyncio
import ipaddress
from functools import lru_cache
from http import HTTPStatus
from typing import Any, ClassVar, Final, Literal, TypeAlias, cast, final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from stammtisch.core.errors import BadRequest, StammtischError
from stammtisch.server.http.errors import JSON, HeadersTooLarge, refusal, status_of
from stammtisch.server.ops.budgets import budgets, open_requests
from stammtisch.server.ops.limits import ConnectionLimit, Limiter, TooMany
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.settings import EVERYONE, Settings

HEAD_AT_MOST: Final = 16_384
"""Bytes of the request line and all headers."""
HEADERS_AT_MOST: Final = 100
BODY_AT_MOST: Final = 1_048_576
"""Bytes of a body that are received at all; endpoints accept far less."""
PIECES_AT_MOST: Final = 1000
"""Chunks, or pieces as the network delivers them, of a body: chunks of one byte take the parser very long."""
PIPELINED_AT_MOST: Final = 10
"""Requests that may wait on a connection for the answer to the first."""
HEAD_WITHIN: Final = 10.0
"""Seconds for the request line and all headers, from the moment of connecting or of the first byte."""
BODY_WITHIN: Final = 30.0
READ_WITHIN: Final = 60.0
"""Seconds in which a client has to go on reading an answer."""


class TooSlow(StammtischError):
    """A request was not sent in time."""

    code = "too-slow"
    status: ClassVar[int] = 408


TOO_LARGE: Final = HeadersTooLarge(
    f"a request may have at most {HEADERS_AT_MOST} headers, with {HEAD_AT_MOST} bytes altogether"
)
TOO_SLOW: Final = TooSlow(
    f"a request has to be sent within {HEAD_WITHIN:.0f} s, and its body within {BODY_WITHIN:.0f} s"
)
TOO_MANY_PIECES: Final = BadRequest(f"a body may come in at most {PIECES_AT_MOST} pieces")
TOO_MANY_AT_ONCE: Final = BadRequest(f"at most {PIPELINED_AT_MOST} requests may wait on one connection")

_REASONS: Final = {TOO_LARGE: "large head", TOO_MANY_PIECES: "many pieces", TOO_MANY_AT_ONCE: "pipeline"}

Phase: TypeAlias = Literal["idle", "head", "body", "answer"]
"""What a connection waits for: a request, its headers, its body, or the application."""

_WITHIN: Final[dict[Phase, float]] = {"idle": HEAD_WITHIN, "head": HEAD_WITHIN, "body": BODY_WITHIN}
_METHODS: Final = (
    "connection_lost",
    "connection_made",
    "data_received",
    "handle_websocket_upgrade",
    "on_body",
    "on_header",
    "on_headers_complete",
    "on_message_begin",
    "on_message_complete",
    "on_response_complete",
    "on_url",
    "pause_writing",
    "resume_writing",
    "send_400_response",
)
_ATTRIBUTES: Final = ("client", "cycle", "flow", "loop", "pipeline", "transport")


def available() -> bool:
    """Whether this uvicorn's protocol has everything that ours uses."""
    assigned = HttpToolsProtocol.__init__.__code__.co_names
    return all(hasattr(HttpToolsProtocol, name) for name in _METHODS) and {*_ATTRIBUTES} <= {*assigned}


def limited_protocol(settings: Settings, metrics: Metrics) -> type[HttpProtocol]:
    """The protocol for the connections of one server."""
    return type("HttpProtocol", (HttpProtocol,), {"around": Connections(settings, metrics)})


@final
class Connections:
    """The open HTTP connections of a server; those of proxies are many, and not counted by address."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.metrics: Final = metrics
        self._limiter: Final = Limiter(budgets(settings), refused=metrics.limited)
        self._open: Final = ConnectionLimit("connections", *open_requests(settings), metrics.limited)
        self._waiting: Final[dict[HttpProtocol, None]] = {}
        self.is_proxy: Final = lru_cache(maxsize=1000)(_Proxies(settings.trusted_proxies).__contains__)

    def admit(self, address: str | None) -> bool:
        """Whether there is room for a connection from there, or from a proxy."""
        try:
            if address is not None:
                self._limiter.spend("connections", address)
            self._open_one(address)
        except TooMany:
            return False
        self.metrics.http_connections.inc()
        return True

    def _open_one(self, address: str | None) -> None:
        """When there are too many altogether, the one that has been waiting longest has to go."""
        try:
            self._open.open(address)
        except TooMany as error:
            if error.scope != "server" or not self._waiting:
                raise
            next(iter(self._waiting)).cut_off("oldest")
            self._open.open(address)

    def release(self, connection: HttpProtocol, address: str | None) -> None:
        """It is closed, or no longer an HTTP connection."""
        self._waiting.pop(connection, None)
        self._open.close(address)
        self.metrics.http_connections.dec()

    def waits(self, connection: HttpProtocol) -> None:
        """It waits for a request."""
        self._waiting[connection] = None

    def works(self, connection: HttpProtocol) -> None:
        """It has sent one."""
        self._waiting.pop(connection, None)


@final
class _Proxies:
    """The proxies of the settings."""

    def __init__(self, trusted: tuple[str, ...]) -> None:
        self._all: Final = EVERYONE in trusted
        self._networks: Final = [ipaddress.ip_network(text) for text in trusted if text != EVERYONE]

    def __contains__(self, address: str) -> bool:
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return self._all
        return self._all or any(parsed in network for network in self._networks)


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits on size, time and number."""

    around: ClassVar[Connections]

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._phase: Phase = "idle"
        self._watched: Phase | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._reader_timer: asyncio.TimerHandle | None = None
        self._address: str | None = None
        self._admitted = False
        self._received = 0  # bytes of the headers or body under way
        self._head = 0
        self._lines = 0
        self._pieces = 0
        self._refusal: BadRequest | HeadersTooLarge | None = None

    # The life of a connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self._address = None if self.around.is_proxy(address) else address
        self._admitted = self.around.admit(self._address)
        if self._admitted:
            self.around.waits(self)
            self._watch()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._release()
        super().handle_websocket_upgrade()
        self.parser = cast(Any, None)  # as at the end of a connection: the two refer to each other

    def _release(self) -> None:
        for timer in (self._timer, self._reader_timer):
            if timer is not None:
                timer.cancel()
        if self._admitted:
            self._admitted = False
            self.around.release(self, self._address)

    def cut_off(self, reason: str) -> None:
        """End the connection at once."""
        self.around.metrics.cut_off_total.labels(reason).inc()
        self._release()
        self.transport.abort()

    # A request

    def data_received(self, data: bytes) -> None:
        if self._phase == "idle":
            self._phase = "head"
        super().data_received(data)
        if not self._admitted:
            return
        if self._phase != "answer":
            self._received += len(data)
        if self._phase == "head" and self._received > HEAD_AT_MOST:
            self._refuse("large head", TOO_LARGE)
        elif self._phase == "body" and self._received > BODY_AT_MOST:
            self.cut_off("large body")
        else:
            self._watch()

    def on_message_begin(self) -> None:
        self._phase, self._received, self._head, self._lines = "head", 0, 0, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._grow(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._lines += 1
        self._grow(len(name) + len(value) + len(b": \r\n"))
        super().on_header(name, value)

    def _grow(self, size: int) -> None:
        self._head += size
        if self._head > HEAD_AT_MOST or self._lines > HEADERS_AT_MOST:
            self._refusal = TOO_LARGE
            raise ValueError("the headers are too large")  # the parser stops and uvicorn refuses the request

    def on_headers_complete(self) -> None:
        self._phase, self._received, self._pieces = "body", 0, 0
        self.around.works(self)
        super().on_headers_complete()
        if len(self.pipeline) > PIPELINED_AT_MOST:
            self._refusal = TOO_MANY_AT_ONCE
            raise ValueError("too many requests wait")

    def on_body(self, body: bytes) -> None:
        self._pieces += 1
        if self._pieces > PIECES_AT_MOST:
            self._refusal = TOO_MANY_PIECES
            raise ValueError("the body comes in too many pieces")
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if not self._answering():
            self._rest()
        else:
            self._phase = "answer"

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._phase == "answer" and not self.pipeline:
            self._rest()

    def _answering(self) -> bool:
        """Whether an answer is being made or sent."""
        cycle = cast(RequestResponseCycle | None, self.cycle)  # there is none before the first request
        return cycle is not None and not cycle.response_complete

    def _rest(self) -> None:
        self._phase = "idle"
        if self._admitted:
            self.around.waits(self)

    # Refusing

    def send_400_response(self, msg: str) -> None:
        if self._refusal is None:
            self.around.metrics.cut_off_total.labels("malformed").inc()
            super().send_400_response(msg)
        else:
            self._refuse(_REASONS[self._refusal], self._refusal)

    def _refuse(self, reason: str, error: StammtischError) -> None:
        """Answer if the client still waits for an answer, and close the connection."""
        self.around.metrics.cut_off_total.labels(reason).inc()
        if self._may_answer():
            self.transport.write(_answer(error))
        self._release()
        self.transport.close()

    def _may_answer(self) -> bool:
        """Whether neither an answer to this request nor one to an earlier request has begun."""
        if self._phase == "body":
            return not self.pipeline and not self.cycle.response_started
        return not self._answering()

    # Time

    def _watch(self) -> None:
        """Give the present phase its time, once."""
        if self._phase == self._watched:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._watched = self._phase
        if self._phase != "answer":
            self._timer = self.loop.call_later(_WITHIN[self._phase], self._too_slow)

    def _too_slow(self) -> None:
        self._watched = self._timer = None
        if self.flow.read_paused:  # we are the ones who do not read
            self._watch()
        elif self._phase == "idle" or not self._received:
            self.cut_off("idle")
        else:
            self._refuse(f"slow {self._phase}", TOO_SLOW)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader_timer = self.loop.call_later(READ_WITHIN, self.cut_off, "slow reader")

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reader_timer is not None:
            self._reader_timer.cancel()
            self._reader_timer = None


def _answer(error: StammtischError) -> bytes:
    body, status = refusal(error.code, str(error)), HTTPStatus(status_of(error))
    lines = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"content-type: {JSON}",
        f"content-length: {len(body)}",
        "connection: close",
    )
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode() + body
