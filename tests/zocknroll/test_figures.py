"""The combinations, their order and their points (R9, R12, R13)."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.core import BadOptions
from stammtisch.core.chance import dice_weights
from stammtisch.games.zocknroll.combinations import formed
from stammtisch.games.zocknroll.dice import dice_of
from stammtisch.games.zocknroll.figures import ASSUMED, ORDER, POINTS
from stammtisch.games.zocknroll.tableau import CROSS

from .counts import CAN_BE_FORMED
from .table import GAME, moves, on, over, refused, start, third_round

# --- R9: combinations


@pytest.mark.parametrize("name", CAN_BE_FORMED)
def test_R9_R12_exact_counts_of_what_can_be_formed(name: str) -> None:
    counted = tuple(
        sum(ways for dice, ways in dice_weights(number) if formed(dice_of(dice)) & CROSS[name])
        for number in (5, 6, 7, 8)
    )
    assert counted == CAN_BE_FORMED[name]


def test_R9_480_throws_of_five_dice_form_nothing() -> None:
    basic = sum(CROSS[name] for name in ORDER["basic"])
    assert sum(ways for dice, ways in dice_weights(5) if not formed(dice_of(dice)) & basic) == 480


def test_R9_five_equal_are_neither_a_full_house_nor_two_pairs() -> None:
    assert formed(dice_of("33333")) == sum(
        CROSS[name] for name in ("kniffel", "four-kind", "three-kind", "pair")
    )


def test_R9_order_and_points_of_the_basic_game() -> None:
    assert list(POINTS["basic"].items()) == [
        ("kniffel", 12),
        ("four-kind", 9),
        ("large-straight", 6),
        ("full-house", 5),
        ("three-kind", 4),
        ("two-pairs", 3),
        ("pair", 2),
        ("won-third", 3),
        ("left-first", 1),
    ]
    assert ORDER["basic"] == tuple(POINTS["basic"])[:7]


@pytest.mark.parametrize(
    ("better", "worse", "white"),
    [
        ("55", "56", "12555"),  # kniffel, four of a kind
        ("55", "24", "13556"),  # four of a kind, large straight
        ("24", "35", "13556"),  # large straight, full house
        ("66", "25", "13556"),  # full house, three of a kind
        ("25", "12", "13556"),  # three of a kind, two pairs
    ],
)
def test_R9_higher_combinations_win(better: str, worse: str, white: str) -> None:
    """Seven dice always form more than a pair: without another pair they are a straight."""
    assert GAME.dump(third_round(f"{worse} {better}", white=white))["winners"] == [1]


def test_R9_numbers_never_matter_between_equal_combinations() -> None:
    assert GAME.dump(third_round("11 66", white="12346"))["winners"] == [0, 1]


def test_R9_the_basic_game_has_no_combinations_of_profi() -> None:
    state = on(start(2), "0", "own 24 12", "white 135")
    assert moves(state, 0) == ["stay", "leave large-straight"]
    assert refused(state, 0, "leave small-straight") == "R9"


# --- R12: Profi


def test_R12_order_and_points_of_profi() -> None:
    assert list(POINTS["profi"].items()) == [
        ("kniffel", 12),
        ("highway", 11),
        ("big-full-house", 10),
        ("two-triplets", 10),
        ("four-kind", 9),
        ("large-straight", 6),
        ("three-pairs", 6),
        ("small-straight", 5),
        ("full-house", 5),
        ("three-kind", 4),
        ("two-pairs", 3),
        ("pair", 2),
        ("won-third", 3),
        ("left-first", 1),
    ]
    assert ORDER["profi"] == tuple(POINTS["profi"])[:12]


@pytest.mark.parametrize(
    ("own", "names"),
    [
        ("246", ["highway", "large-straight", "small-straight"]),
        ("135", ["three-pairs", "two-pairs", "pair"]),
        ("113", ["full-house", "three-kind", "two-pairs", "pair"]),
        ("115", ["full-house", "three-kind", "two-pairs", "pair"]),
        ("224", ["large-straight", "small-straight", "pair"]),
    ],
)
def test_R12_own_and_white_dice_form_combinations_of_profi(own: str, names: list[str]) -> None:
    state = on(start(2, variant="profi"), "0", f"own {own} 111", "white 135")
    assert moves(state, 0) == ["stay", *(f"leave {name}" for name in names)]


def test_R12_big_full_house_and_two_triplets() -> None:
    state = on(start(2, variant="profi"), "0", "own 111 133", "white 133")
    assert moves(state, 0)[1:3] == ["leave big-full-house", "leave four-kind"]
    assert moves(on(state, "stay"), 1)[1] == "leave big-full-house"
    state = on(start(2, variant="profi"), "0", "own 113 133", "white 133")
    assert moves(state, 0)[1:3] == ["leave two-triplets", "leave full-house"]


def test_R12_six_equal_are_no_two_triplets() -> None:
    state = on(start(2, variant="profi"), "0", "own 111 133", "white 111")
    assert moves(state, 0)[1:] == [f"leave {name}" for name in ("kniffel", "four-kind", "three-kind", "pair")]


# --- R13: the printed figures


def test_R13_points_override_some_rows() -> None:
    outcome = over({"pair": 6}, {"two-pairs": 4}, points={"pair": 0, "won-third": 5})
    assert outcome.scores == (0, 12)


def test_R13_order_decides_round_3_and_sorts_the_moves() -> None:
    order = [*ORDER["basic"]][::-1]
    state = third_round("24 35", order=order)
    assert GAME.dump(state)["winners"] == [0, 1]
    straight_first = ["large-straight", *(name for name in ORDER["basic"] if name != "large-straight")]
    state = third_round("24 55", order=straight_first)
    assert GAME.dump(state)["winners"] == [0]
    assert moves(state, 0) == ["mark large-straight", "mark pair"]


def test_R13_every_fault_of_the_options_is_named() -> None:
    options = {"points": {"highway": 3, "three-pairs": 1}, "order": ["pair", "pair", "highway"]}
    with pytest.raises(BadOptions) as caught:
        GAME.options(options, 3)
    reasons = " ".join(caught.value.reasons)
    assert len(caught.value.reasons) == 10
    for fault in ("points: highway", "points: three-pairs", "order: highway", "pair is named 2 times"):
        assert fault in reasons
    assert reasons.count("is missing") == 6


@pytest.mark.parametrize(
    "options",
    [
        {"points": {"pair": -1}},
        {"points": {"pair": 1.5}},
        {"points": {"pairs": 1}},
        {"points": [1]},
        {"order": []},
        {"order": ["pears"]},
        {"variant": "pro"},
        {"unknown": 1},
    ],
)
def test_R13_bad_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        GAME.options(options, 3)


def test_R13_options_are_written_in_full_and_can_be_keys() -> None:
    options = GAME.options({"variant": "profi", "points": {"big-full-house": 7}}, 3)
    told = GAME.dump(GAME.start(3, options))["options"]
    assert told == {"variant": "profi", "points": {"big-full-house": 7}, "order": list(ORDER["profi"])}
    assert {options: 1}[GAME.options(told, 3)] == 1


def test_R12_the_data_file_says_which_figures_are_assumed() -> None:
    assert ASSUMED["basic"] == {"won-third"}
    assert ASSUMED["profi"] == POINTS["profi"].keys()
