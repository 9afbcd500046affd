"""`stammtisch admin`: profiles."""

from __future__ import annotations

from typing import Final

import click

from stammtisch.cli.admin.audit_log import BY, audit_of
from stammtisch.cli.admin.columns import columns, limit, offset
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.terminal import Terminal
from stammtisch.core.errors import BadRequest
from stammtisch.server.accounts.profiles import Profile, Profiles
from stammtisch.server.administration.texts import moment
from stammtisch.store import Database

_PROFILES: Final = (
    "SELECT name, created, (SELECT COUNT(DISTINCT match) FROM results WHERE profile = profiles.id) "
    "FROM profiles ORDER BY created DESC, id LIMIT $1 OFFSET $2"
)


@click.command
@limit
@offset
@click.pass_obj
def profiles(deployment: Deployment, limit: int, offset: int) -> None:
    """List profiles, the newest first."""
    found = deployment.read(lambda database: database.rows(_PROFILES, limit, offset))
    rows = [(moment(created), str(games), name) for name, created, games in found]
    Terminal().show(columns(("created (UTC)", "games", "name"), rows))


@click.command("delete-profile")
@click.argument("name")
@click.confirmation_option(prompt="Delete this profile, its results and its ratings permanently?")
@click.pass_obj
def delete_profile(deployment: Deployment, name: str) -> None:
    """Delete a profile, its sessions, results and ratings permanently."""

    async def work(database: Database) -> None:
        rows = await database.rows("SELECT id, created FROM profiles WHERE name = $1", name)
        if not rows:
            raise BadRequest("no profile has exactly this name; `stammtisch admin profiles` lists them")
        profile, created = rows[0]
        await Profiles(database).delete(Profile(profile, name, created, password=False))
        await audit_of(database).add(BY, "profile-deleted", name)

    deployment.write(work)
    click.echo("the profile is deleted")


COMMANDS: Final = (profiles, delete_profile)
