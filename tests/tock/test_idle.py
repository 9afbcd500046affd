"""Why a card cannot be played, and what a move hits: both shown to people who hold the card."""

from __future__ import annotations

import pytest

from stammtisch.core import BadMove, Choose, NotYourTurn
from stammtisch.games.tock.cards import TEXTS
from stammtisch.games.tock.state import State
from tests.tock.table import GAME, position, random_game, start


def why(state: State, card: str) -> dict[str, str]:
    """The clauses that forbid what the card would do."""
    return {refused.move: refused.clause for refused in GAME.refusals(state, 0, card)}


def hits(state: State, text: str) -> str:
    return GAME.preview(state, GAME.parse(state, text))


@pytest.mark.parametrize(
    ("stones", "card", "expected"),
    [
        ("", "5H", {"5H in": "T17"}),
        ("0a:15 1a:18!", "5H", {"5H in": "T17", "5H 0a>20": "T18"}),
        ("0a:15 1a:18!", "7H", {"7H in": "T17", "7H 0a>16": "T22"}),
        ("0a:h2 0b:h4", "4H", {"4H in": "T17", "4H 0a>h4": "T13"}),
        (
            "0a:h2 0b:h3 0c:h4 0d:17 1a:18!",
            "AH",
            {"AH 0a>h3": "T15", "AH 0a>h4": "T13", "AH 0b>h4": "T15", "AH 0d>18": "T18"},
        ),
        ("0a:h1 1a:18!", "JH", {"JH in": "T17", "JH 0a<>1a": "T18", "JH 0a<>1b": "T24"}),
    ],
)
def test_T12_a_card_that_cannot_be_played_names_the_clause_for_every_stone(
    stones: str, card: str, expected: dict[str, str]
) -> None:
    state = position(4, stones, card)
    assert [str(move) for move in GAME.moves(state, 0)] == ["fold"]
    assert expected.items() <= why(state, card).items()


def test_T35_only_some_cards_lead_into_the_centre() -> None:
    state = position(8, "0a:7", "5H", phase="center", center=["0a"])
    assert why(state, "5H") == {"center 5H 0a": "T35"}


def test_a_card_that_can_be_played_has_nothing_against_it() -> None:
    assert why(position(4, "0a:20", "5H"), "5H") == {}


def test_only_the_own_cards_are_asked_about_and_only_in_turn() -> None:
    state = position(4, "0a:20", {0: "5H", 1: "6H"})
    with pytest.raises(BadMove):
        GAME.refusals(state, 0, "6H")
    with pytest.raises(BadMove):
        GAME.refusals(state, 0, "no card")
    with pytest.raises(NotYourTurn):
        GAME.refusals(state, 1, "6H")


@pytest.mark.parametrize("players", [2, 4, 5, 8])
def test_exactly_the_cards_without_a_move_have_reasons_and_the_view_is_enough(players: int) -> None:
    for state in random_game(start(players), f"idle {players}", 400):
        turn = GAME.turn(state)
        if not isinstance(turn, Choose):
            continue
        seat = turn.seats[0]
        seen = GAME.load(GAME.view(state, seat), seat)
        listed = GAME.moves(state, seat)
        for card in {*state.hands[seat]}:
            reasons = [str(refused) for refused in GAME.refusals(seen, seat, TEXTS[card])]
            assert bool(reasons) == all(move.card != card for move in listed)
            assert reasons == [str(refused) for refused in GAME.refusals(state, seat, TEXTS[card])]


@pytest.mark.parametrize(
    ("stones", "card", "move", "expected"),
    [
        ("0a:20 1a:25", "5H", "5H 0a>25", "1a"),
        ("0a:20 1a:24", "5H", "5H 0a>25", ""),
        ("1a:0", "KH", "KH in", "1a"),
        ("0a:20 1a:22 2b:24 1c:30", "7H", "7H 0a>25", "1a 2b"),
        ("0a:20 1a:22", "JH", "JH 0a<>1a", ""),
    ],
)
def test_T16_T17_T21_the_stones_that_a_move_hits_are_told_beforehand(
    stones: str, card: str, move: str, expected: str
) -> None:
    assert hits(position(4, stones, card), move) == expected


def test_T10_passing_a_card_hits_nobody() -> None:
    state = next(state for state in random_game(start(4), "give") if state.phase == "give")
    assert {GAME.preview(state, move) for move in GAME.moves(state, 0)} == {""}
