"""ZOCK's notation: `63`, `3+6`, `none`, `object`, `throw`."""

from __future__ import annotations

from typing import Final

from stammtisch.core.documents import shown
from stammtisch.core.errors import BadMove
from stammtisch.games.zock.moves import COVERS, NONE, OBJECT, THROW, THROWS, Move

MOVES: Final = {move.text: move for move in (*COVERS[1:], NONE, OBJECT, THROW)}
DICE: Final = {text: index for index, text in enumerate(THROWS)}


def parse_move(text: str) -> Move:
    """The move of that text."""
    move = MOVES.get(text)
    if move is None:
        raise BadMove(
            f"{shown(text)} is not a move of ZOCK: write fields in ascending order such as 3+6,"
            " or none, object or throw"
        )
    return move


def parse_dice(text: str) -> int:
    """The roll of that text."""
    dice = DICE.get(text)
    if dice is None:
        raise BadMove(f"{shown(text)} is not a roll of two dice: write two digits from 1 to 6, larger first")
    return dice
