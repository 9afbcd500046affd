"""What every database offers. The SQL is written once; each engine adapts it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias

from stammtisch.core.errors import StammtischError

UNAVAILABLE: Final = "the server is temporarily unavailable; nothing that was stored is lost, try again"


class Conflict(Exception):
    """That key is taken: another process was faster. Nothing of the write was stored."""


class Unavailable(StammtischError):
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


class Damaged(StammtischError):
    """What is stored about a table cannot be read, now or later. `detail` is for the log."""

    code = "damaged"
    status: ClassVar[int] = 500

    def __init__(self, detail: str) -> None:
        super().__init__(
            "what is stored about this table is damaged, so it cannot be shown or continued; "
            "all other tables go on, and the operator of this server can find out more"
        )
        self.detail: Final = detail


class BadStore(StammtischError):
    """A database that cannot be used: a wrong address, somebody else's tables, or a newer version."""

    code = "bad-store"


OnUnavailable: TypeAlias = Callable[[Unavailable], None]
"""Called with each error that makes the database unavailable, before the caller gets it."""


def ignore(_: Unavailable) -> None:
    """Do nothing: the caller gets the error anyway."""


class Statement(NamedTuple):
    """An SQL statement and its arguments `$1`, `$2`, …"""

    sql: str
    args: tuple[object, ...] = ()


class Damage(NamedTuple):
    """What a check found: tables whose logs cannot be read, and what is wrong with the file itself."""

    tables: tuple[str, ...] = ()
    file: tuple[str, ...] = ()
    complete: bool = True
    """Whether there was enough time to check everything."""


class Size(NamedTuple):
    """How many bytes a database takes, and how many are free on its disk, where that is known."""

    taken: int
    free: int | None
    engine: str
    """The engine and its version."""


class Snapshot(Protocol):
    """What a database held at one moment, whatever is written to it meanwhile."""

    async def rows(self, sql: str, *args: object) -> list[tuple[Any, ...]]:
        """The rows that the query finds."""

    def batches(self, sql: str) -> AsyncIterator[list[tuple[Any, ...]]]:
        """The rows that the query finds, some at a time, if there may be more than fit into memory."""

    async def columns(self) -> dict[str, list[str]]:
        """The columns of every table."""


class Database(Protocol):
    """A database of either engine."""

    async def rows(self, sql: str, *args: object) -> list[tuple[Any, ...]]:
        """The rows that the query finds. It sees every write that has returned."""

    def write(self, *statements: Statement) -> Awaitable[None]:
        """Run all statements or none, safe from a power cut; `Conflict` if a unique key is taken."""

    def snapshot(self) -> AbstractAsyncContextManager[Snapshot]:
        """The database as it is now, for as long as the block lasts. It disturbs nobody."""

    async def check(self) -> Damage:
        """What is damaged, as far as that shows without loading every table. It disturbs nobody."""

    async def compact(self) -> int:
        """Return freed room to the disk, of a database that nobody else uses. Returns the number of bytes."""

    async def size(self) -> Size:
        """How large it is."""

    async def close(self) -> None:
        """Finish what is under way and close the database."""
