"""The database of tables and profiles: the same SQL for SQLite and PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from stammtisch.core.extras import require
from stammtisch.store.address import parse_address
from stammtisch.store.contract import (
    BadStore,
    Conflict,
    Damaged,
    Database,
    OnUnavailable,
    Statement,
    Unavailable,
    ignore,
)
from stammtisch.store.log import Facts, Listed, Log

__all__ = [
    "BadStore",
    "Conflict",
    "Damaged",
    "Database",
    "Facts",
    "Listed",
    "Log",
    "Statement",
    "Unavailable",
    "open_store",
]


async def open_store(
    url: str,
    *,
    shared: bool = False,
    read_only: bool = False,
    alongside: bool = False,
    on_unavailable: OnUnavailable = ignore,
) -> Database:
    """The database at this address (see `parse_address`), upgraded to the current version.

    Only one process may open a file, unless all of them say `shared`. With `read_only` the database has to
    exist and may be open elsewhere; it is not changed, and `write` is refused. With `alongside` it may be
    open elsewhere too: for what servers read again from the database, and not for the logs of tables,
    which they hold in memory. `on_unavailable` is called with every failure after which it is unavailable.
    """
    address = parse_address(url)
    if isinstance(address, Path):
        from stammtisch.store.sqlite import open_sqlite  # noqa: PLC0415 - a browser has no SQLite

        return await open_sqlite(
            address, shared=shared, read_only=read_only, alongside=alongside, on_unavailable=on_unavailable
        )
    require("cluster", "asyncpg", "PostgreSQL")
    from stammtisch.store.postgres import open_postgres  # noqa: PLC0415 - of an extra

    return await open_postgres(address, read_only=read_only, on_unavailable=on_unavailable)
