"""Nobody else on the machine can read the database."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stammtisch.store import open_store
from stammtisch.store.backup import restore, write_backup
from stammtisch.store.private import FOLDER, create_folder, keep_private
from tests.store.stores import entry, opened

FILES = {"store.db", "store.db-wal", "store.db-shm", "store.db.lock"}


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: mode(file) for file in folder.iterdir()}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("mask", [0, 0o022, 0o277])
async def test_the_files_of_a_database_are_private_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    with umask(mask):
        async with opened(str(tmp_path / "store.db")) as store:
            await store.write(entry("a", 1))
            assert modes(tmp_path) == dict.fromkeys(FILES, 0o600)


@pytest.mark.parametrize(("given", "kept"), [(0o644, 0o600), (0o666, 0o600), (0o640, 0o640), (0o600, 0o600)])
async def test_a_file_that_everybody_could_read_is_closed(tmp_path: Path, given: int, kept: int) -> None:
    file = tmp_path / "store.db"
    async with opened(str(file)):
        pass
    for path in tmp_path.iterdir():
        path.chmod(given)
    async with opened(str(file)) as store:
        await store.write(entry("a", 1))
        assert modes(tmp_path) == dict.fromkeys(FILES, kept)


async def test_files_that_a_killed_process_left_are_closed_as_well(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "store.db"), shared=True) as left:
        await left.write(entry("a", 1))
        for path in tmp_path.iterdir():
            path.chmod(0o644)
        async with opened(str(tmp_path / "store.db"), shared=True):
            assert modes(tmp_path) == dict.fromkeys(FILES, 0o600)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives files away")
async def test_what_root_creates_belongs_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    """A service that runs as somebody else has to open what an operator has restored or locked."""
    folder, nobody = tmp_path / "of a service", 65_534
    folder.mkdir()
    os.chown(folder, nobody, nobody)
    async with opened(str(folder / "store.db")) as store:
        await store.write(entry("a", 1))
        assert {file.name: file.stat().st_uid for file in folder.iterdir()} == dict.fromkeys(FILES, nobody)
        await write_backup(store, folder / "a.backup")
    assert (folder / "a.backup").stat().st_uid == 0, "a backup belongs to whoever made it"
    with (folder / "a.backup").open("rb") as file:
        await restore(f"sqlite:{folder / 'restored.db'}", file)
    assert {path.stat().st_uid for path in folder.glob("restored.db*")} == {nobody}


async def test_a_reader_changes_no_mode(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    async with opened(str(file)) as store:
        await store.write(entry("a", 1))
        file.chmod(0o644)
        await (await open_store(str(file), read_only=True)).close()
        assert mode(file) == 0o644


def test_a_folder_is_private_whatever_the_umask(tmp_path: Path) -> None:
    for mask in (0, 0o022, 0o277):
        folder = tmp_path / str(mask) / "stammtisch"
        folder.parent.mkdir()
        with umask(mask):
            create_folder(folder)
        assert mode(folder) == 0o700


@pytest.mark.parametrize(("given", "kept"), [(0o755, 0o700), (0o750, 0o750)])
def test_a_folder_that_everybody_could_read_is_closed(tmp_path: Path, given: int, kept: int) -> None:
    tmp_path.chmod(given)
    create_folder(tmp_path)
    assert mode(tmp_path) == kept


def test_the_warning_about_an_open_file_says_how_to_close_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(_: Path, __: int) -> None:
        raise PermissionError

    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refused)
    keep_private(tmp_path, FOLDER)
    assert f"chmod o= {tmp_path}" in caplog.text
