"""Positions of Kniffel with others: what the evaluator says, and what playouts say.

Positions of two, three and four players at all phases are played out by `strong`, a turn at a time. What the
evaluator calls luck is subtracted, and where values are exact a playout ends, so that few playouts show the
true chance of winning. Half the time the value of a position is looked at, half the time two of its moves and
their difference, which is what a loss is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

import numpy as np

from stammtisch.bots import kniffel
from stammtisch.games.kniffel import Kniffel
from stammtisch.games.kniffel.boxes import KNIFFEL, KNIFFEL_POINTS
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import THROW_PHASE, State
from stammtisch.solve.kniffel.arrays import Floats
from stammtisch.solve.kniffel.contest import Contest, contest
from support.margins import CERTAINTY

GAME: Final = Kniffel()
OPTIONS: Final = KniffelOptions()
PLAYERS: Final = (2, 3, 4)
TURNS: Final = 13
NEAR: Final = 0.1
"""Moves that lose more than this are mistakes whatever their error is."""


class Case(NamedTuple):
    """An estimate with its error, and what playouts say."""

    what: str
    players: int
    boxes: int
    chance: float
    estimate: float
    error: float
    truth: float
    noise: float

    @property
    def covered(self) -> bool:
        """Whether the estimate's interval holds the truth, as far as playouts know that."""
        return abs(self.estimate - self.truth) <= CERTAINTY * hypot(self.error, self.noise)


def cases(positions: int, playouts: int, seed: str) -> Iterator[Case]:
    """Estimates of random positions beside the truth."""
    solved = contest(OPTIONS)
    for number in range(positions):
        luck, players = random.Random(f"{seed} {number}"), PLAYERS[number % len(PLAYERS)]
        state = _position(solved, players, luck)
        if number // len(PLAYERS) % 2:
            yield from _values(solved, state, playouts, luck)
        else:
            yield from _moves(solved, state, playouts, luck)


def _values(solved: Contest, state: State, playouts: int, luck: random.Random) -> Iterator[Case]:
    seat = luck.randrange(len(state.sheets))
    value = solved.value(state, seat)
    error = kniffel.value_error(state, value)
    yield Case("value", *_size(state), value, value, error, *_truth(solved, state, seat, playouts, luck))


def _moves(solved: Contest, state: State, playouts: int, luck: random.Random) -> Iterator[Case]:
    """Two entries of the turn, one drawn and one that is not much better or worse."""
    worth, likely = solved.ends(state)
    one, *near = _near(worth, likely, luck)
    if not near:
        return
    other, seat = luck.choice(near), state.turn
    chances = [float(worth[entry]) for entry in (one, other)]
    (first, doubt), (second, more) = (
        _truth(solved, written(solved, state, entry), seat, playouts, luck) for entry in (one, other)
    )
    error = hypot(*(kniffel.move_error(state, chance) for chance in chances))
    difference = chances[0] - chances[1]
    yield Case("loss", *_size(state), fmean(chances), difference, error, first - second, hypot(doubt, more))


def _near(worth: Floats, likely: Floats, luck: random.Random) -> list[int]:
    """An entry that is likely to end the turn, then others that are worth nearly the same."""
    one = drawn(likely, luck)
    near = np.flatnonzero((likely > 0) & (abs(worth - worth[one]) < NEAR)).tolist()
    return [one, *(entry for entry in near if entry != one)]


def _size(state: State) -> tuple[int, int]:
    return len(state.sheets), state.sheets[state.turn].open.bit_count()


def _position(solved: Contest, players: int, luck: random.Random) -> State:
    """A position with all boxes open or fewer, as `strong` comes to it, before its values are exact."""
    state = GAME.start(players)
    state = State(state.setup, THROW_PHASE, 0, state.sheets)
    for _ in range(luck.randrange(players * TURNS - 1)):
        _, likely = solved.ends(state)
        after = written(solved, state, drawn(likely, luck))
        if solved.is_exact(after, after.turn):
            break
        state = after
    return state


def _truth(
    solved: Contest, state: State, seat: int, playouts: int, luck: random.Random
) -> tuple[float, float]:
    """The chance of winning of the seat, and its standard error."""
    found = [_played_out(solved, state, seat, luck) for _ in range(playouts)]
    return fmean(found), stdev(found) / sqrt(playouts)


def _played_out(solved: Contest, state: State, seat: int, luck: random.Random) -> float:
    """The result of the seat, without luck."""
    gained = 0.0
    while any(sheet.open for sheet in state.sheets):
        if len(state.sheets) == 2 and solved.is_exact(state, seat):
            return solved.value(state, seat) - gained
        worth, likely = solved.ends(state)
        entry = drawn(likely, luck)
        gain = float(worth[entry] - worth @ likely)
        gained += gain if seat == state.turn else -gain * kniffel.shares(solved, state)[seat]
        state = written(solved, state, entry)
    scores = [sheet.total(OPTIONS.kniffel_bonus) for sheet in state.sheets]
    return (scores[seat] == max(scores)) / scores.count(max(scores)) - gained


def drawn(likely: Floats, luck: random.Random) -> int:
    return luck.choices(range(likely.size), likely.tolist())[0]


def written(solved: Contest, state: State, entry: int) -> State:
    """The position after the turn ends with that entry."""
    tables, sheet = solved.tables, state.sheets[state.turn]
    further = bool(tables.five_equal[entry]) and sheet.points[KNIFFEL] == KNIFFEL_POINTS
    filled = sheet.filled(int(tables.box[entry]), int(tables.points[entry]), further)
    sheets = (*state.sheets[: state.turn], filled, *state.sheets[state.turn + 1 :])
    return State(state.setup, THROW_PHASE, (state.turn + 1) % len(sheets), sheets)
