"""What every database offers. The SQL is written once; each engine adapts it."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, ClassVar, NamedTuple, Protocol

from stammtisch.core.errors import StammtischError


class Conflict(Exception):
    """That key is taken: another process was faster. Nothing of the write was stored."""


class Halted(StammtischError):
    """The database is temporarily unavailable: unreachable, locked or full. Earlier writes are safe.

    Whether the write that failed was stored is not known, so read before you try again.
    """

    code = "halted"
    status: ClassVar[int] = 503


class BadStore(StammtischError):
    """A database that cannot be used: a wrong address, somebody else's tables, or a newer version."""

    code = "bad-store"


class Statement(NamedTuple):
    """An SQL statement and its arguments `$1`, `$2`, …"""

    sql: str
    args: tuple[object, ...] = ()


class Database(Protocol):
    """A database of either engine."""

    async def rows(self, sql: str, *args: object) -> list[tuple[Any, ...]]:
        """The rows that the query finds. It sees every write that has returned."""

    def write(self, *statements: Statement) -> Awaitable[None]:
        """Run all statements or none, safe from a power cut; `Conflict` if a unique key is taken."""

    async def close(self) -> None:
        """Finish what is under way and close the database."""
