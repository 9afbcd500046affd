"""What has happened in the present match, as one seat may see it, in pages that begin with the latest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from stammtisch.core.turn import Seat
from stammtisch.match import Match, Step
from stammtisch.server.ops.slices import Slices
from stammtisch.server.tables.errors import NotAllowed, NotBegun, NotSeated, Stale
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.table import RememberedStep, Table
from stammtisch.server.tables.updates import StepInfo
from stammtisch.server.tables.views import summarize_step, view_step

STEPS_AT_MOST: Final = 100

_Read: TypeAlias = tuple[Match, list[StepInfo]]


class PastQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which steps: the `count` before step number `before` on the way to the position `at`.

    Without `before` the page ends with the last one. `positions` asks for the position after each step.
    """

    at: Annotated[int, Meta(ge=0, le=2**53)]
    seat: Annotated[int, Meta(ge=0, le=100)] | None = None
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    count: Annotated[int, Meta(ge=1, le=STEPS_AT_MOST)] = STEPS_AT_MOST
    positions: bool = False


class PastSteps(msgspec.Struct, frozen=True):
    """Some steps of a match, oldest first; `before` is how many there are before them.

    They are numbered so that the last step on the way to the position has its number, and each one before
    it one less. Steps that were taken back are left out.
    """

    before: int
    steps: list[StepInfo]


async def past_steps(table: Table, person: PersonId | None, query: PastQuery, slices: Slices) -> PastSteps:
    """The steps that were asked for, worked out again from the rolls and moves of the match."""
    seat = _viewing_seat(table, person, query.seat)
    match = _match_at(table, query.at)
    end = min(len(match.steps), len(match.steps) if query.before is None else query.before)
    start = max(0, end - query.count)
    begun = match.remembered(start)
    first = query.at - len(match.steps) + 1
    read = _reader(seat, first, start, positions=query.positions)
    so_far: _Read = begun, []
    _, steps = await slices.fold(read, match.steps.between(len(begun.steps), end), so_far)
    return PastSteps(start, steps)


def _reader(seat: Seat | None, first: int, start: int, *, positions: bool) -> Callable[[_Read, Step], _Read]:
    """Plays one more step, and writes it down if it is not before number `start`."""
    shown = view_step if positions else summarize_step

    def read(so_far: _Read, step: Step) -> _Read:
        match, steps = so_far
        number = len(match.steps)
        match, events = match.step(*step)
        if number >= start:
            steps.append(shown(RememberedStep(first + number, events, match), seat))
        return match, steps

    return read


def _viewing_seat(table: Table, person: PersonId | None, seat: Seat | None) -> Seat | None:
    """The seat whose view is shown: one of the person's own; None for a spectator."""
    own = table.seats_of(person)
    if seat is not None and seat not in own:
        raise NotSeated(f"seat {seat} is not yours")
    if not own and not table.terms.spectators:
        raise NotAllowed("this table has no spectators")
    return own[0] if seat is None and own else seat


def _match_at(table: Table, at: int) -> Match:
    """The match at that position, which is the present one or one of the latest."""
    if table.match is None:
        raise NotBegun("the game has not started: nothing has happened")
    if at == table.at:
        return table.match
    for step in reversed(table.recent):
        if step.n == at:
            return step.match
    raise Stale(f"position {at} is not one of the latest: ask again with the `at` of the present position")
