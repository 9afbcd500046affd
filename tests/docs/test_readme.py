"""The README fits on a screen: four doors, few commands, small pictures."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from stammtisch import catalog

from .pages import DOCS, PAGES, ROOT, blocks_of, images, name, rows, sections, text_of

README = ROOT / "README.md"
DOORS = ["Play", "Host", "Program", "Contribute"]
COMMANDS_AT_MOST = 3
LINES_AT_MOST = 60
BYTES_AT_MOST = 300_000
PICTURES = DOCS / "pictures"
WITH_LABELS = [DOCS / f"{page}.md" for page in ("first-game", "real-dice", "verify-dice")]
"""Pages that name buttons of the page in bold."""


def test_the_readme_has_four_doors_with_few_commands_each() -> None:
    found = sections(README)
    assert list(found) == DOORS
    for door in DOORS:
        commands = [line for block in blocks_of(found[door], "sh") for line in block.text.splitlines()]
        assert 1 <= len(commands) <= COMMANDS_AT_MOST


def test_the_readme_is_short() -> None:
    assert len(text_of(README).splitlines()) <= LINES_AT_MOST


def test_the_readme_says_how_many_can_play() -> None:
    pictures, players = rows(text_of(README))
    games = [re.sub(r".*/(\w+)\.webp\)", r"\1", picture) for picture in pictures]
    assert dict(zip(games, players, strict=True)) == {
        game: f"{written(catalog.game(game).players)} players" for game in catalog.NAMES
    }


def written(numbers: tuple[int, ...]) -> str:
    """The numbers as people write them: 2–6 or 8."""
    firsts = [number for number in numbers if number - 1 not in numbers]
    lasts = [number for number in numbers if number + 1 not in numbers]
    pairs = zip(firsts, lasts, strict=True)
    return " or ".join(f"{first}–{last}" if first < last else str(first) for first, last in pairs)


def test_pictures_are_small_and_all_of_them_are_shown() -> None:
    pictures = set(PICTURES.iterdir())
    assert {(page.parent / path).resolve() for page in PAGES for _, path in images(page)} == pictures
    assert sum(picture.stat().st_size for picture in pictures) <= BYTES_AT_MOST


@pytest.mark.parametrize("page", [page for page in PAGES if images(page)], ids=name)
def test_pictures_are_described_for_people_who_do_not_see_them(page: Path) -> None:
    for description, _ in images(page):
        assert len(description.split()) > 2


@pytest.mark.parametrize("page", WITH_LABELS, ids=name)
def test_buttons_that_are_named_are_on_the_page(page: Path) -> None:
    files = (ROOT / "web/src").glob("**/en/*.json")
    texts = {text for file in files for text in json.loads(file.read_text(encoding="utf-8")).values()}
    named = re.findall(r"\*\*([^*]+)\*\*", text_of(page))
    assert named
    assert set(named) <= texts
