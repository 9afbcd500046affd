"""`python -m benchmarks.ladder GAME [GAMES [OPTION=VALUE …]]`: by how much each level beats the one below.

Seats alternate between the two levels, and the dice of each game are played from all of them. Where luck can
be evaluated it is subtracted: that does not change what is expected, but far fewer games show it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from benchmarks.keeping import keep
from stammtisch import bots, catalog
from stammtisch.analysis import simulation
from stammtisch.cli.game_options import parse_options
from stammtisch.core.documents import Document

PLAYERS: Final = {"tock": 4}
"""Two elsewhere."""


class Step(NamedTuple):
    """What a level wins against the one below, its interval of 95 %, without luck where that is known."""

    level: str
    below: str
    games: int
    share: float
    low: float
    high: float


def steps(game: str, options: Document, games: int, seed: str = "ladder") -> Iterator[Step]:
    """All levels of the game, from the weakest on."""
    players = PLAYERS.get(game, 2)
    for below, level in pairwise(bots.names(catalog.game(game))):
        plan = simulation.plan(game, options, (level, below) * (players // 2), games, seed)
        *_, result = simulation.simulate(plan)
        found = result.bots[0].adjusted or result.bots[0]
        yield Step(level, below, result.games, found.share, found.low, found.high)


if __name__ == "__main__":
    game, games, *named = [*sys.argv[1:], *("zock", "200")[len(sys.argv) - 1 :]]
    options = parse_options(named)
    for step in steps(game, options, int(games)):
        print(step, flush=True)
        keep("ladder", {"game": game, "options": options} | step._asdict())
