"""A device's connection to a table: commands in, updates out, and limits on both."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Final, final

from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import Receive, Scope, Send

from stammtisch.core.errors import StammtischError
from stammtisch.server.ops.budgets import frames
from stammtisch.server.ops.headers import bearer_token, origin_allowed
from stammtisch.server.ops.limits import TooMany
from stammtisch.server.services import Services
from stammtisch.server.tables.actor import TableActor
from stammtisch.server.tables.commands import (
    AnyCommand,
    AskHint,
    AskWhy,
    Ping,
    PlayMove,
    Roll,
    SendMessage,
    SendPhrase,
)
from stammtisch.server.tables.errors import NotSeated
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.seating import person_of
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import Accepted, Notice, Pong, encode, refused
from stammtisch.server.tables.views import NOTHING_SEEN
from stammtisch.server.tokens import SEAT_COOKIE, hashed
from stammtisch.server.ws.protocol import BUG, POLICY, REFUSED, TRY_AGAIN, decode_command
from stammtisch.server.ws.transport import Transport, accept

UNSENT_AT_MOST: Final = 200_000
"""Bytes that may wait for a slow device before it is disconnected; it resumes when it can."""
COMMANDS_AT_ONCE: Final = 16
"""Commands of a device that may be under way before more are read."""
OFFENCES_AT_MOST: Final = 20
"""Messages that may be refused as malformed or too many before the connection is closed."""
BUDGETS: Final[Mapping[type[AnyCommand], str]] = {
    Roll: "moves",
    PlayMove: "moves",
    SendMessage: "chat messages",
    SendPhrase: "chat messages",
    AskHint: "hints",
    AskWhy: "explanations",
    Ping: "pings",
}
"""The kind of budget that each command is counted in; all others are `OTHER`."""
OTHER: Final = "table changes"

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
        address = scope["client"][0] if scope.get("client") else ""
        async with accept(scope, receive, send, frames(self._services.settings)) as transport:
            connection = Connection(self._services, transport, address)
            try:
                with self._services.connections.held(address):
                    await connection.attend(scope, headers)
            except StammtischError as error:
                connection.dismiss(error)


@final
class Connection:
    """One device at a table."""

    def __init__(self, services: Services, transport: Transport, address: str) -> None:
        self.person: PersonId | None = None
        self.key: str | None = None
        self.address = address
        self._counted_as: str | None = None
        self._services: Final = services
        self._transport: Final = transport
        self._under_way = 0
        self._offences = 0

    async def attend(self, scope: Scope, headers: Headers) -> None:
        """Stay at the table until the device is gone."""
        self._services.in_force.check_address(self.address)
        actor = await self._services.tables.get(scope["path_params"]["table"])
        token = _token(headers)
        if token:
            self.person, self.key = _person(actor.table, token), hashed(token)
            self._services.in_force.check_names(actor.table.names_of(self.person))
        with self._counted(actor.table.id), self._services.metrics.connections.track_inprogress():
            try:
                await actor.connect(self, _after(scope))
                if self._services.unavailable is not None:
                    self.send(encode(Notice(code="halted", message=self._services.unavailable)))
                if self._services.in_force.announcement is not None:
                    self.send(encode(self._services.in_force.update()))
                await self._transport.listen(partial(self._received, actor))
            finally:
                await actor.disconnect(self)

    @contextmanager
    def _counted(self, table: str) -> Iterator[None]:
        """Count the socket as one of its person, or of the table's spectators."""
        if self.person is None:
            with self._services.spectators.held(table):
                yield
            return
        self._counted_as = f"{table}/{self.person}"
        with self._services.sockets_of_person.held(self._counted_as):
            yield

    def _received(self, actor: TableActor, data: str | bytes) -> None:
        number = None
        try:
            if wait := self._transport.charge(data):
                raise TooMany("messages", wait, "person")
            command = decode_command(data)
            number = command.id
            self._services.limiter.spend(BUDGETS.get(type(command), OTHER), self.address, self._counted_as)
            if isinstance(command, Ping):
                self._services.metrics.messages.counts["ping"] += 1
                self.send(encode(Pong(re=number)))
                return
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
            self._services.metrics.messages.counts[str(command.__struct_config__.tag)] += 1
            if command.ack:
                self.send(encode(Accepted(re=command.id)))
        elif isinstance(error, StammtischError):
            self._refused(error, command.id)
        else:
            logger.error("a bug", exc_info=error)
            self.close(BUG, "")

    def _refused(self, error: StammtischError, number: int | None) -> None:
        self.refuse(error, number)
        if _is_offence(error):
            self._offences += 1
            if self._offences > OFFENCES_AT_MOST:
                self.close(POLICY, error.code)

    def refuse(self, error: StammtischError, number: int | None = None) -> None:
        """Say what was wrong."""
        self._services.metrics.refusals_total.labels(error.code).inc()
        self.send(encode(refused(error, number)))

    def send(self, text: bytes) -> None:
        """Send it, in order, without waiting; a device that reads nothing is disconnected."""
        self._transport.send(text)
        if self._transport.unsent > UNSENT_AT_MOST:
            self.close(TRY_AGAIN, "too-slow")

    def dismiss(self, error: StammtischError) -> None:
        """Say why the connection ends, and end it."""
        self.refuse(error)
        self.close(_close_code(error), error.code)

    def close(self, code: int, reason: str) -> None:
        """Close after everything that has been sent."""
        self._transport.close(code, reason)


def _close_code(error: StammtischError) -> int:
    """A device that is refused goes away, unless the whole server is full: then it comes back later."""
    return TRY_AGAIN if isinstance(error, TooMany) and error.scope == "server" else REFUSED


def _is_offence(error: StammtischError) -> bool:
    """Whether the device is to blame; it is not if the server as a whole has too much to do."""
    if isinstance(error, TooMany):
        return error.scope != "server"
    return error.code in ("bad-json", "bad-message", "too-large")


def _token(headers: Headers) -> str:
    """The token that the device holds; without one it watches. Programs come without cookies."""
    token = bearer_token(headers)
    if token is None:
        token = cookie_parser(headers.get("cookie", "")).get(SEAT_COOKIE, "") if "origin" in headers else ""
    return token


def _person(table: Table, token: str) -> PersonId:
    """Whose token it is."""
    person = person_of(table, token)
    if person is None:
        raise NotSeated("this token belongs to no seat at this table")
    return person


def _after(scope: Scope) -> int:
    text = QueryParams(scope["query_string"]).get("after", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else NOTHING_SEEN
