"""The notation, whose turn it is, and the options."""

from __future__ import annotations

import pytest

from stammtisch.core import BadMove, BadOptions, BadRequest, NotYourTurn
from stammtisch.games.kniffel.options import KniffelOptions

from .table import GAME, choosing, played, wandered


@pytest.mark.parametrize("text", ["keep 222", "keep -", "score twos", "keep 12345", "score large-straight"])
def test_notation_is_the_text_of_the_move(text: str) -> None:
    assert str(GAME.parse(GAME.start(1), text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "keep",
        "keep ",
        "keep 32",
        "keep 07",
        "keep 111111",
        "keep 2 2",
        "score",
        "score Twos",
        "score sevens",
        "score twos ",
        "twos",
        "roll 12345",
    ],
)
def test_notation_refuses_what_is_no_move(text: str) -> None:
    with pytest.raises(BadMove, match="not a move of Kniffel"):
        GAME.parse(GAME.load(choosing("22234")), text)


def test_only_the_seat_whose_turn_it_is_moves() -> None:
    state = played(GAME.start(2), "roll 66666", "roll 11111", "roll 12345")
    assert GAME.moves(state, 1) == ()
    with pytest.raises(NotYourTurn):
        GAME.play(state, 1, GAME.parse(state, "score chance"))


def test_nobody_moves_while_dice_are_to_fall_and_nothing_falls_while_one_chooses() -> None:
    state = GAME.start(1)
    assert GAME.moves(state, 0) == ()
    with pytest.raises(NotYourTurn):
        GAME.play(state, 0, GAME.parse(state, "score chance"))
    state = played(state, "roll 12345")
    with pytest.raises(BadRequest):
        GAME.chance(state)
    with pytest.raises(BadRequest):
        GAME.fall(state, "roll 12345")


def test_options_have_the_defaults_of_the_sheet() -> None:
    assert GAME.options({}, 2) == KniffelOptions(joker="forced", kniffel_bonus=100, games=1)


@pytest.mark.parametrize("options", [{"joker": "wild"}, {"kniffel_bonus": -1}, {"games": 0}, {"decks": 2}])
def test_options_refuse_what_is_not_agreed_on(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        GAME.options(options, 2)


def test_every_listed_move_is_listed_once_and_can_be_played() -> None:
    for state in wandered(2, KniffelOptions(), "listed"):
        moves = GAME.moves(state, state.turn)
        assert len(set(moves)) == len(moves)
        for move in moves:
            assert GAME.parse(state, str(move)) == move
            GAME.play(state, state.turn, move)
