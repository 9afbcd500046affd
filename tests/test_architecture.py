"""Imports point one way, without cycles, and only the catalog names games."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from subprocess import run

import stammtisch
from stammtisch import catalog

ROOT = Path(stammtisch.__file__).parent
MODULES = sorted(
    path.relative_to(ROOT) for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem == "catalog"
)

PACKAGES = (
    "core",
    "games",
    "catalog",
    "solve",
    "bots",
    "match",
    "analysis",
    "engine",
    "store",
    "server",
    "local",
    "cli",
)
"""Each may import those before it."""
BESIDE = {
    "testing": {"core", "catalog", "bots", "match", "analysis", "testing"},
    "interop": {"core", "catalog", "bots", "match", "interop"},
}


def package(module: Path) -> str:
    return module.parts[0].removesuffix(".py")


def reachable(module: Path) -> set[str]:
    """The packages that the module may import from."""
    if package(module) in BESIDE:
        return BESIDE[package(module)]
    return set(PACKAGES[: PACKAGES.index(package(module)) + 1])


@cache
def parsed(module: Path) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"))


def imported(module: Path) -> Iterator[str]:
    """Every module that is imported anywhere in the file, by its full name."""
    for node in ast.walk(parsed(module)):
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


def names_in(module: Path) -> set[str]:
    """The names of its file and folders."""
    return {part.removesuffix(".py") for part in module.parts}


def test_imports_point_one_way() -> None:
    backward = {
        (str(module), parts[0])
        for module in MODULES
        for parts in imported_here(module)
        if parts[0] not in reachable(module)
    }
    assert backward == set()


def test_a_game_is_imported_only_by_itself_and_what_bears_its_name() -> None:
    strangers = {
        (str(module), parts[1])
        for module in MODULES
        for parts in imported_here(module)
        if parts[0] == "games" and parts[1] in catalog.NAMES and parts[1] not in names_in(module)
    }
    assert strangers == set()


def test_only_the_catalog_names_games() -> None:
    naming = {
        (str(module), node.value)
        for module in MODULES
        if module.stem != "catalog" and not names_in(module) & set(catalog.NAMES)
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.Constant) and node.value in catalog.NAMES
    }
    assert naming == set()


SERVER = {
    "settings": set(),
    "tokens": set(),
    "ops": {"settings"},
    "thinking": {"ops"},
    "tables": {"tokens", "ops", "thinking"},
    "accounts": {"tokens", "ops", "tables"},
    "administration": {"tokens", "ops", "thinking", "tables", "accounts"},
    "notifications": {"tokens", "ops", "tables"},
    "services": {"settings", "ops", "thinking", "tables", "accounts", "administration", "notifications"},
    "http": {
        "settings",
        "tokens",
        "ops",
        "thinking",
        "tables",
        "accounts",
        "administration",
        "notifications",
        "services",
    },
    "ws": {"tokens", "ops", "tables", "services"},
    "app": {"settings", "ops", "services", "http", "ws"},
    "serving": {"settings", "ops", "http", "ws", "app"},
}
"""What each part of the server may import of the others: tables know neither HTTP nor sockets, and
`app` alone puts all of it together."""
SERVER_MODULES = [module for module in MODULES if module.parts[0] == "server" and module.stem != "__init__"]


def part_of(module: Path) -> str:
    return module.parts[1].removesuffix(".py")


def used_of_the_server(module: Path) -> set[str]:
    """The parts of the server from which the module imports."""
    return {parts[1] for parts in imported_here(module) if parts[0] == "server" and len(parts) > 1}


def test_parts_of_the_server_import_what_is_below_them() -> None:
    above = {
        (str(module), used)
        for module in SERVER_MODULES
        for used in used_of_the_server(module) - {part_of(module)} - SERVER[part_of(module)]
    }
    assert above == set()


LOCAL_MODULES = [module for module in MODULES if module.parts[0] == "local"]
OF_A_SERVER = {"settings", "accounts", "administration", "notifications", "services", "app", "serving"}


def test_tables_of_a_device_need_nothing_that_only_a_server_has() -> None:
    used = {
        (str(module), part) for module in LOCAL_MODULES for part in used_of_the_server(module) & OF_A_SERVER
    }
    assert used == set()


ONLY_WHAT_A_BROWSER_HAS = """
import importlib, pkgutil, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        allowed = first in sys.stdlib_module_names or first in ("stammtisch", "msgspec", "mypy_extensions")
        if not allowed or first in ("sqlite3", "multiprocessing"):
            raise ImportError(f"a browser has no {name}")

sys.meta_path.insert(0, Missing())
for package in ("stammtisch.server.tables", "stammtisch.local"):
    for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
        importlib.import_module(f"{package}.{module.name}")
"""


def test_tables_and_devices_need_only_what_a_browser_has() -> None:
    """The standard library without SQLite and processes, msgspec and mypy_extensions."""
    result = run([sys.executable, "-c", ONLY_WHAT_A_BROWSER_HAS], check=False, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Not even for type checking, where Python itself would not notice."""
    known = {".".join(module.with_suffix("").parts): module for module in MODULES}
    graph = {
        name: {
            found
            for parts in imported_here(module)
            if (found := _module_of(parts, known)) not in (None, name)
        }
        for name, module in known.items()
    }
    TopologicalSorter(graph).prepare()  # raises an error that names the circle


def _module_of(parts: list[str], known: Collection[str]) -> str | None:
    """The module that an imported name is of, or is."""
    whole, parent = ".".join(parts), ".".join(parts[:-1])
    names = (whole, parent, f"{whole}.__init__", f"{parent}.__init__")
    return next((name for name in names if name in known), None)


def test_hypothesis_is_imported_for_strategies_only() -> None:
    importing = [
        str(module) for module in MODULES if any(name.startswith("hypothesis") for name in imported(module))
    ]
    assert importing == ["testing/strategies.py"]


def test_every_package_is_known() -> None:
    packages = {path.name for path in ROOT.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert packages <= {*PACKAGES, *BESIDE}


def test_modules_are_short() -> None:
    long = [
        str(module)
        for module in MODULES
        if len((ROOT / module).read_text(encoding="utf-8").splitlines()) > 400
    ]
    assert not long
