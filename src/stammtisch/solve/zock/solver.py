"""`stammtisch solve` for ZOCK."""

from __future__ import annotations

from time import process_time
from typing import cast

from stammtisch.core.documents import Options
from stammtisch.games.zock.moves import ALL_OPEN
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import FULL_ROWS, THROW_PHASE, State, setup
from stammtisch.solve.contract import Opening, Progress, Solved
from stammtisch.solve.goals import POINTS, WIN, Goal, check_goal
from stammtisch.solve.zock import kernel
from stammtisch.solve.zock.compiled import compiled
from stammtisch.solve.zock.rules import GAME, single
from stammtisch.solve.zock.solution import Solution, tables


def solve(
    players: int,  # noqa: ARG001 - every game is solved by the same call
    options: Options,
    goal: str | None = None,
    progress: Progress | None = None,
    *,
    fresh: bool = False,
    details: bool = False,  # noqa: ARG001 - here all facts come at once
) -> Solved:
    """The value is that of the player who rolls first, once it is decided who begins."""
    agreed = cast("ZockOptions", options)
    check_goal(goal, WIN, POINTS)
    aim: Goal = POINTS if goal == POINTS else WIN
    cpu_s = 0.0
    if fresh:
        kernel.solved(compiled(single(agreed), aim, 2))  # for the compiler, which is not counted
        begun = process_time()
        found = tables(agreed, aim, fresh=True)
        cpu_s = process_time() - begun
    else:
        found = tables(agreed, aim)
    if progress:
        progress(1.0)
    solution = Solution(setup(agreed), aim, found)
    start = State(setup(agreed), THROW_PHASE, 0, FULL_ROWS)
    return Solved(
        solution.value(start, 0),
        aim,
        cpu_s,
        {"expected throws of both players": float(found["throws"][ALL_OPEN, ALL_OPEN])},
        [_opening(solution, start, text) for text, _ in GAME.chance(start).outcomes() or ()],
        found,
    )


def _opening(solution: Solution, start: State, text: str) -> Opening:
    thrown, _ = GAME.fall(start, text)
    best = solution.moves(thrown, 0)[0]
    return Opening(text, str(best.move), best.value)
