"""Kniffel's notation: `roll 34`, `keep 222`, `keep -`, `score twos`."""

from __future__ import annotations

from typing import Final

from stammtisch.core.documents import shown
from stammtisch.core.errors import BadMove
from stammtisch.games.kniffel.boxes import BOXES
from stammtisch.games.kniffel.dice import ALL_DICE, DICE, rolled
from stammtisch.games.kniffel.moves import KEEPS, SCORES, Move

MOVES: Final = {move.text: move for move in (*SCORES, *KEEPS)}


def parse_move(text: str) -> Move:
    """The move of that text."""
    move = MOVES.get(text)
    if move is None:
        raise BadMove(
            f"{shown(text)} is not a move of Kniffel: write keep and ascending dice such as keep 222,"
            f" keep - for none, or score and one of {', '.join(BOXES)}"
        )
    return move


def parse_roll(kept: int, text: str) -> int:
    """The hand after that roll of the dice that were not kept."""
    hand = rolled(kept).get(text)
    if hand is None:
        count = ALL_DICE - len(DICE[kept])
        raise BadMove(
            f"{shown(text)} is not a roll here: write roll and {count} ascending digits from 1 to 6"
        )
    return hand
