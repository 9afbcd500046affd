from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stammtisch.solve.cache import FOLDER_VARIABLE, SIZE_VARIABLE, cached, folder


class Builds:
    """Counts how often the tables are computed."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> dict[str, np.ndarray[Any, Any]]:
        self.count += 1
        return {"values": np.arange(5) * self.count}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_tables_are_computed_once(place: Path) -> None:
    build = Builds()
    first, second = cached("t", ("v", 1), build), cached("t", ("v", 1), build)
    assert build.count == 1
    assert np.array_equal(first["values"], second["values"])
    assert len(list(place.iterdir())) == 1


def test_another_key_is_another_table(place: Path) -> None:
    build = Builds()
    cached("t", ("v", 1), build)
    cached("t", ("v", 2), build)
    assert build.count == 2
    assert len(list(place.iterdir())) == 2


def test_fresh_computes_again(place: Path) -> None:
    build = Builds()
    cached("t", 1, build)
    assert cached("t", 1, build, fresh=True)["values"][1] == 2
    assert cached("t", 1, build)["values"][1] == 2


@pytest.mark.parametrize("damage", [b"", b"not a table", b"PK\x03\x04 cut off"])
def test_a_damaged_file_is_computed_again_and_said(
    damage: bytes, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build = Builds()
    cached("t", 1, build)
    (file,) = place.iterdir()
    file.write_bytes(damage)
    assert cached("t", 1, build)["values"][1] == 2
    assert "computed again" in capsys.readouterr().err
    cached("t", 1, build)
    assert build.count == 2


def test_a_file_of_other_tables_is_computed_again(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build = Builds()
    cached("t", 1, build)
    cached("t", 2, build)
    first, second = sorted(place.iterdir())
    first.write_bytes(second.read_bytes())
    cached("t", 1, build)
    cached("t", 2, build)
    assert build.count == 3
    assert "holds other tables" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_costs_only_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "folder"))
    assert cached("t", 1, Builds())["values"][1] == 1
    assert "cannot be kept" in capsys.readouterr().err


def test_no_folder_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "-")
    build = Builds()
    cached("t", 1, build)
    cached("t", 1, build)
    assert build.count == 2
    assert folder() is None


# The size of the folder

LARGE = 400_000
"""Bytes of a table of which two fit into a megabyte."""


def large() -> dict[str, np.ndarray[Any, Any]]:
    return {"values": np.zeros(LARGE, np.uint8)}


@pytest.fixture
def small_place(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(SIZE_VARIABLE, "1")
    return place


def files(place: Path) -> set[Path]:
    return {*place.iterdir()}


def new_file(place: Path, key: str, used: int) -> Path:
    """The file of a new table, last used at this moment in seconds since 1970."""
    before = files(place) if place.exists() else set()
    cached("t", key, large)
    (path,) = files(place) - before
    os.utime(path, (used, used))
    return path


def test_the_table_used_least_recently_is_forgotten(small_place: Path) -> None:
    first, second = new_file(small_place, "first", 1), new_file(small_place, "second", 2)
    cached("t", "first", large)  # and so it is used again
    cached("t", "third", large)
    assert first.exists()
    assert not second.exists()
    assert len(files(small_place)) == 2


def test_a_forgotten_table_is_computed_again(small_place: Path) -> None:
    for key in ("first", "second", "third", "first"):
        assert cached("t", key, large)["values"].size == LARGE
    assert len(files(small_place)) == 2


def test_files_of_others_are_not_touched(small_place: Path) -> None:
    small_place.mkdir()
    others = {small_place / name for name in ("mine.npz", "kernel.nbi", "t-0123456789abcdef.npz.txt")}
    for path in others:
        path.write_bytes(bytes(2 * LARGE))
        os.utime(path, (1, 1))
    for key in "abc":
        cached("t", key, large)
    assert others < files(small_place)
    assert len(files(small_place)) == len(others) + 2


def test_a_draft_of_a_killed_process_is_deleted_and_a_new_one_is_not(small_place: Path) -> None:
    small_place.mkdir()
    old, new = (small_place / f".t-0123456789abcdef.npz.{process}" for process in (1, 2))
    for path in (old, new):
        path.write_bytes(bytes(LARGE))
    os.utime(old, (1, 1))
    cached("t", 1, large)
    assert not old.exists()
    assert new.exists()


@pytest.mark.parametrize(("size", "kept"), [("0", 0), ("", 1), ("many", 1), ("-1", 1), ("9" * 5000, 1)])
def test_the_size_is_a_number_of_megabytes(
    size: str, kept: int, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(SIZE_VARIABLE, size)
    cached("t", 1, large)
    assert len(files(place)) == kept
    assert ("is a number of megabytes" in capsys.readouterr().err) == (size not in ("0", ""))


def test_a_table_that_is_deleted_while_it_is_read_is_read_to_its_end(
    small_place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = Builds()
    cached("t", 1, build)
    load = np.load

    def loads_what_is_deleted(*given: Any, **named: Any) -> Any:
        for path in files(small_place):
            path.unlink()
        return load(*given, **named)

    monkeypatch.setattr(np, "load", loads_what_is_deleted)
    assert cached("t", 1, build)["values"][1] == 1
    assert build.count == 1


PROCESS = """
import numpy as np
from stammtisch.solve.cache import cached

for turn in range(60):
    number = turn * STEP % 5
    tables = cached("t", number, lambda: {"values": np.full(LARGE, number, np.uint8)})
    assert (tables["values"] == number).all()
"""


def test_processes_share_a_folder_that_is_too_small_for_them(small_place: Path) -> None:
    programs = [PROCESS.replace("STEP", str(step)).replace("LARGE", str(LARGE)) for step in (1, 2, 3)]
    running = [
        subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True)
        for program in programs
    ]
    assert [(process.communicate()[1], process.returncode) for process in running] == [("", 0)] * 3
    assert sum(path.stat().st_size for path in files(small_place)) <= 1_000_000
