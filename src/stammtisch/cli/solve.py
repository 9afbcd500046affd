"""`stammtisch solve`: the value of a game, its best openings, and all its tables."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
import numpy as np
from rich.table import Table

from stammtisch import catalog
from stammtisch.cli.game_options import GAME, game_options, parse_options
from stammtisch.cli.progress import progress
from stammtisch.cli.terminal import Terminal
from stammtisch.core.errors import BadRequest
from stammtisch.core.extras import require
from stammtisch.core.game import AnyGame
from stammtisch.solve.contract import Solved, solver

_MOST_OPENINGS = 24


@click.command
@click.argument("game", type=GAME)
@click.option("--players", type=int, help="Number of players; default: the fewest.")
@click.option("--goal", help="A goal other than the usual one, such as points in ZOCK.")
@game_options
@click.option("--fresh", is_flag=True, help="Compute again even if the tables are in the cache.")
@click.option(
    "--details", is_flag=True, help="Also compute what takes longer, such as the distribution of scores."
)
@click.option(
    "--export",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all tables to this file, .npz or .parquet.",
)
def solve(
    game: str,
    players: int | None,
    goal: str | None,
    pairs: tuple[str, ...],
    options_json: str,
    fresh: bool,
    details: bool,
    export: Path | None,
) -> None:
    """Solve GAME, show its value and best openings, and end with one line of JSON."""
    chosen = catalog.game(game)
    many = chosen.check_players(min(chosen.players) if players is None else players)
    if export and export.suffix not in _WRITERS:
        raise BadRequest(f"{export} must end in {' or '.join(_WRITERS)}")
    agreed = chosen.options(parse_options(pairs, options_json), many)
    with progress("solving") as bar:
        solved = solver(chosen)(many, agreed, goal, lambda part: bar(part, 1.0), fresh=fresh, details=details)
    terminal = Terminal()
    terminal.show(_facts(chosen, solved), _openings(solved))
    if export:
        _WRITERS[export.suffix](export, solved)
        terminal.show(f"The tables are in {export}")
    click.echo(msgspec.json.encode({"value": solved.value, "cpu_s": round(solved.cpu_s, 4)}))


def _facts(game: AnyGame, solved: Solved) -> Table:
    table = Table(title=f"{game.title}, solved")
    table.add_column("")
    table.add_column(solved.unit, justify="right")
    for name, value in {"value before the first roll": solved.value, **solved.facts}.items():
        table.add_row(name, f"{value:.9g}")
    return table


def _openings(solved: Solved) -> Table:
    """The openings by value; of many only the best and the worst."""
    table = Table(title="Best openings")
    for column in ("after", "best", "value"):
        table.add_column(column)
    ordered = sorted(solved.openings, key=lambda opening: -opening.value)
    many = len(ordered) > _MOST_OPENINGS
    half = _MOST_OPENINGS // 2
    for index, opening in enumerate(ordered):
        if not many or index < half or index >= len(ordered) - half:
            table.add_row(opening.after, opening.move, f"{opening.value:.6f}")
        elif index == half:
            table.add_row("…", f"{len(ordered) - 2 * half} more", "")
    return table


def _write_npz(path: Path, solved: Solved) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, **solved.tables)  # type: ignore[arg-type]


def _write_parquet(path: Path, solved: Solved) -> None:
    """Each table as one column of its values in C order; shorter ones end in nulls."""
    require("parquet", "pyarrow", "Parquet")
    import pyarrow as pa
    from pyarrow import parquet

    longest = max(table.size for table in solved.tables.values())
    columns = {
        name: pa.array([*table.ravel().tolist(), *[None] * (longest - table.size)])
        for name, table in solved.tables.items()
    }
    shapes = {name: ",".join(map(str, table.shape)) for name, table in solved.tables.items()}
    parquet.write_table(pa.table(columns).replace_schema_metadata(shapes), path)


_WRITERS = {".npz": _write_npz, ".parquet": _write_parquet}
