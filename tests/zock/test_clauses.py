"""The basic game and the variants (Z1–Z15)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stammtisch.core import BadMove, BadRequest, Choose, Event, IllegalMove, NotYourTurn, Throw

from .table import GAME, NINE, in_document, listed, moving, outcome, played, position

# Z1


def test_Z1_two_players_with_nine_open_fields_each() -> None:
    state = GAME.start(2)
    assert in_document(state, "open") == [NINE, NINE]


@pytest.mark.parametrize("players", [0, 1, 3, True, "2", None, 2.0])
def test_Z1_no_other_number_of_players(players: object) -> None:
    with pytest.raises(BadRequest, match="takes 2 players"):
        GAME.check_players(players)


def test_Z1_ten_chips_of_each_colour_shared_out() -> None:
    state = GAME.start(2, GAME.options({"games": 3}, 2))
    assert in_document(state, "chips") == [dict.fromkeys(("red", "blue", "yellow", "green"), 5)] * 2


# Z2


def test_Z2_seat_0_throws_first_then_seat_1() -> None:
    state = GAME.start(2)
    assert (GAME.turn(state), in_document(state, "began")) == (Throw(0), [None, None])
    state, events = GAME.fall(state, "63")
    assert events == (Event("threw", 0, "63"), Event("start-roll", 0, "9"))
    assert (GAME.turn(state), in_document(state, "began")) == (Throw(1), ["63", None])


@pytest.mark.parametrize(("first", "second", "begins"), [("63", "62", 0), ("62", "63", 1), ("51", "44", 1)])
def test_Z2_the_higher_total_begins(first: str, second: str, begins: int) -> None:
    state = played(GAME.start(2), first, second)
    assert state.phase == "throw"
    assert GAME.turn(state) == Throw(begins)


def test_Z2_the_last_of_these_rolls_says_who_begins_and_with_what() -> None:
    _, events = GAME.fall(played(GAME.start(2), "51"), "44")
    assert events == (Event("threw", 1, "44"), Event("start-roll", 1, "8"), Event("begins", 1, "8"))
    _, events = GAME.fall(played(GAME.start(2), "62"), "53")
    assert events[2:] == (Event("tied", 0, "8"), Event("tied", 1, "8"))


def test_Z2_a_tie_is_thrown_again() -> None:
    state = played(GAME.start(2), "62", "53")
    assert (state.phase, in_document(state, "began"), GAME.turn(state)) == ("begin", [None, None], Throw(0))


# Z3


def test_Z3_both_numbers_or_their_sum() -> None:
    assert listed(moving("42")) == {"2+4", "6"}


def test_Z3_the_fields_are_covered_on_the_own_row() -> None:
    state = played(moving("42"), "2+4")
    assert in_document(state, "open") == [[1, 3, 5, 6, 7, 8, 9], NINE]


def test_Z3_they_throw_in_turn() -> None:
    assert GAME.turn(played(moving("42"), "6")) == Throw(1)


def test_Z3_two_dice_with_their_probabilities() -> None:
    outcomes = GAME.chance(GAME.start(2)).outcomes()
    assert outcomes is not None
    chances = dict(outcomes)
    assert len(chances) == 21
    assert chances["63"] == Fraction(1, 18)
    assert chances["66"] == Fraction(1, 36)
    assert sum(chances.values()) == 1


@pytest.mark.parametrize("text", ["70", "36", "6", "633", "", "roll 63", "6 3", "٦٣"])
def test_Z3_other_throws_cannot_fall(text: str) -> None:
    with pytest.raises(BadMove, match="not a roll of two dice"):
        GAME.fall(GAME.start(2), text)


# Z4


def test_Z4_with_3_and_6_covered_the_9_is_forced() -> None:
    assert listed(moving("63", [1, 2, 4, 5, 7, 8, 9])) == {"9"}


def test_Z4_one_field_for_one_die_is_not_possible() -> None:
    with pytest.raises(IllegalMove, match="both dice") as refused:
        played(moving("63"), "6")
    assert refused.value.clause == "Z4"


def test_Z4_one_number_covered_leaves_the_sum_only() -> None:
    assert listed(moving("42", [1, 2, 3, 5, 6])) == {"6"}


# Z5


def test_Z5_equal_dice_count_by_their_sum_only() -> None:
    assert listed(moving("44")) == {"8"}


def test_Z5_is_named_when_equal_dice_are_split() -> None:
    with pytest.raises(IllegalMove) as refused:
        played(moving("44"), "3+5")
    assert refused.value.clause == "Z5"


# Z6


@pytest.mark.parametrize(("dice", "moves"), [("55", {"1"}), ("64", {"4+6", "1"})])
def test_Z6_ten_covers_field_1(dice: str, moves: set[str]) -> None:
    assert listed(moving(dice)) == moves


# Z7


@pytest.mark.parametrize("variant", ["basic", "a", "b"])
def test_Z7_11_and_12_have_no_field_by_default(variant: str) -> None:
    assert "1+2" not in listed(moving("66", variant=variant))
    assert listed(moving("66", [1, 2], variant=variant)) == {"none"}
    assert listed(moving("65", [1, 2, 3], variant=variant)) == {"none"}


@pytest.mark.parametrize("variant", ["basic", "a", "b", "c"])
def test_Z7_with_all_digits_12_covers_1_and_2_but_11_nothing(variant: str) -> None:
    assert "1+2" in listed(moving("66", [1, 2], variant=variant, digits="all"))
    assert listed(moving("65", [1, 2], variant=variant, digits="all")) == (
        {"1"} if variant == "c" else {"none"}
    )


def test_Z7_both_digits_must_be_open() -> None:
    assert listed(moving("66", [2, 5], digits="all")) == {"none"}


@pytest.mark.parametrize(("variant", "digits"), [("basic", "ten"), ("a", "ten"), ("b", "ten"), ("c", "all")])
def test_Z7_the_default_goes_by_the_variant(variant: str, digits: str) -> None:
    assert GAME.options({"variant": variant}, 2).digits == digits


def test_Z7_products_go_by_their_digits_whatever_is_agreed_for_sums() -> None:
    assert listed(moving("66", [1, 2, 3, 6], variant="c", digits="ten")) == {"3+6"}


# Z8


def test_Z8_a_player_who_cannot_play_sits_out() -> None:
    state = moving("63", [1, 2])
    assert listed(state) == {"none"}
    after, events = GAME.play(state, 0, GAME.parse(state, "none"))
    assert events == (Event("sat-out", 0),)
    assert GAME.turn(after) == Throw(1)
    assert in_document(after, "open") == [[1, 2], NINE]


def test_Z8_a_player_who_can_play_must_play() -> None:
    with pytest.raises(IllegalMove) as refused:
        played(moving("63"), "none")
    assert refused.value.clause == "Z8"


def test_Z8_only_the_seat_whose_turn_it_is_moves() -> None:
    state = moving("63")
    assert GAME.turn(state) == Choose((0,))
    assert GAME.moves(state, 1) == ()
    with pytest.raises(NotYourTurn):
        GAME.play(state, 1, GAME.parse(state, "9"))


# Z9


def test_Z9_the_first_to_cover_all_fields_wins_at_once() -> None:
    state = played(moving("63", [9], [2, 8]), "9")
    end = outcome(state)
    assert (end.winners, end.places, end.scores, end.reason) == ((0,), (1, 2), (10, 0), "covered")
    assert in_document(state, "turn") is None


def test_Z9_seat_1_wins_as_well() -> None:
    state = GAME.load(position("move", 1, dice="21", open=[[7], [3]]))
    assert outcome(played(state, "3")).scores == (0, 7)


def test_Z9_nothing_is_thrown_or_moved_any_more() -> None:
    state = played(moving("63", [9], [2, 8]), "9")
    assert GAME.moves(state, 0) == GAME.moves(state, 1) == ()
    with pytest.raises(BadRequest):
        GAME.fall(state, "63")
    with pytest.raises(BadRequest):
        GAME.chance(state)
    with pytest.raises(NotYourTurn):
        GAME.play(state, 0, GAME.parse(state, "none"))


# Z10


def test_Z10_in_A_the_player_keeps_throwing_while_the_throw_can_be_used() -> None:
    state = played(moving("63", variant="a"), "9")
    assert GAME.turn(state) == Throw(0)
    assert GAME.turn(played(moving("63", [1, 2], variant="a"), "none")) == Throw(1)


def test_Z10_A_covers_as_the_basic_game() -> None:
    assert listed(moving("63", variant="a")) == {"3+6", "9"}
    assert outcome(played(moving("63", [9], [1], variant="a"), "9")).winners == (0,)


# Z11


def test_Z11_in_B_any_two_fields_that_make_the_sum() -> None:
    assert listed(moving("63", variant="b")) == {"3+6", "9", "4+5", "1+8", "2+7"}


def test_Z11_ten_in_B_is_field_1_or_two_fields() -> None:
    assert listed(moving("64", variant="b")) == {"1", "4+6", "1+9", "2+8", "3+7"}


def test_Z11_equal_dice_may_be_split_in_B() -> None:
    assert listed(moving("33", variant="b")) == {"6", "1+5", "2+4"}
    assert listed(moving("66", variant="b")) == {"3+9", "4+8", "5+7"}
    assert listed(moving("33", variant="b", double_pairs=False)) == {"6"}


@pytest.mark.parametrize("variant", ["basic", "a"])
def test_Z11_double_pairs_has_no_effect_in_basic_and_A(variant: str) -> None:
    assert listed(moving("33", variant=variant, double_pairs=True)) == {"6"}


@pytest.mark.parametrize(("variant", "default"), [("b", True), ("c", False)])
def test_Z11_the_default_of_double_pairs_goes_by_the_variant(variant: str, default: bool) -> None:
    assert GAME.options({"variant": variant}, 2).double_pairs is default


# Z12


def test_Z12_in_C_also_product_and_difference() -> None:
    assert listed(moving("43", variant="c")) == {"3+4", "7", "2+5", "1+6", "1+2", "1"}


def test_Z12_product_and_difference_are_never_split() -> None:
    assert listed(moving("62", variant="c")) == {"2+6", "8", "1+7", "3+5", "1+2", "4"}
    assert listed(moving("62", [1, 3], variant="c")) == {"none"}


@pytest.mark.parametrize(
    ("dice", "product"), [("65", "3"), ("54", "2"), ("52", "1"), ("53", "1+5"), ("42", "8")]
)
def test_Z12_a_product_is_covered_by_its_digits(dice: str, product: str) -> None:
    assert product in listed(moving(dice, variant="c"))


# Z13


def test_Z13_equal_dice_in_C_are_sum_or_product_literally() -> None:
    assert listed(moving("66", variant="c")) == {"1+2", "3+6"}
    assert listed(moving("22", variant="c")) == {"4"}
    assert listed(moving("55", variant="c")) == {"1", "2+5"}
    assert listed(moving("11", variant="c")) == {"2", "1"}


def test_Z13_unless_double_pairs_is_agreed() -> None:
    assert listed(moving("66", variant="c", double_pairs=True)) == {"1+2", "3+6", "3+9", "4+8", "5+7"}
    assert listed(moving("22", variant="c", double_pairs=True)) == {"4", "1+3"}


# Z14


@pytest.mark.parametrize("variant", ["b", "c"])
def test_Z14_B_and_C_are_thrown_in_turn(variant: str) -> None:
    assert GAME.turn(played(moving("63", variant=variant), "9")) == Throw(1)


# Z15


def test_Z15_the_same_fields_are_one_move() -> None:
    # 3 and 1: difference 2, sum 4, product 3, both numbers 1+3, which is also the sum as a pair.
    moves = [str(move) for move in GAME.moves(moving("31", variant="c"), 0)]
    assert sorted(moves) == ["1+3", "2", "3", "4"]


# What the variants add, in the labels of the moves


def labels_of(dice: str, **options: object) -> dict[str, str]:
    """How each listed move comes about."""
    state = moving(dice, NINE, NINE, **options)
    return {str(move): GAME.preview(state, move) for move in GAME.moves(state, 0)}


def test_Z11_every_pair_says_that_it_is_the_sum() -> None:
    assert labels_of("63", variant="b") == dict.fromkeys(("1+8", "2+7", "3+6", "4+5", "9"), "6+3")


def test_Z12_product_and_difference_are_in_the_labels_of_their_moves() -> None:
    labels = labels_of("43", variant="c")
    assert (labels["1+2"], labels["1"], labels["7"]) == ("4×3", "4−3", "4+3")


def test_Z12_Z15_a_move_that_comes_about_in_several_ways_names_all() -> None:
    assert labels_of("63", variant="c")["3"] == "6−3"
    assert labels_of("21", variant="c") == {"1": "2−1", "2": "2×1", "1+2": "2+1", "3": "2+1"}
    assert labels_of("42", variant="c")["2"] == "4−2"
    assert labels_of("63", variant="c")["1+8"] == "6+3, 6×3"


def test_Z13_equal_dice_in_C_have_a_sum_and_a_product() -> None:
    assert labels_of("22", variant="c") == {"4": "2+2, 2×2"}
    assert labels_of("66", variant="c") == {"1+2": "6+6", "3+6": "6×6"}


@pytest.mark.parametrize("options", [{}, {"variant": "a"}, {"variant": "c", "referee": "players"}])
def test_Z3_Z16_moves_have_no_labels_in_the_basic_game_or_where_players_watch(
    options: dict[str, object],
) -> None:
    assert {*labels_of("63", **options).values()} == {""}
