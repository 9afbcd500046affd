"""Tock's clauses T19 and T24: drawing with a two and swapping with a jack."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stammtisch.core import BadMove, Throw

from .table import FREE, GAME, TEAMS, hand, moves, on, position, refused, step, stones

# --- T19: drawing


@pytest.mark.parametrize("players", FREE)
def test_T19_a_two_draws_from_an_opponent_with_cards(players: int) -> None:
    state = position(players, "0a:20", {0: "2H 5C", 1: "KS"})
    assert [text for text in moves(state) if text[0] == "2"] == ["2H 0a>22", "2H draw 1"]
    assert refused(state, "2H draw 0") == refused(state, "2H draw 7") == "T19"
    if players > 2:
        assert refused(state, "2H draw 2") == "T19"


@pytest.mark.parametrize("players", TEAMS)
def test_T19_not_in_teams(players: int) -> None:
    state = position(players, "0a:20", {0: "2H", 1: "KS", players // 2: "KD"})
    assert moves(state) == ["2H 0a>22"]
    assert refused(state, "2H draw 1") == "T19"


def test_T19_only_a_two_draws() -> None:
    assert refused(position(3, "0a:20", {0: "3H", 1: "KS"}), "3H draw 1") == "T19"
    assert refused(position(3, "0a:20", {0: "X", 1: "KS"}), "X=3 draw 1") == "T19"


def test_T19_a_joker_as_two_draws() -> None:
    state = position(3, "0a:20", {0: "X", 1: "KS", 2: "5H 6H"})
    assert [text for text in moves(state) if "draw" in text] == ["X=2 draw 1", "X=2 draw 2"]
    assert GAME.dump(on(state, "X=2 draw 2"))["discard"] == ["X"]


def test_T19_the_card_comes_unseen_and_at_random() -> None:
    state = on(position(3, "0a:20", {0: "2H 5C", 2: "KS KS 6H"}), "2H draw 2")
    under_way = GAME.dump(state)
    assert (under_way["phase"], under_way["draw"], under_way["turn"]) == ("draw", {"from": 2}, 0)
    assert GAME.turn(state) == Throw(0)
    outcomes = GAME.chance(state).outcomes()
    assert outcomes is not None
    assert dict(outcomes) == {"6H": Fraction(1, 3), "KS": Fraction(2, 3)}
    after, events = step(state, "KS")
    assert [hand(after, seat) for seat in range(3)] == ["5C KS", "", "6H KS"]
    assert GAME.dump(after)["discard"] == ["2H"]
    assert [events[0].seen_by(seat).detail for seat in (0, 1, 2, None)] == ["KS", "?", "KS", "?"]


@pytest.mark.parametrize("text", ["5C", "2H", "?", "", "KC", "KS 6H", "X"])
def test_T19_no_other_card_can_come(text: str) -> None:
    state = on(position(3, "0a:20", {0: "2H 5C", 2: "KS KS 6H"}), "2H draw 2")
    with pytest.raises(BadMove, match="T19"):
        GAME.fall(state, text)


def test_T19_the_turn_then_ends() -> None:
    state = on(position(3, "0a:20", {0: "2H", 1: "5H", 2: "KS"}), "2H draw 2", "KS")
    assert GAME.dump(state)["turn"] == 1
    assert "draw" not in GAME.dump(state)
    last = on(position(3, "0a:20", {0: "2H", 2: "KS"}), "2H draw 2", "KS")
    assert (GAME.dump(last)["turn"], hand(last, 0)) == (0, "KS")


# --- T24: swapping


def test_T24_one_own_stone_with_any_other_players() -> None:
    state = position(4, "0a:20 0b:30 1a:40 2a:50 3a:60", "JD")
    assert sorted(moves(state)) == [
        f"JD {own}<>{other}" for own in ("0a", "0b") for other in ("1a", "2a", "3a")
    ]
    after, events = step(state, "JD 0b<>2a")
    assert stones(after, "0a 0b 2a") == ["20", "50", "30"]
    assert [event.kind for event in events] == ["played", "swapped"]


def test_T24_not_two_own_and_none_that_is_not_on_the_track() -> None:
    state = position(4, "0a:20 0b:30 0c:h1 1a:40 1b:h2", "JD")
    assert sorted(moves(state)) == ["JD 0a<>1a", "JD 0b<>1a"]
    for text in ("JD 0a<>0b", "JD 0c<>1a", "JD 0d<>1a", "JD 0a<>1b", "JD 0a<>1c", "JD 1a<>0a", "JD 0a<>7a"):
        assert refused(state, text) == "T24"
    assert refused(position(4, "0a:20 1a:40", "5H"), "5H 0a<>1a") == "T24"


def test_T24_T18_protected_stones_are_not_swapped() -> None:
    state = position(4, "0a:0! 0b:30 1a:18! 1b:40", "JD")
    assert moves(state) == ["JD 0b<>1b"]
    assert refused(state, "JD 0a<>1b") == refused(state, "JD 0b<>1a") == "T18"


def test_T24_with_the_partners_stones_the_swap_is_with_an_opponents() -> None:
    state = position(4, "0a:h1 0b:h2 0c:h3 0d:h4 1a:40 2a:50 2b:55 3a:60", "JD")
    assert sorted(moves(state)) == [f"JD {own}<>{other}" for own in ("2a", "2b") for other in ("1a", "3a")]


def test_T24_a_jack_makes_no_steps() -> None:
    assert refused(position(4, "0a:20 1a:40", "JD"), "JD 0a>31") == "T24"


def test_T24_a_joker_as_jack() -> None:
    state = position(4, "0a:20 1a:40", "X")
    assert [text for text in moves(state) if "<>" in text] == ["X=J 0a<>1a"]
    assert stones(on(state, "X=J 0a<>1a"), "0a 1a") == ["40", "20"]
