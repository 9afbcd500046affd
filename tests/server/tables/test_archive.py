"""Records and what is made from them: once, for all who ask, and no longer than somebody waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from stammtisch.match import read_record
from stammtisch.server.ops.limits import TooMany
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.tables import archive as module
from stammtisch.server.tables.archive import INTEREST, Archive
from stammtisch.server.tables.errors import UnknownTable
from stammtisch.server.tables.events import decode_event
from stammtisch.server.tables.loading import build_record, ended_match
from stammtisch.server.tables.queue import facts_of
from stammtisch.server.tables.state import finished_records, history
from stammtisch.server.thinking.contract import Asker
from stammtisch.server.thinking.pool import Workers
from stammtisch.server.thinking.scheduler import LIMITS, Kind
from stammtisch.store import Damaged, Database, Log, Statement
from support.waiting import until
from tests.server.offline_table import OfflineTable
from tests.server.random_session import RandomSession
from tests.server.working import long_record
from tests.store.stores import opened

ANNA = "192.0.2.1"
BEN = "192.0.2.2"


class Counted:
    """Calls a function, and counts how often."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self.count = 0

    async def __call__(self, *args: Any, **more: Any) -> Any:
        self.count += 1
        return await self._function(*args, **more)


class Setup:
    """An archive with the matches of a table."""

    def __init__(self, database: Database) -> None:
        self.now = 0.0
        self.database = database
        self.log = log = Log(database)
        self.workers = Workers(2)
        self.archive = Archive(log, self.workers, Metrics(), clock=lambda: self.now)

    async def add(self, offline: OfflineTable, name: str = "offline") -> None:
        facts = replace(facts_of(offline.table), code=name)
        await self.log.append(name, 1, offline.log[:10], facts)
        for start in range(10, len(offline.log), 500):
            await self.log.append(name, start + 1, offline.log[start : start + 500])
        for table in history(name, map(decode_event, offline.log)):
            if table.over:
                await self.log.append(name, table.n + 1, (), facts, ended_match(table))

    async def add_long_game(self) -> str:
        """Add a match whose analysis takes minutes, although its log is short. Returns its id."""
        session = finished()
        await self.add(session)
        match = session.table.match_id
        short = await self.archive.record(match)
        self.archive._records.put(match, short._replace(data=long_record()), 1)
        return match

    def count(self, monkeypatch: pytest.MonkeyPatch, name: str) -> Counted:
        """How often the workers are asked for this."""
        counted = Counted(getattr(self.workers, name))
        monkeypatch.setattr(self.workers, name, counted)
        return counted


@pytest.fixture
async def setup(file: str) -> AsyncIterator[Setup]:
    async with opened(file) as store:
        made = Setup(store)
        yield made
        await made.workers.close()


def finished(game: str = "zock", matches: int = 1) -> RandomSession:
    session = RandomSession(game, 2)
    session.play_to_end()
    for _ in range(matches - 1):
        session.rematch()
        session.start()
        session.play_to_end()
    return session


async def test_a_record_is_built_once_for_all_who_ever_ask(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = finished(matches=3)
    await setup.add(session)
    built = Counted(build_record)
    monkeypatch.setattr(module, "build_record", built)
    expected = {match: record.to_json() for match, record in finished_records("offline", session.log)}
    assert len(expected) == 3
    for _ in range(2):
        asked = (setup.archive.record(match) for match in expected for _ in range(3))
        files = await asyncio.gather(*asked)
        assert [file.data for file in files[::3]] == [*expected.values()]
        assert built.count == 3
        setup.archive = Archive(setup.log, setup.workers, Metrics())  # after a restart


async def test_a_record_is_built_from_its_own_part_of_the_log(setup: Setup) -> None:
    session = finished(matches=3)
    await setup.add(session)
    second = session.table.finished[1].id
    found = await setup.log.match(second)
    assert found is not None
    await setup.database.write(
        Statement("DELETE FROM log WHERE n < $1 OR n > $2", (found.since, found.until))
    )
    file = await setup.archive.record(second)
    assert file.data == dict(finished_records("offline", session.log))[second].to_json()
    with pytest.raises(Damaged):
        await setup.archive.record(session.table.match_id)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE matches SET since = NULL, until = NULL, setup = NULL, steps = NULL, record = NULL",
        "UPDATE matches SET record = SUBSTR(record, 3)",
    ],
    ids=["of an older version", "damaged"],
)
async def test_a_record_that_is_not_kept_is_built_again(setup: Setup, sql: str) -> None:
    session = finished(matches=2)
    await setup.add(session)
    first = session.table.finished[0].id
    file = await setup.archive.record(first)
    await setup.database.write(Statement(sql))
    again = Archive(setup.log, setup.workers, Metrics())
    assert await again.record(first) == file


async def test_a_match_that_is_not_over_has_no_record(setup: Setup) -> None:
    session = finished()
    session.rematch()
    session.start()
    await setup.add(session)
    assert session.table.match_id not in [match.id for match in session.table.finished]
    await setup.archive.record(session.table.finished[0].id)
    with pytest.raises(UnknownTable):
        await setup.archive.record(session.table.match_id)


async def test_nothing_is_shown_of_a_game_that_was_deleted(setup: Setup) -> None:
    session = finished()
    await setup.add(session)
    match, archive = session.table.match_id, setup.archive
    await archive.page(match, ANNA)
    await archive.moments(match, 0, 1, ANNA)
    await setup.log.delete("offline")
    for asked in (
        archive.record(match),
        archive.moments(match, 0, 1, ANNA),
        archive.draws(match, ANNA),
        archive.report(match, ANNA),
        archive.page(match, ANNA),
    ):
        with pytest.raises(UnknownTable):
            await asked


async def test_records_that_are_not_kept_are_read_again(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RECORDS", 1)
    small = Archive(setup.log, setup.workers, Metrics())
    session = finished()
    await setup.add(session)
    match = session.table.match_id
    assert await small.record(match) == await small.record(match) == await setup.archive.record(match)


async def test_moments_and_draws_are_made_once_for_all_who_ask(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = finished()
    await setup.add(session)
    match, archive = session.table.match_id, setup.archive
    moments, draws = setup.count(monkeypatch, "moments"), setup.count(monkeypatch, "draws")
    shown = await asyncio.gather(*(archive.moments(match, 3, 2, ANNA) for _ in range(4)))
    listed = await asyncio.gather(*(archive.draws(match, address) for address in (ANNA, BEN)))
    assert {*shown} == {await archive.moments(match, 3, 2, BEN)}
    assert {*listed} == {await archive.draws(match, BEN)}
    assert (moments.count, draws.count) == (1, 1)
    record = read_record((await archive.record(match)).data)
    count = len(record.log) + 1
    whole = msgspec.json.decode(await archive.moments(match, 0, count, ANNA))
    assert len(whole) == count
    assert msgspec.json.decode(shown[0]) == whole[3:5]
    assert msgspec.json.decode(await archive.moments(match, count, 5, ANNA)) == []
    assert len(msgspec.json.decode(await archive.moments(match, count - 1, 5, ANNA))) == 1


async def test_a_report_and_its_page_are_made_once(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    session = finished()
    await setup.add(session)
    match, archive = session.table.match_id, setup.archive
    analyse, draw = setup.count(monkeypatch, "analyse"), setup.count(monkeypatch, "page")
    pages = await asyncio.gather(*(archive.page(match, ANNA) for _ in range(3)))
    assert len({*pages, await archive.page(match, BEN)}) == 1
    assert pages[0].startswith(b"<!")
    assert (analyse.count, draw.count) == (1, 1)
    assert archive.status(match).status == "done"


async def test_an_analysis_goes_on_only_while_somebody_asks_about_it(setup: Setup) -> None:
    match, archive = await setup.add_long_game(), setup.archive
    await archive.start(match, ANNA)
    await until(lambda: archive.status(match).done > 0)
    for _ in range(3):
        setup.now += INTEREST
        assert archive.status(match).status == "running"
        archive.stop_unwanted()
        await asyncio.sleep(0)
    setup.now += INTEREST + 1
    archive.stop_unwanted()
    await until(lambda: match not in archive._analyses)
    assert not [worker for worker in setup.workers._workers if worker._running]
    with pytest.raises(UnknownTable):
        archive.status(match)
    assert (await archive.start(match, ANNA)).status == "running"


async def test_an_analysis_that_has_just_been_asked_for_is_wanted(setup: Setup) -> None:
    match, archive = await setup.add_long_game(), setup.archive
    setup.now += 10 * INTEREST
    starting = asyncio.create_task(archive.start(match, ANNA))
    while match not in archive._analyses:  # seen before anything else can happen
        await asyncio.sleep(0)
    archive.stop_unwanted()
    assert (await starting).status == "running"


async def test_an_analysis_goes_on_while_somebody_waits_for_the_report(setup: Setup) -> None:
    match, archive = await setup.add_long_game(), setup.archive
    waiting = asyncio.create_task(archive.report(match, ANNA))
    await until(lambda: match in archive._analyses and archive._analyses[match].awaited == 1)
    setup.now += 10 * INTEREST
    archive.stop_unwanted()
    assert not archive._analyses[match].task.cancelling()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    archive.stop_unwanted()
    await until(lambda: match not in archive._analyses)


async def test_too_many_analyses_are_refused_at_once_and_nothing_else(setup: Setup) -> None:
    most = LIMITS[Kind.ANALYSIS].per_address
    session = finished()
    record = await setup.archive.record(await setup.add_long_game())
    for match in ("running", *map(str, range(most)), "last"):
        ended = ended_match(replace(session.table, match_id=match))  # as if it were another
        await setup.log.append("offline", 0, (), facts_of(session.table), ended)
        setup.archive._records.put(match, record, 1)
        if match != "last":
            assert (await setup.archive.start(match, ANNA)).status == "running"
    with pytest.raises(TooMany, match="too many analyses from your address; try again in"):
        await setup.archive.start("last", ANNA)
    assert (await setup.archive.start("last", BEN)).status == "running"
    moments = await setup.workers.moments(record.data, 0, 1, asker=Asker(ANNA, "x"))
    assert msgspec.json.decode(moments)
