"""`python -m benchmarks.mean_luck GAME [GAMES [PLAYERS [OPTION=VALUE …]]]`: luck is 0 on average.

Each level plays GAMES games against itself. Prints by level the luck of those who roll or deal, added up over
a game, in chances of winning: its mean over all games, with the interval of 95 %.
"""

from __future__ import annotations

import sys

from benchmarks.keeping import keep
from stammtisch import bots, catalog
from stammtisch.cli.game_options import parse_options
from support.mean_luck import mean_luck

if __name__ == "__main__":
    name, games, players, *named = [*sys.argv[1:], *("zock", "100", "2")[len(sys.argv) - 1 :]]
    options = parse_options(named)
    for level in bots.names(catalog.game(name)):
        found = mean_luck(catalog.game(name), level, int(games), int(players), options)
        print(level, found, "holds 0" if found.holds_0 else "does NOT hold 0", flush=True)
        kept = {"game": name, "players": int(players), "options": options, "level": level}
        keep("mean_luck", kept | found._asdict())
