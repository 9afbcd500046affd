"""A database that cannot be written for a while: play stops, says so, and goes on."""

from __future__ import annotations

import re
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from stammtisch.server import services
from stammtisch.server.tables import events
from stammtisch.server.tables.events import decode_event
from stammtisch.store import sqlite_commits
from stammtisch.store.sqlite import SQLite
from support.servers import postgres
from support.waiting import PATIENCE, eventually, until
from tests.server.clients import Client, RunningServer, open_server
from tests.server.couples import Failures, locked, notice, playing, roll
from tests.server.profiles import finished_table
from tests.store.conftest import small_disk

__all__ = ["small_disk"]

NEW = {"game": "zock", "seats": [{"kind": "free"}, {"kind": "free"}]}
Full: TypeAlias = Callable[[RunningServer, Path], AbstractContextManager[None]]
"""Leaves no room for the database until the block ends."""


@pytest.fixture(autouse=True)
def _frequent_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SWEEP_EVERY", 0.1)
    monkeypatch.setattr(services, "PROBE_EVERY", 0.1)


# A file that cannot be written


async def test_a_short_lock_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wait, refused = sqlite_commits.Commits._wait_or_give_up, list[sqlite3.Error]()

    def note(commits: sqlite_commits.Commits, error: sqlite3.Error) -> None:
        refused.append(error)
        wait(commits, error)

    monkeypatch.setattr(sqlite_commits.Commits, "_wait_or_give_up", note)
    monkeypatch.setattr(sqlite_commits, "PATIENCE", 10 * PATIENCE)
    async with open_server(tmp_path) as server, playing(server) as (_, anna, ben):
        at = anna.latest("position")["at"]
        with locked(tmp_path):
            await roll(anna)
            await until(lambda: len(refused) >= 5)
            assert anna.latest("position")["at"] == at
        await ben.position(lambda update: update["at"] > at)
        assert all(update["type"] not in ("notice", "error") for update in anna.received)


async def test_a_lasting_lock_stops_play_until_it_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_commits, "PATIENCE", 0.3)
    async with open_server(tmp_path) as server, playing(server) as (table, anna, ben):
        at = anna.latest("position")["at"]
        with locked(tmp_path):
            await roll(anna)
            assert await anna.error_code() == "halted"
            await notice(ben, "halted")
            await ben.send("nod", phrase="hurry")
            assert await ben.error_code() == "halted"
            async with server.connect(table) as spectator:
                await notice(spectator, "halted")
        await notice(anna, "resumed")
        await notice(ben, "resumed")
        await roll(anna)
        await ben.position(lambda update: update["at"] > at)
        assert not [update for update in anna.received + ben.received if "tables.sqlite" in str(update)]


async def test_a_result_that_could_not_be_stored_is_stored_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_commits, "PATIENCE", 0.1)
    async with open_server(tmp_path) as server:
        profiles = server.services.profiles
        ada, bob = [(await profiles.sign_up(name)).profile for name in ("Ada", "Bob")]
        tries = Failures(profiles.results.finished)
        monkeypatch.setattr(profiles.results, "finished", tries)
        with locked(tmp_path):
            server.services.tables._services.finished(finished_table(ada.id, bob.id))
            await until(lambda: tries.count >= 1)
        await eventually(lambda: profiles.results.history(bob.id))


# A disk that is full


@contextmanager
def few_pages(server: RunningServer, _: Path) -> Iterator[None]:
    """The database may not grow, as if the disk were full."""
    database = server.services._database
    assert isinstance(database, SQLite)
    limit = database._commits._connection.execute
    limit("PRAGMA max_page_count = 1")
    yield
    limit("PRAGMA max_page_count = 100000")


@contextmanager
def short_files(_: RunningServer, folder: Path) -> Iterator[None]:
    """No file may grow by more than a few pages: the system refuses to write."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = (folder / "tables.sqlite-wal").stat().st_size + 10_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def filled(_: RunningServer, folder: Path) -> Iterator[None]:
    """A large file leaves next to no room beside the database."""
    with (folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(bytes(4096))
    yield
    (folder / "filler").unlink()


@pytest.mark.parametrize("full", [few_pages, short_files])
async def test_a_full_disk_stops_play_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: Full
) -> None:
    await play_on_a_full_disk(tmp_path, monkeypatch, full)


async def test_a_full_file_system_stops_play_until_there_is_room(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_on_a_full_disk(small_disk, monkeypatch, filled)


async def play_on_a_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch, full: Full) -> None:
    """Everybody hears once that the server is unavailable, and once that play continues."""
    monkeypatch.setattr(services, "PROBE_EVERY", 0.01)
    async with open_server(folder) as server, playing(server) as (table, anna, ben):
        tries = Failures(server.services.log.check_room)
        monkeypatch.setattr(server.services.log, "check_room", tries)
        with full(server, folder):
            await write_until_refused(anna)
            await notice(anna, "halted")
            for count in range(1, 20):
                await until(lambda: tries.count > count)  # noqa: B023 - awaited here
                await ben.send("say", text="x" * 250)
                assert (await server.request("GET", "/readyz")).status_code == 503
            assert [update["code"] for update in ben.received if update["type"] == "notice"] == ["halted"]
        await notice(anna, "resumed")
        assert (await server.request("GET", "/readyz")).status_code == 200
        await anna.send("say", text="There is room again")
        await anna.wait_for(lambda update: update.get("text") == "There is room again")
        notices = [update["code"] for update in anna.received if update["type"] == "notice"]
        assert notices == ["halted", "resumed"]
        received = [update["text"] for update in anna.received if update["type"] == "talk"]
        log = map(decode_event, await server.services.log.read(table))
        assert received == [event.text for event in log if isinstance(event, events.MessageSent)]


async def test_a_full_disk_is_noticed_when_a_table_is_created(tmp_path: Path) -> None:
    """No table is loaded, and still nobody is sent here until there is room."""
    async with open_server(tmp_path, most_tables_per_address=1000) as server:
        with few_pages(server, tmp_path):
            answers = [await server.request("POST", "/api/tables", json=NEW) for _ in range(100)]
            refused = next(answer for answer in answers if answer.status_code == 503)
            assert refused.json()["error"]["code"] == "halted"
            assert int(refused.headers["Retry-After"]) > 0
            assert (await server.request("GET", "/readyz")).status_code == 503
        await until(lambda: server.services.unavailable is None)


async def test_no_refusal_names_a_file_or_a_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_commits, "PATIENCE", 0.1)
    async with open_server(tmp_path) as server, playing(server) as (_, anna, _):
        with locked(tmp_path):
            assert_discreet((await server.request("POST", "/api/tables", json=NEW)).text)
            await roll(anna)
            assert_discreet(str(await anna.wait_for(lambda update: update["type"] == "error")))
    with postgres() as database:
        async with open_server(tmp_path, database.url) as server:
            database.stop()
            assert_discreet((await server.request("POST", "/api/tables", json=NEW)).text)
            assert_discreet((await server.request("GET", "/readyz")).text)
            async with server.connect("any") as visitor:
                assert_discreet(str(await visitor.wait_for(lambda update: update["type"] == "error")))


def assert_discreet(text: str) -> None:
    """It says that the server is unavailable, and nothing about its inside."""
    assert "temporarily unavailable" in text
    assert not re.search(r"sqlite|/|locked|127\.0|\d{4}|refused|connect", text.lower())


async def write_until_refused(client: Client) -> None:
    """Send long chat messages until one is refused because there is no room."""
    for number in range(200):
        seen = len(client.received)
        await client.send("say", text=f"{number} " + "x" * 250)
        answer = await client.wait_for(lambda update: update["type"] in ("talk", "error"), seen)
        if answer["type"] == "error":
            assert answer["code"] == "halted"
            return
    pytest.fail("there was room for everything")
