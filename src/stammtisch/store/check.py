"""Looks for damage in a SQLite file: bad pages, and logs with gaps or broken entries."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from threading import Event
from typing import Final

from stammtisch.store.contract import Damage

SECONDS: Final = 60.0
"""A hundred megabytes take about two seconds; a check that takes longer than this ends early."""
INSTRUCTIONS: Final = 100_000
"""Steps of SQLite between two looks at the clock."""

_PAGES: Final = "PRAGMA quick_check(20)"
_LOGS: Final = (
    "SELECT table_id FROM log WHERE n > 0 GROUP BY table_id "
    "HAVING MIN(n) <> 1 OR MAX(n) <> COUNT(*) OR MIN(json_valid(entry)) = 0"
)


def check(connection: sqlite3.Connection, stop: Event) -> Damage:
    """What is damaged; nothing is changed. It ends early at `stop`, and closes the connection."""
    deadline = time.monotonic() + SECONDS
    connection.set_progress_handler(lambda: stop.is_set() or time.monotonic() > deadline, INSTRUCTIONS)
    with closing(connection):
        return _found(connection)


def _found(connection: sqlite3.Connection) -> Damage:
    file: tuple[str, ...] = ()
    try:
        file = tuple(text for (text,) in connection.execute(_PAGES) if text != "ok")
        return Damage(tuple(table for (table,) in connection.execute(_LOGS)), file)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return Damage(file=file, complete=False)
        return Damage(file=file or (str(error),))
