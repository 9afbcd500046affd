"""A table that is loaded from a snapshot is the same as one whose whole log is replayed."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from stammtisch.core.turn import Throw
from stammtisch.match import Match
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.ops.slices import Slices
from stammtisch.server.tables import snapshots, state
from stammtisch.server.tables.events import decode_event
from stammtisch.server.tables.loading import load_table
from stammtisch.server.tables.queue import ActionQueue
from stammtisch.server.tables.state import apply
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.tasks import Tasks
from stammtisch.store import Database, Log, Statement
from support.waiting import until
from tests.server.offline_table import OfflineTable
from tests.server.random_session import RandomSession
from tests.store.stores import opened

GAMES = ["zock", "kniffel", "tock", "zocknroll"]
SNAPSHOT_EVERY = 30
REMEMBERED = 6
EVENTS = 400
INTERLUDES = 0.2


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots are so close that short games have several, and few steps are remembered."""
    monkeypatch.setattr(snapshots, "EVERY", SNAPSHOT_EVERY)
    monkeypatch.setattr(state, "REMEMBERED_STEPS", REMEMBERED)


def random_session(game: str) -> RandomSession:
    """Some matches, or a part of one, with everything that players do besides."""
    session = RandomSession(game, 2)
    while len(session.log) < EVENTS or session.table.over:
        if session.table.over:
            session.rematch()
            session.start()
        session.step()
        if session.luck.random() < INTERLUDES:
            session.interlude()
    return session


class Stored:
    """A log that is stored entry by entry, and what was applied when it was loaded."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.log = Log(database)
        self.applied = 0
        monkeypatch.setattr(state, "apply", self._counted)

    def _counted(self, *args: object) -> Table:
        self.applied += 1
        return apply(*args)  # type: ignore[arg-type]

    async def append(self, texts: list[str], n: int = 1) -> None:
        for start in range(0, len(texts), 100):
            await self.log.append("offline", start + n, texts[start : start + 100])

    async def load(self) -> Table:
        self.applied = 0
        found = await load_table(self.log, "offline", Slices())
        assert found is not None
        return found


def assert_same(found: Table, expected: Table) -> None:
    """Everything about them is equal: what is stored in them, and what happens next."""
    assert plain(found) == plain(expected)
    if expected.match is None:
        assert found.match is None
        return
    assert_same_match(found.running(), expected.running())
    for ours, theirs in zip(found.recent, expected.recent, strict=True):
        assert ours[:2] == theirs[:2]
        assert_same_match(ours.match, theirs.match)


def plain(table: Table) -> Table:
    return replace(table, match=None, recent=())


def assert_same_match(found: Match, expected: Match) -> None:
    assert (found.state, found.turn, found.setup) == (expected.state, expected.turn, expected.setup)
    assert found.steps == expected.steps
    if isinstance(expected.turn, Throw) and expected.dice is not None:
        assert found.drawn() == expected.drawn()


@pytest.mark.parametrize("game", GAMES)
async def test_a_snapshot_and_the_rest_give_the_same_as_the_whole_log(
    game: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, luck, read = random_session(game), Random(game), 0
    expected = [*state.history("offline", map(decode_event, session.log))]
    async with opened(file) as database:
        stored = Stored(database, monkeypatch)
        while read < len(session.log):
            more = session.log[read : read + luck.randint(1, 2 * SNAPSHOT_EVERY)]
            await stored.append(more, read + 1)
            read += len(more)
            found = await stored.load()
            assert_same(found, expected[read - 1])
            assert_same(await stored.load(), found)
        assert stored.applied < SNAPSHOT_EVERY + 100
        match = found.running()
        for steps in luck.choices(range(len(match.steps) + 1), k=10):
            assert_same_match(match.undo(steps), expected[-1].running().undo(steps))


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_that_was_restored_goes_on_as_if_it_had_been_replayed(
    game: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = random_session(game)
    cut = len(session.log) * 2 // 3
    async with opened(file) as database:
        stored = Stored(database, monkeypatch)
        await stored.append(session.log[:cut])
        await stored.load()
        found = await stored.load()
        for text in session.log[cut:]:
            found = apply(found, decode_event(text))
    assert_same(found, session.table)


async def long_match(stored: Stored) -> OfflineTable:
    """A match with several snapshots in the database."""
    offline = OfflineTable("tock", "Anna", "Ben").start()
    while offline.table.n < 6 * SNAPSHOT_EVERY:
        offline.step()
    await stored.append(offline.log)
    await stored.load()
    return offline


async def test_the_process_that_stores_events_stores_the_snapshots(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline, tasks = OfflineTable("zocknroll", "Anna", "Ben").start(), Tasks()
    async with opened(file) as database:
        stored = Stored(database, monkeypatch)
        await stored.append(offline.log)
        queue = ActionQueue(
            offline.table,
            stored.log,
            Metrics(),
            slices=Slices(),
            start=tasks.start,
            changed=lambda *_, **__: None,
        )
        while not offline.table.over:
            known = offline.table
            offline.step()
            events = [decode_event(text) for text in offline.log[known.n :]]
            await queue.run(lambda _, __, events=events: events)  # type: ignore[misc]
        await until(lambda: not tasks)
        assert queue.table == offline.table
        kept = await stored.log.snapshots("offline")
        assert [snapshot.n // SNAPSHOT_EVERY for snapshot in kept] == [*range(1, len(kept) + 1)]
        assert len(kept) >= 2
        assert_same(await stored.load(), offline.table)
        assert stored.applied < SNAPSHOT_EVERY + 2 * REMEMBERED


async def test_snapshots_of_earlier_matches_are_deleted(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    every = 8
    session = random_session("kniffel")
    while session.table.n - session.table.began < 3 * (every + REMEMBERED):  # the last match may be new
        session.step()
    monkeypatch.setattr(snapshots, "EVERY", every)
    async with opened(file) as database:
        stored = Stored(database, monkeypatch)
        await stored.append(session.log)
        await stored.load()
        kept = await stored.log.snapshots("offline")
        assert session.table.number > 1
        assert len(kept) > 1
        assert all(snapshot.n >= session.table.began for snapshot in kept)
        assert [bool(snapshot.document) for snapshot in kept] == [False] * (len(kept) - 1) + [True]
        await stored.log.delete("offline")
        assert await stored.log.snapshots("offline") == []


DAMAGE = {
    "missing": "DELETE FROM snapshots",
    "the latest is missing": "DELETE FROM snapshots WHERE n = (SELECT MAX(n) FROM snapshots)",
    "another version": "UPDATE snapshots SET document = 'x' || SUBSTR(document, 2)",
    "a changed table": "UPDATE snapshots SET document = REPLACE(document, 'Anna', 'Anne')",
    "a changed position": "UPDATE snapshots SET position = REPLACE(position, '1', '2')",
    "an empty position": "UPDATE snapshots SET position = ''",
    "of later events": "UPDATE snapshots SET n = n + 1000",
    "of another event": "UPDATE snapshots SET n = n + 1",
    "without its beginning": "UPDATE snapshots SET since = since + 20",
}


@pytest.mark.parametrize("sql", DAMAGE.values(), ids=DAMAGE)
async def test_a_snapshot_that_cannot_be_used_is_ignored(
    sql: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(file) as database:
        stored = Stored(database, monkeypatch)
        offline = await long_match(stored)
        await database.write(Statement(sql))
        assert_same(await stored.load(), offline.table)
        assert stored.applied == len(offline.log) - 1
        assert_same(await stored.load(), offline.table)
        assert stored.applied < SNAPSHOT_EVERY + 2 * REMEMBERED
