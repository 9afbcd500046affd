"""Each game's page follows one template, and says what the code says."""

from __future__ import annotations

import json
import re
from importlib import import_module
from itertools import groupby
from typing import get_args, get_type_hints

import msgspec
import pytest

from stammtisch import catalog
from stammtisch.core import View
from stammtisch.games.clauses import clauses

from .pages import DOCS, ROOT, blocks, chapters, code_spans, sections, text_of
from .pages import rows as table_of

TEMPLATE = [
    "What it is",
    "Rules by clause",
    "Options",
    "Phases",
    "Moves and notation",
    "Position document",
    "Our rulings and why",
    "Trust",
]
PAGES = {game: DOCS / "games" / f"{game}.md" for game in catalog.NAMES}
ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)

games = pytest.mark.parametrize("game", catalog.NAMES)


def rows(game: str, section: str) -> list[list[str]]:
    """The first table of a section, without its head."""
    table = sections(PAGES[game])[section].split("\n\n|", 1)[-1].split("\n\n")[0]
    return [row.split(" | ") for row in ROW.findall(f"|{table}")[1:]]


def first_names(game: str, section: str) -> list[str]:
    """The code in the first column."""
    return [name for row in rows(game, section) for name in code_spans(row[0])]


def test_every_game_has_its_page_and_no_other() -> None:
    assert sorted(PAGES.values()) == sorted((DOCS / "games").glob("*.md"))


@games
def test_headings_follow_the_template(game: str) -> None:
    assert list(sections(PAGES[game])) == TEMPLATE
    assert text_of(PAGES[game]).startswith(f"# {catalog.game(game).title}\n")


@games
def test_every_section_of_the_rules_is_named_with_its_range_of_clauses(game: str) -> None:
    expected = []
    for section, found in groupby(clauses(game, "en").values(), key=lambda clause: clause.section):
        first, *_, last = ids if len(ids := [clause.id for clause in found]) > 1 else ids * 2
        expected.append([section, first if first == last else f"{first}–{last}"])
    assert rows(game, "Rules by clause") == expected


@games
def test_clauses_that_are_cited_exist(game: str) -> None:
    letter = next(iter(clauses(game, "en")))[0]
    cited = set(re.findall(rf"\b{letter}\d+\b", text_of(PAGES[game])))
    assert cited <= set(clauses(game, "en"))


@games
def test_every_option_is_listed(game: str) -> None:
    fields = msgspec.structs.fields(catalog.game(game).options_type)
    assert first_names(game, "Options") == [field.encode_name for field in fields]


@games
def test_every_phase_is_listed(game: str) -> None:
    view = catalog.game(game).view_type
    assert first_names(game, "Phases") == list(get_args(get_type_hints(view)["phase"]))


@games
def test_every_reason_of_an_outcome_is_documented(game: str) -> None:
    reasons = {reason.value for reason in import_module(f"stammtisch.games.{game}.rules").Reason}
    assert reasons <= set(code_spans(sections(PAGES[game])["Phases"]))


@games
def test_every_move_of_the_table_is_in_the_notation(game: str) -> None:
    contract = catalog.game(game)
    start = contract.start(contract.players[-1])
    texts = [text for row in rows(game, "Moves and notation") for text in code_spans(row[1])]
    assert texts
    for text in texts:
        assert str(contract.parse(start, text)) == text


@games
def test_the_position_can_be_loaded_and_shows_every_key_of_its_phase(game: str) -> None:
    contract = catalog.game(game)
    (block,) = blocks(PAGES[game], "json")
    document = json.loads(block.text)
    state = contract.load(document)
    listed = contract.dump(state)
    assert document | {"options": listed["options"]} == listed
    assert any(contract.moves(state, seat) for seat in range(document["players"]))


@games
def test_every_key_of_a_position_is_listed(game: str) -> None:
    view = catalog.game(game).view_type
    assert set(first_names(game, "Position document")) == set(get_type_hints(view)) - set(
        get_type_hints(View)
    )


@games
@pytest.mark.parametrize("heading", ["Tally", "Layout"])
def test_every_key_of_a_tally_and_a_layout_is_listed(game: str, heading: str) -> None:
    kind = getattr(catalog.game(game), f"{heading.lower()}_type")
    table = table_of(chapters(sections(PAGES[game])["Position document"])[heading])
    assert [name for row in table for name in code_spans(row[0])] == list(get_type_hints(kind))


@games
def test_every_clause_has_a_test_that_bears_its_name_as_trust_says(game: str) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / game).glob("test_*.py"))
    assert set(clauses(game, "en")) <= set(re.findall(r"def test_([A-Z]\d+)_", tests))
