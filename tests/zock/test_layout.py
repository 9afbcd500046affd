"""What a board of ZOCK receives, so that it need not know the rules."""

from __future__ import annotations

import pytest

from stammtisch.games.zock.wire import ZockLayout

from .table import GAME, NINE, listed, moving, position


def layout(**options: object) -> ZockLayout:
    return GAME.layout(2, GAME.options(options, 2))


def test_Z1_nine_fields_two_dice_and_four_colours() -> None:
    assert (layout().fields, layout().dice) == (NINE, 2)
    assert layout().colours == ["red", "blue", "yellow", "green"]


@pytest.mark.parametrize("digits", ["ten", "all"])
def test_Z6_Z7_the_fields_of_a_sum_are_those_that_equal_dice_cover(digits: str) -> None:
    sums = layout(digits=digits).sum_fields
    assert list(sums) == [str(total) for total in range(2, 13)]
    for die in range(1, 7):
        cover = "+".join(map(str, sums[str(2 * die)]))
        assert listed(moving(f"{die}{die}", digits=digits)) == {cover or "none"}
    assert (sums["10"], sums["11"]) == ([1], [])


def test_Z18_chips_are_worth_what_was_agreed() -> None:
    chips = [{"red": 5, "blue": 6, "yellow": 5, "green": 5}, {"red": 5, "blue": 4, "yellow": 5, "green": 5}]
    state = GAME.load(position("throw", chips=chips, match_game=1, games=3, chip_values={"blue": 7}))
    assert GAME.tally(state).worth == [5 + 6 * 7 + 25 + 50, 5 + 4 * 7 + 25 + 50]
    assert not GAME.tally(moving("63")).worth
