"""The log of the tables of this device, over a store that knows nothing but numbered texts."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import ClassVar, Final, Protocol, TypeAlias, TypeVar, final

import msgspec

from stammtisch.server.tables.loading import RecordFile
from stammtisch.store.contract import Conflict, Damaged, Unavailable
from stammtisch.store.log import EndedMatch, Facts, Listed, StoredMatch, StoredRecord, StoredSnapshot

TAKEN: Final = "ConstraintError"
"""The name of the store's error if a number is taken."""
FULL: Final = "QuotaExceededError"
"""The name of the store's error if no space is left."""
RECORD: Final = "record"
"""The kind of text under which records are kept."""

ValueT = TypeVar("ValueT")
Failed: TypeAlias = Callable[[str, Unavailable], None]
"""Called with the id of a table whose events could not be stored, and the reason."""


class Store(Protocol):
    """Keeps texts; each call is all or nothing, and raises `StoreFailed` where it fails."""

    def append(self, table: str, first: int, events: str, facts: str) -> Awaitable[None]:
        """Store a JSON array of events under the numbers from `first` on; the facts unless they are ''."""

    def read(self, table: str, after: int) -> Awaitable[str]:
        """The events of a table after that number, as a JSON array of texts."""

    def tables(self) -> Awaitable[str]:
        """All tables: a JSON array of `{id, facts}`."""

    def remove(self, table: str) -> Awaitable[None]:
        """Forget the table and its events."""

    def keep(self, kind: str, id: str, text: str) -> Awaitable[None]:  # noqa: A002 - as in JavaScript
        """Keep a text under this kind and id."""

    def text(self, kind: str, id: str) -> Awaitable[str]:  # noqa: A002
        """What is kept there, or ''."""

    def list(self, kind: str) -> Awaitable[str]:
        """The ids of that kind: a JSON array."""

    def drop(self, kind: str, id: str) -> Awaitable[None]:  # noqa: A002
        """Delete what is kept there."""


class StoreFailed(Exception):
    """The store did nothing; `name` says why, as the browser calls it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name: Final = name


class StorageFull(Unavailable):
    """No space is left on this device; the request had no effect."""

    code = "storage-full"
    status: ClassVar[int] = 507
    headers: ClassVar[dict[str, str]] = {}

    def __init__(self) -> None:
        super().__init__(
            "there is no room left for games on this device, so this was not done: "
            "delete something, and try again"
        )


class StorageFailed(Unavailable):
    """The browser cannot store anything now; the request had no effect."""

    code = "storage-failed"
    headers: ClassVar[dict[str, str]] = {}

    def __init__(self, name: str) -> None:
        super().__init__(
            "this browser cannot keep games now, so this was not done: make sure that there is room on this "
            "device and try again, or reload the page",
            detail=name,
        )


class EndedAt(msgspec.Struct, frozen=True):
    """A match that has ended at a table: its entries, and its record without the steps."""

    id: str
    since: int
    until: int
    setup: str


class Known(msgspec.Struct, frozen=True):
    """What the index knows of a table: its facts, and the matches that have ended there."""

    facts: Facts
    matches: list[EndedAt] = []


class _Row(msgspec.Struct, frozen=True):
    id: str
    facts: str


_rows: Final = msgspec.json.Decoder(list[_Row])
_texts: Final = msgspec.json.Decoder(list[str])
_known: Final = msgspec.json.Decoder(Known)
_encoder: Final = msgspec.json.Encoder()


@final
class LocalLog:
    """Append-only logs like those of a server; another tab may write to the same ones."""

    def __init__(self, store: Store, failed: Failed) -> None:
        self._store: Final = store
        self._failed: Final = failed

    # What tables need: see `EventLog`

    async def append(
        self,
        table: str,
        n: int,
        entries: Sequence[str],
        facts: Facts | None = None,
        ended: EndedMatch | None = None,
    ) -> None:
        try:
            until = n + len(entries) - 1
            known = "" if facts is None else _json(await self._known(table, facts, ended, until))
            await done(self._store.append(table, n, _json(list(entries)), known))
        except Unavailable as error:
            self._failed(table, error)
            raise

    async def _known(self, table: str, facts: Facts, ended: EndedMatch | None, until: int) -> Known:
        before = (await self._index()).get(table)
        matches = [] if before is None else before.matches
        if ended is not None:
            matches = [*matches, EndedAt(ended.id, ended.since, until, ended.setup)]
        return Known(facts, matches)

    async def read(self, table: str, after: int = 0) -> list[str]:
        return _texts.decode(await done(self._store.read(table, after)))

    async def pages(self, table: str, after: int = 0) -> AsyncIterator[list[str]]:
        """All of them at once: a device has few tables, and nobody else waits."""
        if entries := await self.read(table, after):
            yield entries

    async def snapshots(self, table: str) -> list[StoredSnapshot]:
        """None: a table here is as long as one evening, and is loaded once."""
        return []

    async def keep_snapshots(self, table: str, snapshots: Sequence[StoredSnapshot]) -> None:
        """Nothing depends on it."""

    async def visited(self, table: str, now: float | None, wake: float | None) -> None:
        """Nobody looks after tables whose device is off."""

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """None: a table wakes when somebody comes."""
        return []

    async def postpone(self, table: str, now: float, wake: float) -> None:
        """There is nothing to wait for."""

    # Records

    async def match(self, match: str) -> StoredMatch | None:
        """A match that has ended at a table here, or whose record is kept."""
        for table, known in (await self._index()).items():
            for ended in known.matches:
                if ended.id == match:
                    return StoredMatch(table, known.facts.game, ended.since, ended.until, ended.setup)
        kept = await self.kept_record(match)
        return None if kept is None else StoredMatch("", kept.game, None, None, None)

    async def record(self, match: str) -> StoredRecord | None:
        """The record, if it is kept."""
        kept = await self.kept_record(match)
        return None if kept is None else StoredRecord(kept.steps, zlib.compress(kept.data, 0))

    async def keep_record(self, match: str, record: StoredRecord) -> None:
        """Keep the record, also when its table is removed."""
        await self.keep(match, zlib.decompress(record.file))

    async def keep(self, match: str, record: bytes) -> None:
        """Keep the file of a record under this id."""
        await done(self._store.keep(RECORD, match, record.decode()))

    async def kept_record(self, match: str) -> RecordFile | None:
        """The file of a record as it is kept."""
        text = await done(self._store.text(RECORD, match))
        return _file(text) if text else None

    async def records(self) -> list[str]:
        """The ids of all records that are kept."""
        return _texts.decode(await done(self._store.list(RECORD)))

    async def drop_record(self, match: str) -> None:
        """Delete the record from this device."""
        await done(self._store.drop(RECORD, match))

    # The index

    async def listed(self) -> list[Listed]:
        """All tables of this device, those last played first."""
        index = (await self._index()).items()
        return sorted(
            (Listed(table, known.facts) for table, known in index), key=lambda each: -each.facts.touched
        )

    async def ended_at(self, table: str) -> list[str]:
        """The matches that have ended at a table."""
        known = (await self._index()).get(table)
        return [] if known is None else [ended.id for ended in known.matches]

    async def remove(self, table: str) -> None:
        """Forget the table; records of its games stay."""
        await done(self._store.remove(table))

    async def _index(self) -> dict[str, Known]:
        """Another tab may have changed it, so it is read each time; rows that cannot be read are left out."""
        index: dict[str, Known] = {}
        for row in _rows.decode(await done(self._store.tables())):
            with suppress(msgspec.MsgspecError):
                index[row.id] = _known.decode(row.facts)
        return index


async def done(asked: Awaitable[ValueT]) -> ValueT:
    """What the store answers; `Conflict`, `StorageFull` or `StorageFailed` where it does not."""
    try:
        return await asked
    except StoreFailed as error:
        if error.name == TAKEN:
            raise Conflict from None
        raise (StorageFull() if error.name == FULL else StorageFailed(error.name)) from None


class _Summary(msgspec.Struct, frozen=True):
    game: str
    log: list[msgspec.Raw]


def _file(text: str) -> RecordFile:
    try:
        summary = msgspec.json.decode(text, type=_Summary)
    except msgspec.MsgspecError as error:
        raise Damaged("a stored record cannot be read") from error
    return RecordFile(summary.game, len(summary.log), text.encode())


def _json(value: object) -> str:
    return _encoder.encode(value).decode()
