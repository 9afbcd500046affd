"""Looking after a store, with and without a server that runs on it."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from stammtisch.cli.admin import _closed
from stammtisch.match import load_record, read_record, verify
from stammtisch.server.ops.bus import SingleProcess
from stammtisch.server.tables.events import (
    MatchPrepared,
    MessageSent,
    PlayerSeated,
    SeedAdded,
    decode_event,
    encode_event,
)
from stammtisch.store import Log
from support.servers import Server, fresh_database, nats, postgres
from tests.server.playing import Door, open_house
from tests.store.stores import opened

from .running import run

SEED = "5eed" * 8
LOOKS = (["list"], ["show"], ["export"], ["profiles"])


class Evening(NamedTuple):
    """A store after an evening: a finished game of ZOCK, and a game of Tock that goes on."""

    store: str
    finished: str
    running: str
    code: str

    def admin(self, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return run("admin", "--store", self.store, *args, typed=typed, COLUMNS="120")

    def ask(self, *args: str) -> str:
        """What a command says that has to succeed."""
        answer = self.admin(*args)
        assert (answer.returncode, answer.stderr) == (0, "")
        return answer.stdout

    def refused(self, *args: str) -> str:
        answer = self.admin(*args)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert answer.stderr.count("\n") == 1
        return answer.stderr

    def entries(self, table: str) -> list[str]:
        async def read() -> list[str]:
            async with opened(self.store, shared=True) as store:
                return await Log(store).read(table)

        return asyncio.run(read())


async def played(door: Door) -> Evening:
    zock = await door.table("zock", ["Anna", "bot:random"])
    async with door.guest(zock["table"], zock["token"]) as anna:
        await anna.seed(SEED)
        await anna.play_on(random.Random(1).choice)
    tock = await door.table("tock", ["Ben", "free"])
    token = await door.sit(tock["table"], "Cleo [red]")
    async with door.guest(tock["table"], tock["token"]) as ben, door.guest(tock["table"], token) as cleo:
        await asyncio.gather(ben.seed(SEED), cleo.seed(SEED))
        await ben.position(lambda news: news["turn"] is not None)
    return Evening(door.services.settings.database, zock["table"], tock["table"], tock["code"])


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    async def evening() -> Evening:
        async with open_house(tmp_path_factory.mktemp("evening")) as door:
            await door.services.profiles.sign_up("Anna", "a long password")
            return await played(door)

    return asyncio.run(evening())


@pytest.fixture
def evening(past: Evening, tmp_path: Path) -> Evening:
    """The store after the evening, with the server closed."""
    path = tmp_path / "tables.sqlite"
    shutil.copy(past.store.removeprefix("sqlite:"), path)
    return past._replace(store=f"sqlite:{path}")


@pytest.fixture(scope="module")
def bus() -> Iterator[Server]:
    with nats() as running:
        yield running


def test_tables_are_listed_the_newest_first_and_by_status(evening: Evening) -> None:
    head, first, second = evening.ask("list").splitlines()
    assert head.split()[:4] == ["table", "code", "game", "status"]
    assert first.startswith(f"{evening.running} ")
    assert first.split()[-1] == "Ben"
    assert second.split()[0::2][:2] == [evening.finished, "zock"]
    for args in (("--limit", "1", "--offset", "1"), ("--status", "over")):
        assert evening.ask("list", *args).splitlines()[1].split() == second.split()


def test_a_table_is_shown_by_its_id_or_its_code(evening: Evening) -> None:
    shown = evening.ask("show", evening.running)
    assert "playing" in shown
    assert "Cleo [red]" in shown
    assert evening.ask("show", evening.code.upper()) == shown
    last = evening.ask("show", evening.finished).splitlines()[-1]
    assert last.split()[1] in ("Anna", "bot:random")


def test_nothing_that_is_kept_from_anybody_is_shown(evening: Evening) -> None:
    entries = [decode_event(text) for text in evening.entries(evening.running)]
    secrets = [entry.secret for entry in entries if isinstance(entry, MatchPrepared)]
    secrets += [entry.key for entry in entries if isinstance(entry, PlayerSeated)]
    secrets += [entry.seed for entry in entries if isinstance(entry, SeedAdded)]
    assert len(secrets) == 5
    for look in LOOKS:
        table = [evening.running] if look[0] in ("show", "export") else []
        said = evening.admin(*look, *table).stdout
        assert not [secret for secret in secrets if secret in said]
        assert "hands" not in said
    assert "argon2" not in evening.ask("profiles")


def test_finished_games_are_exported_as_lines_and_as_files(evening: Evening, tmp_path: Path) -> None:
    (line,) = evening.ask("export", evening.finished).splitlines()
    assert verify(read_record(line.encode())).result == "right"
    (path,) = evening.ask("export", evening.finished, "--folder", str(tmp_path)).splitlines()
    assert load_record(path) == read_record(line.encode())
    nothing = evening.admin("export", evening.running)
    assert (nothing.returncode, nothing.stdout) == (0, "")
    assert nothing.stderr == "this table has no finished games yet\n"


def test_a_closed_table_says_why_and_is_not_closed_twice(evening: Evening) -> None:
    assert evening.ask("close", evening.code, "--why", "we move house") == (
        f"table {evening.running} is closed\n"
    )
    assert "closed: we move house" in evening.ask("show", evening.running)
    assert evening.ask("list", "--status", "closed").splitlines()[1].startswith(evening.running)
    assert "closed already" in evening.refused("close", evening.running, "--why", "again")
    assert "printable" in evening.refused("close", evening.finished, "--why", " ")


def test_a_closed_table_keeps_its_finished_games(evening: Evening) -> None:
    before = evening.ask("export", evening.finished)
    evening.ask("close", evening.finished, "--why", "late")
    assert evening.ask("export", evening.finished) == before


def test_closing_comes_after_whatever_a_server_writes_meanwhile(evening: Evening) -> None:
    class Rival(Log):
        """Another process writes between any of our first two looks and what we then write."""

        left = 2

        async def read(self, table: str, after: int = 0) -> list[str]:
            texts = await super().read(table, after)
            if self.left:
                self.left -= 1
                await self.append(
                    table, len(texts) + 1, [encode_event(MessageSent(t=1.0, person=0, text="wait"))]
                )
            return texts

    async def close() -> None:
        async with opened(evening.store) as store:
            await _closed(Rival(store), SingleProcess(), evening.running, "late")

    before = evening.entries(evening.running)
    asyncio.run(close())
    added = evening.entries(evening.running)[len(before) :]
    assert [json.loads(text)["e"] for text in added] == ["said", "said", "closed"]


def test_only_a_closed_table_is_deleted_and_only_if_that_is_meant(evening: Evening) -> None:
    assert "close it first" in evening.refused("delete-table", evening.finished, "--yes")
    evening.ask("close", evening.finished, "--why", "late")
    unsure = evening.admin("delete-table", evening.finished, typed="n\n")
    assert unsure.returncode == 1
    assert evening.finished in evening.ask("list")
    assert evening.ask("delete-table", evening.finished, "--yes") == f"table {evening.finished} is deleted\n"
    assert evening.finished not in evening.ask("list")
    assert evening.entries(evening.finished) == []


def test_a_profile_is_listed_and_deleted_by_its_name(evening: Evening) -> None:
    assert evening.ask("profiles").splitlines()[1].split()[2:] == ["0", "Anna"]
    assert "exactly this name" in evening.refused("delete-profile", "anna", "--yes")
    assert evening.ask("delete-profile", "Anna", "--yes") == "the profile is deleted\n"
    assert len(evening.ask("profiles").splitlines()) == 1


@pytest.mark.parametrize("args", [["show"], ["export"], ["close", "--why", "x"], ["delete-table", "--yes"]])
@pytest.mark.parametrize("name", ["nobody", "-x", "--who"])
def test_an_unknown_table_is_one_line_even_with_dashes(evening: Evening, args: list[str], name: str) -> None:
    assert "no table has this id or code" in evening.refused(args[0], name, *args[1:])


def test_beside_a_server_that_is_alone_with_a_file_one_looks_and_changes_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_house(tmp_path) as door:
            evening = await played(door)
            assert evening.running in await asyncio.to_thread(evening.ask, "list")
            assert "playing" in await asyncio.to_thread(evening.ask, "show", evening.running)
            assert await asyncio.to_thread(evening.ask, "export", evening.finished)
            for args in (["close", evening.code, "--why", "late"], ["delete-table", evening.code, "--yes"]):
                said = await asyncio.to_thread(evening.refused, *args)
                assert "another process uses it; stop that process" in said

    asyncio.run(scene())


def test_over_the_bus_a_server_hears_at_once_that_a_table_is_closed(tmp_path: Path, bus: Server) -> None:
    async def scene() -> None:
        async with open_house(tmp_path, bus=bus.url) as door:
            evening = await played(door)
            async with door.guest(evening.running) as onlooker:
                args = ("--bus", bus.url, "close", evening.running, "--why", "late")
                await asyncio.to_thread(evening.ask, *args)
                await onlooker.until(lambda news: news["type"] == "table" and news["status"] == "closed")

    asyncio.run(scene())


def test_without_the_bus_a_server_notices_when_somebody_acts(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        store = await fresh_database(server)
        async with open_house(tmp_path, store=store) as door:
            table = await door.table("kniffel", ["Anna"])
            async with door.guest(table["table"], table["token"]) as anna:
                await anna.seed(SEED)
                position = await anna.position(lambda news: news["turn"] is not None)
                evening = Evening(store, "", table["table"], table["code"])
                await asyncio.to_thread(evening.ask, "close", table["table"], "--why", "late")
                await anna.say("throw", at=position["at"])
                assert await anna.refused() == "table-over"
                assert anna.last("table")["status"] == "closed"

    with postgres() as server:
        asyncio.run(scene(server))


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    answer = run("admin", "--store", str(tmp_path / "tables"), "list")
    assert answer.returncode == 2
    assert "unable to open" in answer.stderr
    assert list(tmp_path.iterdir()) == []
