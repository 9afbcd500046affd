"""What the tableaus add up to, and the points beside the moves."""

from __future__ import annotations

from .table import GAME, on, start


def test_R11_crosses_times_points_are_added_up() -> None:
    state = on(start(3), "0", "own 66 12 35", "white 244", "leave pair")
    found = GAME.tally(state)
    assert found.scores == [found.points["pair"] + found.points["left-first"], 0, 0]


def test_R9_a_move_says_what_its_cross_is_worth() -> None:
    state = on(start(3), "0", "own 66 12 35", "white 244")
    labels = {str(move): GAME.preview(state, move) for move in GAME.moves(state, 0)}
    assert labels["stay"] == ""
    assert labels["leave pair"] == str(GAME.tally(state).points["pair"])
