"""`python -m benchmarks`: print the figures and keep them in results.jsonl."""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.random_games import Figure, measure
from stammtisch.core import value

RESULTS = Path(__file__).parent / "results.jsonl"


def main() -> None:
    figures = measure()
    Console().print(table(figures))
    line = {
        "commit": commit(),
        "python": platform.python_version(),
        "compiled": not str(value.__file__).endswith(".py"),
        "random_games": [figure._asdict() for figure in figures],
    }
    with RESULTS.open("ab") as results:
        results.write(msgspec.json.encode(line) + b"\n")


def table(figures: list[Figure]) -> Table:
    drawn = Table("game", "players", title="Random games per CPU second")
    for heading in ("games", "steps", "games per loop"):
        drawn.add_column(heading, justify="right")
    for name, players, games, steps, per_loop in figures:
        drawn.add_row(name, str(players), f"{games:,.1f}", f"{steps:,.0f}", f"{per_loop:.4f}")
    return drawn


def commit() -> str:
    """The commit that was measured."""
    try:
        asked = subprocess.run(  # whichever git the path has
            ["git", "rev-parse", "--short", "HEAD"],  # noqa: S607
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return asked.stdout.strip()


if __name__ == "__main__":
    main()
