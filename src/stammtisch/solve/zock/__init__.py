"""ZOCK solved: every variant and option, for winning and for points, alone and in a match with chips."""

from typing import TYPE_CHECKING

from stammtisch.solve import compact
from stammtisch.solve.zock.evaluation import PositionValues, ValuedMove

if TYPE_CHECKING or not compact.NEEDED:
    from stammtisch.solve.zock.solution import Solution, solution, tables
else:
    from stammtisch.solve.zock.plain import solution

__all__ = ["PositionValues", "Solution", "ValuedMove", "solution", "tables"]
