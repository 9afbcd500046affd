"""The server of one device: answers requests and plays tables, without a network."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias, final
from urllib.parse import parse_qsl, unquote, urlsplit

from stammtisch.core.errors import StammtischError
from stammtisch.local.connection import Closed, LocalConnection, Send
from stammtisch.local.records import ImportRoutes
from stammtisch.local.store import LocalLog, Store, done
from stammtisch.local.tables import LocalTableRoutes
from stammtisch.local.thinking import Bring, LocalThinking
from stammtisch.server.http.endpoint import (
    Answer,
    Call,
    encoded,
    endpoints_of,
    read_body,
    read_query,
)
from stammtisch.server.http.errors import NOTHING_HERE, WRONG_METHOD, refusal, status_of
from stammtisch.server.http.games import GameRoutes
from stammtisch.server.http.puzzles import PuzzleRoutes
from stammtisch.server.http.records import RecordRoutes
from stammtisch.server.http.steps import StepRoutes
from stammtisch.server.ops.bus import Bus, SingleProcess
from stammtisch.server.ops.slices import Slices
from stammtisch.server.ops.uptime import Uptime
from stammtisch.server.tables.archive import Archive
from stammtisch.server.tables.contract import Counter, Durations, Gauge
from stammtisch.server.tables.puzzles import DailyPuzzles
from stammtisch.server.tables.registry import TableRegistry
from stammtisch.server.tables.services import TableServices
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.tasks import Tasks
from stammtisch.server.tokens import fresh_token
from stammtisch.store.contract import Unavailable

LOOK_AFTER_EVERY: Final = 5.0
"""Seconds between two looks at tables and analyses."""
IDLE: Final = 600.0
"""Seconds after which a table that nobody uses leaves the memory."""
BOT_SECONDS: Final = 1.0
"""The time between two moves of bots where it is measured, as on a server."""
DEVICE: Final = "device"
"""The kind and the id under which the token of this device is kept."""

logger: Final = logging.getLogger(__name__)

Response: TypeAlias = tuple[int, str]
"""The status and the body of an answer, as on a server."""


class _Uncounted(NamedTuple):
    """Nobody measures one device."""

    def inc(self, amount: float = 1) -> None: ...
    def set(self, value: float) -> None: ...
    def observe(self, amount: float) -> None: ...
    def track_inprogress(self) -> AbstractContextManager[None]:
        return nullcontext()


class _Metrics(NamedTuple):
    moves_total: Counter = _Uncounted()
    append_seconds: Durations = _Uncounted()
    tables_loaded: Gauge = _Uncounted()
    analyses: Gauge = _Uncounted()


class _Unlimited(NamedTuple):
    def spend(self, kind: str, address: str, person: str | None = None) -> None:
        """Allow everything: too many requests only slow down the device that makes them."""


@final
class LocalServer:
    """What a page asks of a server, answered here; the same modules play, redact, store and analyse."""

    def __init__(
        self, store: Store, bring: Bring, bus: Bus | None = None, bot_seconds: float = BOT_SECONDS
    ) -> None:
        """Without a bus, nobody else plays at these tables."""
        self.log: Final = LocalLog(store, self._not_stored)
        self.slices: Final = Slices()
        self.limiter: Final = _Unlimited()
        self._store: Final = store
        self._uptime: Final = Uptime()
        self._tasks: Final = Tasks()
        self.thinking: Final = LocalThinking(store, bring)
        self.archive: Final = Archive(self.log, self.thinking, _Metrics(), self.slices)
        self.puzzles: Final = DailyPuzzles(self.thinking)
        self.tables: Final = TableRegistry(
            TableServices(
                log=self.log,
                bus=bus or SingleProcess(),
                workers=self.thinking,
                process=secrets.token_hex(8),
                metrics=_Metrics(),
                finished=self._finished,
                uptime=self._uptime,
                bot_seconds=bot_seconds,
                prepare_hints=True,
                slices=self.slices,
            )
        )
        self._endpoints: Final = [
            *endpoints_of(GameRoutes()),
            *endpoints_of(LocalTableRoutes(self)),
            *endpoints_of(StepRoutes(self)),
            *endpoints_of(RecordRoutes(self)),
            *endpoints_of(ImportRoutes(self)),
            *endpoints_of(PuzzleRoutes(self)),
        ]
        self._connections: Final[dict[int, LocalConnection]] = {}
        self._token = ""
        self._looking_after = False

    def _finished(self, table: Table) -> None:
        """Keep the record of a game that is over, also for when its table is deleted."""
        self._tasks.start(self._keep_record(table.match_id))

    async def _keep_record(self, match: str) -> None:
        await self.archive.record(match)

    def _not_stored(self, table: str, error: Unavailable) -> None:
        """Tell whoever waits there for a bot why nothing happens; the bot tries again by itself."""
        for connection in self._connections.values():
            if connection.table == table:
                connection.tell(error)

    # Requests

    async def request(self, method: str, path: str, body: str = "") -> Response:
        """What the server would answer: a status, and a body that is JSON or empty."""
        try:
            return await self._answer(method, path, body)
        except StammtischError as error:
            return status_of(error), refusal(error.code, str(error)).decode()
        except asyncio.CancelledError:
            return 409, refusal("stopped", "this was stopped").decode()
        except Exception:
            logger.exception("a bug")
            message = "something went wrong, and the console of the browser says more; please try again"
            return 500, refusal("internal", message).decode()

    async def _answer(self, method: str, path: str, body: str) -> Response:
        address = urlsplit(path)
        found = [
            (each, given)
            for each in self._endpoints
            if (given := _matched(each.path, address.path)) is not None
        ]
        chosen = [(each, given) for each, given in found if each.method == method]
        if not chosen:
            return _nowhere(found)
        endpoint, given = chosen[0]
        call = await self._call(given)
        query = read_query(endpoint.query, parse_qsl(address.query, keep_blank_values=True))
        result = await endpoint.handle(replace(call, query=query), read_body(endpoint, body.encode()))
        answer = result if isinstance(result, Answer) else Answer(result)
        return endpoint.status, encoded(answer.body).decode()

    async def _call(self, path: Mapping[str, str]) -> Call:
        token = await self._device()
        return Call(path=path, query=None, address="", token=token, cookies={}, secure=True, origin=None)

    async def _device(self) -> str:
        """The token of all seats of this device."""
        self._look_after()
        if not self._token:
            kept = await done(self._store.text(DEVICE, DEVICE))
            if not kept:
                kept = fresh_token()
                await done(self._store.keep(DEVICE, DEVICE, kept))
            self._token = kept
        return self._token

    # Sockets

    def connect(self, socket: int, table: str, after: int, send: Send, closed: Closed) -> None:
        """Open the socket of a table under this number, having seen event `after`, or -1."""
        connection = self._connections[socket] = LocalConnection(
            table, self._device, self.tables.get, send, closed
        )
        self._tasks.start(connection.attend(after))

    def receive(self, socket: int, text: str) -> None:
        """A message from the page."""
        if (connection := self._connections.get(socket)) is not None:
            connection.receive(text)

    def disconnect(self, socket: int) -> None:
        """The page has closed its socket."""
        if (connection := self._connections.pop(socket, None)) is not None:
            self._tasks.start(connection.leave())

    # Housekeeping

    def _look_after(self) -> None:
        """From the first request on, look after tables and analyses at intervals."""
        if not self._looking_after:
            self._looking_after = True
            self._tasks.start(self._keep_looking())

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_AFTER_EVERY)
            await self.tables.look_after()
            await self.tables.drop_idle(IDLE)
            self.archive.stop_unwanted()

    async def close(self) -> None:
        """Release everything; all of it is stored already."""
        await asyncio.sleep(0)  # what was just started has begun
        self._tasks.cancel()
        await self.tables.close()


def _matched(pattern: str, path: str) -> dict[str, str] | None:
    """The parameters of an address that has the form of the pattern; None if it has another."""
    asked, parts = path.split("/"), pattern.split("/")
    if len(asked) != len(parts):
        return None
    given: dict[str, str] = {}
    for part, text in zip(parts, asked, strict=True):
        if part.startswith("{") and text:
            given[part[1:-1]] = unquote(text)
        elif part != text:
            return None
    return given


def _nowhere(others: Sequence[object]) -> Response:
    if others:
        return 405, refusal("method-not-allowed", WRONG_METHOD).decode()
    return 404, refusal("not-found", NOTHING_HERE).decode()
