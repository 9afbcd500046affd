"""`stammtisch admin prune`: delete what has been kept long enough."""

from __future__ import annotations

import time
from typing import Final

import click

from stammtisch.cli.admin.audit_log import BY, audit_of
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.setting_options import setting_option
from stammtisch.server.accounts.cleanup import Cleaned, Cleanup
from stammtisch.server.accounts.sessions import Sessions
from stammtisch.server.tables.retention import Retention, keep_days
from stammtisch.store import Database


@click.command
@setting_option("keep_unfinished_days")
@setting_option("keep_closed_days")
@setting_option("keep_guests_days")
@click.option("--dry-run", is_flag=True, help="Change nothing, and say what would be done.")
@click.pass_obj
def prune(
    deployment: Deployment,
    *,
    keep_unfinished_days: float,
    keep_closed_days: float,
    keep_guests_days: float,
    dry_run: bool,
) -> None:
    """Close games that nobody continues, and delete what has been kept long enough.

    A running server does this automatically. Finished games of people with a profile are kept.
    """
    keep = keep_days(keep_unfinished_days, keep_closed_days, keep_guests_days)

    async def work(database: Database) -> tuple[Cleaned, int]:
        now, cleaned = time.time(), Cleaned()
        async with deployment.open_bus() as bus:
            cleanup = Cleanup(Retention(database, bus, keep), Sessions(database, time.time))
            cleaned = await cleanup.slice(now, dry_run=dry_run)
            while not cleanup.finished_round:
                cleaned = cleaned.plus(await cleanup.slice(now, dry_run=dry_run))
        if not dry_run:
            await audit_of(database).add(BY, "pruned", _summary(cleaned))
        alone = deployment.bus is None and not dry_run
        return cleaned, await database.compact() if alone else 0

    cleaned, freed = (deployment.read if dry_run else deployment.write)(work)
    verb = "would be" if dry_run else "were"
    click.echo(f"tables {verb} closed: {cleaned.closed}")
    click.echo(f"tables {verb} deleted: {cleaned.deleted}")
    click.echo(f"sessions {verb} deleted: {cleaned.sessions}")
    if freed > 0:
        click.echo(f"the file is {freed:,} bytes smaller")


def _summary(cleaned: Cleaned) -> str:
    """Names and numbers alone: the page shows this in every language."""
    return " ".join(f"{what}={count}" for what, count in cleaned._asdict().items())


COMMANDS: Final = (prune,)
