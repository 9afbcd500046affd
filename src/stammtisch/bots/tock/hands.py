"""What cards in the hand are worth, in the logits of `evaluation`."""

from __future__ import annotations

from typing import Final

from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import Card, rank_of
from stammtisch.games.tock.legal import ENTERING
from stammtisch.games.tock.moves import RESERVE, STONES
from stammtisch.games.tock.state import PLACE, TRACK_END, Setup, Stones

KEEP: Final = (
    # A  2     3     4     5     6     7     8     9     T     J     Q     K     joker
    0.14, 0.02, 0.03, 0.08, 0.02, 0.02, 0.12, 0.02, 0.02, 0.02, 0.12, 0.02, 0.12, 0.28,
)  # fmt: skip
"""What a card still in the hand is worth, by rank."""
UNSEEN: Final = 0.07
"""What a card is worth that is about to be drawn."""
LET_IN: Final = 0.12
"""What an entering card adds where nothing else could be played."""


def stuck(board: Setup, stones: Stones, seat: Seat) -> bool:
    """Whether the seat waits for a card that lets a stone enter: some in reserve, none on the track."""
    first = board.controlled(stones, seat) * STONES
    places = [code & PLACE for code in stones[first : first + STONES]]
    return RESERVE in places and min(places) >= TRACK_END


def hand_worth(board: Setup, stones: Stones, seat: Seat, hand: tuple[Card, ...]) -> float:
    """All cards together; nothing where none of them lets a stone enter that must."""
    ranks = [rank_of(card) for card in hand]
    worth = sum([KEEP[rank] for rank in ranks])
    if not stuck(board, stones, seat):
        return worth
    return worth + LET_IN if any(rank in ENTERING for rank in ranks) else 0.0


def gift_worth(board: Setup, stones: Stones, seat: Seat, card: Card) -> float:
    """What one more card is worth to a seat whose hand is unknown."""
    rank = rank_of(card)
    return KEEP[rank] + (LET_IN if rank in ENTERING and stuck(board, stones, seat) else 0.0)
