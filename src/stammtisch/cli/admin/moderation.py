"""`stammtisch admin`: announcements, blocks and reports. A running server notices within seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import click
from rich.console import RenderableType

from stammtisch.cli.admin.audit_log import BY
from stammtisch.cli.admin.columns import chat, columns, limit
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.terminal import Terminal
from stammtisch.core.documents import read
from stammtisch.core.errors import BadRequest
from stammtisch.server.administration.administration import Administration
from stammtisch.server.administration.announcements import NewAnnouncement
from stammtisch.server.administration.blocks import NewBlock
from stammtisch.server.administration.reports import PlayerReport
from stammtisch.server.administration.texts import moment
from stammtisch.store import Database

_SECONDS: Final = {"m": 60, "h": 3600, "d": 24 * 3600}


def _duration(_: click.Context, __: click.Parameter, value: str) -> int:
    found = re.fullmatch(r"(\d{1,4})([mhd])", value)
    if found is None:
        wanted = "write minutes, hours or days, such as 30m, 2h or 7d"
        raise click.BadParameter(f"{value!r} is not a length of time: {wanted}")
    return int(found[1]) * _SECONDS[found[2]]


_lasting: Final = click.option(
    "--for", "seconds", metavar="30m|2h|7d", required=True, callback=_duration, help="For how long."
)


@click.command
@click.argument("text")
@_lasting
@click.pass_obj
def announce(deployment: Deployment, text: str, seconds: int) -> None:
    """Announce TEXT at all tables and on every page; it replaces the current announcement."""
    new, reasons = read(NewAnnouncement, {"text": text, "seconds": seconds})
    if new is None:
        raise BadRequest("; ".join(reasons))
    announced = deployment.write_alongside(
        lambda database: Administration(database).announcements.announce(new, BY)
    )
    click.echo(f"announced until {moment(announced.until)} UTC")


@click.command("end-announcement")
@click.pass_obj
def end_announcement(deployment: Deployment) -> None:
    """End the announcement."""
    deployment.write_alongside(lambda database: Administration(database).announcements.end(BY))
    click.echo("nothing is announced")


@click.command
@click.argument("kind", type=click.Choice(("address", "name")))
@click.argument("value")
@_lasting
@click.option("--why", default="", help="A note for administrators; nobody else reads it.")
@click.pass_obj
def block(deployment: Deployment, kind: str, value: str, seconds: int, why: str) -> None:
    """Block an address, a network or a name for some time."""
    new, reasons = read(NewBlock, {"kind": kind, "value": value, "seconds": seconds, "why": why})
    if new is None:
        raise BadRequest("; ".join(reasons))
    added = deployment.write_alongside(lambda database: Administration(database).blocks.add(new, BY))
    click.echo(f"{added.kind} {added.value} is blocked until {moment(added.until)} UTC")


@click.command
@click.pass_obj
def blocks(deployment: Deployment) -> None:
    """List what is blocked, the latest first."""
    found = deployment.read(lambda database: Administration(database).blocks.listed())
    rows = [(block.id, moment(block.until), block.kind, block.value, block.why) for block in found]
    Terminal().show(columns(("block", "until (UTC)", "kind", "value", "why"), rows))


@click.command
@click.argument("block")
@click.pass_obj
def unblock(deployment: Deployment, block: str) -> None:
    """End the block with this id."""
    deployment.write_alongside(lambda database: Administration(database).blocks.end(block, BY))
    click.echo("the block has ended")


@click.command
@click.option("--all", "settled", is_flag=True, help="Include settled reports.")
@limit
@click.pass_obj
def reports(deployment: Deployment, settled: bool, limit: int) -> None:
    """List what players have reported, the latest first."""
    found = deployment.read(lambda database: Administration(database).reports.listed(limit, settled=settled))
    rows = [
        (report.id, moment(report.created), report.table, report.why, report.reported, report.text)
        for report in found
    ]
    Terminal().show(columns(("report", "when (UTC)", "table", "why", "about", "text"), rows))


@click.command
@click.argument("report")
@click.option("--settle", is_flag=True, help="Mark the report as settled.")
@click.pass_obj
def report(deployment: Deployment, report: str, settle: bool) -> None:
    """Show a report with the chat that went before it."""

    async def work(database: Database) -> PlayerReport:
        if settle:
            await Administration(database).reports.settle(report, BY)
        return await Administration(database).reports.get(report)

    Terminal().show(*_description((deployment.write_alongside if settle else deployment.read)(work)))


def _description(report: PlayerReport) -> Iterator[RenderableType]:
    facts = (
        ("report", report.id),
        ("when", moment(report.created)),
        ("table", report.table),
        ("by", report.reporter),
        ("about", report.reported or "nobody in particular"),
        ("address", report.address or "not known"),
        ("why", report.why),
        ("text", report.text),
        ("settled", "no" if report.settled is None else moment(report.settled)),
    )
    yield columns(("", ""), facts)
    if report.chat:
        yield from ("", chat(report.chat))


COMMANDS: Final = (announce, end_announcement, block, blocks, unblock, reports, report)
