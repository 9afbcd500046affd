"""The database of tables and profiles: the same SQL for SQLite and PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from stammtisch.core.extras import require
from stammtisch.store.contract import (
    BadStore,
    Conflict,
    Damaged,
    Database,
    Halted,
    OnHalted,
    Statement,
    ignore,
)
from stammtisch.store.log import Facts, Listed, Log
from stammtisch.store.sqlite import open_sqlite

__all__ = [
    "BadStore",
    "Conflict",
    "Damaged",
    "Database",
    "Facts",
    "Halted",
    "Listed",
    "Log",
    "Statement",
    "open_store",
]


async def open_store(
    url: str,
    *,
    shared: bool = False,
    read_only: bool = False,
    beside: bool = False,
    on_halted: OnHalted = ignore,
) -> Database:
    """The database at `sqlite:PATH`, a plain path or `postgresql://…`, upgraded to the current version.

    Only one process may open a file, unless all of them say `shared`. With `read_only` the database has to
    exist and may be open elsewhere; it is not changed, and `write` is refused. With `beside` it may be open
    elsewhere too: for what servers read again from the database, and not for the logs of tables, which
    they hold in memory. `on_halted` hears of every failure that makes the open database unavailable.
    """
    if url.startswith(("postgresql://", "postgres://")):
        require("cluster", "asyncpg", "PostgreSQL")
        from stammtisch.store.postgres import open_postgres  # noqa: PLC0415 - of an extra

        return await open_postgres(url, read_only=read_only, on_halted=on_halted)
    path = url.removeprefix("sqlite:")
    if not path or "://" in url:
        raise BadStore(f"a database is sqlite:PATH or postgresql://HOST/NAME, not {_without_password(url)}")
    return await open_sqlite(
        Path(path), shared=shared, read_only=read_only, beside=beside, on_halted=on_halted
    )


def _without_password(url: str) -> str:
    return url.split("://", maxsplit=1)[0] + "://…" if "://" in url else repr(url)
