"""The same sources run interpreted and compiled: what runs here is what was built, and builds can fail."""

from __future__ import annotations

import os
import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from build_hook import compile_modules

ROOT = Path(__file__).parent.parent
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["hooks"]["custom"]
EXPECTED = EXTENSION_SUFFIXES if os.environ.get("STAMMTISCH_COMPILED") else [".py"]
"""`make test` sets the variable where it has put the compiled package first on the path."""


def modules() -> list[str]:
    """Every module that a wheel has compiled."""
    found = [
        path for pattern in HOOK["compiled"] for path in (ROOT / "src").glob(pattern.removeprefix("src/"))
    ]
    named = [path for path in found if path.name not in HOOK["interpreted"]]
    return sorted(".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in named)


@pytest.mark.parametrize("name", modules())
def test_a_module_is_loaded_as_it_was_built(name: str) -> None:
    file = import_module(name).__file__ or ""
    assert any(file.endswith(suffix) for suffix in EXPECTED), file


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "twice.py"
    path.write_text("def twice(number: int) -> int:\n    return 2 * number\n")
    return path


@pytest.mark.interpreted
def test_types_that_are_wrong_are_no_crash_of_the_build(module: Path, tmp_path: Path) -> None:
    module.write_text(module.read_text().replace("2 *", "'2' +"))
    assert compile_modules([module.name], tmp_path / "folder") == {}


@pytest.mark.interpreted
def test_no_compiler_is_no_crash_of_the_build(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compile_modules([module.name], tmp_path / "folder") == {}
