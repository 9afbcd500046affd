"""Where tables and profiles are kept: one SQL, on SQLite or PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from stammtisch.core.extras import require
from stammtisch.store.contract import BadStore, Conflict, Database, Halted, Statement
from stammtisch.store.log import Facts, Listed, Log
from stammtisch.store.sqlite import open_sqlite

__all__ = [
    "BadStore",
    "Conflict",
    "Database",
    "Facts",
    "Halted",
    "Listed",
    "Log",
    "Statement",
    "open_store",
]


async def open_store(url: str, *, shared: bool = False, read_only: bool = False) -> Database:
    """The store at `sqlite:PATH`, a plain path or `postgresql://…`, with today's tables in it.

    A file is for one process alone unless all of them say `shared`. With `read_only` nothing is changed
    and nobody kept out: it may be open elsewhere, has to be there, and `write` is refused.
    """
    if url.startswith(("postgresql://", "postgres://")):
        require("cluster", "asyncpg", "PostgreSQL")
        from stammtisch.store.postgres import open_postgres  # noqa: PLC0415 - of an extra

        return await open_postgres(url, read_only=read_only)
    path = url.removeprefix("sqlite:")
    if not path or "://" in url:
        raise BadStore(f"a store is sqlite:PATH or postgresql://HOST/DATABASE, not {_without_password(url)}")
    return await open_sqlite(Path(path), shared=shared, read_only=read_only)


def _without_password(url: str) -> str:
    return url.split("://", maxsplit=1)[0] + "://…" if "://" in url else repr(url)
