from __future__ import annotations

import pytest
from click.testing import CliRunner

from stammtisch import catalog
from stammtisch.cli.main import main
from stammtisch.cli.rules import preferred_language
from stammtisch.core import BadRequest, UnknownGame
from stammtisch.games.clauses import LANGUAGES, clause, clauses, rules_text

LAST = {"zock": ("Z", 18), "kniffel": ("K", 14), "zocknroll": ("R", 13), "tock": ("T", 38)}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", catalog.NAMES)
def test_every_language_has_every_clause_in_order(game: str, lang: str) -> None:
    letter, last = LAST[game]
    assert list(clauses(game, lang)) == [f"{letter}{number}" for number in range(1, last + 1)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", catalog.NAMES)
def test_clauses_lose_no_word_of_the_rules(game: str, lang: str) -> None:
    found = clauses(game, lang).values()
    assert all(each.title and each.text and each.section for each in found)
    kept = {line for each in found for line in each.text.splitlines()}
    _, *sections = rules_text(game, lang).split("\n## ")
    written = [line for section in sections for line in section.splitlines()[1:]]
    assert [line for line in written if line and line not in kept and not line.startswith("### ")] == []


def test_a_clause_is_found_in_whatever_case_and_knows_its_section() -> None:
    found = clause("zock", "z5", "en")
    assert (found.id, found.title, found.section) == ("Z5", "Equal dice", "The basic game")
    assert found.text.startswith("If both dice show the same number")


def test_unknown_clause_names_the_range() -> None:
    with pytest.raises(BadRequest, match="T1 to T38"):
        clause("tock", "T39", "hu")


@pytest.mark.parametrize("game", ["chess", "../zock", "", "zock/../tock"])
def test_unknown_game_is_refused(game: str) -> None:
    with pytest.raises(UnknownGame):
        rules_text(game, "en")


def test_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(BadRequest, match="de, en, hu"):
        rules_text("zock", "fr")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "hu_HU.UTF-8", "LC_ALL": "de_AT"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
    ],
)
def test_language_follows_the_environment(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert preferred_language() == language


def test_rules_command_shows_all_or_one_clause() -> None:
    whole = CliRunner().invoke(main, ["rules", "kniffel", "--lang", "de"])
    assert whole.exit_code == 0
    assert "K1 Spieler und Zettel" in whole.output
    assert "K14" in whole.output
    one = CliRunner().invoke(main, ["rules", "kniffel", "k6", "--lang", "en"])
    assert "K6 The upper bonus" in one.output
    assert "K7" not in one.output
