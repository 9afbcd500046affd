"""The form of Tock's rules that search and training use agrees with the rules."""

from __future__ import annotations

import pytest

from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.games.tock.rules import Tock
from stammtisch.games.tock.state import GIVE
from stammtisch.solve.tock.playing import play
from stammtisch.solve.tock.position import (
    CARD_KINDS,
    HANDS,
    HELD,
    board_of,
    code_of,
    hand_of,
    position_of,
)
from support.tock_core import TABLES, agreeing_steps


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_every_move_and_position_of_random_games_is_the_same(players: int, options: Document) -> None:
    assert agreeing_steps(players, options, "agreement 0") > 100


def test_cards_that_a_seat_does_not_see_are_in_no_hand_once_all_have_given() -> None:
    """A hidden card has no place in a hand: with eight players it was written behind the position."""
    game, source = Tock(), Seeded("the last to give")
    state = game.start(8, game.options({}, 8))
    while state.phase != GIVE:
        state = game.fall(state, game.chance(state).sample(source))[0]
    for seat in range(7):
        state = game.play(state, seat, game.moves(state, seat)[0])[0]
    seen = game.load(game.view(state, 7), viewer=7)
    after = position_of(seen)
    play(board_of(seen.setup), after, 7, code_of(game.moves(seen, 7)[0]))
    own = hand_of(7)
    assert after[HELD : HELD + 8].tolist() == [6] * 8
    assert after[HANDS:own].sum() == 1, "its partner has the card that it passed on"
    assert after[own : own + CARD_KINDS].sum() == 5
