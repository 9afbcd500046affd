"""A device's connection to a table: commands in, updates out, and limits on both."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final, final

from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import Receive, Scope, Send

from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.server.ops.headers import bearer_token, origin_allowed
from stammtisch.server.ops.limits import Budget, TokenBucket
from stammtisch.server.services import Services
from stammtisch.server.tables.actor import TableActor
from stammtisch.server.tables.commands import AnyCommand, SendMessage, SendPhrase
from stammtisch.server.tables.errors import NotSeated, TooFast
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.seating import person_of
from stammtisch.server.tables.state import Table
from stammtisch.server.tables.updates import ErrorUpdate, Notice, encode
from stammtisch.server.tables.views import NOTHING_SEEN
from stammtisch.server.tokens import SEAT_COOKIE
from stammtisch.server.ws.protocol import decode_command
from stammtisch.server.ws.transport import Transport, accept

UNSENT_AT_MOST: Final = 200_000
"""Bytes that may wait for a slow device before it is disconnected; it resumes when it can."""
COMMANDS_AT_ONCE: Final = 16
"""Commands of a device that may be under way before more are read."""
OFFENCES_AT_MOST: Final = 20
"""Messages that may be refused as malformed or too many before the connection is closed."""
CHAT: Final = Budget(per_second=1.0, burst=20)
"""Chat messages of one device: all of them are stored."""

POLICY: Final = 1008
BUG: Final = 1011
TOO_SLOW: Final = 1013
REFUSED: Final = 4000
"""Close codes; with the last the reason is the code of the error that was sent just before."""

logger: Final = logging.getLogger(__name__)


@final
class Sockets:
    """The ASGI application behind every table's socket."""

    def __init__(self, services: Services) -> None:
        self._services: Final = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, origins = Headers(scope=scope), self._services.settings.origins
        if "origin" in headers and not origin_allowed(headers, scope["scheme"], origins):
            await send({"type": "websocket.close", "code": POLICY})
            return
        async with accept(scope, receive, send) as transport:
            connection = Connection(self._services, transport)
            try:
                with self._services.connections.held(scope["client"][0] if scope["client"] else ""):
                    await connection.attend(scope, headers)
            except StammtischError as error:
                connection.refuse(error)
                connection.close(REFUSED, error.code)


@final
class Connection:
    """One device at a table."""

    def __init__(self, services: Services, transport: Transport) -> None:
        self.person: PersonId | None = None
        self._services: Final = services
        self._transport: Final = transport
        self._under_way = 0
        self._offences = 0
        rate = services.settings.messages_per_second
        self._messages: Final = TokenBucket(Budget(rate, 2 * rate))
        self._chat_messages: Final = TokenBucket(CHAT)

    async def attend(self, scope: Scope, headers: Headers) -> None:
        """Stay at the table until the device is gone."""
        actor = await self._services.tables.get(scope["path_params"]["table"])
        self.person = _person(actor.table, headers)
        self._services.metrics.connections.inc()
        try:
            await actor.connect(self, _after(scope))
            if self._services.unavailable is not None:
                self.send(encode(Notice(code="halted", message=self._services.unavailable)))
            await self._transport.listen(partial(self._received, actor))
        finally:
            self._services.metrics.connections.dec()
            await actor.disconnect(self)

    def _received(self, actor: TableActor, data: str | bytes) -> None:
        number = None
        try:
            if self._messages.take():
                raise TooFast("too many messages: wait a second")
            command = decode_command(data)
            number = command.id
            if isinstance(command, SendMessage | SendPhrase) and self._chat_messages.take():
                raise TooFast("too many chat messages: wait a second")
            self._services.check_available()
        except StammtischError as error:
            self._refused(error, number)
            return
        self._under_way += 1
        if self._under_way >= COMMANDS_AT_ONCE:
            self._transport.pause_reading()
        actor.command(self.person, command, partial(self._done, command))

    def _done(self, command: AnyCommand, error: BaseException | None) -> None:
        self._under_way -= 1
        if self._under_way < COMMANDS_AT_ONCE:
            self._transport.resume_reading()
        if error is None:
            self._services.metrics.heard(type(command)).inc()
        elif isinstance(error, StammtischError):
            self._refused(error, command.id)
        else:
            logger.error("a bug", exc_info=error)
            self.close(BUG, "")

    def _refused(self, error: StammtischError, number: int | None) -> None:
        self.refuse(error, number)
        if error.code in ("bad-json", "bad-message", "too-large", "too-many"):
            self._offences += 1
            if self._offences > OFFENCES_AT_MOST:
                self.close(POLICY, error.code)

    def refuse(self, error: StammtischError, number: int | None = None) -> None:
        """Say what was wrong."""
        self._services.metrics.refusals_total.labels(error.code).inc()
        clause = error.clause if isinstance(error, IllegalMove) else None
        self.send(encode(ErrorUpdate(code=error.code, message=str(error), re=number, clause=clause)))

    def send(self, text: bytes) -> None:
        """Send it, in order, without waiting; a device that reads nothing is disconnected."""
        self._transport.send(text)
        if self._transport.unsent > UNSENT_AT_MOST:
            self.close(TOO_SLOW, "too-slow")

    def close(self, code: int, reason: str) -> None:
        """Close after everything that has been sent."""
        self._transport.close(code, reason)


def _person(table: Table, headers: Headers) -> PersonId | None:
    """Whose token the device holds; without one it watches. Programs come without cookies."""
    token = bearer_token(headers)
    if token is None:
        token = cookie_parser(headers.get("cookie", "")).get(SEAT_COOKIE, "") if "origin" in headers else ""
    if not token:
        return None
    person = person_of(table, token)
    if person is None:
        raise NotSeated("this token belongs to no seat at this table")
    return person


def _after(scope: Scope) -> int:
    text = QueryParams(scope["query_string"]).get("after", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else NOTHING_SEEN
