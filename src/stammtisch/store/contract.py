"""What every database offers. The SQL is written once; each engine adapts it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias

from stammtisch.core.errors import StammtischError

UNAVAILABLE: Final = "the server is temporarily unavailable; nothing that was stored is lost, try again"


class Conflict(Exception):
    """That key is taken: another process was faster. Nothing of the write was stored."""


class Halted(StammtischError):
    """The database is temporarily unavailable: unreachable, locked or full. Earlier writes are safe.

    Whether the write that failed was stored is not known, so read before you try again. The text is for
    everybody; `detail` is for the log and the people who run the server: it may name files and hosts.
    """

    code = "halted"
    status: ClassVar[int] = 503
    headers: ClassVar[dict[str, str]] = {"Retry-After": "5"}

    def __init__(self, message: str = UNAVAILABLE, *, detail: str = "") -> None:
        super().__init__(message)
        self.detail: Final = detail or message


class BadStore(StammtischError):
    """A database that cannot be used: a wrong address, somebody else's tables, or a newer version."""

    code = "bad-store"


OnHalted: TypeAlias = Callable[[Halted], None]
"""Called with everything that makes a database unavailable, before whoever asked hears of it."""


def ignore(_: Halted) -> None:
    """Who asked hears of it, and that is enough."""


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
