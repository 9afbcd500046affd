"""Reading the log of a table, however long it is, without holding anybody else up."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final, NamedTuple, final

import msgspec
from msgspec.structs import replace

from stammtisch import catalog
from stammtisch.core.errors import StammtischError
from stammtisch.match.record import Record, record_json, step_json
from stammtisch.server.ops.slices import Slices
from stammtisch.server.tables.contract import EventLog
from stammtisch.server.tables.damage import readable_log
from stammtisch.server.tables.events import (
    AnyEvent,
    MatchPrepared,
    MatchStarted,
    StepPlayed,
    StepsUndone,
    TableCreated,
    decode_event,
)
from stammtisch.server.tables.snapshots import Marker, Restoration, keep_snapshots, read_snapshot
from stammtisch.server.tables.state import created_or_changed
from stammtisch.server.tables.table import Table
from stammtisch.store.contract import Damaged, Unavailable
from stammtisch.store.log import EndedMatch, StoredMatch, StoredRecord, StoredSnapshot

KEPT_AT_ONCE: Final = 10
"""Snapshots that are stored together where a long log had none: SQLite writes in the loop."""


async def load_table(log: EventLog, table: str, slices: Slices) -> Table | None:
    """The table as its log describes it; None where there is no such log."""
    found = await _restored(log, table, slices)
    marker = Marker(0 if found is None else found.n)
    due: list[StoredSnapshot] = []

    def after(before: Table | None, event: AnyEvent) -> Table:
        changed = created_or_changed(table, before, event)
        if (snapshot := marker.passed(changed)) is not None:
            due.append(snapshot)
        return changed

    async for events in _pages(log, table, slices, 0 if found is None else found.n):
        with readable_log():
            found = await slices.fold(after, events, found)
        if len(due) >= KEPT_AT_ONCE:
            await keep_snapshots(log, table, due)
            due.clear()
    await keep_snapshots(log, table, due)
    return found


async def _restored(log: EventLog, table: str, slices: Slices) -> Table | None:
    """The table as its latest snapshot describes it; None where there is none that can be used."""
    with suppress(StammtischError, msgspec.MsgspecError):  # the log says what is wrong
        stored = await log.snapshots(table)
        snapshot = read_snapshot(stored[-1]) if stored else None
        if snapshot is None:
            return None
        restoration = Restoration(snapshot, stored)
        async for events in _pages(log, table, slices, stored[-1].since - 1):
            restoration = await slices.fold(Restoration.after, events[: restoration.left], restoration)
            if not restoration.left:
                return restoration.table()
    return None


class RecordFile(NamedTuple):
    """The record of a match as a file, and what must be known without reading it."""

    game: str
    steps: int
    data: bytes


def ended_match(table: Table) -> EndedMatch:
    """What the database keeps of the match that has ended at the table, to build its record from the log."""
    return EndedMatch(table.match_id, table.began, msgspec.json.encode(table.running().setup).decode())


async def build_record(log: EventLog, match: str, found: StoredMatch, slices: Slices) -> RecordFile:
    """The record of a match that has ended, from its part of the log, without applying any rules."""
    if found.setup is None or found.since is None or found.until is None:
        return (await load_records(log, found.table, slices))[match]
    steps: list[str] = []
    left = found.until - found.since + 1
    async for events in _pages(log, found.table, slices, found.since - 1):
        steps = await slices.fold(_with_step, events[:left], steps)
        left -= len(events)
        if left <= 0:
            setup = msgspec.json.decode(found.setup, type=Record)
            return RecordFile(found.game, len(steps), record_json(setup, steps))
    raise Damaged(f"the last {left} entries of a match are missing")


async def stored_record(log: EventLog, match: str, game: str) -> RecordFile | None:
    """The record as it was kept; None where it was not, or cannot be read any more."""
    stored = await log.record(match)
    with suppress(zlib.error):
        if stored is not None:
            return RecordFile(game, stored.steps, await asyncio.to_thread(zlib.decompress, stored.file))
    return None


async def keep_record(log: EventLog, match: str, file: RecordFile) -> None:
    """Keep the record if that is possible; otherwise it is built again."""
    packed = await asyncio.to_thread(zlib.compress, file.data)
    with suppress(Unavailable, Damaged):
        await log.keep_record(match, StoredRecord(file.steps, packed))


async def load_records(
    log: EventLog, table: str, slices: Slices, *, any_version: bool = False
) -> dict[str, RecordFile]:
    """The records of all matches of a table by the id of the match; the last match may not be over yet.

    It reads the whole log, for matches that an older version of this program has stored. No rules are
    applied to the steps: they were when the steps were stored.
    """
    records = _Records(table, any_version=any_version)
    async for events in _pages(log, table, slices):
        with readable_log():
            records = await slices.fold(_Records.after, events, records)
    records.keep()
    return records.files


async def _pages(log: EventLog, table: str, slices: Slices, after: int = 0) -> AsyncIterator[list[AnyEvent]]:
    pages = log.pages(table, after)
    while True:
        async with slices.turn():  # SQLite reads in the loop, and a page takes as long as a slice
            texts = await anext(pages, None)
            with readable_log():
                events = None if texts is None else list(map(decode_event, texts))
        if events is None:
            return
        yield events


def _with_step(steps: list[str], event: AnyEvent) -> list[str]:
    """The steps of a match as lines of its record, after one more event."""
    if isinstance(event, StepPlayed):
        steps.append(step_json((event.seat, event.text)))
    elif isinstance(event, StepsUndone):
        del steps[event.steps :]
    return steps


@final
class _Records:
    """The records of a table as far as its log has been read."""

    def __init__(self, table: str, *, any_version: bool) -> None:
        self.files: Final[dict[str, RecordFile]] = {}
        self._id: Final = table
        self._table: Table | None = None
        self._steps: list[str] = []
        self._any_version: Final = any_version
        self._rules: int | None = None

    def after(self, event: AnyEvent) -> _Records:
        """Take in the next event."""
        if isinstance(event, StepPlayed | StepsUndone):
            _with_step(self._steps, event)
        else:
            self._change(event)
        return self

    def _change(self, event: AnyEvent) -> None:
        if isinstance(event, MatchPrepared):
            self.keep()
        if isinstance(event, TableCreated) and self._any_version:
            event = self._as_today(event)
        self._table = created_or_changed(self._id, self._table, event)
        if isinstance(event, MatchStarted):
            self._steps = []

    def _as_today(self, event: TableCreated) -> TableCreated:
        """The event with today's version of the rules, so that it can be read; records keep the real one."""
        self._rules = event.terms.rules
        today = catalog.game(event.terms.game).rules_version
        return replace(event, terms=replace(event.terms, rules=today))

    def keep(self) -> None:
        """Write the file of the present match, if there is one."""
        if self._table is not None and self._table.match is not None:
            setup = self._table.running().record()
            setup = setup if self._rules is None else replace(setup, rules=self._rules)
            data = record_json(setup, self._steps)
            self.files[self._table.match_id] = RecordFile(setup.game, len(self._steps), data)
