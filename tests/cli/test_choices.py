from __future__ import annotations

import pytest

from stammtisch.cli.choices import Choices


def test_moves_are_numbered_from_one() -> None:
    choices = Choices(["score ones", "keep 12", "keep -"])
    assert [choices.find(number) for number in ("1", "2", "3", "4")] == [
        "score ones",
        "keep 12",
        "keep -",
        None,
    ]


def test_a_move_that_is_a_number_keeps_it() -> None:
    choices = Choices(["4+6", "1", "2+8"])
    assert [choices.find(number) for number in ("1", "2", "3")] == ["1", "4+6", "2+8"]


@pytest.mark.parametrize("typed", ["keep 12", " KEEP   12 "])
def test_notation_is_taken_with_blanks_and_capitals_aside(typed: str) -> None:
    assert Choices(["score ones", "keep 12"]).find(typed) == "keep 12"


def test_words_find_the_moves_that_contain_them_all() -> None:
    choices = Choices(["5H 0b>37", "5H 0a>12", "KS in"])
    assert choices.matching("5h 0b") == [("1", "5H 0b>37")]
    assert len(choices.matching("")) == 3


def test_only_a_single_move_is_played_by_enter() -> None:
    assert Choices(["fold"]).only() == "fold"
    assert Choices(["stay", "leave -"]).only() is None
