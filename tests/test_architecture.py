"""Imports point one way, and only the catalog names games."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import stammtisch
from stammtisch import catalog

ROOT = Path(stammtisch.__file__).parent
MODULES = sorted(
    path.relative_to(ROOT) for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem == "catalog"
)

ROOMS = ("core", "games", "catalog", "solve", "bots", "match", "analysis", "engine", "store", "server", "cli")
"""Each may import those before it."""
BESIDE = {
    "testing": {"core", "catalog", "bots", "match", "analysis", "testing"},
    "interop": {"core", "catalog", "bots", "match", "interop"},
}


def room(module: Path) -> str:
    return module.parts[0].removesuffix(".py")


def reachable(module: Path) -> set[str]:
    """The rooms that the module may import from."""
    if room(module) in BESIDE:
        return BESIDE[room(module)]
    return set(ROOMS[: ROOMS.index(room(module)) + 1])


def imported(module: Path) -> Iterator[str]:
    """Every module that is imported anywhere in the file, by its full name."""
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported_here(module: Path) -> list[list[str]]:
    """The imports from this package, in parts, without its own name."""
    names = [name.split(".") for name in imported(module)]
    return [
        parts[1:] for parts in names if parts[0] == "stammtisch" and parts[1:] not in ([], ["__version__"])
    ]


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_point_one_way(module: Path) -> None:
    assert {parts[0] for parts in imported_here(module)} <= reachable(module)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_game_is_imported_only_by_itself_and_what_bears_its_name(module: Path) -> None:
    own = {part.removesuffix(".py") for part in module.parts}
    games = {parts[1] for parts in imported_here(module) if parts[0] == "games" and parts[1] in catalog.NAMES}
    assert games <= own


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_only_the_catalog_names_games(module: Path) -> None:
    own = {part.removesuffix(".py") for part in module.parts}
    if module.stem == "catalog" or own & set(catalog.NAMES):
        return
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not texts & set(catalog.NAMES)


def test_hypothesis_is_imported_for_strategies_only() -> None:
    importing = [
        str(module) for module in MODULES if any(name.startswith("hypothesis") for name in imported(module))
    ]
    assert importing == ["testing/strategies.py"]


def test_every_room_is_known() -> None:
    rooms = {path.name for path in ROOT.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert rooms <= {*ROOMS, *BESIDE}


def test_modules_are_short() -> None:
    long = [
        str(module)
        for module in MODULES
        if len((ROOT / module).read_text(encoding="utf-8").splitlines()) > 400
    ]
    assert not long
