"""`python -m benchmarks.tock_strength [GAMES]`: how the bots of Tock do against each other."""

from __future__ import annotations

import sys
from typing import Final

from rich.console import Console
from rich.table import Table

from benchmarks.keeping import keep
from support.duels import PLAYERS, duel

PAIRINGS: Final = (("medium", "easy"), ("strong", "medium"))
GAMES: Final = 400


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    table = Table("bot", "against", title=f"Tock for {PLAYERS}: {games} games each")
    for heading in ("won", "95 % interval", "ms of CPU a move"):
        table.add_column(heading, justify="right")
    for better, worse in PAIRINGS:
        figure = duel(better, worse, games, "strength")
        keep("tock_strength", figure._asdict())
        low, high = figure.interval()
        table.add_row(
            better, worse, f"{figure.share():.1%}", f"{low:.1%} – {high:.1%}", f"{figure.ms_per_move:.1f}"
        )
    Console().print(table)


if __name__ == "__main__":
    main()
