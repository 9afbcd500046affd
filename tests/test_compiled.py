"""The same sources run interpreted and compiled: what runs here is what was built, and builds can fail."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
HOOK = WHEEL["hooks"]["custom"]
EXPECTED = EXTENSION_SUFFIXES if os.environ.get("STAMMTISCH_COMPILED") else [".py"]
"""`make test` sets the variable where it has put the compiled package first on the path."""

Compile = Callable[[list[str], Path], dict[str, str]]


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


@pytest.fixture(scope="module")
def compile_modules() -> Compile:
    spec = spec_from_file_location("compiled_rules", ROOT / HOOK["path"])
    assert spec
    assert spec.loader
    hook: ModuleType = module_from_spec(spec)
    spec.loader.exec_module(hook)
    compile_: Compile = hook.compile_modules
    return compile_


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "twice.py"
    path.write_text("def twice(number: int) -> int:\n    return 2 * number\n")
    return path


@pytest.mark.interpreted
def test_types_that_are_wrong_are_no_crash_of_the_build(
    module: Path, tmp_path: Path, compile_modules: Compile
) -> None:
    module.write_text(module.read_text().replace("2 *", "'2' +"))
    assert compile_modules([module.name], tmp_path / "folder") == {}


@pytest.mark.interpreted
def test_no_compiler_is_no_crash_of_the_build(
    module: Path, tmp_path: Path, compile_modules: Compile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compile_modules([module.name], tmp_path / "folder") == {}
