"""Where a database is, as people write it: a file of SQLite, or a PostgreSQL server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, TypeAlias

from stammtisch.store.contract import BadStore

PostgresAddress: TypeAlias = str
"""`postgresql://…` or `postgres://…`, as libpq reads it."""

FORMS: Final = "sqlite:///FILE or postgresql://HOST/NAME"

_POSTGRES: Final = ("postgresql", "postgres")
_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]+):", re.IGNORECASE)  # one letter is a drive of Windows


def parse_address(text: str) -> Path | PostgresAddress:
    """The file of SQLite or the address of a PostgreSQL server, or `BadStore` with what would be right.

    A file is `sqlite:PATH`, a plain path, or `sqlite:///PATH`, where an absolute path has a slash of its own:
    `sqlite:////srv/tables.sqlite`. No message repeats an address: it may hold a password.
    """
    found = _SCHEME.match(text)
    scheme, rest = (found[1].lower(), text[found.end() :]) if found else ("", text)
    if scheme == "sqlite":
        return _file(_path_of_url(rest) if rest.startswith("//") else rest)
    if scheme in _POSTGRES and rest.startswith("//"):
        return text
    if scheme in _POSTGRES or (rest.startswith("//") and scheme):
        raise BadStore(f"a database is {FORMS}, not {scheme}:…")
    return _file(text)


def _path_of_url(rest: str) -> str:
    """The path in what follows `sqlite:` in an address with slashes."""
    host, slash, path = rest.removeprefix("//").partition("/")
    if host:
        raise BadStore(
            "sqlite:// takes three slashes before a relative path and four before an absolute one: "
            "sqlite:///tables.sqlite, sqlite:////srv/tables.sqlite"
        )
    if "?" in path:
        raise BadStore("sqlite:/// takes no parameters after a question mark; a file with one is sqlite:PATH")
    return path if slash else ""


def _file(path: str) -> Path:
    if not path:
        raise BadStore(f"a database is {FORMS}, and this address names no file")
    if path == ":memory:":
        raise BadStore(f"a database in memory would be lost: name a file, as {FORMS}")
    return Path(path)
