"""The connection of a page to a table of this device, which takes the place of a socket."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias, final

from stammtisch.core.errors import StammtischError
from stammtisch.server.tables.actor import TableActor
from stammtisch.server.tables.commands import AnyCommand, Ping, SendMessage, SendPhrase
from stammtisch.server.tables.errors import Muted
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.seating import person_of
from stammtisch.server.tables.updates import Accepted, Pong, encode, refused
from stammtisch.server.tokens import hashed
from stammtisch.server.ws.protocol import BUG, REFUSED, decode_command

Send: TypeAlias = Callable[[str], object]
"""Called with each update, as JSON."""
Closed: TypeAlias = Callable[[int, str], object]
"""Called once with the code and the reason when the connection ends from this side."""
Load: TypeAlias = Callable[[str], Awaitable[TableActor]]
Token: TypeAlias = Callable[[], Awaitable[str]]
"""The token of all seats of this device."""

logger: Final = logging.getLogger(__name__)


@final
class LocalConnection:
    """One open page at a table; whatever it sends before the table is loaded waits."""

    def __init__(self, table: str, token: Token, load: Load, send: Send, closed: Closed) -> None:
        self.table: Final = table
        self.person: PersonId | None = None
        self.key: str | None = None
        self.address = ""
        self._token: Final = token
        self._load: Final = load
        self._send: Final = send
        self._closed: Final = closed
        self._actor: TableActor | None = None
        self._waiting: Final[list[str]] = []
        self._asked = 0
        self._open = True

    async def attend(self, after: int) -> None:
        """Join the table, and say why where that is not possible."""
        try:
            token, actor = await self._token(), await self._load(self.table)
            self.person = person_of(actor.table, token)
            self.key = None if self.person is None else hashed(token)
            if self._open:
                await actor.connect(self, after)
        except StammtischError as error:
            self.dismiss(error)
        except Exception:
            logger.exception("a bug")
            self._close(BUG, "")
        else:
            self._actor = actor
            await self._go_on(actor)

    async def _go_on(self, actor: TableActor) -> None:
        """Handle what has arrived while the table was loaded; the page may have gone in that time."""
        if not self._open:
            await actor.disconnect(self)
        while self._waiting:
            self.receive(self._waiting.pop(0))

    async def leave(self) -> None:
        """The page is gone."""
        self._open = False
        if self._actor is not None:
            await self._actor.disconnect(self)

    def receive(self, text: str) -> None:
        """A message of the page."""
        if self._actor is None:
            self._waiting.append(text)
            return
        number = None
        try:
            command = decode_command(text)
            number = command.id
            if isinstance(command, SendMessage | SendPhrase):
                raise Muted("there is no chat at a table of one device")
        except StammtischError as error:
            self._refuse(error, number)
            return
        if isinstance(command, Ping):
            self.send(encode(Pong(re=number)))
        else:
            self._asked += 1
            self._actor.command(self.person, command, partial(self._done, command))

    def _done(self, command: AnyCommand, error: BaseException | None) -> None:
        self._asked -= 1
        if error is None:
            if command.ack:
                self.send(encode(Accepted(re=command.id)))
        elif isinstance(error, StammtischError):
            self._refuse(error, command.id)
        else:
            logger.error("a bug", exc_info=error)
            self._close(BUG, "")

    def tell(self, error: StammtischError) -> None:
        """Say why the table does not go on, unless the page waits for an answer, which says it too."""
        if self._actor is not None and not self._asked:
            self._refuse(error)

    def _refuse(self, error: StammtischError, number: int | None = None) -> None:
        self.send(encode(refused(error, number)))

    def send(self, text: bytes) -> None:
        """Send it, in order."""
        if self._open:
            self._send(text.decode())

    def dismiss(self, error: StammtischError) -> None:
        """Say why the connection ends, and end it."""
        self._refuse(error)
        self._close(REFUSED, error.code)

    def _close(self, code: int, reason: str) -> None:
        if self._open:
            self._open = False
            self._closed(code, reason)
