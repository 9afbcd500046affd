"""Zock'n'Roll, clause by clause: the hand (R1–R8) and the sheet's own examples."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stammtisch.core import BadMove, BadRequest, Choose, Event, NotYourTurn, Seeded, Throw
from stammtisch.games.zocknroll.combinations import formed
from stammtisch.games.zocknroll.tableau import CROSS

from .table import (
    GAME,
    crosses,
    decide_document,
    mark_document,
    moves,
    on,
    refused,
    start,
    third_round,
)

# --- R1, R2: players, dice, the starter


def test_R1_three_to_six_with_two_boxes_twelve_and_two_for_practice() -> None:
    assert GAME.players == tuple(range(2, 13))
    for players in (1, 13):
        with pytest.raises(BadRequest):
            GAME.start(players)


@pytest.mark.parametrize(("variant", "cups"), [("basic", "12 34 56"), ("profi", "112 334 556")])
def test_R1_two_own_dice_three_in_profi(variant: str, cups: str) -> None:
    state = on(start(3, variant=variant), "0", f"own {cups}")
    assert GAME.dump(state)["own"] == cups.split()


def test_R2_first_starter_is_drawn_by_lot() -> None:
    state = start(12)
    assert GAME.turn(state) == Throw(None)
    assert GAME.chance(state).outcomes() == [(str(seat), Fraction(1, 12)) for seat in range(12)]
    assert GAME.dump(on(state, "11"))["starter"] == 11


@pytest.mark.parametrize("text", ["3", "-1", "x", "", "01", "own 12 34 56"])
def test_R2_no_lot_falls_on_a_seat_that_is_not_there(text: str) -> None:
    with pytest.raises(BadMove):
        GAME.fall(start(3), text)


def test_R2_next_hand_is_started_to_the_left() -> None:
    state = on(start(3), "2", "own 11 22 33", "white 123", "leave pair", "leave pair", "leave pair")
    document = GAME.dump(state)
    assert (document["phase"], document["starter"]) == ("own", 0)
    state = on(state, "own 11 22 33")
    assert GAME.turn(state) == Throw(0)


# --- R3: a hand


def test_R3_all_cups_are_thrown_first_and_each_sees_only_the_own() -> None:
    state, events = GAME.fall(on(start(3), "1"), "own 46 12 55")
    assert [(event.kind, event.seat, event.detail) for event in events] == [
        ("threw", 0, "46"),
        ("threw", 1, "12"),
        ("threw", 2, "55"),
    ]
    assert [event.seen_by(1).detail for event in events] == ["?", "12", "?"]
    assert {event.seen_by(None).detail for event in events} == {"?"}
    assert GAME.view(state, 1)["own"] == ["?", "12", "?"]
    assert GAME.view(state, None)["own"] == ["?", "?", "?"]


def test_R3_two_cups_of_two_dice_are_listed_exactly() -> None:
    state = on(start(2), "0")
    outcomes = GAME.chance(state).outcomes()
    assert outcomes is not None
    listed = dict(outcomes)
    assert len(listed) == len(outcomes) == 441
    assert sum(listed.values()) == 1
    assert listed["own 11 66"] == Fraction(1, 1296)
    assert listed["own 12 66"] == Fraction(2, 1296)
    assert listed["own 12 34"] == Fraction(4, 1296)


@pytest.mark.parametrize(("players", "variant"), [(2, "profi"), (3, "basic"), (12, "profi")])
def test_R3_more_cups_are_sampled_and_what_is_drawn_can_fall(players: int, variant: str) -> None:
    state = on(start(players, variant=variant), "0")
    chance = GAME.chance(state)
    assert chance.outcomes() is None
    assert GAME.fall(state, chance.sample(Seeded("cups")))[0].phase == "white"


@pytest.mark.parametrize(
    "text",
    [
        "own 46 12",
        "own 46 12 55 66",
        "own 46 12 5",
        "own 64 12 55",
        "own 46 12 57",
        "46 12 55",
        "own  46 12 55",
    ],
)
def test_R3_cups_that_cannot_fall(text: str) -> None:
    with pytest.raises(BadMove):
        GAME.fall(on(start(3), "0"), text)


def test_R3_starter_throws_three_white_dice_then_one_and_one() -> None:
    state = on(start(3), "1", "own 46 12 55")
    for lying, outcomes, text in (("", 56, "white 135"), ("135", 6, "white 2"), ("1235", 6, "white 6")):
        assert GAME.turn(state) == Throw(1)
        assert GAME.dump(state)["white"] == lying
        listed = GAME.chance(state).outcomes()
        assert listed is not None
        assert len(listed) == outcomes
        assert sum(probability for _, probability in listed) == 1
        state, events = GAME.fall(state, text)
        assert events[0] == Event("white", 1, text.removeprefix("white "))
        state = on(state, "stay", "stay", "stay") if state.phase == "decide" else state
    assert GAME.dump(state)["white"] == "12356"


def test_R3_probabilities_of_the_white_dice() -> None:
    outcomes = GAME.chance(on(start(2), "0", "own 12 34")).outcomes()
    assert outcomes is not None
    listed = dict(outcomes)
    assert [listed[f"white {dice}"] * 216 for dice in ("111", "112", "123")] == [1, 3, 6]


@pytest.mark.parametrize("text", ["white 13", "white 531", "white 1355", "135", "white", "black 135"])
def test_R3_white_dice_that_cannot_fall(text: str) -> None:
    with pytest.raises(BadMove):
        GAME.fall(on(start(2), "0", "own 12 34"), text)


def test_R3_one_white_die_in_round_2() -> None:
    state = on(start(2), "0", "own 12 34", "white 135", "stay", "stay")
    for text in ("white 135", "white 7", "white "):
        with pytest.raises(BadMove):
            GAME.fall(state, text)


def test_R3_starter_throws_also_after_having_left() -> None:
    state = on(start(3), "1", "own 46 11 55", "white 123", "leave pair", "stay", "stay")
    assert GAME.turn(state) == Throw(1)


def test_R3_nothing_is_thrown_while_players_choose() -> None:
    state = on(start(2), "0", "own 12 34", "white 135")
    with pytest.raises(BadRequest):
        GAME.chance(state)
    with pytest.raises(BadRequest):
        GAME.fall(state, "white 1")


# --- R4, R5: leave or stay


def test_R4_players_decide_clockwise_from_the_starter() -> None:
    state = on(start(3), "1", "own 46 12 55", "white 135")
    asked: list[int] = []
    while state.phase == "decide":
        turn = GAME.turn(state)
        assert isinstance(turn, Choose)
        asked += turn.seats
        state = on(state, "stay")
    assert asked == [1, 2, 0]


def test_R4_where_the_starter_has_left_the_next_still_in_decides_first() -> None:
    state = on(start(4), "1", "own 46 11 55 12", "white 123", "leave pair", "leave pair", "stay", "stay")
    state = on(state, "white 4")
    assert GAME.turn(state) == Choose((3,))
    state = on(state, "stay")
    assert GAME.turn(state) == Choose((0,))


def test_R4_a_player_who_leaves_shows_the_own_dice_and_who_stays_does_not() -> None:
    state = on(start(3), "0", "own 46 11 55", "white 123", "stay")
    state, events = GAME.play(state, 1, GAME.parse(state, "leave pair"))
    assert Event("showed", 1, "11") in events
    assert GAME.view(state, 2)["own"] == ["?", "11", "55"]
    _, stayed = GAME.play(state, 2, GAME.parse(state, "stay"))
    assert stayed == (Event("stayed", 2),)


def test_R4_cups_stay_secret_until_the_fifth_white_die_has_fallen() -> None:
    state = on(start(2), "0", "own 46 12", "white 135", "stay", "stay", "white 5", "stay", "stay")
    assert GAME.view(state, 0)["own"] == ["46", "?"]
    state, events = GAME.fall(state, "white 6")
    assert GAME.view(state, 0)["own"] == GAME.view(state, None)["own"] == ["46", "12"]
    assert {Event("showed", 0, "46"), Event("showed", 1, "12")} <= set(events)


def test_R4_only_the_decider_may_move() -> None:
    state = on(start(3), "1", "own 46 12 55", "white 135")
    for seat in (0, 2, 3, -1):
        assert GAME.moves(state, seat) == ()
        with pytest.raises(NotYourTurn):
            GAME.play(state, seat, GAME.parse(state, "stay"))


def test_R4_nobody_moves_while_dice_are_thrown() -> None:
    with pytest.raises(NotYourTurn):
        GAME.play(start(3), 0, GAME.parse(start(3), "stay"))


def test_R5_leaving_in_round_1_crosses_left_first_and_a_combination() -> None:
    state = on(start(2), "0", "own 35 12", "white 135")
    assert moves(state, 0) == ["stay", "leave two-pairs", "leave pair"]
    state, events = GAME.play(state, 0, GAME.parse(state, "leave two-pairs"))
    assert crosses(state) == [{"two-pairs": 1, "left-first": 1}, {}]
    assert events == (
        Event("left", 0),
        Event("showed", 0, "35"),
        Event("crossed", 0, "two-pairs"),
        Event("crossed", 0, "left-first"),
    )
    assert GAME.dump(state)["status"] == ["left1", "in"]


def test_R5_leaving_in_round_2_crosses_only_a_combination_from_four_white_dice() -> None:
    state = on(start(2), "0", "own 35 12", "white 135", "stay", "stay", "white 5")
    assert "leave full-house" in moves(state, 0)
    state = on(state, "leave full-house")
    assert crosses(state) == [{"full-house": 1}, {}]
    assert GAME.dump(state)["status"] == ["left2", "in"]


def test_R5_left_first_never_gets_a_seventh_cross() -> None:
    document = decide_document(
        round=1, turn=0, white="135", crosses=[{"left-first": 6}, {}, {}], status=["in", "in", "in"]
    )
    state = on(GAME.load(document | {"own": ["35", "12", "33"]}), "leave two-pairs")
    assert crosses(state)[0] == {"two-pairs": 1, "left-first": 6}


# --- R6, R7: round 3


def test_R6_highest_combination_crosses_won_third_and_a_combination() -> None:
    state = third_round("24 35 12", white="13556")
    assert GAME.turn(state) == Choose((0,))
    after = on(state, "mark large-straight")
    assert crosses(after) == [{"large-straight": 1, "won-third": 1}, {}, {}]
    assert GAME.dump(after)["phase"] == "own"


def test_R6_those_who_have_left_do_not_win_round_3() -> None:
    state = on(start(2), "0", "own 55 12", "white 555", "leave kniffel", "stay", "white 3", "stay", "white 4")
    assert GAME.dump(state)["winners"] == [1]


def test_R6_the_winners_are_named_with_their_combination() -> None:
    state = on(start(2), "0", "own 24 35", "white 135", *["stay"] * 2, "white 5", *["stay"] * 2)
    assert GAME.fall(state, "white 6")[1][-1] == Event("highest", 0, "large-straight")


def test_R6_marking_is_for_round_3_and_leaving_before_it() -> None:
    assert refused(on(start(2), "0", "own 11 12", "white 346"), 0, "mark pair") == "R6"
    assert refused(third_round("55 12"), 0, "leave pair") == "R6"
    assert refused(third_round("55 12"), 0, "stay") == "R6"


def test_R7_tie_each_crosses_a_combination_and_none_won_third() -> None:
    state = third_round("25 45 12")
    assert GAME.dump(state)["winners"] == [0, 1]
    after = on(state, "mark three-kind", "mark pair")
    assert crosses(after) == [{"three-kind": 1}, {"pair": 1}, {}]


def test_R7_winners_mark_in_any_order() -> None:
    state = third_round("25 45 12")
    assert GAME.turn(state) == Choose((0, 1))
    one_way = on(GAME.play(state, 1, GAME.parse(state, "mark pair"))[0], "mark three-kind")
    other_way = on(state, "mark three-kind", "mark pair")
    assert one_way == other_way
    first = GAME.play(state, 1, GAME.parse(state, "mark pair"))[0]
    assert GAME.turn(first) == Choose((0,))
    with pytest.raises(NotYourTurn):
        GAME.play(first, 1, GAME.parse(first, "mark pair"))


def test_R7_a_player_alone_in_round_3_wins_it() -> None:
    state = on(start(2), "0", "own 11 12", "white 346", "leave pair", "stay", "white 5", "stay", "white 6")
    assert GAME.turn(state) == Choose((1,))
    assert crosses(on(state, "mark pair"))[1] == {"pair": 1, "won-third": 1}


def test_R7_won_third_never_gets_a_seventh_cross() -> None:
    document = mark_document(own=["25", "12", "33"], winners=[0], crosses=[{"won-third": 6}, {}, {}])
    state, events = GAME.play(state := GAME.load(document), 0, GAME.parse(state, "mark pair"))
    assert crosses(state)[0] == {"pair": 1, "won-third": 6}
    assert events[0] == Event("crossed", 0, "pair")


# --- R8: which combination


def test_R8_a_lower_combination_may_be_crossed_when_leaving() -> None:
    state = on(start(2), "0", "own 11 12", "white 111")
    assert moves(state, 0) == [
        "stay",
        *(f"leave {row}" for row in ("kniffel", "four-kind", "three-kind", "pair")),
    ]
    assert crosses(on(state, "leave pair"))[0] == {"pair": 1, "left-first": 1}


def test_R8_a_lower_combination_may_be_crossed_after_winning_round_3() -> None:
    state = third_round("55 12", white="13556")
    assert moves(state, 0) == [f"mark {row}" for row in ("four-kind", "three-kind", "pair")]
    assert crosses(on(state, "mark pair"))[0] == {"pair": 1, "won-third": 1}


def test_R8_one_combination_must_be_crossed_where_any_can_be_formed() -> None:
    state = on(start(2), "0", "own 11 12", "white 346")
    assert moves(state, 0) == ["stay", "leave pair"]
    assert refused(state, 0, "leave -") == "R8"
    assert refused(third_round("55 12"), 0, "mark -") == "R8"


def test_R8_five_dice_may_form_nothing_and_left_first_is_crossed_all_the_same() -> None:
    state = on(start(2), "0", "own 12 11", "white 346")
    assert moves(state, 0) == ["stay", "leave -"]
    assert crosses(on(state, "leave -"))[0] == {"left-first": 1}


def test_R8_what_the_dice_do_not_form_is_not_crossed() -> None:
    state = on(start(2), "0", "own 11 12", "white 346")
    assert refused(state, 0, "leave kniffel") == "R8"
    assert refused(third_round("55 12"), 0, "mark kniffel") == "R8"


def test_R8_a_winner_without_a_free_row_marks_none() -> None:
    full = {"three-kind": 6, "pair": 6}
    state = GAME.load(mark_document(own=["25", "12", "33"], winners=[0], crosses=[full, {}, {}]))
    assert moves(state, 0) == ["mark -"]
    assert crosses(on(state, "mark -"))[0] == full | {"won-third": 1}


# --- the sheet's own examples


def test_sheet_starter_leaves_in_round_1_with_two_pairs_another_in_round_2_with_a_full_house() -> None:
    """Four players; then, in round 3, a large straight beats a full house."""
    starter, winner, loser, leaver = range(4)
    state = on(start(4), "0", "own 35 24 15 55", "white 135", "leave two-pairs", "stay", "stay", "stay")
    assert crosses(state)[starter] == {"two-pairs": 1, "left-first": 1}
    assert GAME.turn(state) == Throw(starter)
    state = on(state, "white 3", "stay", "stay", "leave full-house")
    assert crosses(state)[leaver] == {"full-house": 1}
    state = on(state, "white 1")
    assert formed(state.cups[loser] + state.white) & CROSS["full-house"]
    assert GAME.turn(state) == Choose((winner,))
    state = on(state, "mark large-straight")
    assert crosses(state)[winner] == {"large-straight": 1, "won-third": 1}
    assert crosses(state)[loser] == {}


def test_sheet_two_players_with_four_of_a_kind_each_and_nobody_has_won_the_third_round() -> None:
    state = on(third_round("25 33", white="33555"), "mark four-kind", "mark four-kind")
    assert crosses(state) == [{"four-kind": 1}, {"four-kind": 1}]
