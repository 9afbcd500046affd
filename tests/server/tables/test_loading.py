"""Logs of any length are read in pages and applied in slices, and give the same as all at once."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from stammtisch.match import Match, Steps
from stammtisch.server.ops.slices import Slices
from stammtisch.server.tables import commands
from stammtisch.server.tables.loading import load_records, load_table
from stammtisch.server.tables.state import apply, finished_records, replay
from stammtisch.server.tables.table import Table
from stammtisch.store.log import PAGE, Log
from tests.server.offline_table import OfflineTable
from tests.server.random_session import RandomSession
from tests.store.stores import opened


async def stored(log: Log, offline: OfflineTable) -> None:
    for start in range(0, len(offline.log), 100):
        await log.append("offline", start + 1, offline.log[start : start + 100])


def contents(table: Table) -> tuple[Table, object, object, Steps]:
    """All of a table that can be compared."""
    match = table.running()
    recent = tuple((step.n, step.events, step.match.state) for step in table.recent)
    return replace(table, match=None, recent=()), recent, match.state, match.steps


def several_matches(game: str) -> RandomSession:
    """Three matches with everything that players do besides, of which the last is not over."""
    session = RandomSession(game, 2)
    for _ in range(2):
        while not session.table.over:
            session.step()
            session.interlude()
        session.rematch()
        session.start()
    for _ in range(5):
        session.step()
    return session


async def test_a_long_log_gives_the_same_table_as_all_at_once(file: str) -> None:
    offline = OfflineTable("tock", "Anna", "Ben").start()
    while len(offline.log) < 2 * PAGE + 10:
        offline.step()
    async with opened(file) as store:
        log = Log(store)
        await stored(log, offline)
        found = await load_table(log, "offline", Slices())
        assert found is not None
        assert contents(found) == contents(replay("offline", offline.log)) == contents(offline.table)
        assert await load_table(log, "nobody", Slices()) is None


async def test_the_loop_goes_on_while_a_long_log_is_read(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    offline = OfflineTable("tock", "Anna", "Ben").start()
    while len(offline.log) < PAGE:
        offline.step()
    applied, most, looks = 0, 0, iter(range(10**9))

    def counted(*args: object) -> object:
        nonlocal applied
        applied += 1
        return apply(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("stammtisch.server.tables.state.apply", counted)
    async with opened(file) as store:
        await stored(Log(store), offline)
        slices = Slices(clock=lambda: next(looks) * 0.0002)  # a slice is ten events
        loading = asyncio.create_task(load_table(Log(store), "offline", slices))
        while not loading.done():
            before = applied
            await asyncio.sleep(0)
            most = max(most, applied - before)
    assert applied >= PAGE - 1
    assert most <= 11


@pytest.mark.parametrize("game", ["zock", "kniffel", "tock", "zocknroll"])
async def test_records_are_read_without_the_rules_and_are_the_same(game: str, file: str) -> None:
    session = several_matches(game)
    async with opened(file) as store:
        log = Log(store)
        await stored(log, session)
        files = await load_records(log, "offline", Slices())
    finished = dict(finished_records("offline", session.log))
    assert len(finished) == 2
    assert [*files] == [*finished, session.table.match_id]
    for match, record in finished.items():
        assert files[match] == (game, len(record.log), record.to_json())


async def test_a_record_does_not_hold_what_was_taken_back(file: str) -> None:
    offline = OfflineTable("kniffel", "Anna", real_dice=True)
    for outcome in ("11111", "22222"):
        offline.send(0, commands.Roll(at=offline.table.at, outcome=outcome))
        if outcome == "11111":
            offline.send(0, commands.ContestRoll(at=offline.table.at))
    async with opened(file) as store:
        await stored(Log(store), offline)
        files = await load_records(Log(store), "offline", Slices())
    assert [file.data for file in files.values()] == [offline.table.record().to_json()]
    assert b"22222" in files[offline.table.match_id].data
    assert b"11111" not in files[offline.table.match_id].data


def test_going_back_plays_only_a_few_steps_again(monkeypatch: pytest.MonkeyPatch) -> None:
    offline = OfflineTable("tock", "Anna", "Ben").start()
    while len(offline.table.running().steps) < 1000:
        offline.step()
    offline.roll_until_choice()
    offline.step()
    played, step = 0, Match.step

    def counted(match: Match, *args: object) -> object:
        nonlocal played
        played += 1
        return step(match, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Match, "step", counted)
    match = offline.table.running()
    assert match.undo(len(match.steps) - 1).steps == match.steps.first(len(match.steps) - 1)
    assert played <= 100
    played = 0
    assert [len(after.match.steps) for after in match.replay(990)][:3] == [990, 991, 992]
    assert played <= 100 + len(match.steps) - 990
