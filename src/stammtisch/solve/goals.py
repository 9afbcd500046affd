"""What play can be after. A goal is also the unit in which positions and moves are then evaluated."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from stammtisch.core.documents import shown
from stammtisch.core.errors import BadRequest

Goal: TypeAlias = Literal["win probability", "points"]
WIN: Final = "win probability"
POINTS: Final = "points"


def check_goal(goal: str | None, *goals: Goal) -> None:
    """`BadRequest` unless the goal is one of these, or none is named."""
    if goal is not None and goal not in goals:
        known = goals[0] if len(goals) == 1 else f"one of {', '.join(goals)}"
        raise BadRequest(f"goal is {shown(goal)}, but must be {known}")
