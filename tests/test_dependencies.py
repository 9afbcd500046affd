"""Every part of the program needs only what `pyproject.toml` installs for it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from urllib.request import urlopen

import pytest

import stammtisch

ROOT = Path(__file__).parent.parent
PACKAGE = Path(stammtisch.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DISTRIBUTIONS = packages_distributions()
EXTRAS = {
    "server/ops/nats.py": "cluster",
    "store/postgres.py": "cluster",
    "cli/solve.py": "parquet",
    "testing/strategies.py": "dev",
}
"""Modules that import packages of an extra."""
OF_THE_BROWSER = {"local/browser.py": {"js", "pyodide"}}
"""Modules that import what only Python in a browser has."""
USED_BY_OTHERS = {"httptools", "tzdata", "websockets"}
"""Dependencies that uvicorn imports for us, and the time zones where the system has none."""


def names(requirements: list[str]) -> set[str]:
    """The distributions that these requirements name."""
    return {re.split(r"[\[<>=;! ]", requirement)[0] for requirement in requirements} - {"stammtisch"}


def imported_names(module: Path) -> Iterator[str]:
    """Every module that is imported by its full name, anywhere in the file."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def imported(module: Path) -> set[str]:
    """The distribution of every package that the module imports and that is not Python's own."""
    there = OF_THE_BROWSER.get(module.relative_to(PACKAGE).as_posix(), set())
    packages = {name.split(".")[0] for name in imported_names(module)} - there
    return {
        DISTRIBUTIONS[name][0].lower().replace("_", "-")
        for name in packages - sys.stdlib_module_names - {"stammtisch"}
    }


@pytest.mark.parametrize(
    ("folder", "others"),
    [("tests", {"benchmarks"}), ("benchmarks", {"tests"}), ("support", {"tests", "benchmarks"})],
)
def test_tests_and_benchmarks_share_only_what_is_in_support(folder: str, others: set[str]) -> None:
    for module in (ROOT / folder).rglob("*.py"):
        assert not others & {name.split(".")[0] for name in imported_names(module)}, module


def modules() -> list[str]:
    return sorted(str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py"))


def test_a_module_imports_only_what_is_installed_with_it() -> None:
    extras = {module: names(PROJECT["optional-dependencies"][extra]) for module, extra in EXTRAS.items()}
    always = names(PROJECT["dependencies"])
    lacking = {
        (module, name)
        for module in modules()
        for name in imported(PACKAGE / module) - always - extras.get(module, set())
    }
    assert lacking == set()


def test_every_dependency_is_used() -> None:
    used = {name for module in modules() for name in imported(PACKAGE / module)}
    assert names(PROJECT["dependencies"]) <= used | USED_BY_OTHERS


RULES_ALONE = """
import sys
from importlib.abc import MetaPathFinder

class Nothing(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        top = name.partition(".")[0]
        ours = ("stammtisch.core", "stammtisch.games", "stammtisch.catalog", "stammtisch__mypyc")
        allowed = sys.stdlib_module_names | {"msgspec", "mypy_extensions"}
        if top not in allowed and name != "stammtisch" and not name.startswith(ours):
            raise ImportError(f"{name} is not for rules")

sys.meta_path.insert(0, Nothing())

from importlib import import_module
from pkgutil import walk_packages
import stammtisch

for package in ("core", "games"):
    for module in walk_packages([f"{stammtisch.__path__[0]}/{package}"], f"stammtisch.{package}."):
        import_module(module.name)

from stammtisch import catalog
from stammtisch.core.chance import Seeded
from stammtisch.core.turn import Over, Throw

for name in catalog.NAMES:
    game, source = catalog.game(name), Seeded(name)
    state = game.start(min(game.players), game.options_type())
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Throw):
            state, _ = game.fall(state, game.chance(state).sample(source))
        else:
            seat = turn.seats[0]
            state, _ = game.play(state, seat, source.shuffled(game.moves(state, seat), 1)[0])
    print(name, turn.outcome.reason)
"""


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)


def test_rules_need_nothing_but_msgspec_and_mypy_extensions() -> None:
    played = run(RULES_ALONE)
    assert played.stderr == ""
    assert len(played.stdout.splitlines()) == 4


WITHOUT_EXTRAS = """
import asyncio, sys
for name in ("asyncpg", "nats", "pyarrow", "ray", "uvloop", "httptools"):
    sys.modules[name] = None
asyncio.SelectorEventLoop.add_signal_handler = asyncio.AbstractEventLoop.add_signal_handler  # as on Windows
from stammtisch.cli.main import main
main({args!r})
"""


@pytest.mark.parametrize(
    ("args", "needed"),
    [
        (
            ["serve", "--database", "postgresql://host/db"],
            "PostgreSQL needs asyncpg, which is not installed: ",
        ),
        (["serve", "--bus", "nats://host"], "a message bus needs nats, which is not installed: "),
    ],
)
def test_what_needs_an_extra_says_how_to_install_it(args: list[str], needed: str, tmp_path: Path) -> None:
    if "--database" not in args:
        args = [*args, "--database", str(tmp_path / "tables.sqlite")]
    tried = run(WITHOUT_EXTRAS.format(args=[*args, "--port", "0"]))
    assert tried.returncode == 2
    assert tried.stderr.splitlines()[-1] == f"error: {needed}pip install 'stammtisch[cluster]'"


def test_a_server_on_sqlite_needs_no_extra_no_compiled_loop_and_no_signals_in_it(tmp_path: Path) -> None:
    args = ["serve", "--port", "0", "--workers", "1", "--database", str(tmp_path / "tables.sqlite")]
    with subprocess.Popen(
        [sys.executable, "-c", WITHOUT_EXTRAS.format(args=args)], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://(\S+)", server.stdout.readline())
        try:
            assert found is not None
            with urlopen(f"http://{found[1]}/readyz") as answer:
                assert answer.status == 200
        finally:
            server.terminate()
        assert server.wait(30) == 0
