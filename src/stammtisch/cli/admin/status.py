"""`stammtisch admin status`: versions, what is stored and, of a running server, its load and its errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click
import msgspec
from rich.console import RenderableType

from stammtisch.cli.admin.columns import columns
from stammtisch.cli.admin.deployment import Deployment
from stammtisch.cli.admin.over_http import running_administration, url_option
from stammtisch.cli.terminal import Terminal
from stammtisch.server.administration.status import Load, Storage, Versions, storage, versions
from stammtisch.server.administration.texts import moment
from stammtisch.server.ops.recent import LogLine
from stammtisch.store import Database

_BYTES: Final = {"taken", "free", "memory"}
_MOMENTS: Final = {"started", "now"}


@click.command
@url_option("Also show load and errors of the server at this address.")
@click.pass_obj
def status(deployment: Deployment, url: str | None) -> None:
    """Show versions and what is stored and, with --url, load and errors of a running server."""

    async def work(database: Database) -> tuple[Versions, Storage]:
        return await versions(database), await storage(database)

    found = deployment.read(work)
    terminal = Terminal()
    terminal.show("Versions", _rows(found[0]), "Storage", _rows(found[1]))
    if url is not None:
        server = running_administration(url)
        terminal.show("Load", _rows(server.read("load", Load)))
        terminal.show("Errors", *_lines(server.read("errors", list[LogLine])))


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
