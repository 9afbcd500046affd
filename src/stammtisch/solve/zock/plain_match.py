"""What positions of a match of ZOCK with chips (Z18) are worth in plain Python: estimates.

A game is won or lost by about the usual margin, and the games to come yield about as much to one player as to
the other. So what somebody holds at the end is about normal around what this game leaves.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, exp, sqrt
from typing import Final, NamedTuple, final

from stammtisch.core.turn import Seat
from stammtisch.games.zock.chips import worth
from stammtisch.games.zock.moves import fields_of
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import CHIPS_OF_A_COLOUR, OVER, Setup, State, setup
from stammtisch.solve.goals import POINTS, WIN, Goal
from stammtisch.solve.zock.evaluation import PositionValues, ValuedMove
from stammtisch.solve.zock.plain import Solution, solution
from stammtisch.solve.zock.rules import result_of

ERRORS: Final[dict[Goal, float]] = {WIN: 0.02, POINTS: 0.3}
"""The standard errors of values, measured against solved matches."""
USUAL_MARGIN: Final = 8.0
"""Points by which a game is won, unless the loser has fewer to pay."""
LEFT: Final = 0.6
"""The part of the loser's open fields that is open at the end, where these are few."""
MARGIN_SPREAD: Final = 5.0
GAME_SPREAD: Final = 9.0
"""The standard deviations of that margin and of what a whole game yields, fitted to solved matches."""
MARGIN_SHAPE: Final = 1.8
MARGIN_SCALE: Final = 1.12
"""The margin as a Weibull distribution: its shape, and its scale by the mean."""


class Purse(NamedTuple):
    """What all chips of a match are worth, and the least amount that is ever paid."""

    total: int
    least: int


@final
class _Played(PositionValues):
    """The present game of a match, with what each seat holds before it and the games to come after it."""

    def __init__(self, match: Match, state: State) -> None:
        super().__init__(state.setup, match.goal)
        values = state.setup.chip_values
        self._match: Final = match
        self._held: Final = [worth(chips, values) for chips in state.chips]
        self._games: Final = state.setup.options.games - state.game
        self._turn: Final = state.turn

    def pair(self, own: int, other: int) -> float:
        return self.pair_of(self._turn, own, other)

    def pair_of(self, seat: Seat, own: int, other: int) -> float:
        points, half = self._match.points.pair(own, other), self._match.purse.total / 2
        lead = self._held[seat] - half
        if self.goal == POINTS:
            return lead + points
        chance = self._match.wins.pair(own, other)
        mine, theirs = sum(fields_of(own)), sum(fields_of(other))
        won, lost = self._margins(mine, theirs, chance, points)
        if self._games:
            spread = self._spread(decided=not mine or not theirs)
            ahead, behind = self._after(lead + won, spread), self._after(lead - lost, spread)
        else:
            ahead, behind = _more_than(-lead, won, theirs), 1 - _more_than(lead, lost, mine)
        return chance * ahead + (1 - chance) * behind

    def chain(self, row: int, wrong: int, other: int) -> float:
        """About what it is worth: the opponent is expected to object."""
        return self.pair(row | wrong, other)

    def _margins(self, mine: int, theirs: int, chance: float, points: float) -> tuple[float, float]:
        """By how much the game is won or lost: the usual, moved so that the expected points are right."""
        won, lost = min(USUAL_MARGIN, LEFT * theirs), min(USUAL_MARGIN, LEFT * mine)
        more = points - (chance * won - (1 - chance) * lost)
        return self._paid(won + more, theirs), self._paid(lost - more, mine)

    def _paid(self, margin: float, most: int) -> float:
        return max(min(max(margin, 1.0), most), self._match.purse.least)

    def _spread(self, *, decided: bool) -> float:
        """The standard deviation of what is held at the end."""
        to_come = self._games * max(GAME_SPREAD, self._match.purse.least) ** 2
        return sqrt(to_come + (0.0 if decided else MARGIN_SPREAD**2))

    def _after(self, lead: float, spread: float) -> float:
        """The chance to win the match for somebody who is about so far ahead after this game."""
        if abs(lead) >= self._match.purse.total / 2:
            return float(lead > 0)
        return (1 + erf(lead / spread / sqrt(2))) / 2


def _more_than(needed: float, mean: float, most: int) -> float:
    """How likely the margin of a game is more than needed; it has about that mean, and is at most `most`."""
    if needed < 1:
        return 1.0
    if mean >= most:
        return (needed < mean) + (needed == mean) / 2
    return 0.0 if needed > most else exp(-(((needed - 0.5) / (MARGIN_SCALE * mean)) ** MARGIN_SHAPE))


@final
class Match:
    """The value of every position of a match, for one goal."""

    def __init__(self, agreed: Setup, goal: Goal) -> None:
        self.goal: Final[Goal] = goal
        self.purse: Final = Purse(CHIPS_OF_A_COLOUR * sum(agreed.chip_values), min(agreed.chip_values))
        self.wins: Final[Solution] = solution(agreed.options, WIN)
        self.points: Final[Solution] = solution(agreed.options, POINTS)

    def error_of(self, state: State) -> float:
        """The standard error of a value there."""
        return 0.0 if state.phase == OVER else ERRORS[self.goal]

    def value(self, state: State, seat: Seat) -> float:
        """What the position is worth to the seat: its chance to win the match, or what it gains in all."""
        if state.phase == OVER:
            return result_of(state, seat, self.goal)
        return _Played(self, state).value(state, seat)

    def moves(self, state: State, seat: Seat) -> tuple[ValuedMove, ...]:
        """The seat's moves, the best first; none where it has nothing to decide."""
        return _Played(self, state).moves(state, seat)


def match(options: ZockOptions, goal: Goal = WIN) -> Match:
    """The match with these options, for that goal; those used last are kept."""
    return _match(setup(options), goal)


@lru_cache(2)
def _match(agreed: Setup, goal: Goal) -> Match:
    return Match(agreed, goal)
