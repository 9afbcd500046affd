"""PostgreSQL, for several processes on one machine or many (`pip install 'stammtisch[cluster]'`)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any, Final, TypeAlias

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from stammtisch.core.errors import StammtischError
from stammtisch.store.contract import (
    BadStore,
    Conflict,
    Damage,
    Damaged,
    OnUnavailable,
    Size,
    Statement,
    Unavailable,
    ignore,
)
from stammtisch.store.migrations import (
    Dialect,
    Query,
    check_empty,
    check_newest,
    columns,
    stored_version,
    upgrade,
)

CONNECTIONS: Final = 16
PATIENCE: Final = 10.0
"""Seconds after which a database server that does not answer counts as lost."""

LONG_QUERY: Final = 3600.0
"""Seconds that a query over everything may take."""
BATCH: Final = 500
"""Rows that are read at once where there are many."""

DIALECT: Final = Dialect(
    columns="SELECT table_name, column_name FROM information_schema.columns "
    "JOIN information_schema.tables USING (table_schema, table_name) "
    "WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
    in_order_of_key="",
    now="EXTRACT(EPOCH FROM now())",
)

_UPGRADE_LOCK: Final = int.from_bytes(b"stammtis", "big")
_UNAVAILABLE: Final = (
    OSError,  # nothing listens there, or the answer takes too long
    asyncpg.InterfaceError,  # the connection was lost between two statements
    asyncpg.InternalClientError,  # it is being lost: the server has closed an idle connection
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # the server stops or starts
    asyncpg.InsufficientResourcesError,  # the disk is full, or there are too many connections
    asyncpg.TransactionRollbackError,  # a deadlock with another process
    asyncpg.ReadOnlySQLTransactionError,  # another server is the primary now
    asyncpg.PostgresSystemError,
)
_REFUSED: Final = (
    ValueError,  # not an address
    OverflowError,  # not a port
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
)

_Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"
_Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"


async def open_postgres(url: str, *, read_only: bool, on_unavailable: OnUnavailable) -> Postgres:
    """The database at this address, upgraded to the current version."""
    pool = await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=CONNECTIONS,
        timeout=PATIENCE,
        command_timeout=PATIENCE,
        reset=_no_reset,
        server_settings={"default_transaction_read_only": "on"} if read_only else None,
    )
    async with AsyncExitStack() as resources:
        resources.push_async_callback(_close, pool)
        await _prepare(pool, read_only=read_only)
        resources.pop_all()
    return Postgres(pool, on_unavailable)


async def _close(pool: _Pool) -> None:
    """Wait for what is under way; a connection that the pool never gets back is dropped after a while."""
    with suppress(TimeoutError):
        await asyncio.wait_for(pool.close(), PATIENCE)


class Postgres:
    """A PostgreSQL `Database`. The next call replaces a connection that was lost."""

    def __init__(self, pool: _Pool, on_unavailable: OnUnavailable) -> None:
        self._pool = pool
        self._on_unavailable = on_unavailable

    async def rows(self, sql: str, *args: object) -> list[tuple[Any, ...]]:
        try:
            async with _connection(self._pool, self._on_unavailable) as connection:
                return _tuples(await connection.fetch(sql, *args))
        except asyncpg.CharacterNotInRepertoireError:
            return []  # no row can hold a text with a NUL

    async def write(self, *statements: Statement) -> None:
        async with _connection(self._pool, self._on_unavailable) as connection:
            if len(statements) == 1:
                await connection.execute(statements[0].sql, *statements[0].args)
            else:
                async with connection.transaction():
                    for sql, args in statements:
                        await connection.execute(sql, *args)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[PostgresSnapshot]:
        async with (
            _connection(self._pool, self._on_unavailable) as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            yield PostgresSnapshot(connection)

    async def check(self) -> Damage:
        """Nothing: PostgreSQL has its own tools, and a damaged log shows when its table is loaded."""
        return Damage()

    async def compact(self) -> int:
        """Nothing: PostgreSQL's autovacuum lets new rows use the room of deleted ones."""
        return 0

    async def size(self) -> Size:
        rows = await self.rows(
            "SELECT pg_database_size(current_database()), current_setting('server_version')"
        )
        taken, version = rows[0]
        return Size(taken, None, f"PostgreSQL {version}")

    async def close(self) -> None:
        await _close(self._pool)


class PostgresSnapshot:
    """A `Snapshot` of a PostgreSQL database: a connection in a transaction."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    async def rows(self, sql: str, *args: object) -> list[tuple[Any, ...]]:
        return _tuples(await self._connection.fetch(sql, *args, timeout=LONG_QUERY))

    async def batches(self, sql: str) -> AsyncIterator[list[tuple[Any, ...]]]:
        cursor = await self._connection.cursor(sql)
        while rows := await cursor.fetch(BATCH, timeout=LONG_QUERY):
            yield _tuples(rows)

    async def columns(self) -> dict[str, list[str]]:
        return await columns(self.rows, DIALECT)


@asynccontextmanager
async def fill_postgres(url: str) -> AsyncIterator[PostgresFilling]:
    """An empty database, whose contents are there when the block ends without an error."""
    with _translated_refusals(), _translated_errors():
        connection = await asyncpg.connect(url, timeout=PATIENCE)
        try:
            async with connection.transaction():
                filling = PostgresFilling(connection)
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _UPGRADE_LOCK)
                await check_empty(filling.query, DIALECT)
                yield filling
        finally:
            await connection.close()


class PostgresFilling:
    """A PostgreSQL database that is being filled."""

    dialect: Final = DIALECT

    def __init__(self, connection: asyncpg.Connection[asyncpg.Record]) -> None:
        self._connection = connection
        self.query: Final = _query_of(connection)

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        try:
            await self._connection.copy_records_to_table(table, records=rows, columns=columns)
        except asyncpg.DataError as error:  # such as a text with a NUL, which SQLite can hold
            raise ValueError(str(error)) from error


@asynccontextmanager
async def _connection(pool: _Pool, on_unavailable: OnUnavailable = ignore) -> AsyncIterator[_Connection]:
    """A connection whose errors are raised as ours."""
    with _translated_errors(on_unavailable):
        async with pool.acquire() as connection:
            yield connection


@contextmanager
def _translated_errors(on_unavailable: OnUnavailable = ignore) -> Iterator[None]:
    """Errors of PostgreSQL in this block are raised as ours."""
    try:
        yield
    except asyncpg.UniqueViolationError as error:
        raise Conflict(str(error)) from error
    except (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError) as error:
        raise Damaged(str(error)) from error
    except asyncpg.ClientConfigurationError:
        raise
    except _UNAVAILABLE as error:
        unavailable = Unavailable(
            detail=f"the database does not answer: {str(error) or type(error).__name__}"
        )
        on_unavailable(unavailable)
        raise unavailable from error


async def _prepare(pool: _Pool, *, read_only: bool) -> None:
    """Upgrade to the current version, in one process even if several start at once."""
    with _translated_refusals():
        async with _connection(pool) as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _UPGRADE_LOCK)
            query = _query_of(connection)
            if read_only:
                check_newest(await stored_version(query, DIALECT))
            else:
                await upgrade(query, DIALECT)


def _query_of(connection: asyncpg.Connection[asyncpg.Record] | _Connection) -> Query:
    """Runs the statements of upgrades."""

    async def query(sql: str) -> list[tuple[Any, ...]]:
        return _tuples(await connection.fetch(sql))

    return query


def _tuples(rows: Iterable[asyncpg.Record]) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in rows]


@contextmanager
def _translated_refusals() -> Iterator[None]:
    """`BadStore` if the database accepts no connection from us."""
    try:
        yield
    except StammtischError:
        raise
    except _REFUSED as error:
        raise BadStore(f"the database cannot be used: {error}") from error


async def _no_reset(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Reset nothing: our statements leave no state behind, and this saves a round trip."""
