"""ZOCK solved: every variant and option, for winning and for points."""

from stammtisch.solve.zock.compiled import POINTS, WIN, Goal
from stammtisch.solve.zock.solution import Solution, Valued, solution, tables

__all__ = ["POINTS", "WIN", "Goal", "Solution", "Valued", "solution", "tables"]
