"""Who asks for something, and the checks that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from stammtisch.core.errors import NotYourTurn, StammtischError
from stammtisch.core.turn import Seat
from stammtisch.server.tables.errors import NotBegun, NotSeated, Paused, Stale, TableOver
from stammtisch.server.tables.events import AnyEvent
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.spending import cost
from stammtisch.server.tables.table import Table


class Caller(NamedTuple):
    """Who asks and when, and who else is connected to the table right now."""

    id: PersonId | None
    now: float
    present: Callable[[], Collection[PersonId]] = tuple

    @property
    def person(self) -> PersonId:
        """The caller, who must have a seat."""
        if self.id is None:
            raise NotSeated("only players of this table can do that")
        return self.id


def check_open(table: Table) -> None:
    """`TableOver` where the table is closed."""
    if table.closed is not None:
        raise TableOver(f"this table is closed: {table.closed}")


def check_running(table: Table) -> None:
    """The match has started, is not over and not paused."""
    if table.match is None:
        raise NotBegun("the game has not started yet")
    if table.over:
        raise TableOver("the game is over")
    if table.paused is not None:
        raise Paused("the game is paused")


def check_current(table: Table, at: int, since: int) -> None:
    """The command was made for the present position, or for one since the seat is to act."""
    if not since <= at <= table.at:
        raise Stale(f"made for position {at}, but the game is at position {table.at}: nothing has happened")


def check_allowed(table: Table, events: Iterable[AnyEvent]) -> None:
    """`TooMany` or `Enough` if this is one thing too many that the caller does besides playing."""
    for event in events:
        if (spent := cost(event, table.seats, table.host)) is not None:
            spent.check(table.spending, event.t)


def not_your_turn(table: Table, at: int, why: str) -> StammtischError:
    """The refusal; a command for another position is stale, whatever else is wrong with it."""
    if at == table.at:
        return NotYourTurn(why)
    return Stale(f"made for position {at}, but the game is at position {table.at}")


def own_seat(table: Table, caller: Caller, seat: Seat | None) -> Seat:
    """The seat that is meant: the one named, or the only one of the caller's that is to act."""
    own = table.seats_of(caller.person)
    if seat is not None:
        if seat not in own:
            raise NotSeated(f"seat {seat} is not yours")
        return seat
    to_act = [mine for mine in own if mine in table.waiting] or own
    if len(to_act) != 1:
        raise NotSeated("say which of your seats you mean" if to_act else "you have no seat here")
    return to_act[0]
