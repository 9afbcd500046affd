"""`stammtisch admin`, with and without a server that uses the same database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from stammtisch.match import load_record, read_record, verify
from stammtisch.server.ops.bus import SingleProcess
from stammtisch.server.tables.closing import close_table
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
from tests.server.clients import open_server
from tests.store.stores import opened

from .played import SEED, Played, play
from .running import call

READING = (["list"], ["show"], ["export"], ["profiles"])


@pytest.fixture(scope="module")
def bus() -> Iterator[Server]:
    with nats() as running:
        yield running


def test_the_help_has_the_whole_sentence_of_each_command() -> None:
    shown = call("admin", "--help").stdout.partition("Commands:")[2]
    assert "..." not in shown
    assert "index," in shown


def test_tables_are_listed_with_the_newest_first_and_by_status(played: Played) -> None:
    head, first, second = played.output("list").splitlines()
    assert head.split()[:4] == ["table", "code", "game", "status"]
    assert first.startswith(f"{played.running} ")
    assert first.split()[-1] == "Ben"
    assert second.split()[0::2][:2] == [played.finished, "zock"]
    for args in (("--limit", "1", "--offset", "1"), ("--status", "over")):
        assert played.output("list", *args).splitlines()[1].split() == second.split()


def test_tables_are_found_by_id_code_game_and_part_of_the_hosts_name(played: Played) -> None:
    for search in (played.running, played.code.upper(), "Tock", " bE "):
        assert [row.split()[0] for row in played.output("list", "--search", search).splitlines()[1:]] == [
            played.running
        ]
    assert played.output("list", "--search", "tock", "--status", "over").count("\n") == 1


def test_a_table_is_shown_by_its_id_or_its_code(played: Played) -> None:
    shown = played.output("show", played.running)
    assert "playing" in shown
    assert "Cleo [red]" in shown
    assert played.output("show", played.code.upper()) == shown
    last = played.output("show", played.finished).splitlines()[-1]
    assert last.split()[1] in ("Anna", "bot:random")


async def test_no_secret_is_shown(played: Played) -> None:
    events = [decode_event(text) for text in await played.log(played.running)]
    secrets = [event.secret for event in events if isinstance(event, MatchPrepared)]
    secrets += [event.key for event in events if isinstance(event, PlayerSeated)]
    secrets += [event.seed for event in events if isinstance(event, SeedAdded)]
    assert len(secrets) == 5
    for command in READING:
        table = [played.running] if command[0] in ("show", "export") else []
        shown = played.admin(*command, *table).stdout
        assert not [secret for secret in secrets if secret in shown]
        assert "hands" not in shown
    assert "argon2" not in played.output("profiles")


def test_finished_games_are_exported_as_lines_or_as_files(played: Played, tmp_path: Path) -> None:
    (line,) = played.output("export", played.finished).splitlines()
    assert verify(read_record(line.encode())).result == "right"
    (path,) = played.output("export", played.finished, "--folder", str(tmp_path)).splitlines()
    assert load_record(path) == read_record(line.encode())
    nothing = played.admin("export", played.running)
    assert (nothing.returncode, nothing.stdout) == (0, "")
    assert nothing.stderr == "this table has no finished games yet\n"


def test_a_closed_table_says_why_and_cannot_be_closed_twice(played: Played) -> None:
    assert played.output("close", played.code, "--why", "we are moving") == (
        f"table {played.running} is closed\n"
    )
    assert "closed: we are moving" in played.output("show", played.running)
    assert played.output("list", "--status", "closed").splitlines()[1].startswith(played.running)
    assert "closed already" in played.refusal("close", played.running, "--why", "again")
    assert "printable" in played.refusal("close", played.finished, "--why", " ")


def test_a_closed_table_keeps_its_finished_games(played: Played) -> None:
    before = played.output("export", played.finished)
    played.output("close", played.finished, "--why", "late")
    assert played.output("export", played.finished) == before


async def test_closing_comes_after_everything_that_a_server_writes_meanwhile(played: Played) -> None:
    class Contested(Log):
        """Another process writes between each of our first two reads and what we then write."""

        left = 2

        async def latest(self, table: str, count: int) -> list[tuple[int, str]]:
            entries = await super().latest(table, count)
            if self.left:
                self.left -= 1
                await self.append(
                    table, entries[0][0] + 1, [encode_event(MessageSent(t=1.0, person=0, text="wait"))]
                )
            return entries

    before = await played.log(played.running)
    async with opened(played.database) as store:
        await close_table(Contested(store), SingleProcess(), played.running, "late")
    added = (await played.log(played.running))[len(before) :]
    assert [json.loads(text)["e"] for text in added] == ["said", "said", "closed"]


async def test_only_a_closed_table_can_be_deleted_and_only_after_confirmation(played: Played) -> None:
    assert "close it first" in played.refusal("delete-table", played.finished, "--yes")
    played.output("close", played.finished, "--why", "late")
    unsure = played.admin("delete-table", played.finished, typed="n\n")
    assert unsure.returncode == 1
    assert played.finished in played.output("list")
    assert played.output("delete-table", played.finished, "--yes") == f"table {played.finished} is deleted\n"
    assert played.finished not in played.output("list")
    assert await played.log(played.finished) == []


def test_a_profile_is_listed_and_deleted_by_its_name(played: Played) -> None:
    assert played.output("profiles").splitlines()[1].split()[2:] == ["0", "Anna"]
    assert "exactly this name" in played.refusal("delete-profile", "anna", "--yes")
    assert played.output("delete-profile", "Anna", "--yes") == "the profile is deleted\n"
    assert len(played.output("profiles").splitlines()) == 1


@pytest.mark.parametrize("args", [["show"], ["export"], ["close", "--why", "x"], ["delete-table", "--yes"]])
@pytest.mark.parametrize("name", ["nobody", "-x", "--who"])
def test_an_unknown_table_is_refused_in_one_line_whatever_its_name(
    played: Played, args: list[str], name: str
) -> None:
    assert "no table has this id or code" in played.refusal(args[0], name, *args[1:])


async def test_beside_a_server_without_a_bus_admin_can_only_read(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        played = await play(server)
        assert played.running in await asyncio.to_thread(played.output, "list")
        assert "playing" in await asyncio.to_thread(played.output, "show", played.running)
        assert await asyncio.to_thread(played.output, "export", played.finished)
        for args in (["close", played.code, "--why", "late"], ["delete-table", played.code, "--yes"]):
            refusal = await asyncio.to_thread(played.refusal, *args)
            assert "another process uses it; stop that process" in refusal


async def test_over_the_bus_a_server_learns_at_once_that_a_table_is_closed(
    tmp_path: Path, bus: Server
) -> None:
    async with open_server(tmp_path, bus=bus.url) as server:
        played = await play(server)
        async with server.connect(played.running) as spectator:
            args = ("--bus", bus.url, "close", played.running, "--why", "late")
            await asyncio.to_thread(played.output, *args)
            await spectator.table(lambda update: update["status"] == "closed")


@pytest.fixture(scope="module")
def postgres_server() -> Iterator[Server]:
    with postgres() as server:
        yield server


async def test_without_the_bus_a_server_learns_it_with_the_next_command(
    tmp_path: Path, postgres_server: Server
) -> None:
    database = await fresh_database(postgres_server)
    async with open_server(tmp_path, database=database) as server:
        table = await server.create_table("kniffel", ["Anna"])
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.add_seed(SEED)
            position = await anna.match_started()
            played = Played(database, "", table["table"], table["code"])
            await asyncio.to_thread(played.output, "close", table["table"], "--why", "late")
            await anna.send("throw", at=position["at"])
            assert await anna.error_code() == "table-over"
            assert anna.latest("table")["status"] == "closed"


def test_a_database_that_does_not_exist_is_not_created(tmp_path: Path) -> None:
    answer = call("admin", "--database", str(tmp_path / "tables"), "list")
    assert answer.returncode == 2
    assert "there is no such file" in answer.stderr
    assert list(tmp_path.iterdir()) == []
