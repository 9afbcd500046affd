"""Zock'n'Roll's notation: `stay`, `leave two-pairs`, `leave -`, `mark pair`, `own 46 12 55`, `white 135`."""

from __future__ import annotations

from typing import Final

from stammtisch.core.chance import dice_weights
from stammtisch.core.documents import shown
from stammtisch.core.errors import BadMove
from stammtisch.core.turn import MOST_SEATS, Seat
from stammtisch.games.zocknroll.dice import dice_of
from stammtisch.games.zocknroll.moves import LEAVE, MARK, STAY, Move

MOVES: Final = {str(move): move for move in (STAY, *LEAVE.values(), *MARK.values())}
SEATS: Final = {str(seat): seat for seat in range(MOST_SEATS)}
DICE: Final = tuple({text: dice_of(text) for text, _ in dice_weights(count)} for count in range(6))
"""The dice of each text in ascending digits, by how many they are."""

WHITE_DICE: Final = (0, 3, 4, 5)
"""How many white dice are on the table after each round's roll (R3)."""


def white_added(round_: int) -> int:
    """How many white dice are rolled in that round."""
    return WHITE_DICE[round_] - WHITE_DICE[round_ - 1]


def parse_move(text: str) -> Move:
    """The move of that text."""
    move = MOVES.get(text)
    if move is None:
        raise BadMove(
            f"{shown(text)} is not a move of Zock'n'Roll: write stay, or leave or mark and a combination"
            " such as leave two-pairs, or - for none"
        )
    return move


def parse_starter(text: str, players: int) -> Seat:
    """The seat that was drawn by lot."""
    seat = SEATS.get(text, players)
    if seat >= players:
        raise BadMove(f"{shown(text)} is not a seat: the first starter is 0 to {players - 1} (R2)")
    return seat


def parse_cups(text: str, players: int, dice: int) -> tuple[int, ...]:
    """The dice under all cups, by seat."""
    known = DICE[dice]
    word, *cups = text.split(" ")
    if word != "own" or len(cups) != players or not all(cup in known for cup in cups):
        raise BadMove(
            f"{shown(text)} is not a roll of all cups: write own and {players} cups"
            f" of {dice} ascending digits from 1 to 6"
        )
    return tuple([known[cup] for cup in cups])


def parse_white(text: str, round_: int) -> int:
    """The white dice that this round adds."""
    count = white_added(round_)
    word, _, faces = text.partition(" ")
    dice = DICE[count].get(faces)
    if word != "white" or dice is None:
        wanted = f"{count} ascending digits" if count > 1 else "a digit"
        raise BadMove(
            f"{shown(text)} is not the roll of round {round_}: write white and {wanted} from 1 to 6"
        )
    return dice
