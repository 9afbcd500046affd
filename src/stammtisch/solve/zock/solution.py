"""What every position of ZOCK is worth, exactly, from tables of all pairs of rows."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import Setup
from stammtisch.solve.cache import Tables, cached
from stammtisch.solve.goals import WIN, Goal
from stammtisch.solve.recent import Recent
from stammtisch.solve.zock.compiled import Floats, compiled
from stammtisch.solve.zock.evaluation import PositionValues
from stammtisch.solve.zock.rules import GAME, single

SOLUTIONS_KEPT: Final = 8
"""A solution takes 4 to 16 MB; there are 64, by variant, digits, pairs, referee and goal."""

_FORMAT: Final = 1


@final
class Solution(PositionValues):
    """Exact values for one set of options and one goal."""

    def __init__(self, agreed: Setup, goal: Goal, tables: Tables) -> None:
        super().__init__(agreed, goal)
        self.values: Final[Floats] = tables["values"]
        """By the row of the player about to roll and the other row, both as bit masks."""
        self.throws: Final[Floats] = tables["throws"]
        """Rolls of both players still to be expected, where the goal is pursued."""
        self._rules: Final = compiled(agreed, goal, len(self.values))
        self._chains: Final = Recent[int, Floats](32)

    def pair(self, own: int, other: int) -> float:
        return float(self.values[own, other])

    def chain(self, row: int, wrong: int, other: int) -> float:
        places = self._rules.places
        return float(self._chains.get(other, self._chains_against)[places[row] + 2 * places[wrong], 0])

    def _chains_against(self, other: int) -> Floats:
        from stammtisch.solve.zock import kernel  # noqa: PLC0415 - a compiler, seldom needed

        return kernel.chains(self._rules, kernel.Tables(self.values, self.throws), other)


def tables(options: ZockOptions, goal: Goal = WIN, *, fresh: bool = False) -> Tables:
    """Values and expected rolls by pairs of rows; kept, unless `fresh` has them computed again."""
    agreed = single(options)
    key = (_FORMAT, GAME.rules_version, goal, agreed.keeps_dice, agreed.strict, agreed.ways)
    return cached(GAME.id, key, lambda: _solved(agreed, goal), fresh=fresh)


def _solved(agreed: Setup, goal: Goal) -> Tables:
    from stammtisch.solve.zock import kernel  # noqa: PLC0415 - a compiler, only when solving

    return kernel.solved(compiled(agreed, goal))._asdict()


def solution(options: ZockOptions, goal: Goal = WIN) -> Solution:
    """The solution for these options and that goal; those used last are kept."""
    return _solution(single(options), goal)


@lru_cache(SOLUTIONS_KEPT)
def _solution(agreed: Setup, goal: Goal) -> Solution:
    return Solution(agreed, goal, tables(agreed.options, goal))
