"""Whose turn it is, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from stammtisch.core.value import Value

Seat: TypeAlias = int
"""A place at the table, numbered clockwise from 0."""

MOST_SEATS: Final = 12


@final
class Outcome(Value):
    """How it ended: the winners, a rank from 1 for each seat (equals share the better one),
    the scores by seat, and the reason in the game's own words."""

    __slots__ = ("places", "reason", "scores", "winners")

    def __init__(
        self, winners: tuple[Seat, ...], places: tuple[int, ...], scores: tuple[int, ...], reason: str
    ) -> None:
        self.winners: Final = winners
        self.places: Final = places
        self.scores: Final = scores
        self.reason: Final = reason

    def key(self) -> tuple[object, ...]:
        return (self.winners, self.places, self.scores, self.reason)


@final
class Throw(Value):
    """Chance is next; `seat` rolls or deals, or nobody in particular where it is None."""

    __slots__ = ("seat",)

    def __init__(self, seat: Seat | None) -> None:
        self.seat: Final = seat

    def key(self) -> tuple[object, ...]:
        return (self.seat,)


@final
@mypyc_attr(free_list_len=1)
class Choose(Value):
    """These seats have something to decide, in any order."""

    __slots__ = ("seats",)

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats: Final = seats

    def key(self) -> tuple[object, ...]:
        return (self.seats,)


@final
class Over(Value):
    """The game is over."""

    __slots__ = ("outcome",)

    def __init__(self, outcome: Outcome) -> None:
        self.outcome: Final = outcome

    def key(self) -> tuple[object, ...]:
        return (self.outcome,)


Turn: TypeAlias = Throw | Choose | Over

TABLE_THROWS: Final = Throw(None)
SEAT_THROWS: Final = tuple(Throw(seat) for seat in range(MOST_SEATS))
SEAT_CHOOSES: Final = tuple(Choose((seat,)) for seat in range(MOST_SEATS))


def ranked(merits: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks from 1 by merit, the highest first; equals share the better place."""
    order = sorted(merits, reverse=True)
    return tuple(order.index(merit) + 1 for merit in merits)


def by_merit(merits: Sequence[tuple[int, ...]], scores: tuple[int, ...], reason: str) -> Outcome:
    """The outcome in which the seats of the highest merit win."""
    places = ranked(merits)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(winners, places, scores, reason)
