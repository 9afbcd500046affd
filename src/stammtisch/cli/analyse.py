"""`stammtisch analyse`: was I unlucky, or did I play badly?"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import RenderableType
from rich.table import Table

from stammtisch.analysis.html import page
from stammtisch.analysis.report import Mark, Report, reliability
from stammtisch.analysis.report import analyse as analysed
from stammtisch.cli.progress import progress
from stammtisch.cli.seats import display_names
from stammtisch.cli.terminal import Terminal
from stammtisch.match import load_record

_PLURALS: Final[dict[Mark, str]] = {
    "inaccuracy": "inaccuracies",
    "mistake": "mistakes",
    "blunder": "blunders",
}


@click.command
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--goal", help="A goal other than the usual one, such as points in ZOCK.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole report as JSON.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page with charts to this file."
)
def analyse(file: Path, goal: str | None, as_json: bool, html: Path | None) -> None:
    """Analyse the game recorded in FILE: every decision and every roll, luck and skill of every player."""
    record = load_record(file)
    with progress("analysing") as bar:
        report = analysed(record, goal, bar)
    if html:
        html.write_text(page(report), encoding="utf-8")
    if as_json:
        click.echo(msgspec.json.encode(report))
        return
    terminal = Terminal()
    names = display_names(report.seats)
    terminal.show(_accounts(report, names), "", _worst(report, names), "", reliability(report))
    if html:
        terminal.show(f"The page is in {html}")


def _accounts(report: Report, names: list[str]) -> Table:
    caption = f"slips: {', '.join(_PLURALS.values())}; deserved: the result without luck"
    table = Table(title=f"Luck and skill, in {report.unit}", caption=caption)
    table.add_column("player")
    for column in ("decisions", "slips", "lost", "played", "luck", "result", "deserved"):
        table.add_column(column, justify="right")
    for account in report.accounts:
        table.add_row(
            names[account.seat],
            str(account.decisions),
            " / ".join(str(account.marks[mark]) for mark in _PLURALS),
            f"{account.loss:.3f}",
            account.rating,
            f"{account.luck:+.3f}",
            *("–" if value is None else f"{value:.3f}" for value in (account.result, account.deserved)),
        )
    return table


def _worst(report: Report, names: list[str]) -> RenderableType:
    """The decisions that were marked, the most costly first."""
    marked = [decision for decision in report.decisions if decision.mark]
    if not marked:
        return "No decision cost much."
    table = Table(title="What could have been better")
    for column in ("entry", "player", "played", "best", "lost", ""):
        table.add_column(column)
    for decision in sorted(marked, key=lambda decision: -decision.loss):
        doubt = f" ± {decision.error:.3f}" if decision.error else ""
        table.add_row(
            str(decision.entry),
            names[decision.seat],
            decision.played,
            decision.best,
            f"{decision.loss:.3f}{doubt}",
            decision.mark,
        )
    return table
