"""`stammtisch admin check`: look for damage."""

from __future__ import annotations

from typing import Final

import click

from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.progress import progress
from stammtisch.server.accounts.integrity import check_everything
from stammtisch.store import BadStore, Database


@click.command
@click.pass_obj
def check(deployment: Deployment) -> None:
    """Check that every game can be replayed, and that index, results and dice agree with it.

    A SQLite file is also checked for damaged pages. Servers may keep running. The exit status is 2 if
    anything is wrong.
    """

    async def work(database: Database) -> bool:
        damage = await database.check()
        for what in damage.file:
            click.echo(f"file: {what}")
        well = not damage.file
        with progress("checking") as bar:
            async for finding in check_everything(database, bar):
                note = "note: " if finding.note else ""
                click.echo(f"{note}{finding.where}: {finding.what}")
                well = well and finding.note
        return well

    if not deployment.read(work):
        raise BadStore("the database is damaged; restore it from a backup, or delete the damaged tables")
    click.echo("no damage was found")


COMMANDS: Final = (check,)
