"""A move of Tock."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from stammtisch.games.tock.cards import NO_CARD, RANKS, TEXTS, Card, Rank

Stone: TypeAlias = int
"""Four times the seat plus 0–3 for a–d."""
Place: TypeAlias = int
"""A track field from 0, a house cell `HOUSE` + 1…4, `CENTER` or `RESERVE`."""

STONES: Final = 4
HOUSE: Final = 200
CENTER: Final = 210
RESERVE: Final = 211

GIVE_CARD: Final = "give"
ENTER: Final = "enter"
GO: Final = "go"
PART: Final = "part"
SWAP: Final = "swap"
DRAW_CARD: Final = "draw"
INTO_CENTER: Final = "center"
END: Final = "end"
FOLD: Final = "fold"

NO_RANK: Final = -1


class Move(NamedTuple):
    """A decision: its kind, the card, the rank a joker stands for, a stone and its goal.

    The goal is a place; of a swap it is the other stone, of a draw the seat drawn from.
    """

    kind: str
    card: Card = NO_CARD
    rank: Rank = NO_RANK
    stone: Stone = -1
    goal: int = -1

    def __str__(self) -> str:
        card = TEXTS[self.card] if self.rank == NO_RANK else f"{TEXTS[self.card]}={RANKS[self.rank]}"
        kind = self.kind
        if kind == GO:
            return f"{card} {STONE_TEXTS[self.stone]}>{PLACE_TEXTS[self.goal]}"
        if kind == PART:
            return f"{STONE_TEXTS[self.stone]}>{PLACE_TEXTS[self.goal]}"
        if kind == SWAP:
            return f"{card} {STONE_TEXTS[self.stone]}<>{STONE_TEXTS[self.goal]}"
        if kind == ENTER:
            return f"{card} in"
        if kind == GIVE_CARD:
            return f"give {card}"
        if kind == DRAW_CARD:
            return f"{card} draw {self.goal}"
        return f"center {card} {STONE_TEXTS[self.stone]}" if kind == INTO_CENTER else kind


made: Final = lru_cache(maxsize=1 << 16)(Move)
"""A move that may have been made before: faster than making it again."""

END_TURN: Final = Move(END)
FOLD_HAND: Final = Move(FOLD)


STONE_TEXTS: Final = tuple(f"{seat}{letter}" for seat in range(8) for letter in "abcd")
"""Each stone by its seat and letter, such as 0a."""


def _place_text(place: Place) -> str:
    if place < HOUSE:
        return str(place)
    if place < CENTER:
        return f"h{place - HOUSE}"
    return "c" if place == CENTER else "-"


PLACE_TEXTS: Final = tuple(_place_text(place) for place in range(RESERVE + 1))
"""Each place as it stands in moves and documents."""
