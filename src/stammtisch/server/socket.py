"""A device's connection to a table: messages in, news out, and limits on both."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final, final

from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import Receive, Scope, Send

from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.server.entries import Sitter
from stammtisch.server.errors import NotSeated, TooFast
from stammtisch.server.messages import Error, Nod, Notice, Say, read_message, told
from stammtisch.server.room import Room
from stammtisch.server.security import origin_allowed
from stammtisch.server.table import Table
from stammtisch.server.telling import NOTHING_SEEN
from stammtisch.server.tokens import sitter_of
from stammtisch.store.contract import Halted

if TYPE_CHECKING:
    from stammtisch.server.house import House

SEAT_COOKIE: Final = "seat"
UNSENT_AT_MOST: Final = 256
"""Messages that may wait for a slow device before it is let go; it resumes when it can."""
OFFENCES_AT_MOST: Final = 20
"""Messages that may be refused as no messages at all before the door is shut."""
SAYINGS: Final = (1.0, 20.0)
"""What one device may say a second in the long run, and at once: all of it is kept."""

POLICY: Final = 1008
TOO_SLOW: Final = 1013
REFUSED: Final = 4000
"""Close codes; with the last the reason is the error's code, said in full just before."""


@final
class Sockets:
    """The ASGI application behind every table's socket."""

    def __init__(self, house: House) -> None:
        self._house: Final = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if "origin" in headers and not origin_allowed(headers, scope["scheme"], self._house.settings.origins):
            await send({"type": "websocket.close", "code": POLICY})
            return
        await receive()  # the handshake
        await send({"type": "websocket.accept"})
        connection = Connection(self._house, send)
        try:
            with self._house.connections.held(scope["client"][0] if scope["client"] else ""):
                await connection.attend(scope, headers, receive)
        except StammtischError as error:
            connection.refuse(error)
            connection.close(REFUSED, error.code)
        finally:
            await connection.ended()


@final
class Connection:
    """One socket. What it is told waits in a queue, so that a slow device holds up nobody."""

    def __init__(self, house: House, send: Send) -> None:
        self.sitter: Sitter | None = None
        self._house: Final = house
        self._send: Final = send
        self._unsent: Final[deque[dict[str, Any]]] = deque()
        self._posted: Final = asyncio.Event()
        self._writer: Final = asyncio.create_task(self._write())
        self._closing = False
        self._offences = 0
        rate = house.settings.messages_per_second
        self._allowance: Final = Allowance(rate, 2 * rate)
        self._sayings: Final = Allowance(*SAYINGS)

    async def attend(self, scope: Scope, headers: Headers, receive: Receive) -> None:
        """Sit at the table until the device is gone."""
        room = await self._house.room(scope["path_params"]["table"])
        self.sitter = _sitter(room.table, headers)
        self._house.metrics.connections.inc()
        try:
            await room.enter(self, _after(scope))
            if self._house.halted is not None:
                self.tell(told(Notice(code="halted", message=self._house.halted)))
            await self._listen(room, receive)
        finally:
            self._house.metrics.connections.dec()
            await room.leave(self)

    async def _listen(self, room: Room, receive: Receive) -> None:
        while not self._closing:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            await self._hear(room, event.get("text") or event.get("bytes") or b"")

    async def _hear(self, room: Room, data: str | bytes) -> None:
        number = None
        try:
            if not self._allowance.take():
                raise TooFast("too many messages: wait a second")
            message = read_message(data)
            number = message.id
            if isinstance(message, Say | Nod) and not self._sayings.take():
                raise TooFast("so much talk at once: wait a second")
            self._house.check_running()
            await room.say(self.sitter, message)
            self._house.metrics.messages_total.labels(type(message).__name__.lower()).inc()
        except Halted as error:  # why is for the log: players need not know where things are kept
            self.refuse(Halted(self._house.halted or str(error)), number)
        except StammtischError as error:
            self.refuse(error, number)
            self._offended(error)

    def _offended(self, error: StammtischError) -> None:
        """What is no message at all is answered so many times, then the door is shut."""
        if error.code in ("bad-json", "bad-message", "too-large", "too-many"):
            self._offences += 1
            if self._offences > OFFENCES_AT_MOST:
                self.close(POLICY, error.code)

    def refuse(self, error: StammtischError, number: int | None = None) -> None:
        """Say what was wrong."""
        self._house.metrics.refusals_total.labels(error.code).inc()
        clause = error.clause if isinstance(error, IllegalMove) else None
        self.tell(told(Error(code=error.code, message=str(error), re=number, clause=clause)))

    def tell(self, text: str) -> None:
        """Send it, in order, without waiting; a device that reads nothing is let go."""
        if len(self._unsent) < UNSENT_AT_MOST:
            self._post({"type": "websocket.send", "text": text})
        else:
            self.close(TOO_SLOW, "too-slow")

    def close(self, code: int, reason: str) -> None:
        """Nothing more is said after what has been said."""
        if not self._closing:
            self._closing = True
            self._post({"type": "websocket.close", "code": code, "reason": reason})

    def _post(self, event: dict[str, Any]) -> None:
        self._unsent.append(event)
        self._posted.set()

    async def _write(self) -> None:
        try:
            while True:
                await self._posted.wait()
                self._posted.clear()
                while self._unsent:
                    event = self._unsent.popleft()
                    await self._send(event)
                    if event["type"] == "websocket.close":
                        return
        except Exception:  # noqa: BLE001 - the device is gone, and its reader notices
            self._closing = True

    async def ended(self) -> None:
        """Send what is left if a close is under way, else nobody is there any more."""
        if not self._closing:
            self._writer.cancel()
        await asyncio.wait([self._writer], timeout=1.0)
        self._writer.cancel()


@final
class Allowance:
    """So many messages a second in the long run, so many at once."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second: Final = per_second
        self._burst: Final = burst
        self._left = burst
        self._then = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._per_second)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def _sitter(table: Table, headers: Headers) -> Sitter | None:
    """Whose token the device holds; without one it looks on. Programs come without cookies."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer":
        token = cookie_parser(headers.get("cookie", "")).get(SEAT_COOKIE, "") if "origin" in headers else ""
    if not token:
        return None
    sitter = sitter_of(table, token)
    if sitter is None:
        raise NotSeated("this token is of no seat at this table")
    return sitter


def _after(scope: Scope) -> int:
    text = QueryParams(scope["query_string"]).get("after", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else NOTHING_SEEN
