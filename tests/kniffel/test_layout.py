"""What a board of Kniffel receives, so that it need not know the rules."""

from __future__ import annotations

from stammtisch.games.kniffel.options import KniffelOptions

from .table import FULL, GAME, choosing, played, written

LAYOUT = GAME.layout(2, KniffelOptions())


def test_K1_thirteen_boxes_in_two_parts() -> None:
    assert [one.box for one in LAYOUT.boxes] == [*FULL]
    assert [one.part for one in LAYOUT.boxes] == ["upper"] * 6 + ["lower"] * 7


def test_K3_five_dice_and_three_throws() -> None:
    assert (LAYOUT.dice, LAYOUT.throws) == (5, 3)


def test_K5_the_face_of_an_upper_box_is_what_it_collects() -> None:
    state = GAME.load(choosing("12345", throws=3))
    assert [one.face for one in LAYOUT.boxes[6:]] == [None] * 7
    for one in LAYOUT.boxes[:5]:
        assert written(state, one.box) == one.face


def test_K2_the_totals_thrown_for_the_beginning() -> None:
    state = GAME.start(3)
    assert GAME.tally(state).beginning == [None, None, None]
    state = played(state, "roll 11111", "roll 22266")
    assert GAME.tally(state).beginning == [5, 18, None]
    state = played(state, "roll 22266")
    assert GAME.tally(state).beginning == [None, None, None]
    state = played(state, "roll 11112", "roll 11113")
    assert not GAME.tally(state).beginning
