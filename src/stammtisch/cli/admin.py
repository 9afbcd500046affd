"""`stammtisch admin`: look after the tables and profiles of a store, whether a server runs or not."""

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

from stammtisch.cli.terminal import Terminal
from stammtisch.core.errors import BadRequest
from stammtisch.match import Record
from stammtisch.server.accounts.profiles import Profile, Profiles
from stammtisch.server.ops.bus import Bus
from stammtisch.server.ops.open_bus import open_bus
from stammtisch.server.settings import Settings
from stammtisch.server.tables.actor import subject
from stammtisch.server.tables.errors import TableError, TableOver, UnknownTable
from stammtisch.server.tables.events import TableClosed, encode_event
from stammtisch.server.tables.queue import TRIES
from stammtisch.server.tables.state import Table, finished_records, replay
from stammtisch.server.tables.updates import FinishedInfo, SeatInfo
from stammtisch.server.tables.views import view_table
from stammtisch.store import Conflict, Database, Halted, Listed, Log, open_store

STATUSES: Final = ("open", "playing", "over", "closed")
LONGEST_REASON: Final = 300

_PROFILES: Final = (
    "SELECT name, created, (SELECT COUNT(DISTINCT match) FROM results WHERE profile = profiles.id) "
    "FROM profiles ORDER BY created DESC, id LIMIT $1 OFFSET $2"
)

Found = TypeVar("Found")


class House(NamedTuple):
    """Where the store is, and by what its servers hear each other."""

    store: str
    bus: str | None

    def look(self, ask: Callable[[Database], Awaitable[Found]]) -> Found:
        """What is found in the store, which may be in use."""
        return asyncio.run(self._ask(ask, read_only=True))

    def change(self, ask: Callable[[Database], Awaitable[Found]]) -> Found:
        """The same where something is written: a file must be ours alone, or shared by a bus."""
        return asyncio.run(self._ask(ask, read_only=False))

    async def _ask(self, ask: Callable[[Database], Awaitable[Found]], *, read_only: bool) -> Found:
        database = await open_store(self.store, shared=self.bus is not None, read_only=read_only)
        try:
            return await ask(database)
        finally:
            await database.close()


# An id may begin with a dash, and is no option then.
_table: Final = click.argument("name", metavar="TABLE")
_DASHES: Final = {"ignore_unknown_options": True}
_limit: Final = click.option("--limit", type=click.IntRange(1), default=100, show_default=True)
_offset: Final = click.option("--offset", type=click.IntRange(0), default=0, help="Leave out so many.")


@click.group
@click.option(
    "--store",
    default=Settings().store,
    envvar="STAMMTISCH_STORE",
    show_default=True,
    show_envvar=True,
    help="Where tables are kept: sqlite:FILE or postgresql://….",
)
@click.option(
    "--bus", envvar="STAMMTISCH_BUS", show_envvar=True, help="What joins the running servers: nats://…."
)
@click.pass_context
def admin(ctx: click.Context, store: str, bus: str | None) -> None:
    """Look after the tables and profiles of a store. TABLE is a table's id or its code.

    Looking and exporting go on beside a running server. Closing and deleting do with PostgreSQL and
    with --bus; else stop the server first.
    """
    ctx.obj = House(store, bus)


@admin.command("list")
@click.option("--status", type=click.Choice(STATUSES), help="Only tables of this status.")
@_limit
@_offset
@click.pass_obj
def list_tables(house: House, status: str | None, limit: int, offset: int) -> None:
    """List tables, the newest first."""
    found = house.look(lambda database: Log(database).tables(status, limit, offset))
    rows = [
        (table, facts.code, facts.game, facts.status, _moment(facts.touched), facts.name)
        for table, facts in found
    ]
    Terminal().show(_columns(("table", "code", "game", "status", "touched (UTC)", "host"), rows))


@admin.command(context_settings=_DASHES)
@_table
@click.pass_obj
def show(house: House, name: str) -> None:
    """Show a table as a spectator may know it: neither hands nor seeds nor secrets."""

    async def ask(database: Database) -> Table:
        log = Log(database)
        table, _ = await _found(log, name)
        return replay(table, await log.read(table))

    Terminal().show(*_told(house.look(ask)))


@admin.command(context_settings=_DASHES)
@_table
@click.option("--why", required=True, help="What whoever sits there is told.")
@click.pass_obj
def close(house: House, name: str, why: str) -> None:
    """Close a table for good, whatever is played at it. Finished games can still be read."""
    if not why.strip() or not why.isprintable() or len(why) > LONGEST_REASON:
        raise BadRequest(f"a reason is 1 to {LONGEST_REASON} printable characters")

    async def ask(database: Database) -> str:
        bus = await open_bus(house.bus, lambda _: None)
        try:
            return await _closed(Log(database), bus, name, why.strip())
        finally:
            await bus.close()

    click.echo(f"table {house.change(ask)} is closed")


@admin.command(context_settings=_DASHES)
@_table
@click.option(
    "--folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="A file for each game in here, instead of a line for each on standard output.",
)
@click.pass_obj
def export(house: House, name: str, folder: Path | None) -> None:
    """Write the records of a table's finished games."""
    records = house.look(lambda database: _records(Log(database), name))
    if not records:
        click.echo("no game of this table is over yet", err=True)
    for match, record in records.items():
        if folder is None:
            click.echo(msgspec.json.encode(record))
        else:
            path = folder / f"{record.game}-{match}.json"
            record.save(path)
            click.echo(path)


@admin.command("delete-table", context_settings=_DASHES)
@_table
@click.confirmation_option(prompt="Delete this table with all its games, for ever?")
@click.pass_obj
def delete_table(house: House, name: str) -> None:
    """Delete a closed table with all its games, for ever."""

    async def ask(database: Database) -> str:
        table, facts = await _found(Log(database), name)
        if facts.status != "closed":
            raise TableError("a server may have this table open: close it first")
        await Log(database).delete(table)
        return table

    click.echo(f"table {house.change(ask)} is deleted")


@admin.command()
@_limit
@_offset
@click.pass_obj
def profiles(house: House, limit: int, offset: int) -> None:
    """List profiles, the newest first."""
    found = house.look(lambda database: database.rows(_PROFILES, limit, offset))
    rows = [(_moment(created), str(games), name) for name, created, games in found]
    Terminal().show(_columns(("created (UTC)", "games", "name"), rows))


@admin.command("delete-profile")
@click.argument("name")
@click.confirmation_option(prompt="Delete this profile with its results and ratings, for ever?")
@click.pass_obj
def delete_profile(house: House, name: str) -> None:
    """Delete a profile with its sessions, results and ratings, for ever."""

    async def ask(database: Database) -> None:
        rows = await database.rows("SELECT id, created FROM profiles WHERE name = $1", name)
        if not rows:
            raise BadRequest("no profile has exactly this name; `stammtisch admin profiles` lists them")
        profile, created = rows[0]
        await Profiles(database).delete(Profile(profile, name, created, password=False))

    house.change(ask)
    click.echo("the profile is deleted")


async def _found(log: Log, name: str) -> Listed:
    """The table of this id or code."""
    for table in (name, await log.by_code(name.strip().lower())):
        if table is not None and (facts := await log.facts(table)) is not None:
            return Listed(table, facts)
    raise UnknownTable("no table has this id or code; `stammtisch admin list` lists them")


async def _closed(log: Log, bus: Bus, name: str, why: str) -> str:
    """Write that the table is closed, after whatever a running server writes meanwhile, and tell it."""
    for _ in range(TRIES):
        table, facts = await _found(log, name)
        if facts.status == "closed":
            raise TableOver("this table is closed already")
        n, now = len(await log.read(table)) + 1, time.time()
        changed = msgspec.structs.replace(facts, status="closed", touched=now, wake=None)
        with suppress(Conflict):
            await log.append(table, n, [encode_event(TableClosed(t=now, why=why))], changed)
            with suppress(Halted):  # stored is stored: servers notice when they write next
                await bus.publish(subject(table), msgspec.json.encode({"n": n}))
            return table
    raise Halted("others write at this table all the time: try again")


async def _records(log: Log, name: str) -> dict[str, Record]:
    """The finished games of a table by their match."""
    table, _ = await _found(log, name)
    return dict(finished_records(table, await log.read(table)))


def _told(table: Table) -> Iterator[RenderableType]:
    about = view_table(table, None)
    facts = (
        ("table", about.table),
        ("code", about.code),
        ("game", about.game),
        ("options", msgspec.json.encode(about.options).decode()),
        ("status", about.status if table.closed is None else f"closed: {table.closed}"),
        ("created", _moment(table.created)),
        ("touched", _moment(table.touched)),
        ("match", about.match),
        ("commitment", about.commitment or "none: real dice"),
    )
    yield _columns(("", ""), facts)
    yield from ("", _columns(("seat", "kind", "bot", "name"), map(_seat, enumerate(about.seats))))
    if about.finished:
        yield from ("", _columns(("finished game", "winners"), map(_finished, about.finished)))


def _seat(numbered: tuple[int, SeatInfo]) -> tuple[str, ...]:
    number, seat = numbered
    stand_in = f"stands in: {seat.stand_in}" if seat.stand_in else ""
    return str(number), seat.kind, seat.bot or stand_in, seat.name


def _finished(game: FinishedInfo) -> tuple[str, ...]:
    return game.match, ", ".join(game.names[seat] for seat in game.outcome.winners)


def _columns(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Columns:
    """All in their full length but the last, which is folded where there is no room."""
    columns = Columns(box=None, pad_edge=False, header_style="bold", show_header=any(heads))
    for number, head in enumerate(heads, 1):
        columns.add_column(head, no_wrap=number < len(heads), overflow="fold")
    for row in rows:
        columns.add_row(*map(Text, row))
    return columns


def _moment(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
