"""Tock's clauses T28–T30: turning into the house."""

from __future__ import annotations

import pytest

from .table import GAME, goals, moves, on, position, refused, stone, stones

OVER = {"board": "dog"}
TWICE = {"board": "dog", "house_entry": "twice"}

# Seat 0's gate, number 16 of the arm before, is 69; 15, 17 and 18 are 68, 70 and 71; the start is 0.


# --- the sheet's examples


def test_example_1_four_backward_past_the_gate_then_forward_into_the_house() -> None:
    state = position(4, "0a:0!", {0: "4H 2H 3H 4C 5H", 1: ""})
    state = on(state, "4H 0a>68")
    for card, cell in (("2H", "h1"), ("3H", "h2"), ("4C", "h3"), ("5H", "h4")):
        assert stone(on(state, f"{card} 0a>{cell}"), "0a") == cell


@pytest.mark.parametrize(("field", "cell"), [("70", "h3"), ("71", "h2"), ("0", "h1"), ("69", "h4")])
def test_example_2_four_backward_into_the_house(field: str, cell: str) -> None:
    touched = position(4, f"0a:{field}*", "4H")
    assert cell in goals(touched, "0a")
    assert stone(on(touched, f"4H 0a>{cell}"), "0a") == cell
    if field != "69":
        fresh = position(4, f"0a:{field}", "4H")
        assert cell not in goals(fresh, "0a")
        assert refused(fresh, f"4H 0a>{cell}") == "T28"


def test_example_2_T28_fresh_stone_may_not_go_back_into_the_house() -> None:
    state = on(position(4, "", {0: "KS 4H"}), "KS in")
    assert goals(state, "0a") == {"4", "68"}
    assert refused(state, "4H 0a>h1") == "T28"


def test_example_3_swapped_from_the_gate_it_may_go_back() -> None:
    state = position(4, "0a:69* 1a:71", {1: "JD", 0: "4H"}, turn=1)
    state = on(state, "JD 1a<>0a")
    assert stones(state, "0a 1a") == ["71*", "69"]
    assert stone(on(state, "4H 0a>h2"), "0a") == "h2"


def test_example_3_swapped_from_before_the_gate_it_may_not() -> None:
    state = position(4, "0a:68 1a:71", {1: "JD", 0: "4H"}, turn=1)
    state = on(state, "JD 1a<>0a")
    assert stones(state, "0a 1a") == ["71", "68"]
    assert goals(state, "0a") == {"3", "67"}


def test_example_3_led_over_the_gate_by_an_opponents_seven_it_may() -> None:
    state = position(3, "0a:68 1a:40", {1: "7D", 0: "4H"}, turn=1)
    state = on(state, "7D 0a>71", "1a>44")
    assert stone(state, "0a") == "71*"
    assert "h2" in goals(state, "0a")


# --- T28: touched


def test_T28_forward_is_always_allowed() -> None:
    assert goals(position(4, "0a:68", "2H"), "0a") == {"70", "h1"}
    assert goals(position(4, "0a:69*", "2H"), "0a") == {"71", "h2"}


@pytest.mark.parametrize(
    ("before", "card", "move", "after"),
    [
        ("67", "2H", "2H 0a>69", "69*"),  # stands on it
        ("67", "3H", "3H 0a>70", "70*"),  # led over it
        ("68", "7H", "7H 0a>3", "3*"),
        ("1", "4H", "4H 0a>69", "69*"),  # backward onto it
        ("0!", "4H", "4H 0a>68", "68*"),  # backward over it
        ("67", "AH", "AH 0a>68", "68"),  # not there yet
        ("70", "2H", "2H 0a>0", "0"),  # away from it
        ("2", "4H", "4H 0a>70", "70"),
        ("65", "4H", "4H 0a>61", "61"),
        ("3*", "2H", "2H 0a>5", "5*"),  # the mark stays
        ("14", "3H", "3H 0a>17", "17"),  # another's gate
    ],
)
def test_T28_what_touches_the_gate(before: str, card: str, move: str, after: str) -> None:
    assert stone(on(position(4, f"0a:{before}", card), move), "0a") == after


def test_T28_the_touch_must_come_before_the_move() -> None:
    """Backward from the start the gate is touched in the move itself: along the track only."""
    assert goals(position(4, "0a:0", "4H"), "0a") == {"4", "68"}
    assert goals(position(4, "0a:71", "4H"), "0a") == {"3", "67"}


def test_T28_from_the_gate_four_forward_and_backward_are_one_move() -> None:
    state = position(4, "0a:69*", "4H")
    assert sorted(moves(state)) == ["4H 0a>1", "4H 0a>65", "4H 0a>h4"]
    assert sorted(moves(position(4, "0a:69* 0b:h4", "4H"))) == ["4H 0a>1", "4H 0a>65"]


def test_T28_a_swap_counts_only_where_it_ends() -> None:
    state = on(position(4, "0a:20 1a:69", "JD"), "JD 0a<>1a")
    assert stones(state, "0a 1a") == ["69*", "20"]
    state = on(position(4, "0a:15 1a:20", "JD"), "JD 0a<>1a")
    assert stones(state, "0a 1a") == ["20", "15*"]


def test_T28_a_swap_keeps_the_mark() -> None:
    assert stones(on(position(4, "0a:20* 1a:30", "JD"), "JD 0a<>1a"), "0a 1a") == ["30*", "20"]


def test_T28_sent_to_reserve_the_mark_is_lost() -> None:
    state = position(4, "0a:20 1a:25*", {0: "5H", 1: "KS"})
    assert stone(on(state, "5H 0a>25"), "1a") == "-"
    assert stone(on(state, "5H 0a>25", "KS in"), "1a") == "18!"


def test_T28_the_way_back_in_must_be_free() -> None:
    assert goals(position(4, "0a:71* 0b:h2", "4H"), "0a") == {"3", "67"}
    assert goals(position(4, "0a:71* 0b:h1", "4H"), "0a") == {"3", "67"}
    assert goals(position(4, "0a:71* 0b:h3", "4H"), "0a") == {"3", "67", "h2"}
    assert refused(position(4, "0a:71* 0b:h1", "4H"), "4H 0a>h2") == "T15"


def test_T28_too_far_behind_the_gate() -> None:
    assert goals(position(4, "0a:1*", "4H"), "0a") == {"5", "69"}


def test_T28_backward_only_by_a_four() -> None:
    assert goals(position(4, "0a:71*", "2H 3H 5H 6H"), "0a") == {"1", "2", "4", "5"}
    assert "X=4 0a>h2" in moves(position(4, "0a:71*", "X"))


def test_T28_a_seven_marks_the_stones_it_leads() -> None:
    state = on(position(4, "0a:67 0b:20", "7H"), "7H 0a>70", "0b>24")
    assert stones(state, "0a 0b") == ["70*", "24"]


def test_T28_stones_at_home_carry_no_mark() -> None:
    assert stone(on(position(4, "0a:3*", {0: "4H"}), "4H 0a>71"), "0a") == "71*"
    assert stone(on(position(4, "0a:71*", {0: "4H"}), "4H 0a>h2"), "0a") == "h2"


# --- T29: over (the gate is the start)


def test_T29_only_over_the_gate_not_from_it() -> None:
    assert goals(position(4, "0a:62", "3H", options=OVER), "0a") == {"1", "h1"}
    for place in ("0", "0!"):
        state = position(4, f"0a:{place}", "3H 4H", options=OVER)
        assert goals(state, "0a") == {"3", "4", "60"}
        assert refused(state, "3H 0a>h3") == "T29"


def test_T29_only_forward() -> None:
    state = position(4, "0a:2", "4H", options=OVER)
    assert goals(state, "0a") == {"6", "62"}
    assert refused(state, "4H 0a>h2") == "T29"


def test_T29_back_over_the_start_and_forward_in() -> None:
    state = on(position(4, "", {0: "KS 4H 5H"}, options=OVER), "KS in", "4H 0a>60")
    assert stone(state, "0a") == "60"
    assert goals(state, "0a") == {"1", "h1"}


def test_T29_each_part_of_a_seven_begins_before_the_gate() -> None:
    state = position(4, "0a:62 0b:20", "7H", options=OVER)
    assert {"0", "h1", "h4"} <= goals(state, "0a")
    on_gate = on(state, "7H 0a>0")
    assert goals(on_gate, "0a") == {"1", "2", "3", "4", "5"}
    assert refused(on_gate, "0a>h1") == "T29"


def test_T29_within_the_house_it_goes_on() -> None:
    assert goals(position(4, "0a:h1", "2H", options=OVER), "0a") == {"h3"}


# --- T30: twice (the gate is the start)


def test_T30_a_fresh_stone_may_not_turn_in() -> None:
    for state in (
        on(position(4, "", {0: "KS 3H"}, options=TWICE), "KS in"),
        position(3, "0a:0!", "3H", options=TWICE),
    ):
        assert goals(state, "0a") == {"3"}
        assert refused(state, "3H 0a>h3") == "T30"


def test_T30_the_touch_in_the_very_move_counts() -> None:
    state = position(4, "0a:62", "3H", options=TWICE)
    assert goals(state, "0a") == {"1", "h1"}


def test_T30_after_the_second_touch_it_may_turn_in_from_the_gate() -> None:
    assert goals(position(4, "0a:0*2", "3H", options=TWICE), "0a") == {"3", "h3"}
    state = on(position(4, "0a:62", "2H 3H", options=TWICE), "2H 0a>0")
    assert stone(state, "0a") == "0*2"
    assert goals(state, "0a") == {"3", "h3"}


def test_T30_only_forward() -> None:
    for place in ("0*2", "1*2", "3*2"):
        state = position(4, f"0a:{place}", "4H", options=TWICE)
        assert not {"h1", "h2", "h3"} & goals(state, "0a")
    assert goals(position(4, "0a:0*2", "4H", options=TWICE), "0a") == {"4", "60", "h4"}
    assert refused(position(4, "0a:2*2", "4H", options=TWICE), "4H 0a>h2") == "T30"


@pytest.mark.parametrize(
    ("before", "card", "move", "after"),
    [
        ("0!", "4H", "4H 0a>60", "60"),  # leaving is no touch
        ("60", "5H", "5H 0a>1", "1*2"),  # led over it
        ("2", "4H", "4H 0a>62", "62*2"),  # backward over it
        ("4", "4H", "4H 0a>0", "0*2"),  # backward onto it
        ("60", "4H", "4H 0a>0", "0*2"),
        ("0!", "5H", "5H 0a>5", "5"),
        ("7*2", "5H", "5H 0a>12", "12*2"),
        ("14", "3H", "3H 0a>17", "17"),  # another's start
    ],
)
def test_T30_what_touches_the_start(before: str, card: str, move: str, after: str) -> None:
    assert stone(on(position(4, f"0a:{before}", card, options=TWICE), move), "0a") == after


def test_T30_a_swap_onto_the_start_counts() -> None:
    state = on(position(4, "0a:20 1a:0", {0: "JD", 1: ""}, options=TWICE), "JD 0a<>1a")
    assert stones(state, "0a 1a") == ["0*2", "20"]
    past = on(position(4, "0a:60 1a:5", "JD", options=TWICE), "JD 0a<>1a")
    assert stone(past, "0a") == "5"


def test_T30_sent_to_reserve_its_touches_count_from_zero() -> None:
    state = position(4, "0a:20 1a:25*2", {0: "5H", 1: "KS 3H"}, options=TWICE)
    state = on(state, "5H 0a>25", "KS in")
    assert stone(state, "1a") == "16!"
    assert goals(state, "1a") == {"19"}


def test_T29_over_knows_no_marks() -> None:
    assert stone(on(position(4, "0a:60", "5H", options=OVER), "5H 0a>1"), "0a") == "1"
    assert "*" not in str(GAME.dump(on(position(4, "0a:20 1a:0", "JD", options=OVER), "JD 0a<>1a"))["stones"])
