"""Tock's clauses T27 and T33: how games end, playing on, and the finish without a joker."""

from __future__ import annotations

import pytest

from stammtisch.core import BadMove, Choose, Document, Outcome, Throw

from .table import GAME, goals, hand, moves, on, outcome, position, refused, step, without

PLAY_ON = {"play_on": True}
NO_JOKER = {"no_joker_finish": True}
ALMOST = "0a:68 0b:h2 0c:h3 0d:h4"
PARTNER_HOME = "2a:h1 2b:h2 2c:h3 2d:h4"


# --- T27: free play


def test_T27_the_first_player_with_four_stones_home_wins() -> None:
    table = f"{ALMOST} 1a:h1 1b:h2 2a:h4"
    after, events = step(position(3, table, {0: "2H 5H", 1: "5C"}), "2H 0a>h1")
    assert outcome(after) == Outcome((0,), (1, 2, 3), (4, 2, 1), "home")
    assert [event.kind for event in events] == ["played", "moved", "done"]
    over = GAME.dump(after)
    assert (over["turn"], over["places"], over["hands"]) == (None, [0], [["5H"], ["5C"], []])
    assert GAME.moves(after, 0) == GAME.moves(after, 1) == ()


def test_T27_equals_share_the_better_place() -> None:
    table = "0a:104 0b:h2 0c:h3 0d:h4 1a:h1 1b:h2 2a:h1 2b:h3 4a:h1 4b:h2 4c:h4"
    over = outcome(on(position(5, table, "2H"), "2H 0a>h1"))
    assert over == Outcome((0,), (1, 3, 3, 5, 2), (4, 2, 2, 0, 3), "home")


def test_T27_three_at_home_are_not_enough() -> None:
    state = on(position(3, "0a:68 0b:h2 0c:h3", {0: "2H", 1: "5H"}), "2H 0a>h1")
    assert GAME.dump(state)["phase"] == "play"
    assert GAME.dump(state)["places"] == []


def test_T27_a_player_who_is_brought_home_by_anothers_seven_wins() -> None:
    state = on(position(2, "0a:40 1a:32 1b:h2 1c:h3 1d:h4", "7S"), "7S 1a>h1", "0a>45")
    assert outcome(state) == Outcome((1,), (2, 1), (0, 4), "home")


# --- T27: playing on


def test_T27_a_player_who_is_done_discards_the_remaining_cards() -> None:
    table = f"{ALMOST} 1a:40 2a:50"
    state = position(3, table, {0: "2H 5H KD", 1: "5C", 2: "6C"}, options=PLAY_ON)
    after = GAME.dump(on(state, "2H 0a>h1"))
    assert (after["phase"], after["turn"], after["places"]) == ("play", 1, [0])
    assert after["hands"] == [[], ["5C"], ["6C"]]
    assert sorted(after["discard"]) == ["2H", "5H", "KD"]


def test_T27_a_player_who_is_brought_home_by_another_discards_too() -> None:
    table = "0a:40 1a:14 1b:h2 1c:h3 1d:h4 2a:50"
    state = on(position(3, table, {0: "7S", 1: "5C 6C", 2: "6D"}, options=PLAY_ON), "7S 1a>h1")
    under_way = GAME.dump(state)
    assert (under_way["places"], under_way["hands"], under_way["phase"]) == ([1], [[], [], ["6D"]], "seven")
    assert sorted(under_way["discard"]) == ["5C", "6C", "7S"]
    assert GAME.dump(on(state, "0a>45"))["turn"] == 2


def test_T27_a_player_who_finishes_within_a_seven_still_completes_it() -> None:
    state = position(3, f"{ALMOST} 1a:40 2a:50", {0: "7S 5H", 1: "5C"}, options=PLAY_ON)
    state = on(state, "7S 0a>h1")
    assert {text[:2] for text in moves(state)} == {"1a", "2a"}
    assert GAME.dump(on(state, "1a>45"))["turn"] == 1


def test_T27_the_others_play_on_until_one_is_left() -> None:
    table = "0a:h1 0b:h2 0c:h3 0d:h4 1a:14 1b:h2 1c:h3 1d:h4 2a:h1"
    state = position(3, table, {1: "2C 5C", 2: "6C"}, turn=1, places=[0], options=PLAY_ON)
    assert outcome(on(state, "2C 1a>h1")) == Outcome((0,), (1, 2, 3), (4, 4, 1), "places")


def test_T27_with_two_players_the_first_home_ends_it() -> None:
    state = position(2, ALMOST, {0: "2H", 1: "5C"}, options=PLAY_ON)
    assert outcome(on(state, "2H 0a>h1")).places == (1, 2)


def done_and_dealing(dealer: int) -> Document:
    """Five players, seat 1 and seat 2 are done, the fifth round is dealt."""
    stones_ = [["-"] * 4, ["h1", "h2", "h3", "h4"], ["h1", "h2", "h3", "h4"], ["-"] * 4, ["-"] * 4]
    state = position(5, "", "5H", options=PLAY_ON)
    changes: Document = {
        "phase": "deal",
        "turn": None,
        "dealer": dealer,
        "round": 5,
        "hands": [[]] * 5,
        "stones": stones_,
        "places": [2, 1],
    }
    return without(GAME.dump(state), "given") | changes


def test_T27_a_player_who_is_done_gets_no_cards() -> None:
    state = GAME.load(done_and_dealing(0))
    after = on(state, "3C 4C 5C 3D 4D 5D")
    assert [hand(after, seat) for seat in range(5)] == ["5C 5D", "", "", "3C 3D", "4C 4D"]
    assert GAME.turn(after) == Choose((0, 3, 4))
    with pytest.raises(BadMove, match="6 are dealt"):
        GAME.fall(state, "3C 4C 5C 6C 7C 3D 4D 5D 6D 7D")


def test_T27_a_player_who_is_done_is_passed_over_in_passing_on_and_drawing() -> None:
    state = on(GAME.load(done_and_dealing(0)), "2C 4C 5C 3D 4D 5D", "give 5C", "give 2C", "give 4C")
    assert [hand(state, seat) for seat in range(5)] == ["4C 5D", "", "", "3D 5C", "2C 4D"]
    assert GAME.dump(state)["given"] == ["5C", None, None, "2C", "4C"]
    state = on(state, "fold")
    assert GAME.dump(state)["turn"] == 4
    assert moves(state) == ["2C draw 0"]


def test_T27_a_player_who_is_done_is_passed_over_as_dealer() -> None:
    state = on(GAME.load(done_and_dealing(0)), "3C 4C 5C 3D 4D 5D", "give 5C", "give 3C", "give 4C")
    state = on(state, "fold", "fold", "fold")
    assert GAME.turn(state) == Throw(3)
    assert GAME.dump(state)["dealer"] == 3


def test_T27_the_places_are_told_in_order() -> None:
    _, events = step(position(3, f"{ALMOST} 1a:20", {0: "2H", 1: "5C"}, options=PLAY_ON), "2H 0a>h1")
    done = [event for event in events if event.kind == "done"]
    assert [(event.seat, event.detail) for event in done] == [(0, "1")]


# --- T27: teams


def test_T27_a_team_wins_with_eight_stones_home() -> None:
    table = f"{ALMOST} {PARTNER_HOME} 1a:h1 3a:h2 3b:h4"
    after = on(position(4, table, {0: "2H 5H", 1: "5C", 2: "6C"}), "2H 0a>h1")
    assert outcome(after) == Outcome((0, 2), (1, 3, 1, 3), (4, 1, 4, 2), "home")
    assert hand(after, 0) == "5H"


def test_T27_four_of_a_team_are_not_enough() -> None:
    state = on(position(4, f"{ALMOST} 2a:40", {0: "2H", 1: "5H"}), "2H 0a>h1")
    assert GAME.dump(state)["phase"] == "play"


def test_T27_the_partner_may_bring_home_the_eighth() -> None:
    table = f"{ALMOST} {PARTNER_HOME}"
    state = on(position(4, table, {2: "2H", 1: "5C"}, turn=2), "2H 0a>h1")
    assert outcome(state).winners == (0, 2)


def test_T27_three_teams_are_ranked_by_their_stones_together() -> None:
    home = "0a:104 0b:h2 0c:h3 0d:h4 3a:h1 3b:h2 3c:h3 3d:h4"
    state = position(6, f"{home} 1a:h1 1b:h2 4a:h1 2a:h1 2b:h2 2c:h3 5a:h1 5b:h2", "2H")
    expected = Outcome((0, 3), (1, 5, 3, 1, 5, 3), (4, 2, 3, 4, 1, 2), "home")
    assert outcome(on(state, "2H 0a>h1")) == expected


# --- T33: no joker finish


def test_T33_the_eighth_stone_does_not_go_home_by_a_joker() -> None:
    table = f"{ALMOST} {PARTNER_HOME}"
    state = position(4, table, "X 2H", options=NO_JOKER)
    assert [text for text in moves(state) if text.endswith(">h1")] == ["2H 0a>h1"]
    assert refused(state, "X=2 0a>h1") == refused(state, "X=7 0a>h1") == "T33"
    assert "X=2 0a>70" in moves(state)
    assert "X=2 0a>h1" in moves(position(4, table, "X 2H"))


def test_T33_backward_neither() -> None:
    table = f"{ALMOST.replace('0a:68', '0a:0*')} {PARTNER_HOME}"
    assert "4H 0a>h1" in moves(position(4, table, "4H", options=NO_JOKER))
    assert "X=4 0a>h1" in moves(position(4, table, "X"))
    assert "X=4 0a>h1" not in moves(position(4, table, "X", options=NO_JOKER))


def test_T33_the_partners_last_stone_neither() -> None:
    table = "0a:h1 0b:h2 0c:h3 0d:h4 2a:32 2b:h2 2c:h3 2d:h4"
    assert goals(position(4, table, "X", options=NO_JOKER), "2a") & {"h1"} == set()
    assert "h1" in goals(position(4, table, "2H", options=NO_JOKER), "2a")


def test_T33_the_seventh_may_and_so_may_steps_within_the_house() -> None:
    seven = "0a:68 0b:h2 0c:h3 0d:h4 2a:20 2b:h2 2c:h3 2d:h4"
    assert "X=2 0a>h1" in moves(position(4, seven, "X", options=NO_JOKER))
    inside = "0a:h1 0b:50 0c:h3 0d:h4 2a:h1 2b:h2 2c:h3 2d:h4"
    state = position(4, inside, "X", options=NO_JOKER)
    assert {"X=A 0a>h2", "X=7 0a>h2"} <= set(moves(state))


def test_T33_a_joker_as_seven_does_not_bring_home_the_last_two() -> None:
    table = "0a:65 0b:h2 0c:h3 0d:h4 2a:32 2b:h2 2c:h3 2d:h4"
    state = position(4, table, "X 7S", options=NO_JOKER)
    assert GAME.dump(on(state, "7S 0a>h1", "2a>h1"))["phase"] == "over"
    by_joker = on(state, "X=7 0a>h1")
    assert goals(by_joker, "2a") == {"33", "34"}
    assert refused(by_joker, "2a>h1") == "T33"


def test_T33_with_the_canadian_seven_too() -> None:
    table = "0a:65 0b:h2 0c:h3 0d:h4 2a:32 2b:h2 2c:h3 2d:h4"
    options = NO_JOKER | {"canadian_seven": True}
    state = on(position(4, table, "X", options=options), "X=7 2a>h1")
    assert goals(state, "0a") == {"66", "67", "68", "69", "70"}
