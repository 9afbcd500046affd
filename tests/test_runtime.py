"""What browsers get to run tables without a server."""

from __future__ import annotations

import ast
import json
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
import runtime

from stammtisch.server.app import PAGE

OFFLINE = 9_000_000
"""Bytes that may travel until all of it can be played without a connection."""
SOLVED = 3_000_000
"""Bytes that the tables of ZOCK and Kniffel may take of them together."""

built = pytest.mark.skipif(
    not (PAGE / "runtime/manifest.json").exists(), reason="the page was built without the runtime"
)


@pytest.fixture(scope="module")
def package() -> bytes:
    return runtime._package()


def test_the_package_is_the_same_for_the_same_sources(package: bytes) -> None:
    assert runtime._package() == package


def test_the_package_holds_what_tables_need_and_a_browser_can_import(package: bytes) -> None:
    with ZipFile(BytesIO(package)) as archive:
        names = set(archive.namelist())
        modules = {name: archive.read(name) for name in names if name.endswith(".py")}
    assert {"stammtisch/local/browser.py", "stammtisch/server/tables/actor.py"} <= names
    assert {"stammtisch/games/tock/rules.hu.md", "stammtisch/games/zocknroll/figures.toml"} <= names
    assert not {name for name in names if name.startswith(("stammtisch/cli/", "stammtisch/server/accounts/"))}
    for name, source in modules.items():
        top = [imported for node in ast.parse(source).body for imported in runtime._names(node)]
        assert not any(map(runtime._is_missing, top)), name


def test_wheels_are_pinned_by_hash() -> None:
    lines = [line for line in runtime.WHEELS.read_text().splitlines() if line and not line.startswith("#")]
    assert lines
    assert all("==" in line and "--hash=sha256:" in line for line in lines)


def test_where_nothing_can_be_fetched_the_reason_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "PYODIDE", tmp_path / "missing")
    with pytest.raises(runtime.Unavailable, match="pyodide"):
        runtime.build(tmp_path / "runtime")
    assert not (tmp_path / "runtime").exists()


def travels(name: str) -> int:
    """Bytes of a file of the page as it is sent."""
    compressed = PAGE / f"{name}.br"
    return (compressed if compressed.exists() else PAGE / name).stat().st_size


def listed(kind: str) -> list[dict[str, str]]:
    files: list[dict[str, str]] = json.loads((PAGE / "runtime/manifest.json").read_text())[kind]
    return files


@built
def test_everything_for_playing_offline_is_small() -> None:
    files = [each["address"] for kind in ("files", "tables") for each in listed(kind)]
    page = [name for name in json.loads((PAGE / "files.json").read_text()) if (PAGE / name).is_file()]
    assert len(page) > 100
    assert sum(map(travels, [*page, *files])) < OFFLINE


@built
def test_the_tables_of_solved_games_are_small() -> None:
    tables = [each for each in listed("tables") if each["name"].startswith(("zock-", "kniffel"))]
    assert {each["name"].partition("-")[0].partition(".")[0] for each in tables} == {"zock", "kniffel"}
    assert sum(travels(each["address"]) for each in tables) < SOLVED


@built
def test_a_browser_gets_bytecode_because_it_would_compile_sources_at_every_start() -> None:
    archives = [each for each in listed("files") if each["name"].endswith(".zip")]
    assert len(archives) == 2
    for each in archives:
        names = ZipFile(PAGE / each["address"]).namelist()
        assert [name for name in names if name.endswith(".pyc")]
        assert not [name for name in names if name.endswith(".py")]
