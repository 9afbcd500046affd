"""What positions of a match of ZOCK with chips (Z18) are worth in plain Python: mostly estimates.

A game is won or lost by about the usual margin, and the games to come yield about as much to one player as to
the other. So what somebody holds at the end is about normal around what this game leaves. Once few fields are
open, the game is played out instead: in the last game of a match that is exact.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, exp, sqrt
from typing import Final, TypeAlias, final

from stammtisch.core.turn import Seat
from stammtisch.games.zock.chips import worth
from stammtisch.games.zock.moves import fields_of
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import OVER, Setup, State, setup
from stammtisch.solve.goals import POINTS, WIN, Goal
from stammtisch.solve.recent import Recent
from stammtisch.solve.zock.evaluation import PositionValues, ValuedMove
from stammtisch.solve.zock.plain import Solution, cases, solution
from stammtisch.solve.zock.rules import purse, result_of, single

ERRORS: Final[dict[Goal, float]] = {WIN: 0.02, POINTS: 0.3}
"""The standard errors of values with games to come, measured against solved matches."""
LAST_ERRORS: Final[dict[Goal, float]] = {WIN: 0.05, POINTS: 0.3}
"""Those in the last game, where a single point may decide the match."""
EXACT_FIELDS: Final = 10
"""With no more open fields than this in both rows a game is played out, in a fraction of a second."""
ENDINGS_KEPT: Final = 1 << 14
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

Ending: TypeAlias = tuple[int, int, int, int]
"""The games to come, by how much the player about to roll is ahead before this game, and both rows."""


def is_ending(own: int, other: int) -> bool:
    """Whether so few fields are open that the game is played out."""
    return own.bit_count() + other.bit_count() <= EXACT_FIELDS


@final
class _Played(PositionValues):
    """The present game of a match: the lead before it, and the games after it."""

    def __init__(self, match: Match, state: State) -> None:
        super().__init__(match.agreed, match.goal)
        self._match: Final = match
        self._lead: Final = worth(state.chips[0], state.setup.chip_values) - match.half
        self._games: Final = state.setup.options.games - state.game
        self._turn: Final = state.turn

    def pair(self, own: int, other: int) -> float:
        return self.pair_of(self._turn, own, other)

    def pair_of(self, seat: Seat, own: int, other: int) -> float:
        return self._pair(-self._lead if seat else self._lead, own, other)

    def chain(self, row: int, wrong: int, other: int) -> float:
        """About what it is worth: the opponent is expected to object."""
        return self.pair(row | wrong, other)

    def _pair(self, lead: int, own: int, other: int) -> float:
        """What two rows are worth to the player about to roll, given the lead before this game."""
        if not own:
            return self._won(lead, other)
        if not other:
            return self._whole - self._won(-lead, own)
        if is_ending(own, other):
            return self._match.endings.get((self._games, lead, own, other), self._played_out)
        return self._estimate(lead, own, other)

    # Endings

    def _played_out(self, ending: Ending) -> float:
        """However often the dice change hands before something can be covered."""
        _, lead, own, other = ending
        mine, idle = self._rolled(lead, own, other)
        theirs, their_idle = self._rolled(-lead, other, own)
        handed_over = self._whole - theirs - their_idle * self._whole
        return (mine + idle * handed_over) / (1 - idle * their_idle)

    def _rolled(self, lead: int, own: int, other: int) -> tuple[float, float]:
        """What rolls bring with which something can be covered, and how likely the others are."""
        brought = idle = 0.0
        for covers, chance in cases(self._match.agreed, own):
            if covers:
                brought += chance * max(self._covered(lead, own ^ cover, other) for cover in covers)
            else:
                idle += chance
        return brought, idle

    def _covered(self, lead: int, own: int, other: int) -> float:
        if not own or self._keeps_dice:
            return self._pair(lead, own, other)
        return self._whole - self._pair(-lead, other, own)

    def _won(self, lead: int, loser: int) -> float:
        """What it is worth to win against that row."""
        return self._after(lead + self._paid(sum(fields_of(loser))), sqrt(self._games) * self._game_spread)

    # Estimates

    def _estimate(self, lead: int, own: int, other: int) -> float:
        points = self._match.points.pair(own, other)
        if self.goal == POINTS:
            return lead + points
        chance = self._match.wins.pair(own, other)
        mine, theirs = sum(fields_of(own)), sum(fields_of(other))
        won, lost = self._margins(mine, theirs, chance, points)
        if self._games:
            spread = sqrt(self._games * self._game_spread**2 + MARGIN_SPREAD**2)
            ahead, behind = self._after(lead + won, spread), self._after(lead - lost, spread)
        else:
            ahead, behind = _more_than(-lead, won, theirs), 1 - _more_than(lead, lost, mine)
        return chance * ahead + (1 - chance) * behind

    def _margins(self, mine: int, theirs: int, chance: float, points: float) -> tuple[float, float]:
        """By how much the game is won or lost: the usual, moved so that the expected points are right."""
        won, lost = min(USUAL_MARGIN, LEFT * theirs), min(USUAL_MARGIN, LEFT * mine)
        more = points - (chance * won - (1 - chance) * lost)
        return self._margin(won + more, theirs), self._margin(lost - more, mine)

    def _margin(self, points: float, most: int) -> float:
        return max(min(max(points, 1.0), most), self._match.purse.unit)

    def _paid(self, points: int) -> int:
        """What is paid for so many points."""
        unit = self._match.purse.unit
        return -(-points // unit) * unit

    @property
    def _game_spread(self) -> float:
        return max(GAME_SPREAD, self._match.purse.unit)

    def _after(self, lead: float, spread: float) -> float:
        """What it is worth to be about so far ahead after this game."""
        half = self._match.half
        if self.goal == POINTS:
            return max(-half, min(lead, half))
        if abs(lead) >= half or not self._games:
            return (lead > 0) + (lead == 0) / 2
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
        self.agreed: Final = single(agreed.options)
        self.purse: Final = purse(agreed.chip_values)
        self.half: Final = self.purse.total * self.purse.unit // 2
        self.wins: Final[Solution] = solution(agreed.options, WIN)
        self.points: Final[Solution] = solution(agreed.options, POINTS)
        self.endings: Final = Recent[Ending, float](ENDINGS_KEPT)

    def error_of(self, state: State) -> float:
        """The standard error of a value there, 0 in an ending of the last game."""
        if state.phase == OVER:
            return 0.0
        if state.game < state.setup.options.games:
            return ERRORS[self.goal]
        exact = is_ending(*state.rows) and state.setup.strict and self.purse.payable
        return 0.0 if exact else LAST_ERRORS[self.goal]

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
