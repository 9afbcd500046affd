"""`stammtisch admin`: manage the tables and profiles of a database, whether a server runs or not."""

from __future__ import annotations

from typing import Final

import click

from stammtisch.cli.admin import (
    backup,
    check,
    doctor,
    install_service,
    keys,
    moderation,
    profiles,
    prune,
    status,
    tables,
)
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.setting_options import config_option, setting_option

COMMANDS: Final = (
    *tables.COMMANDS,
    *profiles.COMMANDS,
    *backup.COMMANDS,
    *check.COMMANDS,
    *prune.COMMANDS,
    *doctor.COMMANDS,
    *install_service.COMMANDS,
    *keys.COMMANDS,
    *moderation.COMMANDS,
    *status.COMMANDS,
)
"""Every command, by the modules that hold them."""


class AdminGroup(click.Group):
    """A group whose help has the whole first sentence of each command."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            names = self.list_commands(ctx)
            formatter.write_dl([(name, self.commands[name].get_short_help_str(limit=200)) for name in names])


@click.group(cls=AdminGroup)
@config_option
@setting_option("database")
@setting_option("bus")
@click.pass_context
def admin(ctx: click.Context, database: str, bus: str | None) -> None:
    """Manage the tables and profiles of a database. TABLE is a table's id or its code.

    You can list, show, export, check, back up, announce, block and set keys while a server runs. Closing and
    deleting also work then with PostgreSQL or with --bus; otherwise stop the server first.
    """
    ctx.obj = Deployment(database, bus)
    ctx.default_map = dict.fromkeys(admin.commands, ctx.default_map)  # the file has settings, not commands


for _command in COMMANDS:
    admin.add_command(_command)
