"""The log of every table, and the index that finds a table without reading its log."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from stammtisch.store.contract import Database, Statement


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What the index knows about a table. `wake` is when a clock runs out; times are Unix seconds."""

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


_APPEND: Final = "INSERT INTO log (table_id, n, entry) VALUES "
_KEEP_FACTS: Final = (
    "INSERT INTO tables (id, code, game, players, status, public, name, free, created, touched, wake) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
    "ON CONFLICT (id) DO UPDATE SET code = excluded.code, game = excluded.game, "
    "players = excluded.players, status = excluded.status, public = excluded.public, "
    "name = excluded.name, free = excluded.free, created = excluded.created, "
    "touched = excluded.touched, wake = excluded.wake"
)
_KEEP_MATCH: Final = (
    "INSERT INTO matches (id, table_id, game, ended) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING"
)
_LIST: Final = (
    "SELECT id, code, game, players, status, public, name, free, created, touched, wake FROM tables "
)


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
        """The entries after number `after`, in order."""
        rows = await self._database.rows(
            "SELECT entry FROM log WHERE table_id = $1 AND n > $2 ORDER BY n", table, after
        )
        return [entry for (entry,) in rows]

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

    async def listed(self, limit: int = 100) -> list[Listed]:
        """Public tables that are open or playing, the newest first."""
        return await self._list(
            "WHERE public = 1 AND status IN ('open', 'playing') ORDER BY created DESC, id DESC LIMIT $1",
            limit,
        )

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """The ids of tables whose clock has run out, the longest overdue first."""
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
        """Delete the table, its log and its matches."""
        await self._database.write(
            Statement("DELETE FROM matches WHERE table_id = $1", (table,)),
            Statement("DELETE FROM log WHERE table_id = $1", (table,)),
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
