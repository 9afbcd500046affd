"""`python -m benchmarks.tock_core [GAMES]`: random games with Tock's rules and their form for search at once.

Every legal move and every position is compared; the first difference ends the run.
"""

from __future__ import annotations

import sys
import time
from typing import Final

from rich.console import Console

from benchmarks.keeping import keep
from support.tock_core import TABLES, agreeing_steps

GAMES: Final = 100_000


def main() -> None:
    """Compare, keep the figures by commit, and show them."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    begin = time.process_time()
    steps = sum(agreeing_steps(*TABLES[game % len(TABLES)], f"core {game}") for game in range(games))
    figures = {"games": games, "steps": steps, "cpu_seconds": round(time.process_time() - begin, 1)}
    keep("tock_core", figures)
    Console().print(f"{games} games, {steps} steps: every move and position the same")


if __name__ == "__main__":
    main()
