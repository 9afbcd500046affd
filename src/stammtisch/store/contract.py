"""What a database has to do for us. The SQL is written once; each engine reads it its own way."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, ClassVar, NamedTuple, Protocol

from stammtisch.core.errors import StammtischError


class Conflict(Exception):
    """That key is taken: somebody else was faster. Nothing of the write was kept."""


class Halted(StammtischError):
    """The database cannot be reached, is locked or is full. Whatever had returned before is safe.

    Whether the write that met this was kept nobody knows, so look before you try again.
    """

    code = "halted"
    status: ClassVar[int] = 503


class BadStore(StammtischError):
    """Not a store that can be used here: an unknown address, a foreign database or a newer version."""

    code = "bad-store"


class Statement(NamedTuple):
    """One statement of SQL, and its arguments `$1`, `$2`, …"""

    sql: str
    args: tuple[object, ...] = ()


class Database(Protocol):
    """A place to keep rows, whichever engine it is."""

    async def rows(self, sql: str, *args: object) -> list[tuple[Any, ...]]:
        """What the query finds; it sees every write that has returned."""

    def write(self, *statements: Statement) -> Awaitable[None]:
        """All of it or nothing, and safe from a power cut; `Conflict` where a unique key is taken."""

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
