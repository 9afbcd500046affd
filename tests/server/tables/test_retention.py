"""What is kept for how long: games of profiles always, and nothing that is still used is touched."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from stammtisch.server import services
from stammtisch.server.accounts import cleanup
from stammtisch.server.accounts.cleanup import Cleaned, Cleanup
from stammtisch.server.accounts.profiles import Profile, Profiles
from stammtisch.server.accounts.sessions import SESSION_LASTS, Sessions
from stammtisch.server.ops.bus import SingleProcess
from stammtisch.server.tables.closing import close_after
from stammtisch.server.tables.events import DAY, Clock, MessageSent, PlayerSeated, decode_event, encode_event
from stammtisch.server.tables.loading import ended_match
from stammtisch.server.tables.queue import facts_of
from stammtisch.server.tables.retention import Keep, Retention, keep_days
from stammtisch.server.tables.state import replay
from stammtisch.store import Conflict, Database, Log
from stammtisch.store.log import PAGE
from support.waiting import eventually
from tests.server.clients import open_server
from tests.server.offline_table import OfflineTable
from tests.store.stores import opened

KEEP = keep_days(unfinished=90, closed=30, guests=365)
NOW = 1000.0
"""When all of it happened."""


class Kept:
    """A database with tables, and a clean-up whose clock is set by hand."""

    def __init__(self, database: Database, keep: Keep = KEEP) -> None:
        self.database = database
        self.log = Log(database)
        self.now = NOW
        self.loaded: set[str] = set()
        retention = Retention(database, SingleProcess(), keep, self.loaded.__contains__)
        self._cleanup = Cleanup(retention, Sessions(database, lambda: self.now))

    async def add(self, name: str, offline: OfflineTable) -> str:
        """Store a table as a server would have."""
        facts = replace(facts_of(offline.table), code=name)
        finished = ended_match(offline.table) if offline.table.over else None
        await self.log.append(name, 1, offline.log, facts, finished)
        return name

    async def after(self, days: float, *, dry_run: bool = False) -> Cleaned:
        """What a round does after this number of days."""
        self.now += days * DAY
        cleaned = await self._cleanup.slice(self.now, dry_run=dry_run)
        while not self._cleanup.finished_round:
            cleaned = cleaned.plus(await self._cleanup.slice(self.now, dry_run=dry_run))
        return cleaned

    async def status(self, table: str) -> str | None:
        facts = await self.log.facts(table)
        return None if facts is None else facts.status


@pytest.fixture
async def kept(file: str) -> AsyncIterator[Kept]:
    async with opened(file) as database:
        yield Kept(database)


@pytest.fixture
async def either(url: str) -> AsyncIterator[Kept]:
    """The same, once with each engine."""
    async with opened(url) as database:
        yield Kept(database)


def playing(**terms: object) -> OfflineTable:
    return OfflineTable("zock", "Anna", "Ben", **terms).start()


def finished(**terms: object) -> OfflineTable:
    offline = playing(**terms)
    offline.play_to_end()
    return offline


async def test_a_game_that_nobody_continues_is_closed_and_then_deleted(either: Kept) -> None:
    kept = either
    table = await kept.add("t", playing())
    assert await kept.after(89) == Cleaned()
    assert await kept.after(2, dry_run=True) == Cleaned(closed=1)
    assert await kept.status(table) == "playing"
    assert await kept.after(0) == Cleaned(closed=1)
    assert replay(table, await kept.log.read(table)).closed == "nobody has played here for a long time"
    assert await kept.after(29) == Cleaned()
    assert await kept.after(2) == Cleaned(deleted=1)
    assert await kept.status(table) is None
    assert await kept.log.read(table) == []


async def test_the_log_says_whether_somebody_still_plays_not_the_index(kept: Kept) -> None:
    offline = playing()
    table = await kept.add("t", offline)
    message = encode_event(MessageSent(t=NOW + 60 * DAY, person=0, text="still here"))
    await kept.log.append(table, len(offline.log) + 1, [message])
    assert await kept.after(100) == Cleaned()
    assert await kept.after(51) == Cleaned(closed=1)


async def test_a_lobby_at_which_somebody_is_stays_open(kept: Kept) -> None:
    table = await kept.add("t", OfflineTable("zock", "Anna", "bot:random"))
    await kept.log.visited(table, NOW + 80 * DAY, NOW)
    assert await kept.after(100) == Cleaned()
    assert await kept.after(71) == Cleaned(closed=1)


async def test_a_game_with_days_for_each_move_is_not_closed_before_they_are_over(file: str) -> None:
    async with opened(file) as database:
        kept = Kept(database, keep_days(unfinished=10, closed=10, guests=10))
        await kept.add("t", playing(clock=Clock(move=int(60 * DAY))))
        assert await kept.after(60) == Cleaned()
        assert await kept.after(2) == Cleaned(closed=1)


async def test_finished_games_of_guests_are_deleted_in_the_end(kept: Kept) -> None:
    offline = finished()
    await kept.add("t", offline)
    assert await kept.after(364) == Cleaned()
    assert await kept.after(2) == Cleaned(closed=1)
    assert await kept.after(0.9) == Cleaned(), "every process has a day to hear that it is closed"
    assert await kept.log.match(offline.table.match_id) is not None
    assert await kept.after(0.2) == Cleaned(deleted=1)
    assert await kept.log.match(offline.table.match_id) is None


async def test_finished_games_of_profiles_are_kept_permanently(either: Kept) -> None:
    kept = either
    profiles = Profiles(kept.database, lambda: kept.now)
    anna, _, _ = await profiles.sign_up("Anna")
    table = await kept.add("t", with_profile(finished(), anna))
    closed = await kept.add("c", with_profile(finished(), anna))
    await close(kept, closed)
    assert await kept.after(10_000) == Cleaned(sessions=1)
    assert (await kept.status(table), await kept.status(closed)) == ("over", "closed")
    await profiles.delete(anna)
    assert await kept.after(0) == Cleaned(closed=1, deleted=1), "without the profile they are guests' games"


def with_profile(offline: OfflineTable, profile: Profile) -> OfflineTable:
    """The same table, at which the first to sit down was signed in."""
    number, event = next(
        (number, event)
        for number, text in enumerate(offline.log)
        if isinstance(event := decode_event(text), PlayerSeated)
    )
    offline.log[number] = encode_event(replace(event, profile=profile.id))
    return offline


async def close(kept: Kept, table: str) -> None:
    ((n, _),) = await kept.log.latest(table, 1)
    await close_after(kept.log, SingleProcess(), table, n, "its host closed it", kept.now)


async def test_a_closed_table_without_a_finished_game_goes_after_a_month(kept: Kept) -> None:
    await kept.add("t", playing())
    await close(kept, "t")
    assert await kept.after(29) == Cleaned()
    assert await kept.after(1) == Cleaned(deleted=1)


async def test_zero_days_keep_things_permanently(file: str) -> None:
    async with opened(file) as database:
        kept = Kept(database, keep_days(0, 0, 0))
        await kept.add("playing", playing())
        await kept.add("over", finished())
        await kept.add("closed", playing())
        await close(kept, "closed")
        assert await kept.after(100_000) == Cleaned()


async def test_all_tables_are_checked_in_slices(kept: Kept) -> None:
    offline = OfflineTable("zock", "Anna", "bot:random")
    for number in range(250):
        await kept.add(f"t{number}", offline)
    assert await kept.after(91) == Cleaned(closed=250)
    assert await kept.after(31) == Cleaned(deleted=250)


async def test_a_move_at_the_last_moment_keeps_the_table(kept: Kept) -> None:
    offline = playing()
    await kept.add("t", offline)
    kept.now += 100 * DAY
    retention = Retention(kept.database, SingleProcess(), KEEP)
    (due,) = [due async for due in retention.due(kept.now)]
    played = encode_event(MessageSent(t=kept.now, person=0, text="my turn?"))
    await kept.log.append("t", len(offline.log) + 1, [played])
    assert not await retention.carry_out(due, kept.now)
    assert await kept.status("t") == "playing"


async def test_a_process_that_was_asleep_cannot_write_to_a_table_that_was_closed(kept: Kept) -> None:
    offline = playing()
    await kept.add("t", offline)
    await kept.after(100)
    played = encode_event(MessageSent(t=kept.now, person=0, text="my turn?"))
    with pytest.raises(Conflict):
        await kept.log.append("t", len(offline.log) + 1, [played])


async def test_only_a_closed_table_that_has_not_changed_is_deleted(either: Kept) -> None:
    kept = either
    await kept.add("t", finished())
    facts = await kept.log.facts("t")
    assert facts is not None
    await kept.log.delete_closed("t", facts.touched)
    await close(kept, "t")
    await kept.log.delete_closed("t", facts.touched + 1)
    assert await kept.status("t") == "closed"
    assert len(await kept.log.read("t")) > 1
    await kept.log.delete_closed("t", facts.touched)
    assert await kept.log.latest("t", 1) == []


async def test_a_long_log_is_deleted_in_parts(kept: Kept) -> None:
    offline = playing()
    await kept.add("t", offline)
    message = encode_event(MessageSent(t=NOW, person=0, text="and on"))
    for start in range(len(offline.log), 2 * PAGE, 100):
        await kept.log.append("t", start + 1, [message] * 100)
    await close(kept, "t")
    assert await kept.after(31) == Cleaned(deleted=1)
    assert await kept.log.latest("t", 1) == []


async def test_tables_that_are_loaded_here_or_cannot_be_read_are_left_alone(kept: Kept) -> None:
    await kept.add("t", playing())
    kept.loaded.add("t")
    broken = playing()
    broken.log[-1] = "{"
    await kept.add("broken", broken)
    assert await kept.after(100) == Cleaned()


async def test_sessions_that_have_ended_are_deleted(kept: Kept) -> None:
    profiles = Profiles(kept.database, lambda: kept.now)
    for name in ("Anna", "Ben", "Cleo"):
        await profiles.sign_up(name)
    kept.now += 1
    _, token, _ = await profiles.sign_up("Dora")
    kept.now = NOW + SESSION_LASTS
    assert await kept.after(0, dry_run=True) == Cleaned(sessions=3)
    assert await kept.after(0) == Cleaned(sessions=3)
    assert await kept.after(0) == Cleaned()
    assert await profiles.session(token) is not None


async def test_a_running_server_closes_what_is_abandoned_and_leaves_who_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "SWEEP_EVERY", 0.05)
    monkeypatch.setattr(cleanup, "EVERY", 0.0)
    async with open_server(tmp_path, keep_unfinished_days=1) as server:
        log, long_ago = server.services.log, playing()
        long_ago.now = time.time()
        await Kept(server.services._database).add("long-ago", long_ago)
        table = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.table()
            await eventually(
                lambda: log.facts("long-ago"), lambda facts: facts is not None and facts.status == "closed"
            )
        assert (await server.get(f"/api/tables/{table['table']}"))["status"] == "open"
        assert (await server.get("/api/tables/long-ago"))["status"] == "closed"
