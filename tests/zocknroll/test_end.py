"""The end of a hand and of the game (R10, R11)."""

from __future__ import annotations

import pytest

from stammtisch.core import Event, Over
from stammtisch.games.zocknroll.figures import POINTS

from .table import (
    GAME,
    crosses,
    decide_document,
    mark_document,
    moves,
    on,
    over,
    random_game,
    refused,
    start,
)


def test_R10_no_white_die_is_thrown_once_all_have_left() -> None:
    state = on(start(2), "0", "own 11 22", "white 123", "leave pair")
    state, events = GAME.play(state, 1, GAME.parse(state, "leave pair"))
    assert GAME.dump(state)["phase"] == "own"
    assert events[-1] == Event("starts", 1)


def test_R10_all_leave_in_round_2() -> None:
    state = on(start(2), "0", "own 11 22", "white 123", "stay", "stay", "white 4", "leave pair", "leave pair")
    assert GAME.dump(state)["phase"] == "own"


@pytest.mark.parametrize("row", ["pair", "left-first"])
def test_R11_sixth_cross_ends_the_game_after_the_hand(row: str) -> None:
    document = decide_document(
        round=1, turn=0, white="123", own=["11", "22", "33"], crosses=[{row: 5}, {}, {}], status=["in"] * 3
    )
    state = on(GAME.load(document), "leave pair")
    assert crosses(state)[0][row] == 6
    assert GAME.dump(state)["phase"] == "decide"
    state = on(state, "stay", "stay", "white 4", "leave pair", "leave pair")
    assert GAME.dump(state)["phase"] == "over"
    turn = GAME.turn(state)
    assert isinstance(turn, Over)
    assert turn.outcome.reason == "sixth-cross"


def test_R11_sixth_cross_in_won_third_ends_the_game() -> None:
    document = mark_document(own=["25", "12", "33"], winners=[0], crosses=[{"won-third": 5}, {}, {}])
    state, events = GAME.play(state := GAME.load(document), 0, GAME.parse(state, "mark pair"))
    assert GAME.dump(state)["phase"] == "over"
    assert events[-1] == Event("won", 0, "20")


def test_R11_five_crosses_do_not_end_the_game() -> None:
    document = mark_document(own=["25", "12", "33"], winners=[0], crosses=[{"pair": 4}, {}, {}])
    assert GAME.dump(on(GAME.load(document), "mark pair"))["phase"] == "own"


def test_R11_points_are_crosses_times_points_of_the_row() -> None:
    each_once = {str(row): 1 for row in POINTS["basic"]}
    outcome = over({"pair": 6}, each_once)
    assert outcome.scores == (12, 45)
    assert outcome.winners == (1,)
    assert outcome.places == (2, 1)


def test_R11_equal_points_most_crosses_in_won_third_win() -> None:
    outcome = over({"left-first": 6}, {"won-third": 2}, {"two-pairs": 1, "won-third": 1})
    assert outcome.scores == (6, 6, 6)
    assert outcome.winners == (1,)
    assert outcome.places == (3, 1, 2)


def test_R11_then_the_win_is_shared() -> None:
    outcome = over({"left-first": 6}, {"two-pairs": 2}, {"pair": 1})
    assert (outcome.winners, outcome.places) == ((0, 1), (1, 1, 3))


def test_R11_a_full_row_gets_no_further_cross() -> None:
    full = decide_document(crosses=[{}, {"pair": 6}, {}], own=["46", "15", "33"])
    state = GAME.load(full)
    assert moves(state, 1) == ["stay", "leave full-house", "leave three-kind", "leave two-pairs"]
    assert refused(state, 1, "leave pair") == "R11"


def test_R11_a_player_who_forms_only_full_rows_leaves_without_a_combination() -> None:
    state = GAME.load(decide_document(crosses=[{}, {"pair": 6}, {}], own=["46", "25", "33"], white="1356"))
    assert moves(state, 1) == ["stay", "leave -"]
    assert crosses(on(state, "leave -"))[1] == {"pair": 6}


def test_R11_no_row_ever_gets_more_than_six_crosses() -> None:
    for seed in range(5):
        for state in random_game(start(6), f"six {seed}"):
            full = [number for rows in crosses(state) for number in rows.values() if number >= 6]
            assert set(full) <= {6}
            assert not full or state.phase != "own"
