"""The game of the how-to passes its own tests and is drawn."""

from __future__ import annotations

import io
import runpy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from stammtisch import catalog, games
from stammtisch.cli import boards

from .pages import DOCS, blocks

HOW_TO = DOCS / "how-to-add-a-game.md"


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of the how-to's own tests, while its game is in the catalog."""
    for block in blocks(HOW_TO, "python"):
        heading, _, code = block.text.partition("\n")
        path = tmp_path / heading.removeprefix("# ")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    for package in (games, boards):
        folder = tmp_path / "src" / package.__name__.replace(".", "/")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    monkeypatch.setitem(catalog._CLASSES, "pig", "Pig")
    monkeypatch.setattr(catalog, "game", cache(catalog.game.__wrapped__))
    return runpy.run_path(str(tmp_path / "tests/pig/test_pig.py"))


def test_the_tests_of_the_how_to_pass(pig: dict[str, Any]) -> None:
    tests = [value for key, value in pig.items() if key.startswith("test_")]
    assert len(tests) == 7
    for test in tests:
        test()


def test_the_board_of_the_how_to_is_drawn(pig: dict[str, Any]) -> None:
    console = Console(file=io.StringIO())
    with console.capture() as captured:
        console.print(boards.draw(pig["PIG"], pig["PIG"].start(2), ["Anna", "Ben"], None))
    assert "Ben: 0" in captured.get()
