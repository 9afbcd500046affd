"""The seven: which parts may be played, so that the rest can be played in full (T20–T23).

Parts are found one at a time. Whether the rest can be completed is answered at once in nearly
all positions, since some stone can run it; only else is it searched, each position once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias, final

from stammtisch.core.turn import Seat
from stammtisch.games.tock.moves import CENTER, STONES, Place, Stone
from stammtisch.games.tock.state import PLACE, TRACK_END, Setup, Stones, home
from stammtisch.games.tock.steps import Survey, moved_along, placed

Part: TypeAlias = tuple[Stone, Place]


@final
class Seven:
    """A seven of one seat, played as a 7 or as a joker."""

    __slots__ = ("_known", "joker", "seat", "setup")

    def __init__(self, setup: Setup, seat: Seat, joker: bool) -> None:
        self.setup: Final = setup
        self.seat: Final = seat
        self.joker: Final = joker
        self._known: Final[dict[tuple[Stones, int], bool]] = {}

    def parts(self, stones: Stones, left: int) -> list[Part]:
        """Each part after which the steps left can be played in full (T22)."""
        survey = Survey(self.setup, stones)
        runs = self._runs(survey)
        return [
            (stone, goal)
            for stone, goal, steps in self._steps(survey, runs, left)
            if self._completes(survey, runs, stone, goal, steps, left)
        ]

    def after(self, survey: Survey, stone: Stone, goal: Place) -> Stones:
        """All stones after one part."""
        code = goal
        if goal < TRACK_END:
            code = moved_along(self.setup, stone, survey.stones[stone], goal, back=False)
        return placed(survey.stones, stone, code, survey.swept(stone, goal))

    def can_finish(self, stones: Stones, left: int) -> bool:
        """Whether so many steps can be played in full."""
        if left == 0:
            return True
        key = (stones, left)
        known = self._known.get(key)
        if known is None:
            survey = Survey(self.setup, stones)
            runs = self._runs(survey)
            known = self._known[key] = any(
                self._completes(survey, runs, stone, goal, steps, left)
                for stone, goal, steps in self._steps(survey, runs, left)
            )
        return known

    def _movable(self, stones: Stones) -> tuple[Stone, ...]:
        """The stones that a seven may move: of the own side, in free play all on the track (T20, T32)."""
        seat = self.setup.controlled(stones, self.seat)
        first = seat * STONES
        own = tuple(range(first, first + STONES))
        if self.setup.teams:
            if not self.setup.canadian_seven or seat != self.seat:
                return own
            first = self.setup.partners[seat] * STONES
            return own + tuple(range(first, first + STONES))
        return tuple(stone for stone, code in enumerate(stones) if code & PLACE < TRACK_END or stone in own)

    def _runs(self, survey: Survey) -> dict[Stone, int]:
        """How far each stone that may be moved can run along the track, 0 in a house."""
        runs = {}
        for stone in self._movable(survey.stones):
            place = survey.stones[stone] & PLACE
            if place < TRACK_END:
                runs[stone] = survey.run(place)
            elif place < CENTER:
                runs[stone] = 0
        return runs

    def _steps(self, survey: Survey, runs: dict[Stone, int], left: int) -> Iterator[tuple[Stone, Place, int]]:
        """Each step count of each stone, whether or not the rest can be played."""
        last_may_not_enter = self.joker and self._one_to_come(survey.stones)
        for stone, run in runs.items():
            for steps in range(1, left + 1):
                for goal in survey.goals(stone, steps, run):
                    enters = goal >= TRACK_END > survey.stones[stone] & PLACE
                    if not (enters and last_may_not_enter):
                        yield stone, goal, steps

    def _one_to_come(self, stones: Stones) -> bool:
        """Whether only the team's eighth stone is still out, and no joker may bring it home (T33)."""
        return self.setup.no_joker_finish and one_to_come(self.setup, stones, self.seat)

    def _completes(
        self,
        survey: Survey,
        runs: dict[Stone, int],
        stone: Stone,
        goal: Place,
        steps: int,
        left: int,
    ) -> bool:
        rest = left - steps
        if rest == 0:
            return True
        on_track = goal < TRACK_END
        if on_track and runs[stone] >= left:
            return True
        if on_track or home(survey.stones, stone // STONES) < STONES - 1:
            hits = survey.swept(stone, goal)
            for other, run in runs.items():
                if run >= rest and other != stone and other not in hits:
                    return True
        return self.can_finish(self.after(survey, stone, goal), rest)


def one_to_come(setup: Setup, stones: Stones, seat: Seat) -> bool:
    """Whether all stones of the seat's team but one are home."""
    return home(stones, seat) + home(stones, setup.partners[seat]) == 2 * STONES - 1
