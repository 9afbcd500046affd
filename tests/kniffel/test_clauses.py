"""The players, the turn and the boxes (K1–K10)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stammtisch.core import BadMove, BadRequest, Choose, Event, IllegalMove, Throw
from stammtisch.games.kniffel.boxes import BOXES

from .table import FULL, FULL_TOTAL, GAME, boxes, but, choosing, listed, outcome, played, written

# K1


@pytest.mark.parametrize("players", range(1, 13))
def test_K1_one_to_twelve_players_with_an_empty_sheet_each(players: int) -> None:
    document = GAME.dump(GAME.start(players))
    assert document["sheets"] == [{}] * players
    assert document["bonus"] == [0] * players


@pytest.mark.parametrize("players", [0, 13, -1, True, "2", None])
def test_K1_no_other_number_of_players(players: object) -> None:
    with pytest.raises(BadRequest, match="takes 1, 2"):
        GAME.check_players(players)


def test_K1_thirteen_boxes() -> None:
    assert boxes(GAME.load(choosing("12345"))) == set(BOXES)
    assert len(BOXES) == 13


# K2


def test_K2_solo_begins_at_once() -> None:
    document = GAME.dump(GAME.start(1))
    assert (document["phase"], document["turn"], document["kept"], document["throws"]) == ("throw", 0, "", 0)
    assert "began" not in document


def test_K2_each_throws_all_five_dice_in_the_order_of_the_seats() -> None:
    state = GAME.start(3)
    assert GAME.dump(state)["began"] == [None, None, None]
    assert GAME.turn(state) == Throw(0)
    state, events = GAME.fall(state, "roll 12345")
    assert events == (Event("threw", 0, "12345"), Event("start-roll", 0, "15"))
    assert GAME.turn(state) == Throw(1)
    assert GAME.dump(state)["began"] == ["12345", None, None]


def test_K2_the_highest_total_begins() -> None:
    state = played(GAME.start(3), "roll 11112", "roll 66666", "roll 55555")
    assert state.phase == "throw"
    assert GAME.turn(state) == Throw(1)


def test_K2_the_last_of_these_rolls_says_who_begins_and_with_what() -> None:
    waiting = played(GAME.start(3), "roll 33333", "roll 11111")
    _, events = GAME.fall(waiting, "roll 12345")
    assert events[1:] == (Event("start-roll", 2, "15"), Event("tied", 0, "15"), Event("tied", 2, "15"))
    _, events = GAME.fall(waiting, "roll 66666")
    assert events[1:] == (Event("start-roll", 2, "30"), Event("begins", 2, "30"))


def test_K2_the_total_counts_and_not_the_pattern() -> None:
    state = played(GAME.start(2), "roll 11111", "roll 11113")
    assert GAME.turn(state) == Throw(1)


def test_K2_only_the_tied_highest_throw_again() -> None:
    state = played(GAME.start(4), "roll 12345", "roll 33333", "roll 11111", "roll 33333")
    assert state.phase == "begin"
    assert GAME.turn(state) == Throw(0)
    assert GAME.dump(state)["began"] == [None, None, "-", None]
    state = played(state, "roll 11112", "roll 11113")
    assert GAME.turn(state) == Throw(3)
    assert GAME.dump(state)["began"] == ["11112", "11113", "-", None]


def test_K2_until_one_is_left() -> None:
    tied = played(GAME.start(3), "roll 12345", "roll 33333", "roll 12345")
    again = played(tied, "roll 11111", "roll 66666", "roll 66666")
    assert GAME.dump(again)["began"] == ["-", None, None]
    assert GAME.turn(again) == Throw(1)
    assert GAME.turn(played(again, "roll 11111", "roll 11112")) == Throw(2)


def test_K2_then_clockwise() -> None:
    state = played(GAME.start(3), "roll 11111", "roll 11111", "roll 66666")
    assert GAME.turn(state) == Throw(2)
    state = played(state, "roll 12345", "score chance")
    assert GAME.turn(state) == Throw(0)
    assert GAME.turn(played(state, "roll 12345", "score chance")) == Throw(1)


# K3


def test_K3_the_first_throw_is_with_all_five_dice() -> None:
    outcomes = dict(GAME.chance(GAME.start(1)).outcomes() or ())
    assert len(outcomes) == 252
    assert sum(outcomes.values()) == 1
    assert outcomes["roll 11111"] == Fraction(1, 7776)
    assert outcomes["roll 12345"] == Fraction(120, 7776)


@pytest.mark.parametrize(
    ("keep", "count", "text", "probability"),
    [
        ("keep 2223", 6, "roll 4", Fraction(1, 6)),
        ("keep 222", 21, "roll 34", Fraction(1, 18)),
        ("keep 2", 126, "roll 1111", Fraction(1, 1296)),
        ("keep -", 252, "roll 66666", Fraction(1, 7776)),
    ],
)
def test_K3_the_dice_that_are_not_kept_are_thrown_again(
    keep: str, count: int, text: str, probability: Fraction
) -> None:
    outcomes = dict(GAME.chance(played(GAME.load(choosing("22234")), keep)).outcomes() or ())
    assert len(outcomes) == count
    assert sum(outcomes.values()) == 1
    assert outcomes[text] == probability


def test_K3_kept_and_new_dice_make_the_hand() -> None:
    state = GAME.load(choosing("22234"))
    state, events = GAME.play(state, 0, GAME.parse(state, "keep 223"))
    assert events == (Event("kept", 0, "223"),)
    assert (GAME.dump(state)["kept"], GAME.dump(state)["throws"]) == ("223", 1)
    assert GAME.turn(state) == Throw(0)
    state, events = GAME.fall(state, "roll 16")
    assert events == (Event("threw", 0, "16"),)
    assert (GAME.dump(state)["dice"], GAME.dump(state)["throws"]) == ("12236", 2)
    assert GAME.turn(state) == Choose((0,))


def test_K3_any_0_to_4_dice_may_be_kept_each_choice_once() -> None:
    keeps = [text for text in listed(GAME.load(choosing("11122"))) if text.startswith("keep")]
    expected = "1112 1122 111 112 122 11 12 22 1 2 -"
    assert keeps == [f"keep {dice}" for dice in expected.split()]
    assert sum(text.startswith("keep") for text in listed(GAME.load(choosing("12345")))) == 31


def test_K3_dice_kept_before_may_be_thrown_again() -> None:
    state = played(GAME.load(choosing("22234")), "keep 222", "roll 66")
    assert "keep 66" in listed(state)
    assert GAME.dump(played(state, "keep -", "roll 11111"))["dice"] == "11111"


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_K3_the_player_may_stop_after_any_throw(throws: int) -> None:
    assert boxes(GAME.load(choosing("22234", throws=throws))) == set(BOXES)


def test_K3_three_throws_and_no_more() -> None:
    state = played(GAME.start(1), "roll 22234", "keep 222", "roll 56", "keep 222", "roll 12")
    assert GAME.dump(state)["throws"] == 3
    assert all(text.startswith("score") for text in listed(state))
    with pytest.raises(IllegalMove, match="third roll") as refused:
        played(state, "keep 222")
    assert refused.value.clause == "K3"


@pytest.mark.parametrize("text", ["keep 22234", "keep 2222", "keep 5", "keep 66666"])
def test_K3_only_dice_one_has_and_never_all_five(text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        played(GAME.load(choosing("22234")), text)
    assert refused.value.clause == "K3"


@pytest.mark.parametrize(
    "text", ["34", "roll 3", "roll 345", "roll 43", "roll 07", "roll", "roll ", "roll 34 ", "ROLL 34", ""]
)
def test_K3_a_throw_that_cannot_fall(text: str) -> None:
    state = played(GAME.load(choosing("22234")), "keep 222")
    with pytest.raises(BadMove, match="2 ascending digits"):
        GAME.fall(state, text)


# K4


def test_K4_any_open_box_may_be_chosen_also_for_0() -> None:
    state = GAME.load(choosing("11246", but("sixes", "kniffel", "full-house")))
    assert boxes(state) == {"sixes", "kniffel", "full-house"}
    assert written(state, "kniffel") == 0


def test_K4_exactly_one_box_is_filled_and_the_turn_is_over() -> None:
    state = GAME.load(choosing("22234", {"ones": 3}))
    state, events = GAME.play(state, 0, GAME.parse(state, "score twos"))
    assert events == (Event("scored", 0, "twos 6"),)
    document = GAME.dump(state)
    assert document["sheets"] == [{"ones": 3, "twos": 6}]
    assert (document["phase"], document["kept"], document["throws"]) == ("throw", "", 0)


def test_K4_a_filled_box_stays() -> None:
    state = GAME.load(choosing("22234", {"twos": 0}))
    assert "score twos" not in listed(state)
    with pytest.raises(IllegalMove, match="filled already") as refused:
        played(state, "score twos")
    assert refused.value.clause == "K4"


def test_K4_a_full_sheet_is_passed_over() -> None:
    document = choosing("12345") | {"players": 3, "turn": 0, "sheets": [{}, dict(FULL), {}], "bonus": [0] * 3}
    assert GAME.turn(played(GAME.load(document), "score chance")) == Throw(2)
    document |= {"sheets": [{}, dict(FULL), dict(FULL)]}
    assert GAME.turn(played(GAME.load(document), "score chance")) == Throw(0)


def test_K4_a_full_sheet_is_passed_over_at_the_beginning_too() -> None:
    document = GAME.dump(GAME.start(2)) | {"sheets": [dict(FULL), {}]}
    assert GAME.turn(played(GAME.load(document), "roll 66666", "roll 11111")) == Throw(1)


# K5–K10 with the examples of the sheet


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ("22234", "twos", 6),
        ("22356", "twos", 4),
        ("14444", "fours", 16),
        ("33335", "threes", 12),
        ("12345", "ones", 1),
        ("22234", "fives", 0),
        ("55555", "fives", 25),
        ("66666", "sixes", 30),
    ],
)
def test_K5_upper_boxes_count_the_dice_with_that_number(dice: str, box: str, points: int) -> None:
    assert written(GAME.load(choosing(dice)), box) == points


@pytest.mark.parametrize(("dice", "total"), [("11234", FULL_TOTAL - 36), ("11123", FULL_TOTAL)])
def test_K6_63_in_the_upper_part_give_35(dice: str, total: int) -> None:
    state = played(GAME.load(choosing(dice, but("ones"))), "score ones")
    assert outcome(state).scores == (total,)


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ("13666", "three-kind", 22),
        ("33335", "four-kind", 17),
        ("33335", "three-kind", 17),
        ("11111", "three-kind", 5),
        ("66666", "four-kind", 30),
        ("11223", "three-kind", 0),
        ("33344", "four-kind", 0),
    ],
)
def test_K7_three_and_four_equal_count_the_sum(dice: str, box: str, points: int) -> None:
    assert written(GAME.load(choosing(dice)), box) == points


@pytest.mark.parametrize(
    ("dice", "points"), [("33444", 25), ("11166", 25), ("33445", 0), ("34444", 0), ("12333", 0)]
)
def test_K8_full_house(dice: str, points: int) -> None:
    assert written(GAME.load(choosing(dice)), "full-house") == points


@pytest.mark.parametrize("joker", ["forced", "free", "off"])
def test_K8_five_equal_are_no_full_house(joker: str) -> None:
    assert written(GAME.load(choosing("44444", joker=joker)), "full-house") == 0


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ("12334", "small-straight", 30),
        ("23345", "small-straight", 30),
        ("13456", "small-straight", 30),
        ("12345", "small-straight", 30),
        ("23456", "small-straight", 30),
        ("12346", "small-straight", 30),
        ("12356", "small-straight", 0),
        ("12456", "small-straight", 0),
        ("12345", "large-straight", 40),
        ("23456", "large-straight", 40),
        ("12346", "large-straight", 0),
        ("13456", "large-straight", 0),
    ],
)
def test_K9_straights(dice: str, box: str, points: int) -> None:
    assert written(GAME.load(choosing(dice)), box) == points


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ("11111", "kniffel", 50),
        ("66666", "kniffel", 50),
        ("11112", "kniffel", 0),
        ("11246", "chance", 14),
        ("66666", "chance", 30),
    ],
)
def test_K10_kniffel_and_chance(dice: str, box: str, points: int) -> None:
    assert written(GAME.load(choosing(dice)), box) == points
