"""`stammtisch admin` keeps a database: backups under load, checks, and what is deleted."""

from __future__ import annotations

import asyncio
import subprocess
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
from click.testing import CliRunner

from stammtisch.cli.main import main
from support.processes import PROGRAM
from support.servers import Server, fresh_database
from tests.server.clients import RunningServer, open_server
from tests.store.conftest import file, server, url
from tests.store.stores import outside

from .played import Played, play, under_load

__all__ = ["file", "server", "url"]

# Backup and restore


async def answers(running: RunningServer, database: str) -> dict[str, Any]:
    """What the server says of every table and every finished game in the database."""
    paths = [f"/api/tables/{table}" for (table,) in await outside(database, "SELECT id FROM tables")]
    paths += [f"/api/records/{match}" for (match,) in await outside(database, "SELECT id FROM matches")]
    return {path: await running.get(path) for path in paths}


async def test_a_backup_under_load_restores_every_table_elsewhere(
    tmp_path: Path, url: str, server: Server
) -> None:
    """From each engine to the other, while people play."""
    elsewhere = f"sqlite:{tmp_path / 'new.sqlite'}" if "postgresql" in url else await fresh_database(server)
    file = tmp_path / "tables.backup"
    async with open_server(tmp_path, database=url) as running:
        played = await play(running)
        async with under_load(running):
            said = await asyncio.to_thread(played.output, "backup", str(file))
            assert f"are in {file}" in said
        old = await answers(running, url)
    new = played._replace(database=elsewhere)
    assert "are restored" in (await asyncio.to_thread(admin, new, "restore", str(file)))[1]
    assert await asyncio.to_thread(admin, new, "check") == (0, "no damage was found\n")
    async with open_server(tmp_path / "elsewhere", database=elsewhere) as running:
        restored = await answers(running, elsewhere)
    assert f"/api/tables/{played.finished}" in restored
    under_way = ("open", "playing")  # these went on after the backup
    finished = {path: answer for path, answer in restored.items() if answer.get("status") not in under_way}
    assert {path: old[path] for path in finished} == finished
    assert old.keys() >= restored.keys()
    assert restored[f"/api/tables/{played.running}"] == old[f"/api/tables/{played.running}"]


def test_a_backup_can_go_through_a_pipe(played: Played, tmp_path: Path) -> None:
    file = tmp_path / "piped"
    assert backup_into(file, played) == (0, "")
    new = played._replace(database=f"sqlite:{tmp_path / 'new'}")
    assert "2 tables, 1 profiles" in admin(new, "restore", str(file))[1]
    assert admin(new, "list") == admin(played, "list")
    assert "restored" in admin(new, "audit")[1]
    assert "restored" not in admin(played, "audit")[1]
    assert backup_into(Path("/dev/full"), played) == (
        2,
        "error: standard output cannot be written: No space left on device\n",
    )


def backup_into(file: Path, played: Played) -> tuple[int, str]:
    """Status and errors of a backup whose standard output is this file."""
    command = [*PROGRAM, "admin", "--database", played.database, "backup", "-"]
    with file.open("wb") as output:
        answer = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, check=False)
    return answer.returncode, answer.stderr


async def test_nothing_is_restored_into_the_database_of_a_running_server(tmp_path: Path) -> None:
    file = str(tmp_path / "tables.backup")
    async with open_server(tmp_path) as running:
        played = await play(running)
        await asyncio.to_thread(admin, played, "backup", file)
        refusal = await asyncio.to_thread(admin, played, "restore", file)
        assert refusal[0] == 2
        assert "another process uses it" in refusal[1]
        assert (await running.get(f"/api/tables/{played.running}"))["status"] == "playing"


@pytest.mark.parametrize("content", ["", "hello\n"])
def test_what_is_no_backup_is_refused_in_one_line(played: Played, tmp_path: Path, content: str) -> None:
    file = tmp_path / "file"
    file.write_text(content, encoding="utf-8")
    new = played._replace(database=f"sqlite:{tmp_path / 'new'}")
    status, said = admin(new, "restore", str(file))
    assert (status, said.count("\n")) == (2, 1)
    assert "backup" in said
    assert not (tmp_path / "new").exists()


# Checking and deleting


def test_a_check_says_what_is_wrong_and_ends_with_status_2(played: Played) -> None:
    assert admin(played, "check") == (0, "no damage was found\n")
    with closing(connect(played.database.removeprefix("sqlite:"))) as file, file:
        file.execute("UPDATE tables SET status = 'over' WHERE id = ?", (played.running,))
    status, said = admin(played, "check")
    assert status == 2
    assert (
        said.splitlines()[0] == f"table {played.running}: the index says status 'over', and the log 'playing'"
    )
    assert "restore it from a backup" in said.splitlines()[1]


def admin(played: Played, *args: str) -> tuple[int, str]:
    """Status and output of the command, in this process."""
    answer = CliRunner().invoke(main, ["admin", "--database", played.database, *args])
    return answer.exit_code, answer.output


def test_prune_says_what_it_would_do_and_does_it(played: Played) -> None:
    keep = ("--keep-unfinished-days", "0.000001", "--keep-guests-days", "0.000001")
    would = admin(played, "prune", "--dry-run", *keep)[1]
    assert would.splitlines()[:2] == ["tables would be closed: 2", "tables would be deleted: 0"]
    assert "closed" not in admin(played, "list")[1]
    done = admin(played, "prune", *keep)[1]
    assert done.splitlines()[:2] == ["tables were closed: 2", "tables were deleted: 0"]
    assert admin(played, "list", "--status", "closed")[1].count("closed") == 2
    assert admin(played, "audit")[1].splitlines()[1].split()[2:] == [
        *("command", "line", "pruned", "closed=2", "deleted=0", "sessions=0")
    ]
    assert admin(played, "check") == (0, "no damage was found\n")


def test_prune_gives_room_back_to_the_disk(played: Played) -> None:
    path = Path(played.database.removeprefix("sqlite:"))
    with closing(connect(path)) as file, file:
        file.execute("CREATE TABLE t (x)")
        file.execute("INSERT INTO t VALUES (zeroblob(1000000))")
        file.execute("DROP TABLE t")
    before = path.stat().st_size
    assert "bytes smaller" in admin(played, "prune")[1]
    assert path.stat().st_size < before - 900_000
