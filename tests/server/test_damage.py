"""A database of which a part is damaged: that part says so, and everything else goes on."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import pytest_asyncio

from stammtisch.server import services
from stammtisch.server.tokens import fresh_table
from support.waiting import until
from tests.cli.running import call
from tests.server.clients import RunningServer, open_server, play_game

PAGE = 4096


@pytest.fixture(autouse=True)
def _frequent_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SWEEP_EVERY", 0.05)


def execute(database: Path, sql: str, *args: object) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        assert connection.execute(sql, args).rowcount == 1
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def missing_entry(database: Path, table: str) -> None:
    execute(database, "DELETE FROM log WHERE table_id = ? AND n = 5", table)


def missing_beginning(database: Path, table: str) -> None:
    execute(database, "DELETE FROM log WHERE table_id = ? AND n = 1", table)


def no_json(database: Path, table: str) -> None:
    execute(database, 'UPDATE log SET entry = \'{"e":"st\' WHERE table_id = ? AND n = 5', table)


def damaged_page(database: Path, table: str) -> None:
    """Overwrite a page that holds nothing but entries of this table."""
    data = bytearray(database.read_bytes())
    pages = [
        page for page in range(PAGE, len(data), PAGE) if data.count(table.encode(), page, page + PAGE) > 8
    ]
    middle = pages[len(pages) // 2]
    data[middle : middle + 8] = b"\xff" * 8
    database.write_bytes(data)


def unknown_event(database: Path, table: str) -> None:
    execute(database, 'UPDATE log SET entry = \'{"e":"sneezed"}\' WHERE table_id = ? AND n = 9', table)


def impossible_move(database: Path, table: str) -> None:
    step = '{"e":"step","t":1.0,"text":"9 9 9"}'
    execute(database, "UPDATE log SET entry = ? WHERE table_id = ? AND n = 9", step, table)


def copy_logs(database: Path, table: str) -> None:
    """More tables, so that others need not be stored next to a damaged page."""
    sql = "INSERT INTO log SELECT ?, n, entry FROM log WHERE table_id = ?"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(sql, [(fresh_table(), table) for _ in range(60)])


class Played(NamedTuple):
    """A database in which two games have been played; the first table has a long log."""

    database: Path
    table: str
    match: str
    other: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def original(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("played")
    async with open_server(folder) as server:
        long = await play_game(server)
        async with server.connect(long["table"], long["token"]) as client:
            for number in range(20):
                await client.send("say", text=f"{number} " + "x" * 250)
                await client.wait_for(lambda update: update["type"] == "talk", len(client.received))
        other = await play_game(server)
    copy_logs(folder / "tables.sqlite", other["table"])
    return Played(folder / "tables.sqlite", long["table"], long["match"], other["table"])


@pytest.fixture
def played(original: Played, tmp_path: Path) -> Played:
    """A copy that may be damaged."""
    return original._replace(database=Path(shutil.copy(original.database, tmp_path)))


async def refusals(server: RunningServer, table: str) -> list[str]:
    """What a visitor hears of a table, over HTTP and on its socket."""
    answer = await server.request("GET", f"/api/tables/{table}")
    async with server.connect(table) as visitor:
        codes = [answer.json()["error"]["code"], await visitor.error_code()]
        assert await visitor.closed() == 4000
    return codes


@pytest.mark.parametrize("damage", [missing_entry, missing_beginning, no_json, damaged_page])
async def test_damage_is_reported_at_the_start_and_concerns_one_table(
    played: Played, caplog: pytest.LogCaptureFixture, damage: Callable[[Path, str], None]
) -> None:
    damage(played.database, played.table)
    async with open_server(played.database.parent) as server:
        await until(lambda: server.services.damage() is not None)
        ready = await server.request("GET", "/readyz")
        assert (ready.status_code, ready.text.startswith("ready, with damage: ")) == (200, True)
        assert "damaged" in caplog.text
        await assert_alone(server, played)


@pytest.mark.parametrize("damage", [unknown_event, impossible_move])
async def test_damage_that_only_the_rules_can_see_is_reported_to_the_first_visitor(
    played: Played, caplog: pytest.LogCaptureFixture, damage: Callable[[Path, str], None]
) -> None:
    damage(played.database, played.table)
    async with open_server(played.database.parent) as server:
        assert (await server.request("GET", "/readyz")).text == "ready\n"
        await assert_alone(server, played)
        assert (await server.request("GET", "/readyz")).text == "ready, with damage: 1 damaged table\n"
        assert "a table is damaged" in caplog.text
        assert played.table not in caplog.text


async def assert_alone(server: RunningServer, played: Played) -> None:
    """That table says what is wrong; the other one and new ones work, and the server stays available."""
    assert await refusals(server, played.table) == ["damaged", "damaged"]
    assert (await server.get(f"/api/tables/{played.other}"))["status"] == "over"
    new = await server.create_table("zock", ["Anna", "free"])
    async with server.connect(new["table"], new["token"]) as anna:
        await anna.send("say", text="All is well")
        await anna.wait_for(lambda update: update["type"] == "talk")
    assert server.services.unavailable is None


async def test_the_record_of_a_damaged_game_explains_itself(played: Played) -> None:
    unknown_event(played.database, played.table)
    async with open_server(played.database.parent) as server:
        answer = await server.request("GET", f"/api/records/{played.match}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "damaged")


async def test_a_damaged_table_whose_time_is_up_holds_nobody_up(
    played: Played, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing_entry(played.database, played.table)
    execute(played.database, "UPDATE tables SET wake = 1 WHERE id = ?", played.table)
    execute(played.database, "UPDATE tables SET wake = 2 WHERE id = ?", played.other)
    async with open_server(played.database.parent) as server:
        loaded = server.services.tables.loaded
        await until(lambda: [actor.table.id for actor in loaded()] == [played.other])
        sweeps = Counted(server.services.log.due)
        monkeypatch.setattr(server.services.log, "due", sweeps)
        await until(lambda: sweeps.count > 3)
    assert caplog.text.count("a table that is to wake cannot be loaded") == 1


class Counted:
    """Counts how often a function is called."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.count = 0

    def __call__(self, *args: Any) -> Any:
        self.count += 1
        return self._function(*args)


def test_the_administrator_finds_and_deletes_a_damaged_table(played: Played) -> None:
    def admin(*command: str) -> subprocess.CompletedProcess[str]:
        return call("admin", "--database", str(played.database), *command)

    with closing(sqlite3.connect(played.database)) as connection, connection:
        connection.execute("DELETE FROM log WHERE table_id NOT IN (SELECT id FROM tables)")
    assert admin("check").stdout == "no damage was found\n"
    no_json(played.database, played.table)
    found = admin("check")
    assert (found.returncode, found.stdout.splitlines()) == (
        2,
        [f"table {played.table}: an entry cannot be understood: DecodeError"],
    )
    assert admin("delete-table", "--yes", played.table).returncode == 0
    assert admin("check").returncode == 0


async def test_a_table_of_other_rules_alone_is_refused_and_is_no_damage(played: Played) -> None:
    """Rules that it was not created with would lead to another game."""
    entry = "REPLACE(entry, '\"rules\":', '\"rules\":9')"
    execute(played.database, f"UPDATE log SET entry = {entry} WHERE table_id = ? AND n = 1", played.table)  # noqa: S608
    async with open_server(played.database.parent) as server:
        error = (await server.request("GET", f"/api/tables/{played.table}")).json()["error"]
        assert error["code"] == "other-version"
        assert re.search(
            r"version 9\d of the rules of ZOCK, and this server plays version \d", error["message"]
        )
        assert (await server.get(f"/api/records/{played.match}"))["game"] == "zock", (
            "a record says its version"
        )
        async with server.connect(played.table) as spectator:
            assert await spectator.error_code() == "other-version"
        assert (await server.get(f"/api/tables/{played.other}"))["table"] == played.other
        assert (await server.request("GET", "/readyz")).text == "ready\n"
