"""`python -m benchmarks`: what is quick to measure; the strength of bots has modules of its own."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from benchmarks import kniffel_solve, zock_solve
from benchmarks.keeping import keep
from benchmarks.random_games import Figure, measure


def main() -> None:
    console = Console()
    figures = measure()
    console.print(table(figures))
    keep("random_games", [figure._asdict() for figure in figures])
    kniffel = kniffel_solve.measure()
    console.print(kniffel)
    keep("kniffel_solve", kniffel._asdict())
    zock = zock_solve.measure()
    console.print(zock)
    keep("zock_solve", zock)


def table(figures: list[Figure]) -> Table:
    drawn = Table("game", "players", title="Random games per CPU second")
    for heading in ("games", "steps", "games per loop"):
        drawn.add_column(heading, justify="right")
    for name, players, games, steps, per_loop in figures:
        drawn.add_row(name, str(players), f"{games:,.1f}", f"{steps:,.0f}", f"{per_loop:.4f}")
    return drawn


if __name__ == "__main__":
    main()
