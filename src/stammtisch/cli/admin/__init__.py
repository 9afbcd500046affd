"""`stammtisch admin`: manage the tables and profiles of a database, whether a server runs or not."""

from __future__ import annotations

from typing import Final

import click

from stammtisch.cli.admin import check, keys, orders, profiles, tables
from stammtisch.cli.admin.site import Site
from stammtisch.cli.setting_options import setting_option

COMMANDS: Final = (*tables.COMMANDS, *profiles.COMMANDS, *check.COMMANDS, *keys.COMMANDS, *orders.COMMANDS)
"""Every command, by the modules that hold them."""


@click.group
@setting_option("database")
@setting_option("bus")
@click.pass_context
def admin(ctx: click.Context, database: str, bus: str | None) -> None:
    """Manage the tables and profiles of a database. TABLE is a table's id or its code.

    You can list, show, export, announce, block and set keys while a server runs. Closing and deleting also
    work then with PostgreSQL or with --bus; otherwise stop the server first.
    """
    ctx.obj = Site(database, bus)


for _command in COMMANDS:
    admin.add_command(_command)
