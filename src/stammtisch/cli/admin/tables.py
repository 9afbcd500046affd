"""`stammtisch admin`: tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import RenderableType

from stammtisch.cli.admin.audit_log import BY, audit_of
from stammtisch.cli.admin.columns import chat, columns, limit, offset
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.admin.over_http import UNKNOWN, running_administration, url_option
from stammtisch.cli.terminal import Terminal
from stammtisch.match import Record
from stammtisch.server.administration.table_details import Connected, TableDetails, table_details
from stammtisch.server.administration.texts import moment
from stammtisch.server.tables.closing import close_table
from stammtisch.server.tables.errors import TableError, UnknownTable
from stammtisch.server.tables.seating import clean_why
from stammtisch.server.tables.state import finished_records, replay
from stammtisch.server.tables.updates import FinishedInfo, SeatInfo
from stammtisch.store import Damaged, Database, Listed, Log

STATUSES: Final = ("open", "playing", "over", "closed")


# A table's id may begin with a dash, and is not an option then.
_table: Final = click.argument("name", metavar="TABLE")
_DASHES: Final = {"ignore_unknown_options": True}


@click.command("list")
@click.option("--status", type=click.Choice(STATUSES), help="Only tables with this status.")
@click.option("--search", default="", help="Only tables with this id, code, game or part of the host's name.")
@limit
@offset
@click.pass_obj
def list_tables(deployment: Deployment, status: str | None, search: str, limit: int, offset: int) -> None:
    """List tables, the newest first."""
    found = deployment.read(lambda database: Log(database).tables(status, limit, offset, search.strip()))
    rows = [
        (table, facts.code, facts.game, facts.status, moment(facts.touched), facts.name)
        for table, facts in found
    ]
    Terminal().show(columns(("table", "code", "game", "status", "changed (UTC)", "host"), rows))


@click.command(context_settings=_DASHES)
@_table
@url_option("Ask the server at this address, and also show who is connected.")
@click.pass_obj
def show(deployment: Deployment, name: str, url: str | None) -> None:
    """Show a table and its chat as a spectator may see them, without hands and secrets."""

    async def work(database: Database) -> TableDetails:
        log = Log(database)
        table, _ = await find_table(log, name)
        return table_details(replay(table, await log.read(table)))

    found = deployment.read(work) if url is None else running_administration(url).table(name)
    Terminal().show(*_description(found))


@click.command(context_settings=_DASHES)
@_table
@click.option("--why", required=True, help="The reason that the players are shown.")
@url_option("Let the server at this address close it: with SQLite it need not be stopped then.")
@click.pass_obj
def close(deployment: Deployment, name: str, why: str, url: str | None) -> None:
    """Close a table for good, even during a game. Its finished games can still be read."""
    reason = clean_why(why)

    async def work(database: Database) -> str:
        log = Log(database)
        table, _ = await find_table(log, name)
        async with deployment.open_bus() as bus:
            await close_table(log, bus, table, reason)
        await audit_of(database).add(BY, "table-closed", f"{table}: {reason}")
        return table

    closed = deployment.write(work) if url is None else running_administration(url).close_table(name, reason)
    click.echo(f"table {closed} is closed")


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
    raise UnknownTable(UNKNOWN)


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


def _description(found: TableDetails) -> Iterator[RenderableType]:
    about = found.table
    facts = (
        ("table", about.table),
        ("code", about.code),
        ("game", about.game),
        ("options", msgspec.json.encode(about.options).decode()),
        ("status", f"closed: {about.closed}" if about.closed else about.status),
        ("public", "yes" if about.public else "no"),
        ("created", moment(found.created)),
        ("changed", moment(found.touched)),
        ("match", about.match),
        ("commitment", about.commitment or "none: real dice"),
    )
    yield columns(("", ""), facts)
    yield from ("", columns(("seat", "kind", "bot", "name"), map(_seat, enumerate(about.seats))))
    if about.finished:
        yield from ("", columns(("finished game", "winners"), map(_finished, about.finished)))
    if found.chat:
        yield from ("", chat(found.chat))
    if found.connected:
        yield from ("", columns(("address", "connected"), map(_connected, found.connected)))


def _seat(numbered: tuple[int, SeatInfo]) -> tuple[str, ...]:
    number, seat = numbered
    stand_in = f"stand-in: {seat.stand_in}" if seat.stand_in else ""
    return str(number), seat.kind, seat.bot or stand_in, seat.name


def _finished(game: FinishedInfo) -> tuple[str, ...]:
    return game.match, ", ".join(game.names[seat] for seat in game.outcome.winners)


def _connected(device: Connected) -> tuple[str, str]:
    return device.address, ", ".join(device.names) or "a spectator"


COMMANDS: Final = (list_tables, show, close, export, delete_table)
