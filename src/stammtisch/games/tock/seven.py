"""The seven: which parts may be played, so that the rest can be played in full (T20–T23).

Parts are found one at a time. Whether the rest can be completed is answered at once in nearly
all positions, since some stone can run it; only otherwise is it searched, each position once.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import NO_CARD, Card, Rank
from stammtisch.games.tock.moves import GO, HOUSE, NO_RANK, PART, STONES, Move, Place, Stone
from stammtisch.games.tock.state import PLACE, TRACK_END, Setup, Stones, home, stones_of
from stammtisch.games.tock.steps import Hits, Reach, moved_along, placed, reaches, swept


def after_part(setup: Setup, stones: Stones, stone: Stone, goal: Place) -> tuple[Stones, Hits]:
    """All stones after one part of a seven, and those that it hit."""
    code = moved_along(setup, stone, stones[stone], goal, back=False) if goal < TRACK_END else goal
    hits = swept(setup, stones, stone, goal)
    return placed(stones, stone, code, hits), hits


def one_to_come(setup: Setup, stones: Stones, seat: Seat) -> bool:
    """Whether all stones of the seat's team but one are home."""
    return home(stones, seat) + home(stones, setup.partners[seat]) == 2 * STONES - 1


@final
@mypyc_attr(free_list_len=1)
class Seven:
    """A seven of one seat; `finish` says whether it may bring the team's last stone home (T33).

    `card` is the one that begins it, `named` its rank where it is a joker.
    """

    __slots__ = ("_known", "card", "finish", "named", "seat", "setup")

    def __init__(
        self, setup: Setup, seat: Seat, *, joker: bool, card: Card = NO_CARD, named: Rank = NO_RANK
    ) -> None:
        self.setup: Final = setup
        self.seat: Final = seat
        self.card: Final = card
        self.named: Final = named
        self.finish: Final = not (joker and setup.no_joker_finish)
        self._known: Final[dict[tuple[Stones, i64], bool]] = {}

    def parts(self, stones: Stones, left: i64, movers: list[Reach] | None = None) -> list[Move]:
        """Each part after which the steps left can be played in full (T22).

        `movers` are the stones that may be moved, where they are known already.
        """
        if movers is None:
            movers = reaches(self.setup, stones, self._movable(stones))
        home_closed = not self.finish and one_to_come(self.setup, stones, self.seat)
        parts: list[Move] = []
        for mover in movers:
            for steps in range(1, min(mover.run, left) + 1):
                # A stone that can run all the steps may stop anywhere: it can go on itself.
                if mover.run >= left or self._completes(stones, movers, mover, steps, 0, left):
                    parts.append(self._part(mover, (mover.place + steps) % self.setup.size))
            if home_closed and mover.place < TRACK_END:
                continue
            for cell in range(max(1, 1 - mover.to_gate), min(mover.depth, left - mover.to_gate) + 1):
                if self._completes(stones, movers, mover, mover.to_gate, cell, left):
                    parts.append(self._part(mover, HOUSE + cell))
        return parts

    def _part(self, mover: Reach, goal: Place) -> Move:
        return Move(PART if self.card == NO_CARD else GO, self.card, self.named, mover.stone, goal)

    def can_finish(self, stones: Stones, left: i64) -> bool:
        """Whether `left` steps can be played in full."""
        key = (stones, left)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = bool(self.parts(stones, left))
        return known

    def _movable(self, stones: Stones) -> tuple[Stone, ...]:
        """The stones that a seven may move: its own side's, in free play all on the track (T20, T32)."""
        setup = self.setup
        seat = setup.controlled(stones, self.seat)
        own = stones_of(seat)
        if setup.teams:
            return own + stones_of(setup.partners[seat]) if setup.canadian_seven else own
        return tuple([stone for stone, code in enumerate(stones) if code & PLACE < TRACK_END or stone in own])

    def _completes(
        self, stones: Stones, movers: list[Reach], mover: Reach, passed: i64, cell: i64, left: i64
    ) -> bool:
        """Whether the rest can be played after a part: `passed` steps on the track, then into that cell.

        Any stone that can run the rest settles that.
        """
        size = self.setup.size
        rest = left - passed - cell
        if rest == 0:
            return True
        for other in movers:
            if other.run >= rest and not (other is mover or 0 < (other.place - mover.place) % size <= passed):
                return True
        goal = HOUSE + cell if cell else (mover.place + passed) % size
        after, _ = after_part(self.setup, stones, mover.stone, goal)
        return self.can_finish(after, rest)
