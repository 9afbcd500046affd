"""`stammtisch solve` for Kniffel alone."""

from __future__ import annotations

from time import process_time
from typing import cast

from stammtisch.core.documents import Options
from stammtisch.core.errors import BadRequest
from stammtisch.games.kniffel import Kniffel
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import EMPTY_SHEET, setup
from stammtisch.solve.cache import Tables
from stammtisch.solve.contract import Opening, Progress, Solved
from stammtisch.solve.goals import POINTS, check_goal
from stammtisch.solve.kniffel.distribution import distribution
from stammtisch.solve.kniffel.solution import Solution, column_values, solved
from stammtisch.solve.kniffel.tables import compiled_rules
from stammtisch.solve.kniffel.turns import rules_of

_SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
_SCORES = range(150, 501, 50)


def solve(
    players: int,
    options: Options,
    goal: str | None = None,
    progress: Progress | None = None,
    *,
    fresh: bool = False,
    details: bool = False,
) -> Solved:
    """The value is the expected total of a whole game; details say how totals spread."""
    if players != 1:
        raise BadRequest("Kniffel is solved for one player; against others the bots estimate")
    check_goal(goal, POINTS)
    agreed = cast("KniffelOptions", options)
    cpu_s = 0.0
    if fresh:
        rules = compiled_rules(setup(rules_of(agreed)))
        column_values(rules)  # once for the compiler, which is not counted
        begun = process_time()
        column_values(rules)
        cpu_s = process_time() - begun
    solution = solved(agreed, progress, fresh=fresh)
    facts, tables = _spread(agreed, progress) if details else ({}, {})
    value = solution.expected(EMPTY_SHEET)
    return Solved(
        value, POINTS, cpu_s, facts, _openings(solution, agreed), {"values": solution.values} | tables
    )


def _spread(options: KniffelOptions, progress: Progress | None) -> tuple[dict[str, float], Tables]:
    """How the totals of a game for points are spread."""
    spread = distribution(options, progress)
    facts = {
        "standard deviation": spread.deviation,
        "share with the upper bonus": spread.upper_goal,
        "share with a Kniffel in its box": spread.kniffel,
    }
    facts |= {f"{share:.0%} of games get at most": spread.quantile(share) for share in _SHARES}
    facts |= {f"chance of at least {score}": spread.at_least(score) for score in _SCORES}
    return facts, {"scores": spread.scores, "chances": spread.chances}


def _openings(solution: Solution, options: KniffelOptions) -> list[Opening]:
    game = Kniffel()
    start = game.start(1, rules_of(options))
    openings = []
    for text, _ in game.chance(start).outcomes() or ():
        thrown, _ = game.fall(start, text)
        move, value = max(solution.moves(thrown), key=lambda valued: valued[1])
        openings.append(Opening(text, str(move), value))
    return openings
