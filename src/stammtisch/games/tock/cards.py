"""The 110 cards (T7): two packs of 52 and six jokers."""

from __future__ import annotations

from typing import Final, TypeAlias

from mypy_extensions import i64

Card: TypeAlias = i64
"""Rank times four plus suit; equal cards of the two packs are the same.

`i64` is a whole number like any other, and where the rules are compiled, one that fits a machine word.
"""
Rank: TypeAlias = i64
Pile: TypeAlias = bytes
"""Cards one on the other, a byte each: the discard pile is copied with every card that it gets."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"

ACE: Final = 0
TWO: Final = 1
THREE: Final = 2
FOUR: Final = 3
SEVEN: Final = 6
JACK: Final = 10
KING: Final = 12
JOKER_RANK: Final = 13

JOKER: Final = 52
HIDDEN: Final = 53
"""A card that the viewer may not know."""
NO_CARD: Final = -1

TEXTS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "X", "?")
"""The text of each card, by its number."""
CARDS: Final = {text: card for card, text in enumerate(TEXTS) if card != HIDDEN}

PACK: Final = tuple(card for card in range(JOKER) for _ in range(2)) + (JOKER,) * 6
COPIES: Final = tuple(PACK.count(card) for card in range(JOKER + 1))

PILES: Final = tuple(bytes((card,)) for card in range(HIDDEN + 1))
"""Each card as a pile of its own."""

STEPS: Final[tuple[tuple[i64, ...], ...]] = (
    (1, 11),
    (2,),
    (3,),
    (4,),
    (5,),
    (6,),
    (),
    (8,),
    (9,),
    (10,),
    (),
    (12,),
    (13,),
)
"""How far a stone goes forward, by rank (T13); the seven is split, the jack swaps."""


def rank_of(card: Card) -> Rank:
    """The rank of a card, `JOKER_RANK` for a joker."""
    return card >> 2


def different(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a hand, each once; equal cards are next to each other in a hand."""
    for index in range(1, len(hand)):
        if hand[index] == hand[index - 1]:
            return different(hand[:index] + hand[index + 1 :])
    return hand


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand without one such card."""
    index = 0
    while hand[index] != card:
        index += 1
    return hand[:index] + hand[index + 1 :]


def with_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand with one more card, in order: the same cards are the same hand."""
    index = 0
    while index < len(hand) and hand[index] < card:
        index += 1
    return hand[:index] + (card,) + hand[index:]  # noqa: RUF005 -- compiled, faster than unpacking
