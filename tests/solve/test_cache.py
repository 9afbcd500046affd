from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stammtisch.solve.cache import FOLDER_VARIABLE, cached, folder


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
