"""What positions of ZOCK are worth, from table files and in plain Python.

The matrix of all pairs of rows is very nearly a product of two narrow ones, its factors. For winning with
the usual options there is also a `rest`: what the product lacks, for every pair whose own row is not below
the other one as a number; all other pairs follow from those by one roll. Without a rest the product is an
estimate.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from operator import mul
from struct import Struct
from typing import Final, NamedTuple, final

from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import Setup
from stammtisch.solve import compact
from stammtisch.solve.goals import POINTS, WIN, Goal
from stammtisch.solve.recent import Recent
from stammtisch.solve.zock.evaluation import PositionValues
from stammtisch.solve.zock.rules import (
    GAME,
    ROWS,
    Covers,
    cases_of,
    payoff_of,
    single,
)

SOLUTIONS_KEPT: Final = 4
"""A solution takes about 2 MB."""
PAIRS_KEPT: Final = 1 << 12
"""Pairs that follow by a roll: those of a whole game and more."""

HEAD: Final = Struct("<Hddd")
"""The width of the factors, their unit, that of the rest, and the standard error of a value without it."""
SPLITTING: Final = ("b", "c")
"""The variants in which it can be agreed that equal dice may be split (Z11, Z13)."""
FACTOR: Final = "h"
REST_BYTES: Final = 2


class Table(NamedTuple):
    """What a file holds: factors of both rows in whole units, and what their product lacks."""

    width: int
    unit: float
    step: float
    error: float
    own: array[int]
    other: array[int]
    rest: array[int]


def files(players: int, options: ZockOptions) -> list[str]:  # noqa: ARG001 - every game has it
    """The files for winning and for points with these options."""
    agreed = single(options)
    return [name_of(agreed, WIN), name_of(agreed, POINTS)]


def name_of(agreed: Setup, goal: Goal) -> str:
    """The name of the table file."""
    options = agreed.options
    pairs = "pairs" if options.double_pairs and options.variant in SPLITTING else "single"
    aim = "win" if goal == WIN else "points"
    return f"{GAME.id}-{options.variant}-{options.digits}-{pairs}-{options.referee}-{aim}.table"


def key_of(agreed: Setup, goal: Goal) -> tuple[object, ...]:
    """All that a table file follows from."""
    return (GAME.rules_version, goal, agreed.keeps_dice, agreed.strict, agreed.ways)


def place(own: int, other: int) -> int:
    """The place of the rest of a pair whose own row is not below the other one."""
    return own * (own - 1) // 2 + other - 1


@final
class Solution(PositionValues):
    """The values of one table file."""

    def __init__(self, agreed: Setup, goal: Goal, table: Table) -> None:
        super().__init__(agreed, goal)
        self.error = table.error
        self._agreed: Final = agreed
        self._table: Final = table
        self._found: Final = Recent[tuple[int, int], float](PAIRS_KEPT)

    def pair(self, own: int, other: int) -> float:
        if not own:
            return payoff_of(self._agreed, other, self.goal)
        if not other:
            return self._whole - payoff_of(self._agreed, own, self.goal)
        if own < other and not self.error:
            return self._found.get((own, other), self._after_a_roll)
        return self._kept(own, other)

    def chain(self, row: int, wrong: int, other: int) -> float:
        """About what it is worth if the turn ends now and the opponent does what is better."""
        return min(self.pair(row, other), self.pair(row | wrong, other))

    def _kept(self, own: int, other: int) -> float:
        table = self._table
        width = table.width
        ours = table.own[own * width : (own + 1) * width]
        theirs = table.other[other * width : (other + 1) * width]
        product: float = sum(map(mul, ours, theirs)) * table.unit
        return product + table.rest[place(own, other)] * table.step if table.rest else product

    def _after_a_roll(self, rows: tuple[int, int]) -> float:
        own, other = rows
        handed_over = self._whole - self.pair(other, own)
        return sum(
            chance * max((self._covered(own ^ cover, other) for cover in covers), default=handed_over)
            for covers, chance in cases(self._agreed, own)
        )

    def _covered(self, own: int, other: int) -> float:
        if own and self._keeps_dice:
            return self.pair(own, other)
        return self._whole - self.pair(other, own)


@lru_cache(2 * ROWS)
def cases(agreed: Setup, row: int) -> tuple[tuple[Covers, float], ...]:
    """What the rolls may cover on the row, and how likely that is; kept for all rows of two set-ups."""
    return tuple((covers, float(chance)) for covers, chance in cases_of(agreed, row).items())


def solution(options: ZockOptions, goal: Goal = WIN) -> Solution:
    """The solution for these options and that goal; those used last are kept."""
    return _solution(single(options), goal)


@lru_cache(SOLUTIONS_KEPT)
def _solution(agreed: Setup, goal: Goal) -> Solution:
    return Solution(agreed, goal, _table(compact.read(name_of(agreed, goal), key_of(agreed, goal))))


def _table(content: memoryview) -> Table:
    width, unit, step, error = HEAD.unpack_from(content)
    size = ROWS * width * array(FACTOR).itemsize
    own, other = (array(FACTOR, bytes(content[HEAD.size + begin :][:size])) for begin in (0, size))
    rest = compact.whole_numbers(content[HEAD.size + 2 * size :], REST_BYTES)
    return Table(width, unit, step, error, own, other, rest)
