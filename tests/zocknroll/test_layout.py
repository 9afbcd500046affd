"""What a board of Zock'n'Roll receives, so that it need not know the rules."""

from __future__ import annotations

import pytest

from stammtisch.games.zocknroll.figures import ORDER, POINTS
from stammtisch.games.zocknroll.wire import ZockNRollLayout

from .table import GAME, crosses, decide_document, mark_document, on, start, third_round


def layout(**options: object) -> ZockNRollLayout:
    return GAME.layout(3, GAME.options(options, 3))


def test_R1_R12_dice_under_the_cup() -> None:
    assert (layout().own_dice, layout(variant="profi").own_dice) == (2, 3)


def test_R3_three_white_dice_and_then_one_by_one() -> None:
    assert layout().white_dice == [3, 1, 1]


@pytest.mark.parametrize("variant", ["basic", "profi"])
def test_R9_R12_rows_with_the_usual_points_combinations_first(variant: str) -> None:
    rows = layout(variant=variant).rows
    assert {one.row: one.points for one in rows} == POINTS[variant]
    assert tuple(one.row for one in rows if one.kind == "combination") == ORDER[variant]
    assert [one.row for one in rows[-2:]] == ["won-third", "left-first"]
    assert {one.kind for one in rows[-2:]} == {"further"}


def test_R9_R12_assumed_points_are_marked_until_the_owner_of_the_box_says_better() -> None:
    def assumed(**options: object) -> list[str]:
        return [one.row for one in layout(**options).rows if one.assumed]

    assert assumed() == ["won-third"]
    assert assumed(points={"won-third": 3}) == []
    assert len(assumed(variant="profi")) == len(POINTS["profi"])


def test_R13_points_and_order_are_those_agreed_on() -> None:
    order = [*reversed(ORDER["basic"])]
    rows = layout(order=order, points={"pair": 20}).rows
    assert [one.row for one in rows] == [*order, "won-third", "left-first"]
    assert rows[0].points == 20


def test_R11_six_marks_fill_a_row() -> None:
    assert layout().marks_per_row == 6


def test_R5_a_player_who_leaves_in_round_1_marks_left_first_besides() -> None:
    state = on(start(3), "0", "own 66 12 35", "white 244")
    assert GAME.tally(state).extra_row == "left-first"
    assert crosses(on(state, "leave pair"))[0] == {"pair": 1, "left-first": 1}
    assert GAME.tally(GAME.load(decide_document())).extra_row is None


def test_R11_a_full_row_is_not_marked_besides() -> None:
    document = decide_document(round=1, white="135", status=["in"] * 3)
    full = document | {"crosses": [{}, {"left-first": 6}, {}]}
    assert GAME.tally(GAME.load(document)).extra_row == "left-first"
    assert GAME.tally(GAME.load(full)).extra_row is None


def test_R6_R7_only_a_player_who_wins_round_3_alone_marks_won_third_besides() -> None:
    assert GAME.tally(third_round("55 12 33")).extra_row == "won-third"
    assert GAME.tally(GAME.load(mark_document())).extra_row is None
