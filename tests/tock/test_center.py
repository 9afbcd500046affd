"""Tock's clauses T34–T37: the centre of the eight-arm board."""

from __future__ import annotations

import pytest

from stammtisch.core import Choose

from .table import GAME, document, goals, hand, moves, on, position, reasons, refused, step, stone, stones

EIGHTS = ["7", "25", "43", "61", "79", "97", "115", "133"]
CANADIAN_SEVEN = {"canadian_seven": True}


def test_example_8_into_the_middle_and_out_again() -> None:
    state = position(8, "0a:2 1a:20", {0: "5H X KS 9C", 1: "2H"})
    state = on(state, "5H 0a>7")
    assert GAME.dump(state)["phase"] == "center"
    assert GAME.dump(state)["center"] == ["0a"]
    assert GAME.turn(state) == Choose((0,))
    assert sorted(moves(state)) == ["center KS 0a", "center X 0a", "end"]
    after, events = step(state, "center X 0a")
    assert stone(after, "0a") == "c"
    assert GAME.dump(after)["discard"] == ["5H", "X"]
    assert GAME.dump(after)["turn"] == 1
    assert [event.kind for event in events] == ["played", "moved"]
    back = on(after, "2H 1a>22")
    assert [text for text in moves(back) if ">" in text] == [f"KS 0a>{field}" for field in EIGHTS]
    assert stone(on(back, "KS 0a>133"), "0a") == "133"


# --- T34


@pytest.mark.parametrize("field", [7, 25, 133])
def test_T34_every_field_numbered_8_leads_to_it(field: int) -> None:
    state = on(position(8, f"0a:{field - 2}", "2H KS"), f"2H 0a>{field}")
    assert moves(state) == ["center KS 0a", "end"]


def test_T34_on_the_dog_board_too() -> None:
    state = position(8, "0a:c", "KS", options={"board": "dog"})
    assert goals(state, "0a") == {"7", "23", "39", "55", "71", "87", "103", "119"}
    assert (
        GAME.dump(on(position(8, "0a:21", "2H KS", options={"board": "dog"}), "2H 0a>23"))["phase"]
        == "center"
    )


@pytest.mark.parametrize("field", [6, 8, 16, 24])
def test_T34_no_other_field_does(field: int) -> None:
    assert GAME.dump(on(position(8, f"0a:{field - 2}", "2H KS"), f"2H 0a>{field}"))["phase"] == "play"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_T34_only_the_eight_arm_board_has_a_centre(players: int) -> None:
    assert GAME.dump(on(position(players, "0a:5", "2H KS"), "2H 0a>7"))["phase"] == "play"
    assert reasons(document(players, "0a:c", "KS")) == [
        "stone 'c' of seat 0: only the eight-arm board has a centre (T34)"
    ]


# --- T35: in


@pytest.mark.parametrize("card", ["KS", "AD", "X", "3C"])
def test_T35_king_ace_joker_or_three_lead_in(card: str) -> None:
    state = on(position(8, "0a:2", f"5H {card} 9C"), "5H 0a>7", f"center {card} 0a")
    assert stone(state, "0a") == "c"
    assert hand(state, 0) == "9C"


def test_T35_no_other_card_does() -> None:
    state = on(position(8, "0a:2", "5H KS 2C 4C 7C JC QC"), "5H 0a>7")
    assert moves(state) == ["center KS 0a", "end"]
    assert refused(state, "center QC 0a") == refused(state, "center KS 0b") == "T35"


def test_T35_it_is_a_choice() -> None:
    state = on(position(8, "0a:2 1a:20", {0: "5H KS", 1: "2C"}), "5H 0a>7")
    after, events = step(state, "end")
    assert (stone(after, "0a"), hand(after, 0), GAME.dump(after)["turn"]) == ("7", "KS", 1)
    assert [event.kind for event in events] == ["stayed-out"]


def test_T35_it_is_offered_whatever_the_hand_holds() -> None:
    assert moves(on(position(8, "0a:2", "5H 9C"), "5H 0a>7")) == ["end"]


def test_T35_not_to_an_empty_hand() -> None:
    state = on(position(8, "0a:2 1a:20", {0: "5H", 1: "2C"}), "5H 0a>7")
    assert (GAME.dump(state)["phase"], GAME.dump(state)["turn"]) == ("play", 1)


def test_T35_equal_cards_are_one_choice() -> None:
    assert moves(on(position(8, "0a:2", "5H KS KS"), "5H 0a>7")) == ["center KS 0a", "end"]


@pytest.mark.parametrize("other", ["0b", "1a", "4a"])
def test_T35_a_stone_that_is_there_is_hit(other: str) -> None:
    state = on(position(8, f"0a:2 {other}:c", "5H X"), "5H 0a>7")
    after, events = step(state, "center X 0a")
    assert stones(after, f"0a {other}") == ["c", "-"]
    assert [event.kind for event in events] == ["played", "moved", "hit"]


def test_T35_four_backward_and_entering_jokers_count_alike() -> None:
    assert GAME.dump(on(position(8, "0a:11", "4H KS"), "4H 0a>7"))["center"] == ["0a"]
    assert GAME.dump(on(position(8, "0a:2", "X KS"), "X=5 0a>7"))["center"] == ["0a"]
    assert GAME.dump(on(position(8, "0b:7", "X KS"), "X in"))["phase"] == "play"


def test_T35_one_stone_a_turn() -> None:
    state = on(position(8, "0a:4 0b:21 1a:30", {0: "7S KS KD", 1: "2C"}), "7S 0a>7", "0b>25")
    assert GAME.dump(state)["center"] == ["0a", "0b"]
    assert sorted(moves(state)) == ["center KD 0a", "center KD 0b", "center KS 0a", "center KS 0b", "end"]
    after = on(state, "center KS 0b")
    assert (stones(after, "0a 0b"), GAME.dump(after)["turn"]) == (["7", "c"], 1)


def test_T35_only_after_the_whole_card() -> None:
    state = on(position(8, "0a:4", "7S KS"), "7S 0a>7")
    assert GAME.dump(state)["phase"] == "seven"
    assert refused(state, "center KS 0a") == "T22"
    assert GAME.dump(on(state, "0a>11"))["phase"] == "play"


def test_T35_stones_that_the_card_did_not_move_stay_out() -> None:
    assert GAME.dump(on(position(8, "0a:7 0b:20", "5H KS"), "5H 0b>25"))["center"] == ["0b"]
    assert GAME.dump(on(position(8, "0a:7 0b:20", "2H KS"), "2H 0b>22"))["phase"] == "play"


def test_T35_a_stone_hit_by_a_later_part_stays_out() -> None:
    state = on(position(8, "0a:6 0b:5", "7S KS"), "7S 0a>7", "0b>7", "0b>11")
    assert stones(state, "0a 0b") == ["-", "11"]
    assert GAME.dump(state)["phase"] == "play"


def test_T35_a_swap_onto_an_eight_counts() -> None:
    state = on(position(8, "0a:20 1a:25", "JD KS"), "JD 0a<>1a")
    assert GAME.dump(state)["center"] == ["0a"]


@pytest.mark.parametrize("other", ["1a", "4a"])
def test_T35_only_stones_that_the_player_controls(other: str) -> None:
    state = on(position(8, f"0a:25 {other}:20", "JD KS"), f"JD 0a<>{other}")
    assert stone(state, other) == "25"
    assert GAME.dump(state)["phase"] == "play"
    partners = on(position(8, "0a:50 4a:20", "7S KS", options=CANADIAN_SEVEN), "7S 4a>25", "0a>52")
    assert GAME.dump(partners)["phase"] == "play"


def test_T35_control_is_asked_after_the_card() -> None:
    """The last own stone comes home, so the partner's stone on a number 8 is the player's now."""
    state = position(8, "0a:140 0b:h2 0c:h3 0d:h4 4a:20", "7S KS")
    state = on(state, "7S 0a>h1", "4a>25")
    assert GAME.dump(state)["center"] == ["4a"]
    assert stone(on(state, "center KS 4a"), "4a") == "c"


def test_T35_control_is_asked_after_the_last_part_too() -> None:
    state = position(8, "0a:140 0b:h2 0c:h3 0d:h4 4a:20", "7S KS", options=CANADIAN_SEVEN)
    state = on(state, "7S 4a>25", "0a>h1")
    assert GAME.dump(state)["center"] == ["4a"]


def test_T35_a_stone_that_left_the_centre_may_not_go_in_again_in_that_turn() -> None:
    assert GAME.dump(on(position(8, "0a:c", "KS KD"), "KS 0a>7"))["phase"] == "play"
    swapped = on(position(8, "0a:c 1a:25", "JD KS"), "JD 0a<>1a")
    assert stones(swapped, "0a 1a") == ["25", "c"]
    assert GAME.dump(swapped)["phase"] == "play"


def test_T35_the_other_moves_wait_for_the_choice() -> None:
    state = on(position(8, "0a:2", "5H KS"), "5H 0a>7")
    assert refused(state, "KS 0a>20") == refused(state, "fold") == "T35"
    assert (
        refused(position(8, "0a:7", "KS"), "center KS 0a")
        == refused(position(8, "0a:7", "KS"), "end")
        == "T35"
    )


# --- T36: out


@pytest.mark.parametrize("card", ["KS", "AD", "X", "3C"])
def test_T36_king_ace_joker_or_three_lead_out_to_any_eight(card: str) -> None:
    state = position(8, "0a:c", card)
    out = [text for text in moves(state) if ">" in text]
    assert out == [f"{card} 0a>{field}" for field in EIGHTS]
    after = GAME.dump(on(state, out[3]))
    assert (after["stones"][0][0], after["discard"]) == ("61", [card])


def test_T36_a_stone_that_stands_there_is_hit() -> None:
    for other in ("0b", "1a", "4a"):
        assert stones(on(position(8, f"0a:c {other}:43", "3C"), "3C 0a>43"), f"0a {other}") == ["43", "-"]


def test_T36_it_counts_for_zugzwang() -> None:
    assert "fold" not in moves(position(8, "0a:c", "3C"))
    assert moves(position(8, "0a:c", "5H")) == ["fold"]
    assert refused(position(8, "0a:c", "3C"), "fold") == "T12"


def test_T36_only_the_own_stone_or_the_partners_once_home() -> None:
    assert moves(position(8, "1a:c", "3C")) == moves(position(8, "4a:c", "3C")) == ["fold"]
    home = "0a:h1 0b:h2 0c:h3 0d:h4"
    assert moves(position(8, f"{home} 4a:c", "3C")) == [f"3C 4a>{field}" for field in EIGHTS]


def test_T36_only_to_fields_numbered_8() -> None:
    state = position(8, "0a:c 0b:20", "3C X 5H")
    for text in ("3C 0a>8", "X 0a>h1", "5H 0a>7", "X=3 0a>7", "X=K 0a>7"):
        assert refused(state, text) == "T36"


def test_T36_the_mark_goes_along() -> None:
    state = on(position(8, "0a:5*", "2H KS KD"), "2H 0a>7", "center KS 0a")
    assert stone(state, "0a") == "c*"
    assert stone(on(state, "KD 0a>25"), "0a") == "25*"


# --- T37


@pytest.mark.parametrize("card", ["2H", "4H", "5H", "7S", "QH"])
def test_T37_a_stone_in_the_centre_makes_no_steps(card: str) -> None:
    assert moves(position(8, "0a:c", card)) == ["fold"]
    assert goals(position(8, "0a:c 0b:20", card), "0a") == set()


def test_T37_it_may_be_swapped() -> None:
    state = position(8, "0a:c 1a:30", "JD")
    assert stones(on(state, "JD 0a<>1a"), "0a 1a") == ["30", "c"]
    state = position(8, "0a:30 1a:c", "JD")
    assert stones(on(state, "JD 0a<>1a"), "0a 1a") == ["c", "30"]


def test_T37_a_swap_onto_the_gate_from_the_centre_marks() -> None:
    assert stones(on(position(8, "0a:c 1a:141", "JD"), "JD 0a<>1a"), "0a 1a") == ["141*", "c"]
