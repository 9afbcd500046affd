"""What tables need around them; the server and the browser each bring their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from stammtisch.store.log import EndedMatch, Facts, StoredMatch, StoredRecord, StoredSnapshot


class EventLog(Protocol):
    """The events of every table, each stored once under its number, and what is looked up about them."""

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

    async def read(self, table: str, after: int = 0) -> list[str]:
        """The entries after number `after`, in order; `Damaged` where one is missing."""

    def pages(self, table: str, after: int = 0) -> AsyncIterator[list[str]]:
        """The entries after number `after` in order, some at a time, so that a long log holds nobody up."""

    async def snapshots(self, table: str) -> list[StoredSnapshot]:
        """The latest snapshot of a table, after the positions of earlier ones that need the same entries."""

    async def keep_snapshots(self, table: str, snapshots: Sequence[StoredSnapshot]) -> None:
        """Store snapshots, the latest last; nothing depends on it."""

    async def visited(self, table: str, now: float | None, wake: float | None) -> None:
        """Somebody is at the table; if it still waits for its players, it wakes at `wake` and not before.

        Without `now` it is not in the list of public tables for that.
        """

    async def match(self, match: str) -> StoredMatch | None:
        """What is known of a match that has ended."""

    async def record(self, match: str) -> StoredRecord | None:
        """The record of a match, if it has been kept."""

    async def keep_record(self, match: str, record: StoredRecord) -> None:
        """Keep the record of a match that has ended."""

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """The ids of tables that are to wake by now, the longest overdue first."""

    async def postpone(self, table: str, now: float, wake: float) -> None:
        """Let a table that was to wake by now do so at `wake`."""


class Counter(Protocol):
    """Counts what happens."""

    def inc(self, amount: float = 1) -> None:
        """Add the amount."""


class Gauge(Protocol):
    """Knows how many there are."""

    def set(self, value: float) -> None:
        """Set the current number."""

    def track_inprogress(self) -> AbstractContextManager[object]:
        """One more while the block lasts."""


class Durations(Protocol):
    """Knows how long something takes."""

    def observe(self, amount: float) -> None:
        """Note a duration in seconds."""


class TableMetrics(Protocol):
    """What is counted at tables."""

    @property
    def moves_total(self) -> Counter: ...

    @property
    def append_seconds(self) -> Durations: ...

    @property
    def tables_loaded(self) -> Gauge: ...

    @property
    def analyses(self) -> Gauge: ...
