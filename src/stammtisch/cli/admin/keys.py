"""`stammtisch admin`: the keys of the admin page, and the audit log."""

from __future__ import annotations

import sys
from typing import Final

import click

from stammtisch.cli.admin.audit_log import BY, audit_of
from stammtisch.cli.admin.columns import columns, limit
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.terminal import Terminal
from stammtisch.server.administration.administration import Administration
from stammtisch.server.administration.texts import moment


@click.command
@click.pass_obj
def password(deployment: Deployment) -> None:
    """Set the password of the admin page, typed or from a pipe. The page exists only if it has a key."""
    new = _typed() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    deployment.write_alongside(lambda database: Administration(database).keys.set_password(new, BY))
    click.echo("the password is set: the admin page is at /admin")


def _typed() -> str:
    typed: str = click.prompt("New password of the admin page", hide_input=True, confirmation_prompt=True)
    return typed


@click.command
@click.argument("name")
@click.pass_obj
def token(deployment: Deployment, name: str) -> None:
    """Create a token with which a program can use the administration. It is shown only once."""
    click.echo(deployment.write_alongside(lambda database: Administration(database).keys.add_token(name, BY)))


@click.command
@click.pass_obj
def keys(deployment: Deployment) -> None:
    """List the password and the tokens by their names."""
    found = deployment.read(lambda database: Administration(database).keys.listed())
    Terminal().show(columns(("created (UTC)", "name"), [(moment(key.created), key.name) for key in found]))


@click.command
@click.argument("name")
@click.pass_obj
def revoke(deployment: Deployment, name: str) -> None:
    """Revoke a token by its name, or the password as `password`. Without any key there is no admin page."""
    deployment.write_alongside(lambda database: Administration(database).keys.revoke(name, BY))
    click.echo(f"{name} is revoked")


@click.command
@limit
@click.pass_obj
def audit(deployment: Deployment, limit: int) -> None:
    """Show what was done to the server, by whom and from where, the latest first."""
    found = deployment.read(lambda database: audit_of(database).listed(limit))
    rows = [(moment(entry.at), entry.who, entry.address, entry.action, entry.about) for entry in found]
    Terminal().show(columns(("when (UTC)", "who", "address", "action", "about"), rows))


COMMANDS: Final = (password, token, keys, revoke, audit)
