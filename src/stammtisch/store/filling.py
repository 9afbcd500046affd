"""Filling an empty database in one transaction: everything appears at once, or nothing ever does."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from stammtisch.core.extras import require
from stammtisch.store import private
from stammtisch.store.address import parse_address
from stammtisch.store.contract import BadStore
from stammtisch.store.migrations import Dialect, Query, check_empty
from stammtisch.store.sqlite import DIALECT, connected, files_of, lock, query_of, unusable, use_wal
from stammtisch.store.sqlite_errors import translated_errors


class Filling(Protocol):
    """A database that is being filled."""

    @property
    def dialect(self) -> Dialect:
        """Where its SQL differs from that of the other engine."""

    @property
    def query(self) -> Query:
        """Runs the statements of upgrades."""

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Add rows to a table."""


@asynccontextmanager
async def fill_store(url: str) -> AsyncIterator[Filling]:
    """An empty database at this address, whose contents are there when the block ends without an error.

    `BadStore` if it is not empty. No server can use it meanwhile.
    """
    address = parse_address(url)
    if isinstance(address, Path):
        async with _fill_file(address) as filling:
            yield filling
    else:
        require("cluster", "asyncpg", "PostgreSQL")
        from stammtisch.store.postgres import fill_postgres  # noqa: PLC0415 - of an extra

        async with fill_postgres(address) as postgres:
            yield postgres


@asynccontextmanager
async def _fill_file(path: Path) -> AsyncIterator[Filling]:
    """A new file, or an empty one. If that fails, nothing is left of a new one."""
    with ExitStack() as leftovers, ExitStack() as resources:
        try:
            connection = await _empty_file(path, resources, leftovers)
        except (sqlite3.Error, OSError, BadStore) as error:
            raise unusable(path, error) from error
        with translated_errors(path), connection:
            connection.execute("BEGIN IMMEDIATE")
            yield _SQLiteFilling(path, connection)
        leftovers.pop_all()


async def _empty_file(path: Path, resources: ExitStack, leftovers: ExitStack) -> sqlite3.Connection:
    """A connection to an empty file; `leftovers` removes a file that was created here."""
    created = private.create_file(path, for_owner_of_folder=True)
    lock(path, resources, shared=False)
    if created:
        for file in files_of(path):
            leftovers.callback(file.unlink, missing_ok=True)
    connection = connected(path, resources, "rw")
    await check_empty(query_of(connection), DIALECT)
    await use_wal(connection)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


class _SQLiteFilling:
    """A SQLite file that is being filled."""

    dialect: Final = DIALECT

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self.query = query_of(connection)

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        places = ", ".join("?" * len(columns))
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608 - our names
        with translated_errors(self._path):
            self._connection.executemany(sql, rows)
