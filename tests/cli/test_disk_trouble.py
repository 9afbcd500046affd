"""A database that belongs to somebody else, and a full disk: one clear error, and nothing is changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.store.conftest import small_disk

from .played import Played
from .running import PATIENCE

__all__ = ["small_disk"]

NOBODY = 65534
PROGRAM = """
import json, sys
from click.testing import CliRunner
from stammtisch.cli.main import main
answers = [CliRunner().invoke(main, command) for command in json.load(sys.stdin)]
print(json.dumps([(answer.exit_code, answer.output) for answer in answers]))
"""
WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner")
"""Rights count for root too."""


def answers(*commands: Sequence[str], under: Sequence[str] = ()) -> list[tuple[int, str]]:
    """Status and output of each command of `stammtisch`."""
    done = subprocess.run(
        [*under, sys.executable, "-c", PROGRAM],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [tuple(answer) for answer in json.loads(done.stdout)]


def assert_refused(refusals: list[tuple[int, str]], why: str) -> None:
    """Each has status 2 and one line that says why."""
    for status, said in refusals:
        assert (status, said.count("\n")) == (2, 1), said
        assert said.startswith("error: ")
        assert why in said.lower()


def admin(database: Path, *args: str) -> tuple[str, ...]:
    return ("admin", "--database", str(database), *args)


def serve(database: Path) -> tuple[str, ...]:
    return ("serve", "--port", "0", "--database", str(database))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# Rights


def give_away(path: Path) -> None:
    """Let it belong to somebody else, or at least let nobody use it."""
    if os.geteuid() == 0:
        os.chown(path, NOBODY, -1)
    else:
        path.chmod(0)


def write_protect(path: Path) -> None:
    path.chmod(0o500)


@contextmanager
def restored_rights(folder: Path) -> Iterator[None]:
    """What a test takes away, so that the folder can be looked at and removed."""
    yield
    for path in (folder, *folder.iterdir()):
        if os.geteuid() == 0:
            os.chown(path, 0, -1)
        path.chmod(0o700)


@pytest.mark.parametrize(
    ("what", "spoil"), [("folder", give_away), ("folder", write_protect), ("file", give_away)]
)
def test_what_belongs_to_somebody_else_is_refused_and_left_alone(
    what: str, spoil: Callable[[Path], None], played: Played, tmp_path: Path
) -> None:
    folder, backup = tmp_path / "folder", tmp_path / "tables.backup"
    folder.mkdir(mode=0o700)
    file = Path(shutil.copy(played.database.removeprefix("sqlite:"), folder / "tables.sqlite"))
    file.chmod(0o600)
    answers(admin(Path(played.database.removeprefix("sqlite:")), "backup", str(backup)))
    before = contents(folder)
    restored = file if what == "file" else folder / "new.sqlite"
    under = WITHOUT_RIGHTS if os.geteuid() == 0 else ()
    with restored_rights(folder):
        spoil(folder if what == "folder" else file)
        refusals = answers(
            serve(file),
            admin(file, "prune"),
            admin(file, "backup", str(tmp_path / "other.backup")),
            admin(restored, "restore", str(backup)),
            under=under,
        )
    assert_refused(refusals, "has no right to read and write")
    assert not (tmp_path / "other.backup").exists()
    assert {name: data for name, data in contents(folder).items() if data} == before  # there may be a lock


# Room


def fill(disk: Path, leaving: int) -> None:
    """Leave no more than these bytes."""
    with (disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(bytes(4096))
    os.truncate(disk / "filler", (disk / "filler").stat().st_size - leaving)


def test_a_full_disk_is_refused_and_nothing_is_lost(played: Played, small_disk: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(played.database.removeprefix("sqlite:"), small_disk / "tables.sqlite"))
    backup = tmp_path / "tables.backup"
    listed = answers(admin(file, "backup", str(backup)), admin(file, "list"))[1]
    for leftover in set(small_disk.iterdir()) - {file}:
        leftover.unlink()
    keep = ("--keep-unfinished-days", "0.000001", "--keep-guests-days", "0.000001")
    fill(small_disk, leaving=0)
    refusals = answers(
        serve(file),
        serve(small_disk / "new.sqlite"),
        admin(file, "prune", *keep),
        admin(file, "backup", str(small_disk / "tables.backup")),
        admin(small_disk / "restored.sqlite", "restore", str(backup)),
    )
    assert_refused(refusals, "no space")
    fill(small_disk, leaving=48 * 1024)  # enough to open the database, and not to change much
    assert_refused(answers(admin(file, "prune", *keep)), "full")
    (small_disk / "filler").unlink()
    assert answers(admin(file, "check"), admin(file, "list")) == [(0, "no damage was found\n"), listed]
    assert not (small_disk / "tables.backup").exists()
    restored = small_disk / "restored.sqlite"
    assert answers(admin(restored, "restore", str(backup)), admin(restored, "list"))[1] == listed
