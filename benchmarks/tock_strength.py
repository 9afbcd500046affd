"""`python -m benchmarks.tock_strength [GAMES [DEALS [JOBS]]]`: how the bots of Tock do against each other.

Each bot has every other seat, or team, and every deal is played twice with the sides exchanged. Each level
meets the one below, `strong` meets `medium` at every number of players and with what can be agreed, and the
bot that it replaced, in DEALS deals.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Final

from rich.console import Console
from rich.table import Table

from benchmarks.keeping import keep
from stammtisch import bots, catalog
from stammtisch.core import Document
from support.duels import FROZEN, Figure, duel

TABLES: Final[tuple[tuple[int, Document], ...]] = (
    (2, {}),
    (3, {}),
    (4, {}),
    (4, {"canadian_seven": True}),
    (4, {"no_joker_finish": True}),
    (4, {"board": "dog"}),
    (4, {"board": "dog", "house_entry": "twice"}),
    (5, {}),
    (6, {}),
    (8, {}),
)
GAMES: Final = 400
DEALS: Final = 1000


def main() -> None:
    """Measure, keep the figures by commit, and show them."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    deals = int(sys.argv[2]) if len(sys.argv) > 2 else DEALS
    jobs = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    table = Table("bot", "against", "players", "options", title="Tock")
    for heading in ("games", "won", "95 % interval", "ms of CPU a move"):
        table.add_column(heading, justify="right")
    for worse, better in pairwise(bots.names(catalog.game("tock"))):
        _add(table, duel(better, worse, games, "strength", jobs=jobs))
    for players, options in TABLES:
        _add(table, duel("strong", "medium", games, "strength", players, options, jobs))
    _add(table, duel("strong", FROZEN, 2 * deals, "strength", jobs=jobs))
    Console().print(table)


def _add(table: Table, figure: Figure) -> None:
    keep("tock_strength", figure._asdict())
    low, high = figure.interval()
    table.add_row(
        figure.better,
        figure.worse,
        str(figure.players),
        ", ".join(f"{name} {value}" for name, value in figure.options.items()),
        str(figure.games),
        f"{figure.share():.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{figure.ms_per_move:.1f}",
    )


if __name__ == "__main__":
    main()
