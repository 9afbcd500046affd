"""The page keeps a game in one folder, and no rules in any."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stammtisch import catalog
from support.page_sources import ROOT

GAMES = ROOT / "games"
GENERATED = "wire.ts"
NAMES = re.compile(rf"(?<![\w.])({'|'.join(catalog.NAMES)})(?!\w)", re.IGNORECASE)
CAST = re.compile(r"\bas unknown\b|\bas (?:View|Tally|Layout|Options|\w+View)\b")
"""What would take a document for something that nobody has checked."""
SHARED = sorted(
    path.relative_to(ROOT)
    for kind in ("*.ts", "*.svelte", "*.css", "*.json")
    for path in ROOT.rglob(kind)
    if path.name != GENERATED and not any(GAMES / name in path.parents for name in catalog.NAMES)
)
OF_GAMES = sorted(
    path.relative_to(ROOT)
    for kind in ("*.ts", "*.svelte")
    for path in GAMES.rglob(kind)
    if path.name != GENERATED
)


def source(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_no_file_outside_a_games_folder_names_the_game() -> None:
    assert [(str(path), name) for path in SHARED for name in NAMES.findall(source(path))] == []


def test_names_of_games_are_found() -> None:
    assert NAMES.findall("if (game === 'tock') return Zock; // stammtisch") == ["tock", "Zock"]


def test_documents_of_games_are_not_cast() -> None:
    assert [(str(path), cast) for path in OF_GAMES for cast in CAST.findall(source(path))] == []


@pytest.mark.parametrize("name", catalog.NAMES)
def test_every_game_has_its_folder(name: str) -> None:
    """A game without one would still be playable, but ours are to have boards of their own."""
    assert (GAMES / name / "index.ts").is_file()
    assert (GAMES / name / "Board.svelte").is_file()
