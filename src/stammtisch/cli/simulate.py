"""`stammtisch simulate`: bots against bots, with confidence intervals."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
import msgspec
from rich.table import Table

from stammtisch import catalog
from stammtisch.analysis.intervals import Interval
from stammtisch.analysis.simulation import TRIES, Plan, Result, Workers, here, plan, processes
from stammtisch.analysis.simulation import simulate as simulated
from stammtisch.cli.game_options import GAME, game_options, parse_options
from stammtisch.cli.progress import progress
from stammtisch.cli.terminal import Terminal
from stammtisch.match import fresh_seed
from stammtisch.match.record import BOT_PREFIX

MOST_GAMES: Final = 10_000_000
"""Far beyond any interval that somebody wants to know; every game takes some memory until it is played."""
MOST_JOBS: Final = 1000


@click.command
@click.argument("game", type=GAME)
@click.option("--seats", required=True, help="A bot for each seat, clockwise: strong,medium,…")
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, help="Number of games."
)
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), default=1, show_default=True, help="Number of processes."
)
@click.option(
    "--ray", "address", help="Play on the Ray cluster at this address; `local` starts one on this machine."
)
@game_options
@click.option("--seed", help="The seed of dice and cards, to repeat a run; default: a new one.")
@click.option("--raw", is_flag=True, help="Do not evaluate luck: faster, but far more games are needed.")
@click.option("--json", "as_json", is_flag=True, help="The result as JSON on standard output.")
@click.option(
    "--chart", type=click.Path(dir_okay=False, path_type=Path), help="A chart of the result as SVG."
)
def simulate(
    game: str,
    seats: str,
    games: int,
    jobs: int,
    address: str | None,
    pairs: tuple[str, ...],
    options_json: str,
    seed: str | None,
    raw: bool,
    as_json: bool,
    chart: Path | None,
) -> None:
    """Let bots play GAME against each other. Ctrl-C ends it with the result so far."""
    names = [name.strip().removeprefix(BOT_PREFIX) for name in seats.split(",")]
    options, chosen = parse_options(pairs, options_json), fresh_seed() if seed is None else seed
    agreed = plan(game, options, names, games, chosen, adjust=not raw)
    result = _watched(agreed, _workers(jobs, address))
    if chart:
        from stammtisch.analysis.charts import share_chart

        chart.write_text(share_chart(result), encoding="utf-8")
    if as_json:
        click.echo(msgspec.json.encode(result))
    else:
        _show(result, Terminal())


def _workers(jobs: int, address: str | None) -> Workers:
    if address is None:
        return here if jobs == 1 else processes(jobs)
    from stammtisch.analysis.cluster import cluster

    return cluster(address)


def _watched(agreed: Plan, workers: Workers) -> Result:
    result = Result(agreed.game, list(agreed.seats), 0, 0, [])
    games = agreed.deals * agreed.rotations
    with progress("playing") as bar:
        try:
            for so_far in simulated(agreed, workers, lambda done: bar(done, games)):
                result = so_far
        except KeyboardInterrupt:
            click.echo("interrupted: this is the result so far", err=True)
    return result


def _show(result: Result, terminal: Terminal) -> None:
    table = Table(title=f"{catalog.game(result.game).title}, {result.games} games: {', '.join(result.seats)}")
    adjusted = any(bot.adjusted for bot in result.bots)
    for column in ("bot", *(["without luck (95 %)"] if adjusted else []), "wins (95 %)", "score", "place"):
        table.add_column(column)
    for bot in result.bots:
        shares = [bot.adjusted] if bot.adjusted else []
        shares.append(Interval(bot.share, bot.low, bot.high))
        table.add_row(bot.bot, *map(_figures, shares), f"{bot.score:.2f}", f"{bot.place:.2f}")
    terminal.show(table)
    if result.missing:
        terminal.show(f"{result.missing} games are missing: their workers were lost {TRIES} times")


def _figures(found: Interval) -> str:
    """A share of wins with its interval."""
    return f"{found.share:.1%} ({found.low:.1%} – {found.high:.1%})"
