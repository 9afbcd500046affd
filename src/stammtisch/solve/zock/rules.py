"""What solvers need to know of ZOCK's rules, for winning or for points; all of it is asked of the game."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Final, NamedTuple, TypeAlias

import msgspec

from stammtisch.core.turn import Over, Seat
from stammtisch.games.zock import Zock
from stammtisch.games.zock.moves import ALL_OPEN
from stammtisch.games.zock.notation import DICE
from stammtisch.games.zock.options import ChipValues, ZockOptions
from stammtisch.games.zock.rules import TWO_DICE
from stammtisch.games.zock.state import CHIPS_OF_A_COLOUR, OVER, Chips, Setup, State, setup
from stammtisch.solve.goals import WIN, Goal

Covers: TypeAlias = tuple[int, ...]

GAME: Final = Zock()
ROWS: Final = ALL_OPEN + 1


class Purse(NamedTuple):
    """All chips of a match, in the largest unit of which every value is a multiple; `payable` says whether
    any number of units can be paid, no matter who holds which chips."""

    unit: int
    total: int
    payable: bool


def single(options: ZockOptions) -> Setup:
    """The set-up of one game without chips."""
    return setup(msgspec.structs.replace(options, games=1, chip_values=ChipValues()))


def whole_of(goal: Goal) -> float:
    """What the values of the two players add up to."""
    return 1.0 if goal == WIN else 0.0


def cases_of(agreed: Setup, row: int) -> dict[Covers, Fraction]:
    """What the rolls may cover on the row, and how likely that is."""
    chances: dict[Covers, Fraction] = {}
    for text, chance in TWO_DICE.outcomes():
        covers = tuple(move.fields for move in agreed.legal(DICE[text], row) if move.fields)
        chances[covers] = chances.get(covers, Fraction()) + chance
    return chances


def payoff_of(agreed: Setup, loser: int, goal: Goal) -> float:
    """What a win against that row is worth (Z9)."""
    turn = GAME.turn(State(agreed, OVER, 0, (0, loser)))
    assert isinstance(turn, Over)  # noqa: S101 - the phase says so
    return 1.0 if goal == WIN else float(turn.outcome.scores[0])


@lru_cache(64)
def purse(values: Chips) -> Purse:
    """The purse of chips of these values."""
    unit, reach, payable = gcd(*values), 0, True
    for value in sorted(values):
        payable &= value // unit <= reach + 1
        reach += value // unit * CHIPS_OF_A_COLOUR
    return Purse(unit, reach, payable)


def result_of(match: State, seat: Seat, goal: Goal) -> float:
    """What the seat has of a match that is over: its share of the win, or the points it has gained (Z18)."""
    turn = GAME.turn(match)
    assert isinstance(turn, Over)  # noqa: S101 - the phase says so
    winners, scores = turn.outcome.winners, turn.outcome.scores
    return (seat in winners) / len(winners) if goal == WIN else scores[seat] - sum(scores) / 2
