"""`stammtisch verify`: were the dice fair?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stammtisch.cli.seats import display_names
from stammtisch.cli.terminal import Terminal
from stammtisch.match import Difference, Fair, Record, Verdict, load_record
from stammtisch.match import verify as verified

STATUS: Final = {"right": 0, "wrong": 1, "unknown": 2}
"""The exit status by result."""

_ORIGINS: Final = {"fair": "the secret and the players' seeds", "seed": "the seed"}


@click.command
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def verify(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Compute every roll and deal of the game recorded in FILE again, and show which differ.

    The exit status is 0 if all are right, 1 if any differs, and 2 if it cannot be checked.
    """
    record = load_record(file)
    verdict = verified(record)
    if as_json:
        click.echo(msgspec.json.encode(verdict))
    else:
        Terminal().show(*_lines(record, verdict))
    ctx.exit(STATUS[verdict.result])


def _lines(record: Record, verdict: Verdict) -> Iterator[RenderableType]:
    yield _headline(verdict)
    yield from verdict.notes
    if verdict.differences:
        yield _differing(verdict.differences)
    if record.fair is not None:
        yield from ("", _commitment(record.fair, display_names(record.seats)), "")
        yield "Compare: you were shown this commitment before the first roll, and you chose your own seed."


def _headline(verdict: Verdict) -> str:
    if verdict.result == "unknown":
        return "This record cannot be verified."
    right = verdict.throws - len(verdict.differences)
    return (
        f"{verdict.result.capitalize()}: {right} of {verdict.throws} rolls and deals "
        f"follow from {_ORIGINS[verdict.luck]}."
    )


def _differing(differences: Sequence[Difference]) -> Table:
    table = Table(title="Rolls and deals that differ")
    for column in ("entry", "recorded", "computed"):
        table.add_column(column)
    for throw in differences:
        table.add_row(str(throw.entry), Text(throw.recorded), Text(throw.derived))
    return table


def _commitment(fair: Fair, names: Sequence[str]) -> Table:
    """Everything that the rolls depend on, and the commitment to it."""
    facts = Table.grid(padding=(0, 2, 0, 0))
    facts.add_row("match", Text(fair.match))
    facts.add_row("commitment", fair.commitment)
    facts.add_row("secret", fair.secret or "not shown")
    for name, seed in zip(names, fair.seeds, strict=True):
        facts.add_row(Text(f"seed of {name}"), seed or "none")
    return facts
