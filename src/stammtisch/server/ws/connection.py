"""A device's connection to a table: messages in, news out, and limits on both."""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Final, final

from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import Receive, Scope, Send

from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.server.ops.security import origin_allowed
from stammtisch.server.tables.actor import Room
from stammtisch.server.tables.errors import NotSeated, TooFast
from stammtisch.server.tables.events import Sitter
from stammtisch.server.tables.messages import AnyMessage, Error, Nod, Notice, Say, read_message, told
from stammtisch.server.tables.state import Table
from stammtisch.server.tables.views import NOTHING_SEEN
from stammtisch.server.tokens import sitter_of
from stammtisch.server.ws.transport import Line
from stammtisch.store.contract import Halted

if TYPE_CHECKING:
    from stammtisch.server.tables.registry import House

SEAT_COOKIE: Final = "seat"
UNSENT_AT_MOST: Final = 200_000
"""Bytes that may wait for a slow device before it is let go; it resumes when it can."""
HEARD_AT_ONCE: Final = 16
"""Messages of a device that may be under way before more are read."""
OFFENCES_AT_MOST: Final = 20
"""Messages that may be refused as no messages at all before the door is shut."""
SAYINGS: Final = (1.0, 20.0)
"""What one device may say a second in the long run, and at once: all of it is kept."""

POLICY: Final = 1008
BUG: Final = 1011
TOO_SLOW: Final = 1013
REFUSED: Final = 4000
"""Close codes; with the last the reason is the error's code, said in full just before."""

_TALK: Final = (Say, Nod)

logger: Final = logging.getLogger(__name__)


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
        connection = Connection(self._house, Line.of(scope))
        try:
            with self._house.connections.held(scope["client"][0] if scope["client"] else ""):
                await connection.attend(scope, headers, receive)
        except StammtischError as error:
            connection.refuse(error)
            connection.close(REFUSED, error.code)


@final
class Connection:
    """One device at a table."""

    def __init__(self, house: House, line: Line) -> None:
        self.sitter: Sitter | None = None
        self._house: Final = house
        self._line: Final = line
        self._under_way = 0
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
            self._line.on_text = partial(self._heard, room)
            while (event := await receive())["type"] != "websocket.disconnect":
                self._heard(room, event.get("text") or event.get("bytes") or b"")  # said before we listened
        finally:
            self._line.on_text = None
            self._house.metrics.connections.dec()
            await room.leave(self)

    def _heard(self, room: Room, data: str | bytes) -> None:
        """A message: what is asked of a room in turn happens in turn."""
        number = None
        try:
            if not self._allowance.take():
                raise TooFast("too many messages: wait a second")
            message = read_message(data)
            number = message.id
            if isinstance(message, _TALK) and not self._sayings.take():
                raise TooFast("so much talk at once: wait a second")
            self._house.check_running()
        except StammtischError as error:
            self._refused(error, number)
            return
        self._under_way += 1
        self._line.wait(waiting=self._under_way >= HEARD_AT_ONCE)
        room.say(self.sitter, message, partial(self._answered, message))

    def _answered(self, message: AnyMessage, trouble: BaseException | None) -> None:
        self._under_way -= 1
        self._line.wait(waiting=self._under_way >= HEARD_AT_ONCE)
        if trouble is None:
            self._house.metrics.heard(type(message)).inc()
        elif isinstance(trouble, StammtischError):
            self._refused(trouble, message.id)
        else:
            logger.error("a bug", exc_info=trouble)
            self.close(BUG, "")

    def _refused(self, error: StammtischError, number: int | None) -> None:
        if isinstance(error, Halted):  # why is for the log: players need not know where things are kept
            error = Halted(self._house.halted or str(error))
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

    def tell(self, text: bytes) -> None:
        """Send it, in order, without waiting; a device that reads nothing is let go."""
        self._line.tell(text)
        if self._line.unsent > UNSENT_AT_MOST:
            self.close(TOO_SLOW, "too-slow")

    def close(self, code: int, reason: str) -> None:
        """Nothing more is said after what has been said."""
        self._line.close(code, reason)


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
