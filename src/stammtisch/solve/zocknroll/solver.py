"""`stammtisch solve` for Zock'n'Roll."""

from __future__ import annotations

from time import process_time
from typing import Final, cast

import numpy as np

from stammtisch.core.chance import dice_weights
from stammtisch.core.documents import Options
from stammtisch.core.errors import BadRequest
from stammtisch.games.zocknroll.dice import dice_of
from stammtisch.games.zocknroll.moves import LEAVE, STAY
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import setup
from stammtisch.games.zocknroll.tableau import CROSS
from stammtisch.solve.contract import Opening, Progress, Solved
from stammtisch.solve.goals import POINTS, check_goal
from stammtisch.solve.zocknroll import hands
from stammtisch.solve.zocknroll.hands import MOST_PLAYERS, Hand
from stammtisch.solve.zocknroll.kernel import solved
from stammtisch.solve.zocknroll.marking import best_mark
from stammtisch.solve.zocknroll.places import Place
from stammtisch.solve.zocknroll.tables import chances, first_throws, points

_STARTER: Final = 0


def solve(
    players: int,
    options: Options,
    goal: str | None = None,
    progress: Progress | None = None,
    *,
    fresh: bool = False,
    details: bool = False,  # noqa: ARG001 - here all facts come at once
) -> Solved:
    """One hand near equilibrium; the value is the starter's points before the cups are rolled."""
    check_goal(goal, POINTS)
    if players > MOST_PLAYERS:
        raise BadRequest(
            f"hands are solved for up to {MOST_PLAYERS} players; with more, the bots play as with six"
        )
    agreed = cast("ZockNRollOptions", options)
    cpu_s = _solve_all(agreed, players, progress, fresh=fresh)
    found = {white: hands.solved_hand(agreed, players, white) for white in first_throws()}
    worth = hands.outlook(agreed, players).points
    by_player = [float(points_) for points_ in worth @ chances(setup(agreed, players))]
    return Solved(
        by_player[_STARTER],
        POINTS,
        cpu_s,
        {f"points of player {number}": each for number, each in enumerate(by_player, start=1)}
        | exploitability(found),
        [opening for white, played in found.items() for opening in _openings(agreed, white, played)],
        {
            "throws": np.array([int(white) for white in found]),
            "first": np.stack([played.strategy.first for played in found.values()]),
            "second": np.stack([played.strategy.second for played in found.values()]),
            "points": worth,
        },
    )


def exploitability(found: dict[str, Hand]) -> dict[str, float]:
    """The points that a best reply gains: in a whole hand on average and for the player who gains
    most, and after the one roll where somebody gains most."""
    by_throw = np.array([played.exploitability() for played in found.values()])
    by_player = np.array(list(first_throws().values())) @ by_throw
    return {
        "exploitability, average": float(by_player.mean()),
        "exploitability, largest": float(by_player.max()),
        "exploitability, worst throw": float(by_throw.max()),
    }


def _solve_all(options: ZockNRollOptions, players: int, progress: Progress | None, *, fresh: bool) -> float:
    """The processor seconds it took to compute the hands of all first rolls, 0 where they are kept."""
    throws = first_throws()
    if fresh:
        compiling = points(setup(options, players), next(iter(throws)))
        solved(compiling, players, 1)  # for the compiler, which is not counted
        hands.solved_hand.cache_clear()
        hands.outlook.cache_clear()
    begun = process_time()
    for number, white in enumerate(throws, start=1):
        hands.strategy(options, players, white, fresh=fresh)
        if progress:
            progress(number / len(throws))
    return process_time() - begun if fresh else 0.0


def _openings(options: ZockNRollOptions, white: str, played: Hand) -> list[Opening]:
    """What the starter does best with each cup."""
    agreed = setup(options, played.players)
    openings = []
    for number, (cup, _) in enumerate(dice_weights(agreed.dice)):
        value = played.expected(Place(1), _STARTER, number)
        cross = best_mark(agreed, dice_of(white) + dice_of(cup))
        leaves = value <= played.points.first[number]
        move = next(move for row, move in LEAVE.items() if CROSS[row] == cross) if leaves else STAY
        openings.append(Opening(f"own {cup} white {white}", str(move), value))
    return openings
