"""The log of every table, and the index that finds a table without reading its log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from stammtisch.store.contract import Database, Statement

LONGEST_APPEND: Final = 1000
"""More entries than this at once go in several statements: engines bound the arguments of one."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What the index knows of a table. `wake` is when a clock runs out; times are unix seconds."""

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


_COLUMNS: Final = Facts.__struct_fields__
_FACTS: Final = ", ".join(_COLUMNS)
_KEEP_FACTS: Final = (
    f"INSERT INTO tables (id, {_FACTS}) VALUES ({', '.join(f'${n}' for n in range(1, len(_COLUMNS) + 2))}) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS)}"
)


class Log:
    """Append-only logs: entry n of a table is written once and never again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, table: str, n: int, entries: Sequence[str], facts: Facts | None = None) -> None:
        """Keep the entries as numbers n, n+1, …, and the facts with them; `Conflict` if one is taken."""
        raise NotImplementedError

    async def read(self, table: str, after: int = 0) -> list[str]:
        """The entries after number `after`, in order."""
        raise NotImplementedError

    async def by_code(self, code: str) -> str | None:
        """The id of the table with this code."""
        raise NotImplementedError

    async def listed(self, limit: int = 100) -> list[Listed]:
        """Public tables that are open or playing, the newest first."""
        raise NotImplementedError

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """The ids of tables whose clock has run out, the longest overdue first."""
        raise NotImplementedError

    async def facts(self, table: str) -> Facts | None:
        """What the index knows of this table."""
        raise NotImplementedError

    async def tables(self, status: str | None = None, limit: int = 100, offset: int = 0) -> list[Listed]:
        """All tables, or those of a status, the newest first."""
        raise NotImplementedError

    async def keep_match(self, match: str, table: str, game: str, ended: float) -> None:
        """Remember at which table a finished game was played; twice is once."""
        raise NotImplementedError

    async def match_table(self, match: str) -> str | None:
        """The table at which this game was played."""
        raise NotImplementedError

    async def delete(self, table: str) -> None:
        """Forget the table, its log and its games."""
        raise NotImplementedError
