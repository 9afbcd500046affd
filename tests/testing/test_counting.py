from __future__ import annotations

from typing import Any

import pytest

from stammtisch import catalog
from stammtisch.core import Over, Throw
from stammtisch.testing.counting import count_moves

ZOCK = catalog.game("zock")


def position(*rows: list[int], **more: Any) -> Any:
    return ZOCK.load({"game": "zock", "players": 2, "phase": "throw", "turn": 0, "open": list(rows)} | more)


def walked(state: Any, depth: int) -> int:
    """The same count, one way after the other."""
    turn = ZOCK.turn(state)
    if depth == 0 or isinstance(turn, Over):
        return 1
    if isinstance(turn, Throw):
        outcomes = ZOCK.chance(state).outcomes() or ()
        return sum(walked(ZOCK.fall(state, text)[0], depth - 1) for text, _ in outcomes)
    seat = turn.seats[0]
    return sum(walked(ZOCK.play(state, seat, move)[0], depth - 1) for move in ZOCK.moves(state, seat))


def test_each_throw_for_the_beginning_counts() -> None:
    counts = [count_moves(ZOCK, ZOCK.start(2), depth) for depth in range(4)]
    assert counts == [1, 21, 21**2, 21**3]


@pytest.mark.parametrize("rows", [([1, 2, 3], [4]), ([1, 2, 3, 4, 5, 6, 7, 8, 9], [9, 5, 4])])
def test_counting_agrees_with_walking(rows: tuple[list[int], list[int]]) -> None:
    for depth in range(5):
        assert count_moves(ZOCK, position(*rows), depth) == walked(position(*rows), depth)


def test_a_game_that_is_over_is_one_way() -> None:
    over = position([], [4], phase="over", turn=None)
    assert [count_moves(ZOCK, over, depth) for depth in (0, 1, 9)] == [1, 1, 1]


def test_deep_counts_are_quick_by_memory() -> None:
    assert count_moves(ZOCK, position([1], [2]), 40) > 10**20


def test_a_deal_too_large_to_list_is_drawn_once() -> None:
    tock = catalog.game("tock")
    start = tock.start(3)
    assert count_moves(tock, start, 2) == 3
    assert count_moves(tock, start, 3) == count_moves(tock, start, 3) > 3
