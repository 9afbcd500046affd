"""How long tables are kept. Finished games of people with a profile are kept.

A table is deleted in two steps. First it is closed: the insert into its log is the lock, so nobody who plays
on is ever interrupted, in whatever process. From then on nothing is appended to the log, and a day later at
the earliest, when every process knows, the table is deleted.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final, Literal, NamedTuple, final

from stammtisch.server.ops.bus import Bus
from stammtisch.server.tables.closing import close_after
from stammtisch.server.tables.damage import readable_log
from stammtisch.server.tables.errors import TableOver, UnknownTable
from stammtisch.server.tables.events import (
    DAY,
    AnyEvent,
    PlayerSeated,
    TableClosed,
    TableCreated,
    decode_event,
)
from stammtisch.store.contract import Conflict, Damaged, Database
from stammtisch.store.log import Log, Visited

CLOSED_FOR: Final = DAY
"""Seconds for which a table is closed at least before it is deleted."""
AT_ONCE: Final = 100
"""Tables that are checked at a time."""

NOBODY_PLAYED: Final = "nobody has played here for a long time"
NOBODY_LOOKED: Final = "this game of guests was finished long ago, and is not kept any longer"


class Keep(NamedTuple):
    """Seconds for which something is kept after it was last used; infinity means permanently."""

    unfinished: float
    """A game or a lobby that nobody continues is closed then."""
    closed: float
    """A closed table at which no game was finished is deleted then."""
    guests: float
    """Finished games of guests alone are deleted then."""


def keep_days(unfinished: float, closed: float, guests: float) -> Keep:
    """What these numbers of days mean, where 0 is permanently."""
    return Keep(*(days * DAY or math.inf for days in (unfinished, closed, guests)))


class Due(NamedTuple):
    """What is to be done with a table whose last event has number `n`."""

    what: Literal["close", "delete"]
    table: str
    n: int
    touched: float
    why: str = ""


@final
class Retention:
    """Goes through all tables, again and again, some at a time."""

    def __init__(
        self, database: Database, bus: Bus, keep: Keep, in_use: Callable[[str], bool] = lambda _: False
    ) -> None:
        self._database: Final = database
        self._log: Final = Log(database)
        self._bus: Final = bus
        self._keep: Final = keep
        self._in_use: Final = in_use
        self._after = ""

    async def due(self, now: float) -> AsyncIterator[Due]:
        """What is to be done with the next few tables; `finished_round` says whether they were the last."""
        visits = await self._log.visits(self._after, AT_ONCE)
        self._after = visits[-1].table if len(visits) == AT_ONCE else ""
        for visit in visits:
            if not self._in_use(visit.table):
                with suppress(Damaged):  # what cannot be read is left to the operator
                    if due := await self._due(visit, now):
                        yield due
            await asyncio.sleep(0)

    @property
    def finished_round(self) -> bool:
        """Whether every table has been checked."""
        return not self._after

    async def carry_out(self, due: Due, now: float) -> bool:
        """Do it, unless the table has been used meanwhile. Returns whether it was done."""
        if due.what == "delete":
            await self._log.delete_closed(due.table, due.touched)
            return True
        with suppress(Conflict, TableOver, UnknownTable):
            await close_after(self._log, self._bus, due.table, due.n, due.why, now)
            return True
        return False

    async def _due(self, visit: Visited, now: float) -> Due | None:
        if visit.status == "closed":
            return await self._deleted(visit, now)
        if visit.status == "over":
            return await self._closed(visit, now, self._keep.guests, NOBODY_LOOKED)
        return await self._closed(visit, now, self._keep.unfinished, NOBODY_PLAYED)

    async def _closed(self, visit: Visited, now: float, kept: float, why: str) -> Due | None:
        """That the table is to be closed; its log decides, because the index may be behind."""
        if max(visit.touched, visit.seen or 0.0) > now - kept:
            return None
        table = visit.table
        latest = await self._log.latest(table, 1)
        if not latest or _event(latest[0][1]).t > now - max(kept, await self._longest_move(table)):
            return None
        if visit.status == "over" and await self._has_profiles(table):
            return None
        return Due("close", table, latest[0][0], visit.touched, why)

    async def _deleted(self, visit: Visited, now: float) -> Due | None:
        if visit.touched > now - CLOSED_FOR:
            return None
        table = visit.table
        latest = await self._log.latest(table, 2)
        if await self._log.finished_games(table) == 0:
            expired = visit.touched <= now - self._keep.closed
        else:
            events = [_event(text) for _, text in latest]
            used = max((event.t for event in events if not isinstance(event, TableClosed)), default=0.0)
            expired = used <= now - self._keep.guests and not await self._has_profiles(table)
        return Due("delete", table, latest[0][0] if latest else 0, visit.touched) if expired else None

    async def _longest_move(self, table: str) -> float:
        """How long nothing may happen in a game with a clock before a bot plays on."""
        created = await self._events(table, '"founded"')
        clocks = [event.terms.clock for event in created if isinstance(event, TableCreated)]
        return max((clock.move + clock.reserve + DAY for clock in clocks if clock), default=0.0)

    async def _has_profiles(self, table: str) -> bool:
        """Whether somebody sat there whose profile still exists, as the log says and not as results say."""
        seated = await self._events(table, '"profile"')
        for profile in {event.profile for event in seated if isinstance(event, PlayerSeated)}:
            if await self._database.rows("SELECT 1 FROM profiles WHERE id = $1", profile):
                return True
        return False

    async def _events(self, table: str, text: str) -> list[AnyEvent]:
        """The events of the log in which this text is stored."""
        return list(map(_event, await self._log.mentioning(table, text)))


def _event(text: str) -> AnyEvent:
    with readable_log():
        return decode_event(text)
