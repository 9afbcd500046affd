"""What errors of SQLite mean: that one request fails, or that the database is unavailable."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from stammtisch.store.contract import Conflict, Damaged, Unavailable

_TAKEN: Final = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE}
_UNAVAILABLE: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
}


def _code(error: Exception) -> int:
    """SQLite's error code; errors of the Python module itself have none."""
    return getattr(error, "sqlite_errorcode", 0)


def primary(error: Exception) -> int:
    """The kind of error, without its particulars."""
    return _code(error) & 0xFF


def meaning(error: Exception) -> Exception:
    """What it means for the caller, where it does not concern everybody."""
    if _code(error) in _TAKEN:
        return Conflict(str(error))
    return Damaged(str(error)) if primary(error) == sqlite3.SQLITE_CORRUPT else error


@contextmanager
def translated_errors(path: Path) -> Iterator[None]:
    """Errors of SQLite in this block are raised as ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise (unavailable(path, error) if makes_unavailable(error) else meaning(error)) from error


def makes_unavailable(error: Exception) -> bool:
    """Whether it concerns everybody: the database is unavailable."""
    return primary(error) in _UNAVAILABLE


def unavailable(path: Path, error: sqlite3.Error) -> Unavailable:
    """The `Unavailable` that tells the caller of this error."""
    return Unavailable(detail=f"{path}: {error}")
