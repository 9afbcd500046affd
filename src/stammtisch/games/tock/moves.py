"""A move of Tock."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from mypy_extensions import i64, mypyc_attr

from stammtisch.core.value import Value
from stammtisch.games.tock.cards import NO_CARD, RANKS, TEXTS, Card, Rank

Stone: TypeAlias = i64
"""Four times the seat plus 0–3 for a–d."""
Place: TypeAlias = i64
"""A track field from 0, a house cell `HOUSE` + 1…4, `CENTER` or `RESERVE`."""

LETTERS: Final = "abcd"
STONES: Final = len(LETTERS)
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


@final
@mypyc_attr(free_list_len=1)
class Move(Value):
    """A decision: its kind, the card, the rank a joker stands for, a stone and its goal.

    The goal is a place, negative for a field beyond every track; of a swap it is the other stone,
    of a draw the seat drawn from.
    """

    __slots__ = ("card", "goal", "kind", "rank", "stone")

    def __init__(
        self, kind: str, card: Card = NO_CARD, rank: Rank = NO_RANK, stone: Stone = -1, goal: i64 = -1
    ) -> None:
        self.kind: Final = kind
        self.card: Final = card
        self.rank: Final = rank
        self.stone: Final = stone
        self.goal: Final = goal

    def key(self) -> tuple[object, ...]:
        return (self.kind, self.card, self.rank, self.stone, self.goal)

    def __eq__(self, other: object) -> bool:
        # Played moves are looked up in long lists: this is faster than comparing keys.
        return (
            isinstance(other, Move)
            and self.goal == other.goal
            and self.stone == other.stone
            and self.card == other.card
            and self.rank == other.rank
            and self.kind == other.kind
        )

    def __hash__(self) -> int:
        return hash(self.key())

    def __str__(self) -> str:
        card = TEXTS[self.card] if self.rank == NO_RANK else f"{TEXTS[self.card]}={RANKS[self.rank]}"
        kind = self.kind
        if kind == GO:
            return f"{card} {STONE_TEXTS[self.stone]}>{_goal_text(self.goal)}"
        if kind == PART:
            return f"{STONE_TEXTS[self.stone]}>{_goal_text(self.goal)}"
        if kind == SWAP:
            return f"{card} {STONE_TEXTS[self.stone]}<>{STONE_TEXTS[self.goal]}"
        if kind == ENTER:
            return f"{card} in"
        if kind == GIVE_CARD:
            return f"give {card}"
        if kind == DRAW_CARD:
            return f"{card} draw {self.goal}"
        return f"center {card} {STONE_TEXTS[self.stone]}" if kind == INTO_CENTER else kind


def among(moves: tuple[Move, ...], move: Move) -> bool:
    """Whether the move is one of these; compiled, this is faster than `in`."""
    for other in moves:  # noqa: SIM110 -- any() is slower here
        if other is move or other == move:
            return True
    return False


END_TURN: Final = Move(END)
FOLD_HAND: Final = Move(FOLD)


STONE_TEXTS: Final = tuple(f"{seat}{letter}" for seat in range(8) for letter in LETTERS)
"""Each stone by its seat and letter, such as 0a."""


def _place_text(place: Place) -> str:
    if place < HOUSE:
        return str(place)
    if place < CENTER:
        return f"h{place - HOUSE}"
    return "c" if place == CENTER else "-"


PLACE_TEXTS: Final = tuple(_place_text(place) for place in range(RESERVE + 1))
"""Each place as it stands in moves and documents."""


def _goal_text(goal: int) -> str:
    return PLACE_TEXTS[goal] if goal >= 0 else str(-goal)
