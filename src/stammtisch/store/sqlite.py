"""SQLite: one file on this machine, with many writes in one commit."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing
from pathlib import Path
from threading import Event
from typing import Any, Final

from stammtisch.store import locks, private
from stammtisch.store.check import check
from stammtisch.store.contract import BadStore, Damage, Damaged, OnUnavailable, Size, Statement
from stammtisch.store.migrations import Dialect, Query, check_newest, columns, stored_version, upgrade
from stammtisch.store.obstacles import missing_file, missing_folder, missing_rights, missing_room
from stammtisch.store.sqlite_commits import PATIENCE, PAUSE, Commits, placeholders
from stammtisch.store.sqlite_errors import makes_unavailable, primary, translated_errors, unavailable

BATCH: Final = 500
"""Rows that are read at once where there are many."""

DIALECT: Final = Dialect(
    columns="SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c "
    "WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite~_%' ESCAPE '~'",
    in_order_of_key="WITHOUT ROWID",
    now="CAST(strftime('%s', 'now') AS REAL)",
)


async def open_sqlite(
    path: Path, *, shared: bool, read_only: bool, alongside: bool, on_unavailable: OnUnavailable
) -> SQLite:
    """The database in this file, created if necessary; `shared` lets other processes of this machine in.

    Reading disturbs nobody, and works even while a process has the file to itself; with `alongside`
    so does writing.
    """
    resources = ExitStack()
    mode = "ro" if read_only else "rwc"
    try:
        if not read_only and path.parent.is_dir():
            private.create_file(path, for_owner_of_folder=True)
        writer = connected(path, resources, mode)
        version = await stored_version(query_of(writer), DIALECT)
        if read_only:
            check_newest(version)
        else:
            try:
                lock(path, resources, shared=shared)
            except BadStore:
                if not alongside:
                    raise
                check_newest(version)  # only the process that has the lock upgrades the file
            await _prepare(writer)
            _keep_private(path)
        reader = connected(path, resources, mode)
        reader.execute("PRAGMA query_only = ON")
    except (sqlite3.Error, OSError, BadStore) as error:
        resources.close()
        raise unusable(path, error) from error
    return SQLite(path, writer, reader, resources, on_unavailable)


class SQLite:
    """A SQLite `Database`."""

    def __init__(
        self,
        path: Path,
        writer: sqlite3.Connection,
        reader: sqlite3.Connection,
        resources: ExitStack,
        on_unavailable: OnUnavailable,
    ) -> None:
        self._path = path
        self._on_unavailable = on_unavailable
        self._commits = Commits(path, writer, on_unavailable)
        self._reader = reader
        self._resources = resources

    async def rows(self, sql: str, *args: object) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(placeholders(sql), args).fetchall()
        except sqlite3.Error as error:
            if primary(error) == sqlite3.SQLITE_CORRUPT:
                raise Damaged(str(error)) from error
            if not makes_unavailable(error):
                raise
            trouble = unavailable(self._path, error)
            self._on_unavailable(trouble)
            raise trouble from error

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        return self._commits.put(statements)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[SQLiteSnapshot]:
        """In threads, with a connection of its own."""
        with translated_errors(self._path), closing(connect(self._path, "ro")) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT version FROM meta")  # the moment is that of the first read
            yield SQLiteSnapshot(connection)

    async def check(self) -> Damage:
        """In a thread, with a connection of its own; nobody has to wait for one that was cancelled."""
        stop = Event()
        try:
            return await asyncio.to_thread(check, connect(self._path, "ro"), stop)
        finally:
            stop.set()

    async def compact(self) -> int:
        """In a thread. Without this, new rows use the room of deleted ones, and the file keeps its size."""
        return await asyncio.to_thread(self._compact)

    def _compact(self) -> int:
        before = self._path.stat().st_size
        with translated_errors(self._path), closing(connect(self._path, "rw")) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return before - self._path.stat().st_size

    async def size(self) -> Size:
        files = (self._path, beside(self._path, "-wal"))
        taken = sum(file.stat().st_size for file in files if file.exists())
        free = shutil.disk_usage(self._path.absolute().parent).free
        return Size(taken, free, f"SQLite {sqlite3.sqlite_version}")

    async def close(self) -> None:
        await self._commits.close()
        self._resources.close()


class SQLiteSnapshot:
    """A `Snapshot` of a SQLite file: a connection that has begun to read."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def rows(self, sql: str, *args: object) -> list[tuple[Any, ...]]:
        return await asyncio.to_thread(self._rows, sql, args)

    async def batches(self, sql: str) -> AsyncIterator[list[tuple[Any, ...]]]:
        cursor = await asyncio.to_thread(self._connection.execute, sql)
        while rows := await asyncio.to_thread(cursor.fetchmany, BATCH):
            yield rows

    async def columns(self) -> dict[str, list[str]]:
        return await columns(query_of(self._connection), DIALECT)

    def _rows(self, sql: str, args: Sequence[object]) -> list[tuple[Any, ...]]:
        return self._connection.execute(placeholders(sql), args).fetchall()


def connected(path: Path, resources: ExitStack, mode: str) -> sqlite3.Connection:
    """A connection that is closed with the resources."""
    connection = connect(path, mode)
    resources.callback(connection.close)
    return connection


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection for any thread, to read ("ro"), to write ("rw"), or to create the file too ("rwc")."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )
    connection.create_function("LOWER", 1, str.lower, deterministic=True)  # SQLite's own knows only A to Z
    return connection


def lock(path: Path, resources: ExitStack, *, shared: bool) -> None:
    """Lock out other processes until the file is closed, unless they share it too."""
    beside_it = beside(path, ".lock")
    private.create_file(beside_it, for_owner_of_folder=True)
    file = resources.enter_context(beside_it.open("w"))
    try:
        locks.lock(file, shared=shared)
    except BlockingIOError:
        raise BadStore(
            "another process uses it; stop that process, or start all of them with --bus to share the file"
        ) from None


def _keep_private(path: Path) -> None:
    """The files beside a new database get its mode from SQLite; those of a killed process may be older."""
    for file in files_of(path):
        private.keep_private(file, private.FILE)


def unusable(path: Path, error: Exception) -> BadStore:
    """Why the file cannot be opened."""
    known = missing_folder(path) or missing_rights(path) or missing_room(path) or missing_file(path)
    reason = error if isinstance(error, BadStore) else known or error
    return BadStore(f"{path} cannot be used as a database: {reason}")


def beside(path: Path, ending: str) -> Path:
    """The file beside a database with the same name and this ending."""
    return path.with_name(path.name + ending)


def files_of(path: Path) -> list[Path]:
    """The database, and the files beside it that SQLite and our lock need."""
    return [path, *(beside(path, ending) for ending in ("-wal", "-shm", ".lock"))]


async def _prepare(connection: sqlite3.Connection) -> None:
    """Upgrade the file, make it safe from power cuts, and never wait for locks in the loop from now on."""
    await use_wal(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        await upgrade(query_of(connection), DIALECT)
    connection.execute("PRAGMA busy_timeout = 0")


async def use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL; unlike others, this statement does not wait by itself for a lock."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if primary(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            await asyncio.sleep(PAUSE)
        else:
            return


def query_of(connection: sqlite3.Connection) -> Query:
    """Runs the statements of upgrades."""

    async def query(sql: str) -> list[tuple[Any, ...]]:
        return connection.execute(sql).fetchall()

    return query
