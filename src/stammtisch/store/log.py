"""The log of every table, and the index that finds a table without reading its log."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from stammtisch.store.contract import Damaged, Database, Statement


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What the index knows about a table. Times are Unix seconds.

    `wake` is when a clock runs out, or when a table that waits for its players closes if nobody comes.
    """

    code: str
    game: str
    players: int
    status: str  # "open" while waiting for players, then "playing", "over" or "closed"
    public: bool
    name: str
    free: int
    created: float
    touched: float
    wake: float | None


class Listed(NamedTuple):
    """A table as the index lists it."""

    table: str
    facts: Facts


PAGE: Final = 500
"""Entries that are read at once: a millisecond's work."""
EVERYTHING: Final = 2**31 - 1
"""More entries than a log has."""

_APPEND: Final = "INSERT INTO log (table_id, n, entry) VALUES "
_KEEP_FACTS: Final = (
    "INSERT INTO tables (id, code, game, players, status, public, name, free, created, touched, wake) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
    "ON CONFLICT (id) DO UPDATE SET code = excluded.code, game = excluded.game, "
    "players = excluded.players, status = excluded.status, public = excluded.public, "
    "name = excluded.name, free = excluded.free, created = excluded.created, "
    "touched = excluded.touched, wake = excluded.wake"
)
_VISITED: Final = (
    "UPDATE tables SET seen = $2, wake = CASE WHEN status = 'open' THEN $3 ELSE wake END WHERE id = $1"
)
_KEEP_MATCH: Final = (
    "INSERT INTO matches (id, table_id, game, ended) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING"
)
_LIST: Final = (
    "SELECT id, code, game, players, status, public, name, free, created, touched, wake FROM tables "
)


_PROBE: Final = (
    "INSERT INTO log (table_id, n, entry) VALUES ('', 0, $1) "
    "ON CONFLICT (table_id, n) DO UPDATE SET entry = excluded.entry"
)
_OF_TABLES: Final = ("matches", "log", "push_tables", "webhooks", "turns_told", "deliveries")
"""Where else something is kept about a table."""
_FORGET_PROBE: Final = "DELETE FROM log WHERE table_id = ''"


class Log:
    """Append-only logs: entry n of a table is written once and never changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(
        self,
        table: str,
        n: int,
        entries: Sequence[str],
        facts: Facts | None = None,
        finished: str | None = None,
    ) -> Awaitable[None]:
        """Store the entries as numbers n, n+1, … together with the facts; `Conflict` if a number is taken.

        `finished` is the id of the match that ends with these entries; it can be looked up from then on.
        """
        statements = [Statement(_append_sql(len(entries)), (table, n, *entries))] if entries else []
        if facts is not None:
            statements.append(Statement(_KEEP_FACTS, (table, *_row(facts))))
            if finished is not None:
                statements.append(Statement(_KEEP_MATCH, (finished, table, facts.game, facts.touched)))
        return self._database.write(*statements)

    async def read(self, table: str, after: int = 0) -> list[str]:
        """The entries after number `after`, in order; `Damaged` where one is missing."""
        return await self._page(table, after, EVERYTHING)

    async def pages(self, table: str, size: int = PAGE) -> AsyncIterator[list[str]]:
        """All entries in order, so many at a time, so that a long log holds nobody up."""
        read = 0
        while entries := await self._page(table, read, size):
            read += len(entries)
            yield entries
            if len(entries) < size:
                return

    async def _page(self, table: str, after: int, size: int) -> list[str]:
        rows = await self._database.rows(
            "SELECT n, entry FROM log WHERE table_id = $1 AND n > $2 ORDER BY n LIMIT $3", table, after, size
        )
        if rows and rows[-1][0] != after + len(rows):
            raise Damaged(f"entries are missing: {len(rows)} after number {after}, the last is {rows[-1][0]}")
        return [entry for _, entry in rows]

    async def check_room(self, size: int) -> None:
        """Store and remove an entry of this size that belongs to no table; `Halted` where that fails.

        A full disk may still have room for a write that changes little, and for no move.
        """
        await self._database.write(Statement(_PROBE, (secrets.token_hex(size // 2),)))
        await self._database.write(Statement(_FORGET_PROBE))

    async def by_code(self, code: str) -> str | None:
        """The id of the table with this code."""
        return await self._one("SELECT id FROM tables WHERE code = $1", code)

    async def joinable(self, code: str) -> str | None:
        """The id of the table with this code, while people gather there or everybody sees it anyway."""
        return await self._one(
            "SELECT id FROM tables WHERE code = $1 AND "
            "(status = 'open' OR status = 'playing' AND (free > 0 OR public = 1))",
            code,
        )

    async def listed(self, since: float, limit: int = 100) -> list[Listed]:
        """Public tables, open or playing, at which somebody has been since that moment; the newest first."""
        return await self._list(
            "WHERE public = 1 AND status IN ('open', 'playing') AND seen >= $1 "
            "ORDER BY created DESC, id DESC LIMIT $2",
            since,
            limit,
        )

    async def visited(self, table: str, now: float, wake: float) -> None:
        """Somebody is at the table; if it still waits for its players, it wakes at `wake` and not before."""
        await self._database.write(Statement(_VISITED, (table, now, wake)))

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """The ids of tables that are to wake by now, the longest overdue first."""
        rows = await self._database.rows(
            "SELECT id FROM tables WHERE wake <= $1 ORDER BY wake LIMIT $2", now, limit
        )
        return [table for (table,) in rows]

    async def facts(self, table: str) -> Facts | None:
        """What the index knows about this table."""
        found = await self._list("WHERE id = $1", table)
        return found[0].facts if found else None

    async def tables(self, status: str | None = None, limit: int = 100, offset: int = 0) -> list[Listed]:
        """All tables, or those with a status, the newest first."""
        return await self._list(
            "WHERE status = COALESCE($1, status) ORDER BY created DESC, id DESC LIMIT $2 OFFSET $3",
            status,
            limit,
            offset,
        )

    async def match_table(self, match: str) -> str | None:
        """The table at which this match was played."""
        return await self._one("SELECT table_id FROM matches WHERE id = $1", match)

    async def delete(self, table: str) -> None:
        """Delete the table, its log, its matches, and whom it notifies."""
        await self._database.write(
            *(Statement(f"DELETE FROM {name} WHERE table_id = $1", (table,)) for name in _OF_TABLES),  # noqa: S608
            Statement("DELETE FROM tables WHERE id = $1", (table,)),
        )

    async def _one(self, sql: str, *args: object) -> str | None:
        rows = await self._database.rows(sql, *args)
        return rows[0][0] if rows else None

    async def _list(self, which: str, *args: object) -> list[Listed]:
        rows = await self._database.rows(_LIST + which, *args)
        return [Listed(table, _facts(row)) for table, *row in rows]


@lru_cache(maxsize=100)
def _append_sql(count: int) -> str:
    """$1 is the table, $2 the number of the first entry, and $3, $4, … are the entries."""
    rows = ", ".join(f"($1, $2 + {offset}, ${offset + 3})" for offset in range(count))
    return _APPEND + rows


def _row(facts: Facts) -> list[object]:
    """The facts by column, with 0 and 1 for booleans."""
    return [int(value) if isinstance(value, bool) else value for value in msgspec.structs.astuple(facts)]


def _facts(row: Sequence[Any]) -> Facts:
    named = dict(zip(Facts.__struct_fields__, row, strict=True))
    return msgspec.convert(named, Facts, strict=False)
