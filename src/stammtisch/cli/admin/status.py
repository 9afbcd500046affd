"""`stammtisch admin status`: versions, what is stored and, of a running server, its load and its errors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final, TypeVar

import click
import msgspec
from rich.console import RenderableType

from stammtisch.cli.admin.columns import columns
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.admin.running_server import ask
from stammtisch.cli.terminal import Terminal
from stammtisch.core.errors import BadRequest
from stammtisch.server.administration.status import Load, Storage, Versions, storage, versions
from stammtisch.server.administration.texts import moment
from stammtisch.server.ops.recent import LogLine
from stammtisch.store import Database

TOKEN: Final = "STAMMTISCH_TOKEN"  # noqa: S105 - the name of a variable
"""Holds the token for a running server; a flag would be visible to everybody on the machine."""

Answer = TypeVar("Answer")

_BYTES: Final = {"taken", "free", "memory"}
_MOMENTS: Final = {"started", "now"}


@click.command
@click.option(
    "--url",
    help="Also show load and errors of the server at this address, such as http://127.0.0.1:8765. "
    f"This takes a token, which {TOKEN} holds or you type.",
)
@click.pass_obj
def status(deployment: Deployment, url: str | None) -> None:
    """Show versions and what is stored and, with --url, load and errors of a running server."""

    async def work(database: Database) -> tuple[Versions, Storage]:
        return await versions(database), await storage(database)

    found = deployment.read(work)
    terminal = Terminal()
    terminal.show("Versions", _rows(found[0]), "Storage", _rows(found[1]))
    if url is not None:
        token = os.environ.get(TOKEN) or click.prompt("Token", hide_input=True, err=True)
        terminal.show("Load", _rows(_asked(url, "load", token, Load)))
        terminal.show("Errors", *_lines(_asked(url, "errors", token, list[LogLine])))


def _asked(url: str, what: str, token: str, kind: type[Answer]) -> Answer:
    """What the administration of a running server answers."""
    try:
        answer = ask(f"{url.rstrip('/')}/api/admin/{what}", headers={"Authorization": f"Bearer {token}"})
    except (OSError, ValueError) as error:
        raise BadRequest(f"{url} does not answer: {getattr(error, 'reason', error)}") from error
    if answer.status != 200:
        raise BadRequest(f"{url} answers {answer.status}: create a token with `stammtisch admin token NAME`")
    try:
        return msgspec.json.decode(answer.body, type=kind)
    except msgspec.MsgspecError as error:
        raise BadRequest(f"{url} is not a server of this version") from error


def _rows(found: msgspec.Struct) -> RenderableType:
    return columns(("", ""), _named(found))


def _named(found: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """Every field with its value; one with several values is several rows."""
    for name, value in msgspec.structs.asdict(found).items():
        if isinstance(value, dict):
            yield from ((f"  {name} {key}", str(each)) for key, each in value.items())
        else:
            yield f"  {name.replace('_', ' ')}", _shown(name, value)


def _shown(name: str, value: float | str | None) -> str:
    if value is None:
        return "unknown"
    if name in _BYTES:
        return f"{float(value) / 10**6:,.1f} MB"
    return f"{moment(float(value))} UTC" if name in _MOMENTS else str(value)


def _lines(found: list[LogLine]) -> Iterator[str]:
    for line in found:
        yield f"  {moment(line.at)} {line.level} {line.text}"
        yield from (f"    {part}" for part in line.stack.splitlines())
    if not found:
        yield "  none since the start"


COMMANDS: Final = (status,)
