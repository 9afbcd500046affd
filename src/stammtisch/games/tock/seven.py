"""The seven: which parts may be played, so that the rest can be played in full (T20–T23).

Parts are found one at a time. Whether the rest can be completed is answered at once in nearly
all positions, since some stone can run it; only otherwise is it searched, each position once.
"""

from __future__ import annotations

from typing import Final, TypeAlias, final

from stammtisch.core.turn import Seat
from stammtisch.games.tock.moves import HOUSE, STONES, Place, Stone
from stammtisch.games.tock.state import PLACE, TRACK_END, Setup, Stones, home, stones_of
from stammtisch.games.tock.steps import Reach, moved_along, placed, reaches, swept, track_steps

Part: TypeAlias = tuple[Stone, Place, int]
"""A stone, its goal, and the steps between."""


def after_part(setup: Setup, stones: Stones, stone: Stone, goal: Place) -> Stones:
    """All stones after one part of a seven."""
    code = moved_along(setup, stone, stones[stone], goal, back=False) if goal < TRACK_END else goal
    return placed(stones, stone, code, swept(setup, stones, stone, goal))


def one_to_come(setup: Setup, stones: Stones, seat: Seat) -> bool:
    """Whether all stones of the seat's team but one are home."""
    return home(stones, seat) + home(stones, setup.partners[seat]) == 2 * STONES - 1


@final
class Seven:
    """A seven of one seat; `finish` says whether it may bring the team's last stone home (T33)."""

    __slots__ = ("_known", "finish", "seat", "setup")

    def __init__(self, setup: Setup, seat: Seat, *, joker: bool) -> None:
        self.setup: Final = setup
        self.seat: Final = seat
        self.finish: Final = not (joker and setup.no_joker_finish)
        self._known: Final[dict[tuple[Stones, int], bool]] = {}

    def parts(
        self, stones: Stones, left: int, movers: list[Reach] | None = None
    ) -> list[tuple[Stone, Place]]:
        """Each stone and goal after which the steps left can be played in full (T22).

        `movers` are the stones that may be moved, where they are known already.
        """
        if movers is None:
            movers = reaches(self.setup, stones, self._movable(stones))
        # A stone that can run all the steps may stop anywhere: it can go on itself.
        runners = [stone for stone, _, run, _, _ in movers if run >= left]
        return [
            (stone, goal)
            for stone, goal, steps in self._parts(stones, movers, left)
            if (goal < TRACK_END and stone in runners)
            or self._completes(stones, movers, (stone, goal, steps), left)
        ]

    def can_finish(self, stones: Stones, left: int) -> bool:
        """Whether so many steps can be played in full."""
        key = (stones, left)
        known = self._known.get(key)
        if known is None:
            movers = reaches(self.setup, stones, self._movable(stones))
            parts = self._parts(stones, movers, left)
            known = self._known[key] = any(self._completes(stones, movers, part, left) for part in parts)
        return known

    def _movable(self, stones: Stones) -> tuple[Stone, ...]:
        """The stones that a seven may move: its own side's, in free play all on the track (T20, T32)."""
        setup = self.setup
        seat = setup.controlled(stones, self.seat)
        own = stones_of(seat)
        if setup.teams:
            return own + stones_of(setup.partners[seat]) if setup.canadian_seven else own
        return tuple([stone for stone, code in enumerate(stones) if code & PLACE < TRACK_END or stone in own])

    def _parts(self, stones: Stones, movers: list[Reach], left: int) -> list[Part]:
        """Each part of each stone, whether or not the rest can be played."""
        size = self.setup.size
        parts = []
        for stone, place, run, to_gate, depth in movers:
            for steps in range(1, min(run, left) + 1):
                parts.append((stone, (place + steps) % size, steps))
            for cell in range(max(1, 1 - to_gate), min(depth, left - to_gate) + 1):
                parts.append((stone, HOUSE + cell, cell + to_gate))
        if self.finish or not one_to_come(self.setup, stones, self.seat):
            return parts
        return [part for part in parts if part[1] < TRACK_END or stones[part[0]] & PLACE >= TRACK_END]

    def _completes(self, stones: Stones, movers: list[Reach], part: Part, left: int) -> bool:
        """Whether the rest can be played after the part; any stone that can run it settles that."""
        stone, goal, steps = part
        rest = left - steps
        if rest == 0:
            return True
        passed = track_steps(self.setup, stones, stone, goal)
        place = stones[stone] & PLACE
        for other, other_place, run, _, _ in movers:
            if other == stone:
                if run >= left and goal < TRACK_END:
                    return True
            elif run >= rest and not 0 < (other_place - place) % self.setup.size <= passed:
                return True
        return self.can_finish(after_part(self.setup, stones, stone, goal), rest)
