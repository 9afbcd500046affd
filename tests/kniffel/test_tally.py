"""What a position adds up to, and the points pencilled in beside the moves."""

from __future__ import annotations

import pytest

from stammtisch.core import Document
from stammtisch.games.kniffel.state import State
from stammtisch.games.kniffel.wire import KniffelTally

from .table import FULL, FULL_TOTAL, GAME, but, choosing, written


def pencilled(state: State) -> dict[str, str]:
    return {str(move): GAME.preview(state, move) for move in GAME.moves(state, state.turn)}


def tally(document: Document) -> KniffelTally:
    return GAME.tally(GAME.load(document))


def test_K4_the_points_pencilled_in_are_those_that_will_be_written() -> None:
    state = GAME.load(choosing("44555", throws=3))
    for move, label in pencilled(state).items():
        assert written(state, move.removeprefix("score ")) == int(label)


def test_K3_nothing_is_pencilled_in_for_dice_that_are_kept() -> None:
    labels = pencilled(GAME.load(choosing("44555", but("chance"))))
    assert labels.pop("score chance") == "23"
    assert set(labels.values()) == {""}


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_K3_the_throws_left_are_counted(throws: int) -> None:
    assert tally(choosing("44555", throws=throws)).throws_left == 3 - throws


def test_K6_the_upper_part_says_how_far_it_is() -> None:
    low, high = tally(choosing("11111", {"sixes": 24})), tally(choosing("11111", but("chance")))
    assert (low.upper, low.upper_bonuses) == ([24], [0])
    assert (high.upper, high.upper_bonuses) == ([63], [35])
    assert (high.upper_goal, high.upper_bonus) == (63, 35)


@pytest.mark.parametrize(
    ("dice", "sheet", "joker", "decides"),
    [
        ("55555", {"kniffel": 0}, "forced", True),
        ("55555", {"kniffel": 50}, "free", True),
        ("55555", {"kniffel": 50}, "off", False),
        ("55555", {}, "forced", False),
        ("55556", {"kniffel": 50}, "forced", False),
    ],
)
def test_K11_the_joker_is_announced_where_it_decides(
    dice: str, sheet: dict[str, int], joker: str, decides: bool
) -> None:
    assert tally(choosing(dice, sheet, joker=joker)).joker is decides


@pytest.mark.parametrize(
    ("dice", "kniffel", "bonus"), [("55555", 50, 100), ("55555", 0, 0), ("55556", 50, 0)]
)
def test_K12_the_bonus_for_writing_these_dice_is_announced(dice: str, kniffel: int, bonus: int) -> None:
    assert tally(choosing(dice, {"kniffel": kniffel})).kniffel_bonus == bonus


def test_K13_the_total_holds_everything() -> None:
    found = tally(choosing("12346", but("chance"), bonus=2))
    assert found.kniffel_bonuses == [200]
    assert found.lower == [184]
    assert found.total == [FULL_TOTAL - FULL["chance"] + 200]
