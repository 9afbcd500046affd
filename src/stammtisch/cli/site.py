"""`stammtisch site`: the games as static files, for any web host."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Final

import click

import stammtisch.server
from stammtisch.core.errors import StammtischError
from stammtisch.server.http.games import written
from stammtisch.server.ops.headers import policy

PAGE: Final = Path(stammtisch.server.__file__).parent / "page"
MODE: Final = '<meta name="stammtisch-mode" content="site" />'
"""Tells the page that there is no server, and this command that a folder holds a site of its own."""
RUNTIME: Final = "runtime"
TABLES: Final = re.compile(r"runtime/tables-[^/]+/")
COMPRESSED: Final = ".br"
ANSWERS: Final = "answers"
"""What the page reads about the games, so that it need not start the runtime for it."""
OFFLINE: Final = "files.json"
"""The list of what the service worker keeps for times without a connection."""

_HEAD: Final = '<meta charset="utf-8" />'
_NOT_IN_META: Final = "frame-ancestors 'none'; "
"""What browsers read only in a header."""


class BadSite(StammtischError):
    """A site that cannot be written: nothing to write, or a folder that holds something else."""

    code = "bad-site"


@click.command
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--no-runtime", is_flag=True, help="Write the page alone, into a folder that has the runtime.")
@click.option("--no-tables", is_flag=True, help="Leave out the tables of the best bots and of analyses.")
@click.option("--brotli", is_flag=True, help="Add compressed copies, for hosts that serve them.")
def site(folder: Path, no_runtime: bool, no_tables: bool, brotli: bool) -> None:
    """Write all four games as static files into FOLDER, for any web host and any address.

    None of it needs a Stammtisch server: games are played, kept and analysed on the device of each visitor.
    """
    chosen = [
        name
        for name in _names()
        if not (no_runtime and name.startswith(f"{RUNTIME}/"))
        and not (no_tables and TABLES.match(name))
        and (brotli or not name.endswith(COMPRESSED))
    ]
    _check(folder, no_runtime=no_runtime)
    _clear(folder, runtime=not no_runtime)
    for name in chosen:
        _write(name, folder)
    answers = _write_answers(folder)
    _list_offline(answers, folder)
    chosen += answers
    size = sum((folder / name).stat().st_size for name in chosen)
    click.echo(f"{len(chosen)} files, {size / 1e6:.1f} MB, in {folder}")


def _names() -> Iterator[str]:
    if not (PAGE / "index.html").is_file():
        raise BadSite("the page is not installed: `make page` builds it")
    return (path.relative_to(PAGE).as_posix() for path in sorted(PAGE.rglob("*")) if path.is_file())


def _check(folder: Path, *, no_runtime: bool) -> None:
    """Refuse to replace anything but a site that this command has written."""
    if no_runtime and not (folder / RUNTIME / "manifest.json").is_file():
        raise BadSite(f"{folder} has no runtime yet: write it once without --no-runtime")
    if not no_runtime and not (PAGE / RUNTIME / "manifest.json").is_file():
        raise BadSite(
            "the page was built without the runtime: build it again where the registries can be reached"
        )
    index = folder / "index.html"
    ours = index.is_file() and MODE in index.read_text(encoding="utf-8")
    if folder.exists() and any(folder.iterdir()) and not ours:
        raise BadSite(f"{folder} holds something else: name an empty folder, or one with an older site")


def _clear(folder: Path, *, runtime: bool) -> None:
    """Remove the files of an older version."""
    for name in ("assets", ANSWERS, *([RUNTIME] if runtime else [])):
        shutil.rmtree(folder / name, ignore_errors=True)


def _write(name: str, folder: Path) -> None:
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    change = _CHANGED.get(name)
    if change is None:
        shutil.copyfile(PAGE / name, target)
    else:
        target.write_text(change((PAGE / name).read_text(encoding="utf-8")), encoding="utf-8")


def _write_answers(folder: Path) -> list[str]:
    """Write the games and their rules as files; their names."""
    (folder / ANSWERS).mkdir()
    names = []
    for name, content in written():
        (folder / ANSWERS / name).write_bytes(content)
        names.append(f"{ANSWERS}/{name}")
    return names


def _list_offline(answers: list[str], folder: Path) -> None:
    """Let the service worker keep them too, for times without a connection."""
    listed = folder / OFFLINE
    listed.write_text(json.dumps([*answers, *json.loads(listed.read_text("utf-8"))]), encoding="utf-8")


def _index(text: str) -> str:
    """The page for any folder, with its policy in it, since a static host sends no header of ours."""
    rules = escape(policy().replace(_NOT_IN_META, ""))
    own = f'{_HEAD}\n    <meta http-equiv="Content-Security-Policy" content="{rules}" />\n    {MODE}'
    return re.sub(r'(href|src)="/', r'\1="./', text.replace(_HEAD, own))


def _manifest(text: str) -> str:
    return text.replace('"/', '"./')


_CHANGED: Final[dict[str, Callable[[str], str]]] = {"index.html": _index, "manifest.webmanifest": _manifest}
"""The files that name others by their address on a server."""
