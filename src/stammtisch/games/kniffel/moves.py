"""What the player to move may keep and fill (K3, K4)."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from stammtisch.games.kniffel.boxes import BOXES
from stammtisch.games.kniffel.dice import DICE, keepable

NOTHING: Final = -1


class Move(NamedTuple):
    """A decision, by its text: the box it fills, or the dice it keeps."""

    text: str
    box: int = NOTHING
    kept: int = NOTHING

    def __str__(self) -> str:
        return self.text


SCORES: Final = tuple(Move(f"score {name}", box=box) for box, name in enumerate(BOXES))
KEEPS: Final = tuple(Move(f"keep {text or '-'}", kept=dice) for dice, text in enumerate(DICE))
"""The move that keeps each choice of dice; those that keep all five are never allowed (K3)."""


@cache
def scores(boxes: int) -> tuple[Move, ...]:
    """The moves that fill one of these boxes."""
    return tuple(move for move in SCORES if boxes >> move.box & 1)


@cache
def keeps(hand: int) -> tuple[Move, ...]:
    """The moves that keep some of these dice, four at most (K3)."""
    return tuple(KEEPS[kept] for kept in keepable(hand))
