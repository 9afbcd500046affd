"""The log of every table, and the index that finds a table without reading its log."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from stammtisch.store.contract import Damaged, Database, Snapshot, Statement


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


class Visited(NamedTuple):
    """When a table was used, as the index knows; `seen` is when somebody was there, where that was noted."""

    table: str
    status: str
    touched: float
    seen: float | None


class Listed(NamedTuple):
    """A table as the index lists it."""

    table: str
    facts: Facts


class EndedMatch(NamedTuple):
    """A match that has ended: where its entries begin, and its record without the steps, as a text."""

    id: str
    since: int
    setup: str


class StoredMatch(NamedTuple):
    """Where a match was played, which entries it has, and its record without the steps.

    The entries and the record are None where an older version of this program has stored it.
    """

    table: str
    game: str
    since: int | None
    until: int | None
    setup: str | None


class StoredRecord(NamedTuple):
    """The file of a record, packed, and how many steps are in it."""

    steps: int
    file: bytes


class StoredSnapshot(NamedTuple):
    """How a table stood after entry `n`, as two texts, and the first entry that is needed to understand it.

    Where there is a later one that needs the same entries, `document` is empty and only `position` is kept.
    """

    n: int
    since: int
    document: str
    position: str


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
    "UPDATE tables SET seen = COALESCE($2, seen), "
    "wake = CASE WHEN status = 'open' THEN COALESCE($3, wake) ELSE wake END WHERE id = $1"
)
_KEEP_SNAPSHOT: Final = (
    "INSERT INTO snapshots (table_id, n, since, document, position) VALUES ($1, $2, $3, $4, $5) "
    "ON CONFLICT (table_id, n) DO UPDATE SET "
    "since = excluded.since, document = excluded.document, position = excluded.position"
)
_DELETE_SNAPSHOTS: Final = "DELETE FROM snapshots WHERE table_id = $1 AND (n < $2 OR n > $3)"
_KEEP_MATCH: Final = (
    "INSERT INTO matches (id, table_id, game, ended, since, until, setup) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING"
)
_KEEP_RECORD: Final = "UPDATE matches SET steps = $2, record = $3 WHERE id = $1"
_LIST: Final = (
    "SELECT id, code, game, players, status, public, name, free, created, touched, wake FROM tables "
)


_DELETE_CLOSED: Final = "DELETE FROM tables WHERE id = $1 AND status = 'closed' AND touched = $2"
_DELETE_UP_TO: Final = (
    "DELETE FROM log WHERE table_id = $1 AND n <= $3 AND EXISTS "
    "(SELECT 1 FROM tables WHERE id = $1 AND status = 'closed' AND touched = $2)"
)
_PROBE: Final = (
    "INSERT INTO log (table_id, n, entry) VALUES ('', 0, $1) "
    "ON CONFLICT (table_id, n) DO UPDATE SET entry = excluded.entry"
)
_OF_TABLES: Final = ("snapshots", "matches", "log", "push_tables", "webhooks", "turns_told", "deliveries")
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
        ended: EndedMatch | None = None,
    ) -> Awaitable[None]:
        """Store the entries as numbers n, n+1, … together with the facts; `Conflict` if a number is taken.

        `ended` is the match that ends with these entries; it can be looked up from then on.
        """
        statements = [Statement(_append_sql(len(entries)), (table, n, *entries))] if entries else []
        if facts is not None:
            statements.append(Statement(_KEEP_FACTS, (table, *_row(facts))))
            if ended is not None:
                known = (ended.id, table, facts.game, facts.touched)
                span = (ended.since, n + len(entries) - 1)
                statements.append(Statement(_KEEP_MATCH, (*known, *span, ended.setup)))
        return self._database.write(*statements)

    async def read(self, table: str, after: int = 0) -> list[str]:
        """The entries after number `after`, in order; `Damaged` where one is missing."""
        return await self._page(table, after, EVERYTHING)

    async def pages(self, table: str, after: int = 0, size: int = PAGE) -> AsyncIterator[list[str]]:
        """All entries after that number in order, `size` at a time, so that a long log holds nobody up."""
        read = after
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

    async def snapshots(self, table: str) -> list[StoredSnapshot]:
        """The latest snapshot of a table, after the positions of earlier ones that need the same entries."""
        rows = await self._database.rows(
            "SELECT n, since, document, position FROM snapshots WHERE table_id = $1 ORDER BY n", table
        )
        return [StoredSnapshot(*row) for row in rows]

    async def keep_snapshots(self, table: str, snapshots: Sequence[StoredSnapshot]) -> None:
        """Store snapshots, the latest last, and delete what is not needed beside them."""
        last = snapshots[-1]
        await self._database.write(
            *(Statement(_KEEP_SNAPSHOT, (table, *snapshot)) for snapshot in snapshots),
            Statement(_DELETE_SNAPSHOTS, (table, last.since, last.n)),
            Statement("UPDATE snapshots SET document = '' WHERE table_id = $1 AND n < $2", (table, last.n)),
        )

    async def latest(self, table: str, count: int) -> list[tuple[int, str]]:
        """The last entries of a table with their numbers, the newest first."""
        return [
            (n, entry)
            for n, entry in await self._database.rows(
                "SELECT n, entry FROM log WHERE table_id = $1 ORDER BY n DESC LIMIT $2", table, count
            )
        ]

    async def mentioning(self, table: str, text: str) -> list[str]:
        """The entries of a table in which this text occurs, without reading the others."""
        rows = await self._database.rows(
            "SELECT entry FROM log WHERE table_id = $1 AND entry LIKE '%' || $2 || '%' ORDER BY n",
            table,
            text,
        )
        return [entry for (entry,) in rows]

    async def check_room(self, size: int) -> None:
        """Store and remove an entry of this size that belongs to no table; `Unavailable` where that fails.

        On a full disk a small change may still succeed although no move can be stored.
        """
        await self._database.write(Statement(_PROBE, (secrets.token_hex(size // 2),)))
        await self._database.write(Statement(_FORGET_PROBE))

    async def by_code(self, code: str) -> str | None:
        """The id of the table with this code."""
        return await self._one("SELECT id FROM tables WHERE code = $1", code)

    async def joinable(self, code: str) -> str | None:
        """The id of the table with this code, while it can be joined or, if it is public, watched."""
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

    async def visited(self, table: str, now: float | None, wake: float | None) -> None:
        """Somebody is at the table; if it still waits for its players, it wakes at `wake` and not before.

        Without `wake` it wakes when it would have without the visit; without `now` the visit is not noted.
        """
        await self._database.write(Statement(_VISITED, (table, now, wake)))

    async def postpone(self, table: str, now: float, wake: float) -> None:
        """Let a table that was to wake by now do so at `wake`."""
        await self._database.write(
            Statement("UPDATE tables SET wake = $3 WHERE id = $1 AND wake <= $2", (table, now, wake))
        )

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """The ids of tables that are to wake by now, the longest overdue first."""
        rows = await self._database.rows(
            "SELECT id FROM tables WHERE wake <= $1 ORDER BY wake LIMIT $2", now, limit
        )
        return [table for (table,) in rows]

    async def facts(self, table: str) -> Facts | None:
        """What the index knows about this table."""
        return await read_facts(self._database, table)

    async def tables(
        self, status: str | None = None, limit: int = 100, offset: int = 0, search: str = ""
    ) -> list[Listed]:
        """All tables, or those with a status, the newest first.

        `search` is an id, a code, a game or a part of the host's name.
        """
        return await self._list(
            "WHERE status = COALESCE($1, status) AND ($4 = '' OR id = $4 OR code = LOWER($4) "
            "OR game = LOWER($4) OR LOWER(name) LIKE LOWER($5) ESCAPE '!') "
            "ORDER BY created DESC, id DESC LIMIT $2 OFFSET $3",
            status,
            limit,
            offset,
            search,
            "%" + re.sub("([!%_])", r"!\1", search) + "%",
        )

    async def match(self, match: str) -> StoredMatch | None:
        """What is known of a match that has ended."""
        rows = await self._database.rows(
            "SELECT table_id, game, since, until, setup FROM matches WHERE id = $1", match
        )
        return StoredMatch(*rows[0]) if rows else None

    async def record(self, match: str) -> StoredRecord | None:
        """The record of a match, if it has been kept."""
        rows = await self._database.rows(
            "SELECT steps, record FROM matches WHERE id = $1 AND record IS NOT NULL", match
        )
        return StoredRecord(*rows[0]) if rows else None

    async def keep_record(self, match: str, record: StoredRecord) -> None:
        """Keep the record of a match that has ended."""
        await self._database.write(Statement(_KEEP_RECORD, (match, *record)))

    async def visits(self, after: str, limit: int) -> list[Visited]:
        """When tables were used, in the order of their ids; `after` is the last one that is known already."""
        rows = await self._database.rows(
            "SELECT id, status, touched, seen FROM tables WHERE id > $1 ORDER BY id LIMIT $2", after, limit
        )
        return [Visited(*row) for row in rows]

    async def finished_games(self, table: str) -> int:
        """How many matches of the table can be looked up."""
        rows = await self._database.rows("SELECT COUNT(*) FROM matches WHERE table_id = $1", table)
        return int(rows[0][0])

    async def delete_closed(self, table: str, touched: float) -> None:
        """Delete a table if it is closed and has not changed since; several processes may do so at once.

        A long log goes in parts, and the index knows the table until the last of them, so that the next
        process can go on after a crash.
        """
        last = max((n for n, _ in await self.latest(table, 1)), default=0)
        for n in range(PAGE, last, PAGE):
            await self._database.write(Statement(_DELETE_UP_TO, (table, touched, n)))
        gone = "NOT EXISTS (SELECT 1 FROM tables WHERE id = $1)"
        await self._database.write(
            Statement(_DELETE_CLOSED, (table, touched)),
            *(
                Statement(f"DELETE FROM {name} WHERE table_id = $1 AND {gone}", (table,))  # noqa: S608
                for name in _OF_TABLES
            ),
        )

    async def delete(self, table: str) -> None:
        """Delete the table, its log, its snapshots, its matches, and whom it notifies."""
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


async def read_facts(source: Database | Snapshot, table: str) -> Facts | None:
    """What the index knows about this table."""
    rows = await source.rows(_LIST + "WHERE id = $1", table)
    return _facts(rows[0][1:]) if rows else None


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
