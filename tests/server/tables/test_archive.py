"""Records and what is made from them: once, for all who ask, and no longer than somebody waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from stammtisch.core import Over
from stammtisch.match import read_record
from stammtisch.server.ops.limits import TooMany
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.tables import archive as module
from stammtisch.server.tables.archive import INTEREST, Archive
from stammtisch.server.tables.errors import UnknownTable
from stammtisch.server.tables.loading import load_records
from stammtisch.server.tables.queue import facts_of
from stammtisch.server.thinking.pool import Workers
from stammtisch.server.thinking.scheduler import LIMITS, Asker, Kind
from stammtisch.store.log import Log
from support.waiting import until
from tests.server.offline_table import OfflineTable
from tests.server.random_session import RandomSession
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

    def __init__(self, log: Log) -> None:
        self.now = 0.0
        self.log = log
        self.workers = Workers(2)
        self.archive = Archive(log, self.workers, Metrics(), clock=lambda: self.now)

    async def add(self, offline: OfflineTable, name: str = "offline") -> None:
        facts = msgspec.structs.replace(facts_of(offline.table), code=name)
        await self.log.append(name, 1, offline.log[:10], facts)
        for start in range(10, len(offline.log), 500):
            await self.log.append(name, start + 1, offline.log[start : start + 500])
        for finished in offline.table.finished:
            await self.log.append(name, 0, (), facts, finished.id)

    def count(self, monkeypatch: pytest.MonkeyPatch, name: str) -> Counted:
        """How often the workers are asked for this."""
        counted = Counted(getattr(self.workers, name))
        monkeypatch.setattr(self.workers, name, counted)
        return counted


@pytest.fixture
async def setup(file: str) -> AsyncIterator[Setup]:
    async with opened(file) as store:
        made = Setup(Log(store))
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


def long_game() -> RandomSession:
    """A game whose analysis takes minutes."""
    session = RandomSession("tock", 2)
    while not isinstance(session.table.turn, Over):
        session.step()
    return session


async def test_all_records_of_a_table_are_read_once(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    session = finished(matches=5)
    await setup.add(session)
    read = Counted(load_records)
    monkeypatch.setattr(module, "load_records", read)
    ids = [match.id for match in session.table.finished]
    files = await asyncio.gather(*(setup.archive.record(match) for match in ids for _ in range(3)))
    assert [read_record(file.data).fair.match for file in files[::3]] == ids  # type: ignore[union-attr]
    assert [await setup.archive.record(match) for match in ids] == list(files[::3])
    assert read.count == 1


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
    session = long_game()
    await setup.add(session)
    match, archive = session.table.match_id, setup.archive
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
    session = long_game()
    await setup.add(session)
    match, archive = session.table.match_id, setup.archive
    setup.now += 10 * INTEREST
    starting = asyncio.create_task(archive.start(match, ANNA))
    while match not in archive._analyses:  # seen before anything else can happen
        await asyncio.sleep(0)
    archive.stop_unwanted()
    assert (await starting).status == "running"


async def test_an_analysis_goes_on_while_somebody_waits_for_the_report(setup: Setup) -> None:
    session = long_game()
    await setup.add(session)
    match, archive = session.table.match_id, setup.archive
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
    session = long_game()
    await setup.add(session)
    record = await setup.archive.record(session.table.match_id)
    for match in ("running", *map(str, range(most)), "last"):
        await setup.log.append("offline", 0, (), facts_of(session.table), match)  # as if it were another
        setup.archive._records.put(match, record, 1)
        if match != "last":
            assert (await setup.archive.start(match, ANNA)).status == "running"
    with pytest.raises(TooMany, match="too many analyses from your address; try again in"):
        await setup.archive.start("last", ANNA)
    assert (await setup.archive.start("last", BEN)).status == "running"
    moments = await setup.workers.moments(record.data, 0, 1, asker=Asker(ANNA, "x"))
    assert msgspec.json.decode(moments)
