"""`stammtisch admin`: tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import RenderableType

from stammtisch.cli.admin.audit_log import BY, audit_of
from stammtisch.cli.admin.columns import columns, limit, offset
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.terminal import Terminal
from stammtisch.match import Record
from stammtisch.server.administration.texts import moment
from stammtisch.server.tables.closing import close_table
from stammtisch.server.tables.errors import TableError, UnknownTable
from stammtisch.server.tables.seating import clean_why
from stammtisch.server.tables.state import finished_records, replay
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import FinishedInfo, SeatInfo
from stammtisch.server.tables.views import view_table
from stammtisch.store import Damaged, Database, Listed, Log

STATUSES: Final = ("open", "playing", "over", "closed")


# A table's id may begin with a dash, and is not an option then.
_table: Final = click.argument("name", metavar="TABLE")
_DASHES: Final = {"ignore_unknown_options": True}


@click.command("list")
@click.option("--status", type=click.Choice(STATUSES), help="Only tables with this status.")
@limit
@offset
@click.pass_obj
def list_tables(deployment: Deployment, status: str | None, limit: int, offset: int) -> None:
    """List tables, the newest first."""
    found = deployment.read(lambda database: Log(database).tables(status, limit, offset))
    rows = [
        (table, facts.code, facts.game, facts.status, moment(facts.touched), facts.name)
        for table, facts in found
    ]
    Terminal().show(columns(("table", "code", "game", "status", "changed (UTC)", "host"), rows))


@click.command(context_settings=_DASHES)
@_table
@click.pass_obj
def show(deployment: Deployment, name: str) -> None:
    """Show a table as a spectator may see it, without hands and secrets."""

    async def work(database: Database) -> Table:
        log = Log(database)
        table, _ = await find_table(log, name)
        return replay(table, await log.read(table))

    Terminal().show(*_description(deployment.read(work)))


@click.command(context_settings=_DASHES)
@_table
@click.option("--why", required=True, help="The reason that the players are shown.")
@click.pass_obj
def close(deployment: Deployment, name: str, why: str) -> None:
    """Close a table for good, even during a game. Its finished games can still be read."""
    reason = clean_why(why)

    async def work(database: Database) -> str:
        log = Log(database)
        table, _ = await find_table(log, name)
        async with deployment.open_bus() as bus:
            await close_table(log, bus, table, reason)
        await audit_of(database).add(BY, "table-closed", f"{table}: {reason}")
        return table

    click.echo(f"table {deployment.write(work)} is closed")


@click.command(context_settings=_DASHES)
@_table
@click.option(
    "--folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Write a file for each game into this folder, instead of one line each to standard output.",
)
@click.pass_obj
def export(deployment: Deployment, name: str, folder: Path | None) -> None:
    """Write the records of a table's finished games."""
    records = deployment.read(lambda database: _records(Log(database), name))
    if not records:
        click.echo("this table has no finished games yet", err=True)
    for match, record in records.items():
        if folder is None:
            click.echo(msgspec.json.encode(record))
        else:
            path = folder / f"{record.game}-{match}.json"
            record.save(path)
            click.echo(path)


@click.command("delete-table", context_settings=_DASHES)
@_table
@click.confirmation_option(prompt="Delete this table and all its games permanently?")
@click.pass_obj
def delete_table(deployment: Deployment, name: str) -> None:
    """Delete a closed or damaged table and all its games permanently."""

    async def work(database: Database) -> str:
        log = Log(database)
        table, facts = await find_table(log, name)
        if facts.status != "closed" and not await _is_damaged(log, table):
            raise TableError("a running server may use this table: close it first")
        await log.delete(table)
        await audit_of(database).add(BY, "table-deleted", table)
        return table

    click.echo(f"table {deployment.write(work)} is deleted")


async def find_table(log: Log, name: str) -> Listed:
    """The table with this id or code."""
    for table in (name, await log.by_code(name.strip().lower())):
        if table is not None and (facts := await log.facts(table)) is not None:
            return Listed(table, facts)
    raise UnknownTable("no table has this id or code; `stammtisch admin list` lists them")


async def _is_damaged(log: Log, table: str) -> bool:
    try:
        replay(table, await log.read(table))
    except Damaged:
        return True
    return False


async def _records(log: Log, name: str) -> dict[str, Record]:
    """The records of a table's finished games by match id."""
    table, _ = await find_table(log, name)
    return dict(finished_records(table, await log.read(table)))


def _description(table: Table) -> Iterator[RenderableType]:
    about = view_table(table, None)
    facts = (
        ("table", about.table),
        ("code", about.code),
        ("game", about.game),
        ("options", msgspec.json.encode(about.options).decode()),
        ("status", about.status if table.closed is None else f"closed: {table.closed}"),
        ("created", moment(table.created)),
        ("changed", moment(table.touched)),
        ("match", about.match),
        ("commitment", about.commitment or "none: real dice"),
    )
    yield columns(("", ""), facts)
    yield from ("", columns(("seat", "kind", "bot", "name"), map(_seat, enumerate(about.seats))))
    if about.finished:
        yield from ("", columns(("finished game", "winners"), map(_finished, about.finished)))


def _seat(numbered: tuple[int, SeatInfo]) -> tuple[str, ...]:
    number, seat = numbered
    stand_in = f"stand-in: {seat.stand_in}" if seat.stand_in else ""
    return str(number), seat.kind, seat.bot or stand_in, seat.name


def _finished(game: FinishedInfo) -> tuple[str, ...]:
    return game.match, ", ".join(game.names[seat] for seat in game.outcome.winners)


COMMANDS: Final = (list_tables, show, close, export, delete_table)
