"""Dealing (T8, T9): from the stock and, when it runs out, from the shuffled discard pile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import perm
from typing import TypeAlias

from mypy_extensions import i64

from stammtisch.core.chance import LISTED_AT_MOST, Chance, Listed, Sampled, Source
from stammtisch.core.documents import shown
from stammtisch.core.errors import BadMove
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import CARDS, COPIES, NO_CARD, PACK, TEXTS, Card, Pile
from stammtisch.games.tock.state import CARDS_BY_ROUND, State

Counts: TypeAlias = list[i64]
"""How many there are of each card, by its number."""


def in_turn(players: int, places: tuple[Seat, ...], seat: Seat) -> list[Seat]:
    """The players who are not done, clockwise from the seat's left, the seat itself last (T27)."""
    return [other % players for other in range(seat + 1, seat + 1 + players) if other % players not in places]


def receivers(state: State) -> list[Seat]:
    """Who gets cards, in dealing order from the dealer's left (T8)."""
    return in_turn(state.setup.players, state.places, state.dealer)


def cards_each(state: State) -> int:
    """How many cards each player gets in this round (T8)."""
    return CARDS_BY_ROUND[(state.round - 1) % len(CARDS_BY_ROUND)]


def cards_to_deal(state: State) -> int:
    """How many cards this deal takes."""
    return cards_each(state) * (state.setup.players - len(state.places))


def stock(state: State) -> Counts:
    """The stock between rounds: every card that is not on the discard pile."""
    return _counted(state.discard, list(COPIES), -1)


def _left_in_stock(state: State) -> int:
    return len(PACK) - len(state.discard)


def _counted(pile: Pile, counts: Counts, each: i64) -> Counts:
    """The counts with `each` more for every card of the pile."""
    for index in range(len(pile)):  # compiled, faster than a loop over the bytes themselves
        card = pile[index]
        counts[card] = counts[card] + each
    return counts


def deal_chance(state: State) -> Chance:
    """Every deal, with exact probabilities where few enough can be listed."""
    first = stock(state)
    cards = cards_to_deal(state)
    from_stock = min(cards, _left_in_stock(state))
    from_discard = cards - from_stock
    second = _counted(state.discard, [0] * len(COPIES), 1) if from_discard else []
    if _at_least(first, from_stock) * _at_least(second, from_discard) <= LISTED_AT_MOST:
        deals = _weighted_deals(first, from_stock, second, from_discard)
        listed = list(islice(deals, LISTED_AT_MOST + 1))
        if len(listed) <= LISTED_AT_MOST:
            return Listed(listed)

    def draw(source: Source) -> str:
        drawn = source.shuffled(_spread(first), from_stock)
        if from_discard:
            drawn += source.shuffled(_spread(second), from_discard)
        return " ".join(drawn)

    return Sampled(draw)


def _spread(pile: Counts) -> list[str]:
    """The text of every card of the pile, in order."""
    texts: list[str] = []
    end = 0
    for card, number in enumerate(pile):
        end += number
        while len(texts) < end:
            texts.append(TEXTS[card])
    return texts


def _at_least(pile: Counts, take: int) -> int:
    """A lower bound of the number of different orders of `take` cards from the pile.

    Four of eight different cards have more orders than are ever listed, so no more are looked at.
    """
    different = 0
    for number in pile:
        if number > 0:
            different += 1
        if different == 8:
            break
    return perm(different, min(take, different))


def _weighted_deals(
    first: Counts, from_first: int, second: Counts, from_second: int
) -> Iterator[tuple[str, int]]:
    for head, head_ways in _orders(first, from_first):
        for tail, tail_ways in _orders(second, from_second):
            yield " ".join(TEXTS[card] for card in (*head, *tail)), head_ways * tail_ways


def _orders(pile: Counts, take: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Each order in which `take` cards may come from the pile, with its number of ways."""
    if take == 0:
        yield (), 1
        return
    for card, number in enumerate(pile):
        if number:
            less = [*pile[:card], number - 1, *pile[card + 1 :]]
            for rest, ways in _orders(less, take - 1):
                yield (card, *rest), ways * number


def parse_deal(state: State, text: str) -> tuple[list[Card], bool]:
    """The cards of a deal and whether the discard pile went in; `BadMove` where they cannot be dealt."""
    cards = [_parse_card(word) for word in text.split(" ")]
    needed = cards_to_deal(state)
    if len(cards) != needed:
        raise BadMove(f"a deal of {len(cards)} cards, but {needed} are dealt in this round (T8)")
    pile = stock(state)
    from_stock = min(needed, _left_in_stock(state))
    _take(cards[:from_stock], pile)
    if from_stock < needed:
        _take(cards[from_stock:], _counted(state.discard, [0] * len(COPIES), 1))
    return cards, from_stock < needed


def _parse_card(word: str) -> Card:
    card = CARDS.get(word, NO_CARD)
    if card == NO_CARD:
        raise BadMove(f"{shown(word)} is not a card: write a rank A 2 … 9 T J Q K and a suit C D H S, or X")
    return card


def _take(cards: list[Card], pile: Counts) -> None:
    for card in cards:
        left = pile[card] - 1
        pile[card] = left
        if left < 0:
            raise BadMove(f"{TEXTS[card]} cannot be dealt: no more of it is in the stock (T9)")


def hands_of(state: State, cards: list[Card]) -> tuple[tuple[Card, ...], ...]:
    """The hands by seat, dealt one by one (T8)."""
    order = receivers(state)
    hands: list[tuple[Card, ...]] = [()] * state.setup.players
    for index, seat in enumerate(order):
        hand = cards[index :: len(order)]
        hand.sort()
        hands[seat] = tuple(hand)
    return tuple(hands)
