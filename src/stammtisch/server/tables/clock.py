"""Deadlines: when a seat's time is up, and who has been away for too long."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Collection
from typing import Final, final

from stammtisch.core.turn import Seat
from stammtisch.server.tables.events import AnyEvent, StandInStarted
from stammtisch.server.tables.table import Table

SPREAD: Final = 0.05
"""Seconds over which the alarms of several processes for the same table are spread."""


def deadline(table: Table, seat: Seat) -> float | None:
    """When the time of a seat that is to act runs out; None where no clock runs."""
    clock, since = table.terms.clock, table.waiting.get(seat)
    if clock is None or since is None or table.seats[seat].played_by_bot:
        return None
    return since.t + clock.move + table.reserve[seat]


def next_deadline(table: Table) -> float | None:
    """When the next clock runs out."""
    if table.paused is not None or table.closed is not None:
        return None
    deadlines = (deadline(table, seat) for seat in table.waiting)
    return min((moment for moment in deadlines if moment is not None), default=None)


def wake_at(table: Table) -> float | None:
    """When something is due at the table even if nobody is there: a clock runs out, or it closes."""
    return table.touched + table.terms.lobby if table.status == "open" else next_deadline(table)


def replace_overdue(table: Table, now: float, gone: Collection[Seat]) -> list[AnyEvent]:
    """Stand-ins for seats whose time is up, and for those whose owners have been gone for too long."""
    if table.paused is not None or table.closed is not None or table.over:
        return []
    if table.match is None and (table.free or table.number == 1):
        return []  # before the first match nobody waits in vain: others may join, or start without them
    late = [seat for seat in table.waiting if (limit := deadline(table, seat)) is not None and limit <= now]
    away = [seat for seat in gone if seat not in late and _plays_alone(table, seat)]
    return [
        *(StandInStarted(t=now, seat=seat, why="time") for seat in late),
        *(StandInStarted(t=now, seat=seat, why="away") for seat in away),
    ]


def _plays_alone(table: Table, seat: Seat) -> bool:
    place = table.seats[seat]
    return place.person is not None and not place.stand_in


@final
class Alarm:
    """Rings once at a moment in seconds since 1970, which may be changed until then."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring: Final = ring
        self._moment: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def set(self, moment: float | None) -> None:
        """Ring at that moment and at no other; None does not ring."""
        if moment == self._moment:
            return
        self.cancel()
        self._moment = moment
        if moment is not None:
            delay = max(0.0, moment - time.time()) + random.uniform(0.0, SPREAD)
            self._timer = asyncio.get_running_loop().call_later(delay, self._time_is_up)

    def cancel(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._moment = None

    def _time_is_up(self) -> None:
        self._timer = self._moment = None
        self._ring()
