"""A match of ZOCK with chips (Z18): what each holding is worth before each game, and each position in it.

A game of a match is won by some points, and what these are worth depends on who holds which chips. So
matches are solved back from the last game: each game for the value of the rest of the match. Chips count by
their value alone wherever every amount can be paid, with change.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, final

import numpy as np

from stammtisch.core.turn import Seat
from stammtisch.games.zock.chips import worth
from stammtisch.games.zock.moves import ALL_OPEN, fields_of
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import OVER, Setup, State, setup
from stammtisch.solve.cache import cached
from stammtisch.solve.goals import POINTS, WIN, Goal
from stammtisch.solve.zock.compiled import Floats, Integers, Rules, compiled
from stammtisch.solve.zock.evaluation import PositionValues, ValuedMove
from stammtisch.solve.zock.lanes import solved_lanes
from stammtisch.solve.zock.rules import GAME, ROWS, purse, result_of, single

MOST_GAMES: Final = 20
"""How many games to come are solved, a second each; those before are played one by one for the win."""
MOST_HOLDINGS: Final = 400
"""With more different holdings of chips than this, solving would take too long."""
ERRORS: Final[dict[Goal, float]] = {WIN: 0.007, POINTS: 0.2}
"""What an estimate is wrong by; measured where matches can be solved too."""
MOST_POINTS: Final = sum(fields_of(ALL_OPEN))
GAMES_KEPT: Final = 8
"""A game for one holding takes 4 MB."""

_FORMAT: Final = 1
_PAIRS: Final = 16
"""Holdings that are solved at a time, with those of the opponent; more would not be faster."""
_TRIFLE: Final = 1e-6


class Holding(NamedTuple):
    """Before or in a game: the games to come after it, and the units that seat 0 holds."""

    games: int
    held: int


@final
class Played(PositionValues):
    """The present game of a match, in which a win is worth something else to each seat."""

    def __init__(self, agreed: Setup, goal: Goal, by_seat: tuple[Floats, Floats]) -> None:
        super().__init__(agreed, goal)
        self._by_seat: Final = by_seat

    def pair(self, own: int, other: int) -> float:
        return self.pair_of(0, own, other)

    def pair_of(self, seat: Seat, own: int, other: int) -> float:
        return float(self._by_seat[seat][own, other])

    def chain(self, row: int, wrong: int, other: int) -> float:
        """About what it is worth: the opponent is expected to object."""
        return self.pair(row | wrong, other)


@final
class Match:
    """The value of every position of a match, for one goal; rows may have fewer fields than nine."""

    def __init__(self, agreed: Setup, goal: Goal, rows: int = ROWS) -> None:
        self.goal: Final[Goal] = goal
        self.purse: Final = purse(agreed.chip_values)
        self._agreed: Final = agreed
        self._rules: Final = _without_mistakes(compiled(single(agreed.options), goal, rows))
        self._points: Final = compiled(single(agreed.options), POINTS, rows).payoffs.astype(np.int64)
        self._beginnings: Final[list[Floats]] = []

    def error_of(self, state: State) -> float:
        """The standard error of a value, 0 where neither the games to come nor this one are estimated."""
        games = self._agreed.options.games - state.game
        errs = self._agreed.keeps_dice and not self._agreed.strict
        exact = state.phase == OVER or (self._is_solved(games) and not errs)
        return 0.0 if exact else ERRORS[self.goal]

    def value(self, state: State, seat: Seat) -> float:
        """What the position is worth to the seat: its chance to win the match, or what it gains in all."""
        if state.phase == OVER:
            return result_of(state, seat, self.goal)
        return self._game(state).value(state, seat)

    def moves(self, state: State, seat: Seat) -> tuple[ValuedMove, ...]:
        """The seat's moves, the best first; none where it has nothing to decide."""
        return self._game(state).moves(state, seat)

    def beginning(self, games: int) -> Floats:
        """By the units that the beginner holds, what it is worth to begin with `games` games to play."""
        while len(self._beginnings) < games:
            played = len(self._beginnings) + 1
            found = self._kept(played) if self._is_solved(played) else self._continued(played)
            self._beginnings.append(found)
        return self._beginnings[games - 1]

    def payoffs(self, points: Integers, games: int, held: Integers) -> Floats:
        """What it is worth to win by these points, with `games` to come, by what the winner `held` before."""
        due = -(-points // self.purse.unit)[:, None]
        after = np.minimum(held + due, self.purse.total)
        ends: Floats = self._final()[after]
        if not games:
            return ends
        goes_on: Floats = self._rules.whole - self.beginning(games)[self.purse.total - after]
        return np.where(self.purse.total - held < due, ends, goes_on)

    def game(self, at: Holding) -> Played:
        """The present game, played for the match."""
        held = np.array([at.held, self.purse.total - at.held])
        values = solved_lanes(self._rules, self.payoffs(self._points, at.games, held))
        return Played(self._agreed, self.goal, (values[:, :, 0].copy(), values[:, :, 1].copy()))

    def _game(self, state: State) -> Played:
        games = self._agreed.options.games - state.game
        return _game(self, Holding(games, self._held(state, 0)))

    def _held(self, state: State, seat: Seat) -> int:
        return worth(state.chips[seat], self._agreed.chip_values) // self.purse.unit

    def _is_solved(self, games: int) -> bool:
        return games <= MOST_GAMES and self.purse.total < MOST_HOLDINGS and self.purse.payable

    def _final(self) -> Floats:
        """By units held at the end: a win counts 1 and a draw half, or what was gained."""
        ahead = 2 * np.arange(self.purse.total + 1) - self.purse.total
        return (np.sign(ahead) + 1) / 2 if self.goal == WIN else ahead * self.purse.unit / 2

    def _kept(self, games: int) -> Floats:
        one = single(self._agreed.options)
        key = (
            _FORMAT,
            GAME.rules_version,
            self.goal,
            one.keeps_dice,
            one.strict,
            one.ways,
            self.purse,
            len(self._points),
            games,
        )
        return cached("zock-match", key, lambda: {"beginning": self._solved(games)})["beginning"]

    def _solved(self, games: int) -> Floats:
        """A game against every holding, in pairs of lanes."""
        total = self.purse.total
        found = np.zeros(total + 1)
        for first in range(0, total // 2 + 1, _PAIRS):
            some = np.arange(first, min(first + _PAIRS, total // 2 + 1))
            held = np.concatenate([some, total - some[::-1]])
            found[held] = solved_lanes(self._rules, self.payoffs(self._points, games - 1, held))[-1, -1]
        return found

    def _continued(self, games: int) -> Floats:
        """The same as an estimate: both play this game for its own win, whatever that means for the rest."""
        held, by = np.arange(self.purse.total + 1), np.arange(MOST_POINTS + 1)
        won, lost = results(single(self._agreed.options))
        theirs = self.payoffs(by, games - 1, self.purse.total - held)
        return won @ self.payoffs(by, games - 1, held) + lost @ (self._rules.whole - theirs)


@lru_cache(GAMES_KEPT)
def results(agreed: Setup) -> tuple[Floats, Floats]:
    """By points, how likely the beginner of a single game wins or loses by them, if both play for the win.

    Each result in turn is made worth a trifle more, too little to change the play: by how much more the
    game is worth then, so likely the result is.
    """
    rules = _without_mistakes(compiled(agreed, WIN))
    points = compiled(agreed, POINTS).payoffs
    raised = np.zeros((len(points), 2 * (MOST_POINTS + 1)))
    raised[:, : MOST_POINTS + 1] = _TRIFLE * (points[:, None] == np.arange(MOST_POINTS + 1))
    values = solved_lanes(rules, 1 + raised)[-1, -1]
    even = solved_lanes(rules, np.ones((len(points), 2)))[-1, -1, 0]
    won, lost = values[: MOST_POINTS + 1] - even, even - values[:MOST_POINTS:-1]
    every = (won + lost).sum()
    return won / every, lost / every


def _without_mistakes(rules: Rules) -> Rules:
    """In variant A wrong covers can be worth it; here nobody plays them."""
    return rules._replace(errs=False, places=np.arange(len(rules.cases)))


@lru_cache(GAMES_KEPT)
def _game(match: Match, at: Holding) -> Played:
    return match.game(at)


@lru_cache(GAMES_KEPT)
def _match(agreed: Setup, goal: Goal) -> Match:
    return Match(agreed, goal)


def match(options: ZockOptions, goal: Goal = WIN) -> Match:
    """The match with these options, for that goal; those used last are kept."""
    return _match(setup(options), goal)
