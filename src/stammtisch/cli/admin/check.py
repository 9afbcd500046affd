"""`stammtisch admin check`: look for damage."""

from __future__ import annotations

from typing import Final

import click

from stammtisch.cli.admin.site import Site
from stammtisch.store import BadStore


@click.command
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


COMMANDS: Final = (check,)
