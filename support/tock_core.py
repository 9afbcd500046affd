"""Plays random games of Tock with the rules and with their form for search at once, and compares."""

from __future__ import annotations

from typing import Final

import numpy as np

from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.core.turn import Over, Throw
from stammtisch.games.tock import Tock
from stammtisch.games.tock.cards import CARDS
from stammtisch.games.tock.state import DRAW, NOBODY, State
from stammtisch.solve.tock.dealing import deal_cards, draw_card
from stammtisch.solve.tock.legal import list_moves
from stammtisch.solve.tock.playing import play
from stammtisch.solve.tock.position import (
    DEALER,
    MOST_MOVES,
    Board,
    Position,
    board_of,
    code_of,
    move_of,
    position_of,
)

TABLES: Final[list[tuple[int, Document]]] = [
    (2, {}),
    (2, {"board": "dog", "play_on": True}),
    (3, {"play_on": True}),
    (3, {"board": "dog", "house_entry": "twice"}),
    (4, {}),
    (4, {"canadian_seven": True, "no_joker_finish": True}),
    (4, {"board": "dog", "no_joker_finish": True}),
    (4, {"board": "dog", "house_entry": "twice", "canadian_seven": True}),
    (5, {}),
    (5, {"board": "dog", "play_on": True}),
    (6, {"no_joker_finish": True}),
    (6, {"board": "dog", "house_entry": "twice"}),
    (8, {}),
    (8, {"board": "dog", "canadian_seven": True}),
    (8, {"board": "dog", "house_entry": "twice", "no_joker_finish": True}),
]
"""All numbers of players, boards and agreements."""

_GAME: Final = Tock()


def agreeing_steps(players: int, options: Document, seed: str) -> int:
    """Play a random game; an `AssertionError` where the two differ, else how many steps it took."""
    state = _GAME.start(players, _GAME.options(options, players))
    board, position = board_of(state.setup), position_of(state)
    source = Seeded(seed)
    steps = 0
    while not isinstance(turn := _GAME.turn(state), Over):
        if isinstance(turn, Throw):
            state = _fallen(state, board, position, source)
        else:
            seat = turn.seats[source.below(len(turn.seats))]
            state = _moved(state, board, position, seat, source)
        assert np.array_equal(position, position_of(state)), f"{seed}: {_GAME.dump(state)}"
        steps += 1
    return steps


def _fallen(state: State, board: Board, position: Position, source: Seeded) -> State:
    text = _GAME.chance(state).sample(source)
    if state.dealer == NOBODY:
        position[DEALER] = int(text)
    elif state.phase == DRAW:
        draw_card(board, position, CARDS[text])
    else:
        deal_cards(board, position, np.array([CARDS[word] for word in text.split()], np.int64))
    return _GAME.fall(state, text)[0]


def _moved(state: State, board: Board, position: Position, seat: int, source: Seeded) -> State:
    moves = _GAME.moves(state, seat)
    codes = np.empty(MOST_MOVES, np.int64)
    listed = codes[: list_moves(board, position, seat, codes, suits=True)]
    found = sorted(str(move_of(int(code))) for code in listed)
    assert found == sorted(map(str, moves)), f"{_GAME.dump(state)}"
    move = moves[source.below(len(moves))]
    play(board, position, seat, code_of(move))
    return _GAME.play(state, seat, move)[0]
