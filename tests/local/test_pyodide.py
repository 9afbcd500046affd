"""The runtime of browsers, in Node.js: the same records as here, and the same laws hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.local.in_pyodide import records

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "src/stammtisch/server/page/runtime"
SEEDS = 2

pytestmark = pytest.mark.skipif(
    not (RUNTIME / "manifest.json").exists(), reason="the page was built without the runtime"
)


def in_pyodide(file: Path, *arguments: str) -> str:
    """What the file prints in the runtime."""
    run = [sys.executable, ROOT / "tools/page.py", "run", "node", ROOT / "support/pyodide.mjs", RUNTIME, file]
    done = subprocess.run([*map(str, run), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_records_are_the_same_in_a_browser_byte_for_byte() -> None:
    """Here the rules run interpreted, and in `make test-compiled` compiled."""
    played = in_pyodide(ROOT / "tests/local/in_pyodide.py", "records", str(SEEDS))
    assert played.encode() == records(SEEDS) + b"\n"


def test_games_conform_in_a_browser() -> None:
    assert in_pyodide(ROOT / "tests/local/in_pyodide.py", "conform", "1", "4") == "conforms\n"


def test_the_longest_match_is_freed_in_a_browser() -> None:
    assert in_pyodide(ROOT / "tests/local/in_pyodide.py", "forget", "1000000") == "forgotten\n"


def test_tables_of_the_device_are_played_to_their_end_in_a_browser() -> None:
    """With the best bots, whose tables are files there."""
    assert in_pyodide(ROOT / "tests/local/whole_tables.py").split() == ["over"] * 4


@pytest.mark.slow
def test_games_conform_in_a_browser_in_full() -> None:
    assert in_pyodide(ROOT / "tests/local/in_pyodide.py", "conform", "12", "40") == "conforms\n"
