"""Deadlines: when a seat's time is up, and who has been away for too long."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Collection
from typing import Final, final

from stammtisch.core.turn import Seat
from stammtisch.server.tables.events import AnyEvent, StandInStarted, TimeGranted
from stammtisch.server.tables.table import Table

GRACE: Final = 60.0
"""Seconds that a seat has at least after the server was away, or the time for a move if that is less."""
MOST_GRANTED: Final = 3600.0
"""Seconds that a seat gets whose time was up while the server was away, or the time for a move."""
CLOCK_SHIFT: Final = 1.0
"""Seconds between the system's two clocks that count as a clock that was set, or a machine that slept."""
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


def away_limit(table: Table, since: float, back: float) -> float:
    """When somebody gone since `since` has been gone for too long, if the server is back since `back`."""
    return max(since + table.terms.away, back + min(table.terms.away, GRACE))


def seats_to_grant(table: Table, now: float, back: float) -> list[Seat]:
    """Seats whose time was up before the server, back since `back`, could have received their decisions.

    Also those that would have more time than they ever had, because the clock was set back.
    """
    clock = table.terms.clock
    if clock is None:
        return []
    limits = {seat: limit for seat in table.waiting if (limit := deadline(table, seat)) is not None}
    heard = back + min(clock.move, GRACE)
    return [
        seat
        for seat, limit in limits.items()
        if (limit <= now and limit < heard) or table.waiting[seat].t > now + CLOCK_SHIFT
    ]


def replace_overdue(
    table: Table, now: float, gone: Collection[Seat] = (), back: float = -math.inf
) -> list[AnyEvent]:
    """Stand-ins for seats whose time is up, and for those whose owners have been gone for too long.

    While the server is unavailable nobody's time runs out, and nobody loses for what it missed.
    """
    if back > now or table.paused is not None or table.closed is not None or table.over:
        return []
    if table.match is None and (table.free or table.number == 1):
        return []  # before the first match nobody has to wait: others may join, or start without them
    granted = seats_to_grant(table, now, back)
    late = [
        seat
        for seat in table.waiting
        if seat not in granted and (limit := deadline(table, seat)) is not None and limit <= now
    ]
    away = [seat for seat in gone if seat not in late and _plays_alone(table, seat)]
    return [
        *(TimeGranted(t=now, seat=seat, seconds=_granted(table)) for seat in granted),
        *(StandInStarted(t=now, seat=seat, why="time") for seat in late),
        *(StandInStarted(t=now, seat=seat, why="away") for seat in away),
    ]


def _granted(table: Table) -> float:
    return MOST_GRANTED if table.terms.clock is None else min(table.terms.clock.move, MOST_GRANTED)


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
        self._offset = 0.0

    def set(self, moment: float | None) -> None:
        """Ring at that moment and at no other; None does not ring.

        The loop's timers know nothing of a machine that slept or a clock that was set, so this has to be
        called again at intervals, even with the same moment.
        """
        loop, now = asyncio.get_running_loop(), time.time()
        offset = now - loop.time()
        if moment == self._moment and abs(offset - self._offset) < CLOCK_SHIFT:
            return
        self.cancel()
        self._moment, self._offset = moment, offset
        if moment is not None:
            delay = max(0.0, moment - now) + random.uniform(0.0, SPREAD)
            self._timer = loop.call_later(delay, self._time_is_up)

    def cancel(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._moment = None

    def _time_is_up(self) -> None:
        self._timer = self._moment = None
        self._ring()
