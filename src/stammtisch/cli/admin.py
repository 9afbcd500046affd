"""`stammtisch admin`: manage the tables and profiles of a database, whether a server runs or not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import click
import msgspec
from rich.console import RenderableType
from rich.table import Table as Columns
from rich.text import Text

from stammtisch.cli.setting_options import setting_option
from stammtisch.cli.terminal import Terminal
from stammtisch.core.errors import BadRequest
from stammtisch.match import Record
from stammtisch.server.accounts.profiles import Profile, Profiles
from stammtisch.server.ops.bus import Bus
from stammtisch.server.ops.open_bus import open_bus
from stammtisch.server.tables.actor import subject
from stammtisch.server.tables.errors import TableError, TableOver, UnknownTable
from stammtisch.server.tables.events import TableClosed, encode_event
from stammtisch.server.tables.queue import TRIES
from stammtisch.server.tables.state import finished_records, replay
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import FinishedInfo, SeatInfo
from stammtisch.server.tables.views import view_table
from stammtisch.store import BadStore, Conflict, Damaged, Database, Halted, Listed, Log, open_store

STATUSES: Final = ("open", "playing", "over", "closed")
LONGEST_REASON: Final = 300

_PROFILES: Final = (
    "SELECT name, created, (SELECT COUNT(DISTINCT match) FROM results WHERE profile = profiles.id) "
    "FROM profiles ORDER BY created DESC, id LIMIT $1 OFFSET $2"
)

Found = TypeVar("Found")


class Site(NamedTuple):
    """The database to work on, and the message bus of the servers that use it."""

    database: str
    bus: str | None

    def read(self, work: Callable[[Database], Awaitable[Found]]) -> Found:
        """What the work finds in the database, which may be in use."""
        return asyncio.run(self._run(work, read_only=True))

    def write(self, work: Callable[[Database], Awaitable[Found]]) -> Found:
        """The same for work that changes something: no server may use the file, unless there is a bus."""
        return asyncio.run(self._run(work, read_only=False))

    async def _run(self, work: Callable[[Database], Awaitable[Found]], *, read_only: bool) -> Found:
        database = await open_store(self.database, shared=self.bus is not None, read_only=read_only)
        try:
            return await work(database)
        finally:
            await database.close()


# A table's id may begin with a dash, and is not an option then.
_table: Final = click.argument("name", metavar="TABLE")
_DASHES: Final = {"ignore_unknown_options": True}
_limit: Final = click.option("--limit", type=click.IntRange(1), default=100, show_default=True)
_offset: Final = click.option("--offset", type=click.IntRange(0), default=0, help="Skip this many.")


@click.group
@setting_option("database")
@setting_option("bus")
@click.pass_context
def admin(ctx: click.Context, database: str, bus: str | None) -> None:
    """Manage the tables and profiles of a database. TABLE is a table's id or its code.

    You can list, show and export while a server runs. Closing and deleting also work then with PostgreSQL or
    with --bus; otherwise stop the server first.
    """
    ctx.obj = Site(database, bus)


@admin.command("list")
@click.option("--status", type=click.Choice(STATUSES), help="Only tables with this status.")
@_limit
@_offset
@click.pass_obj
def list_tables(site: Site, status: str | None, limit: int, offset: int) -> None:
    """List tables, the newest first."""
    found = site.read(lambda database: Log(database).tables(status, limit, offset))
    rows = [
        (table, facts.code, facts.game, facts.status, _moment(facts.touched), facts.name)
        for table, facts in found
    ]
    Terminal().show(_columns(("table", "code", "game", "status", "changed (UTC)", "host"), rows))


@admin.command()
@click.pass_obj
def check(site: Site) -> None:
    """Check a SQLite file for damage, and list the tables that cannot be loaded."""
    damage = site.read(lambda database: database.check())
    for what in damage.file:
        click.echo(f"file: {what}")
    for table in damage.tables:
        click.echo(f"table: {table}")
    if damage.file or damage.tables:
        raise BadStore("the database is damaged; restore it from a copy, or delete the damaged tables")
    click.echo("no damage was found" if damage.complete else "no damage was found in the time there was")


@admin.command(context_settings=_DASHES)
@_table
@click.pass_obj
def show(site: Site, name: str) -> None:
    """Show a table as a spectator may see it, without hands and secrets."""

    async def work(database: Database) -> Table:
        log = Log(database)
        table, _ = await _found(log, name)
        return replay(table, await log.read(table))

    Terminal().show(*_description(site.read(work)))


@admin.command(context_settings=_DASHES)
@_table
@click.option("--why", required=True, help="The reason that the players are shown.")
@click.pass_obj
def close(site: Site, name: str, why: str) -> None:
    """Close a table for good, even during a game. Its finished games can still be read."""
    if not why.strip() or not why.isprintable() or len(why) > LONGEST_REASON:
        raise BadRequest(f"a reason has 1 to {LONGEST_REASON} printable characters")

    async def work(database: Database) -> str:
        bus = await open_bus(site.bus, lambda _: None)
        try:
            return await _closed(Log(database), bus, name, why.strip())
        finally:
            await bus.close()

    click.echo(f"table {site.write(work)} is closed")


@admin.command(context_settings=_DASHES)
@_table
@click.option(
    "--folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Write a file for each game into this folder, instead of one line each to standard output.",
)
@click.pass_obj
def export(site: Site, name: str, folder: Path | None) -> None:
    """Write the records of a table's finished games."""
    records = site.read(lambda database: _records(Log(database), name))
    if not records:
        click.echo("this table has no finished games yet", err=True)
    for match, record in records.items():
        if folder is None:
            click.echo(msgspec.json.encode(record))
        else:
            path = folder / f"{record.game}-{match}.json"
            record.save(path)
            click.echo(path)


@admin.command("delete-table", context_settings=_DASHES)
@_table
@click.confirmation_option(prompt="Delete this table and all its games for ever?")
@click.pass_obj
def delete_table(site: Site, name: str) -> None:
    """Delete a closed or damaged table and all its games for ever."""

    async def work(database: Database) -> str:
        log = Log(database)
        table, facts = await _found(log, name)
        if facts.status != "closed" and not await _is_damaged(log, table):
            raise TableError("a running server may use this table: close it first")
        await log.delete(table)
        return table

    click.echo(f"table {site.write(work)} is deleted")


@admin.command()
@_limit
@_offset
@click.pass_obj
def profiles(site: Site, limit: int, offset: int) -> None:
    """List profiles, the newest first."""
    found = site.read(lambda database: database.rows(_PROFILES, limit, offset))
    rows = [(_moment(created), str(games), name) for name, created, games in found]
    Terminal().show(_columns(("created (UTC)", "games", "name"), rows))


@admin.command("delete-profile")
@click.argument("name")
@click.confirmation_option(prompt="Delete this profile, its results and its ratings for ever?")
@click.pass_obj
def delete_profile(site: Site, name: str) -> None:
    """Delete a profile, its sessions, results and ratings for ever."""

    async def work(database: Database) -> None:
        rows = await database.rows("SELECT id, created FROM profiles WHERE name = $1", name)
        if not rows:
            raise BadRequest("no profile has exactly this name; `stammtisch admin profiles` lists them")
        profile, created = rows[0]
        await Profiles(database).delete(Profile(profile, name, created, password=False))

    site.write(work)
    click.echo("the profile is deleted")


async def _found(log: Log, name: str) -> Listed:
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


async def _closed(log: Log, bus: Bus, name: str, why: str) -> str:
    """Append that the table is closed, after anything a running server appends, and tell the server."""
    for _ in range(TRIES):
        table, facts = await _found(log, name)
        if facts.status == "closed":
            raise TableOver("this table is closed already")
        n, now = len(await log.read(table)) + 1, time.time()
        changed = msgspec.structs.replace(facts, status="closed", touched=now, wake=None)
        with suppress(Conflict):
            await log.append(table, n, [encode_event(TableClosed(t=now, why=why))], changed)
            with suppress(Halted):  # servers notice when they next write
                await bus.publish(subject(table), msgspec.json.encode({"n": n}))
            return table
    raise Halted("a server keeps writing to this table: try again")


async def _records(log: Log, name: str) -> dict[str, Record]:
    """The records of a table's finished games by match id."""
    table, _ = await _found(log, name)
    return dict(finished_records(table, await log.read(table)))


def _description(table: Table) -> Iterator[RenderableType]:
    about = view_table(table, None)
    facts = (
        ("table", about.table),
        ("code", about.code),
        ("game", about.game),
        ("options", msgspec.json.encode(about.options).decode()),
        ("status", about.status if table.closed is None else f"closed: {table.closed}"),
        ("created", _moment(table.created)),
        ("changed", _moment(table.touched)),
        ("match", about.match),
        ("commitment", about.commitment or "none: real dice"),
    )
    yield _columns(("", ""), facts)
    yield from ("", _columns(("seat", "kind", "bot", "name"), map(_seat, enumerate(about.seats))))
    if about.finished:
        yield from ("", _columns(("finished game", "winners"), map(_finished, about.finished)))


def _seat(numbered: tuple[int, SeatInfo]) -> tuple[str, ...]:
    number, seat = numbered
    stand_in = f"stand-in: {seat.stand_in}" if seat.stand_in else ""
    return str(number), seat.kind, seat.bot or stand_in, seat.name


def _finished(game: FinishedInfo) -> tuple[str, ...]:
    return game.match, ", ".join(game.names[seat] for seat in game.outcome.winners)


def _columns(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Columns:
    """A table whose last column wraps if there is not enough room."""
    columns = Columns(box=None, pad_edge=False, header_style="bold", show_header=any(heads))
    for number, head in enumerate(heads, 1):
        columns.add_column(head, no_wrap=number < len(heads), overflow="fold")
    for row in rows:
        columns.add_row(*map(Text, row))
    return columns


def _moment(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
