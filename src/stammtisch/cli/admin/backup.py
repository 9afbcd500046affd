"""`stammtisch admin`: backups of a database, for either engine."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import BinaryIO, Final

import click

from stammtisch.cli.admin.audit_log import BY
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.output import discard_output
from stammtisch.cli.progress import progress
from stammtisch.cli.setting_options import make_default_folder
from stammtisch.server.administration import audit
from stammtisch.server.administration.texts import moment
from stammtisch.store import Database
from stammtisch.store.backup import BadBackup, Header, restore, stream_backup, write_backup
from stammtisch.store.filling import Filling


@click.command
@click.argument("file", type=click.Path(allow_dash=True, path_type=Path))
@click.pass_obj
def backup(deployment: Deployment, file: Path) -> None:
    """Write everything to FILE, or to standard output if it is -.

    Servers may keep running: the backup shows the moment at which it begins. It can be restored into
    SQLite and into PostgreSQL. It holds secrets, so only you can read it.
    """

    async def work(database: Database) -> Header:
        with progress("writing") as bar:
            if str(file) != "-":
                return await write_backup(database, file, bar)
            try:
                return await stream_backup(database, sys.stdout.buffer, bar)
            except OSError as error:
                discard_output()
                raise BadBackup(f"standard output cannot be written: {error.strerror}") from error

    header = deployment.read(work)
    if str(file) != "-":
        click.echo(f"{_amount(header)} are in {file}")


@click.command("restore")
@click.argument("file", type=click.File("rb"))
@click.pass_obj
def restore_backup(deployment: Deployment, file: BinaryIO) -> None:
    """Restore the backup in FILE, or from standard input if it is -, into an empty database.

    Name the new database with --database before the command; it may be of the other engine. Everything
    is there at the end, or nothing.
    """
    make_default_folder(deployment.database)
    with progress("restoring") as bar:
        header = asyncio.run(restore(deployment.database, file, bar, _note))
    click.echo(f"{_amount(header)} of {moment(header.created)} UTC are restored")


async def _note(database: Filling, header: Header) -> None:
    """The audit log of the new database says where it comes from."""
    about = f"{moment(header.created)} UTC"
    await database.insert(audit.TABLE, audit.COLUMNS, [audit.new_row(time.time(), BY, "restored", about)])


def _amount(header: Header) -> str:
    counted = {name: table.rows for name, table in header.tables.items()}
    return f"{counted['tables']} tables, {counted['profiles']} profiles and {counted['log']} events"


COMMANDS: Final = (backup, restore_backup)
