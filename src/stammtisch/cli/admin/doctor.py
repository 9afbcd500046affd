"""`stammtisch admin doctor`: what is wrong with an installation, and what to do about it."""

from __future__ import annotations

import asyncio
from typing import Final

import click

from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.admin.diagnosis import Diagnosis, machine, network, of_database, running_server
from stammtisch.cli.setting_options import setting_option

WRONG: Final = 1
"""The exit status if something is wrong."""


@click.command
@setting_option("host")
@setting_option("origins")
@setting_option("trusted_proxies")
@click.option(
    "--url", help="Also ask the server at this address, as browsers reach it: https://table.example."
)
@click.pass_context
def doctor(
    ctx: click.Context, host: str, origins: tuple[str, ...], trusted_proxies: tuple[str, ...], url: str | None
) -> None:
    """Say what is wrong with settings, database, clock, disk and proxy, and what to do.

    The exit status is 1 if something is wrong.
    """
    deployment: Deployment = ctx.obj
    found = [*machine(deployment.database, deployment.bus), *network(host, origins, trusted_proxies)]
    found += asyncio.run(of_database(deployment.database))
    found += running_server(url) if url else []
    for diagnosis in found:
        click.echo(_line(diagnosis))
    if any(diagnosis.level == "wrong" for diagnosis in found):
        ctx.exit(WRONG)


def _line(diagnosis: Diagnosis) -> str:
    advice = f"; {diagnosis.advice}" if diagnosis.advice else ""
    return f"{diagnosis.level:<8}{diagnosis.about}: {diagnosis.finding}{advice}"


COMMANDS: Final = (doctor,)
