"""Dealing (T8, T9): from the stock and, when it runs out, from the shuffled discard pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import perm
from typing import Final, TypeAlias

from stammtisch.core.chance import LISTED_AT_MOST, Chance, Listed, Sampled, Source
from stammtisch.core.errors import BadMove
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import CARDS, PACK, TEXTS, Card
from stammtisch.games.tock.state import CARDS_BY_ROUND, State

Pile: TypeAlias = Counter[Card]

_PACK: Final[Pile] = Counter(PACK)


def in_turn(players: int, places: tuple[Seat, ...], seat: Seat) -> list[Seat]:
    """The players who are not done, clockwise from the seat's left, the seat itself last (T27)."""
    return [other % players for other in range(seat + 1, seat + 1 + players) if other % players not in places]


def receivers(state: State) -> list[Seat]:
    """Who gets cards, in dealing order from the dealer's left (T8)."""
    return in_turn(state.setup.players, state.places, state.dealer)


def cards_to_deal(state: State) -> int:
    """How many cards this deal takes."""
    return CARDS_BY_ROUND[(state.round - 1) % len(CARDS_BY_ROUND)] * len(receivers(state))


def stock(state: State) -> Pile:
    """The stock between rounds: every card that does not lie on the discard pile."""
    return _PACK - Counter(state.discard)


def deal_chance(state: State) -> Chance:
    """Every deal, exactly where few enough can be listed."""
    cards = cards_to_deal(state)
    first = stock(state)
    from_stock = min(cards, first.total())
    second = Counter(state.discard)
    from_discard = cards - from_stock
    at_least = perm(len(first), min(from_stock, len(first))) * perm(
        len(second), min(from_discard, len(second))
    )
    if at_least <= LISTED_AT_MOST:
        deals = _weighted_deals(first, from_stock, second, from_discard)
        listed = [deal for deal, _ in zip(deals, range(LISTED_AT_MOST + 1), strict=False)]
        if len(listed) <= LISTED_AT_MOST:
            return Listed(listed)

    def draw(source: Source) -> str:
        drawn = source.shuffled(sorted(first.elements()), from_stock)
        drawn += source.shuffled(sorted(state.discard), from_discard)
        return " ".join(TEXTS[card] for card in drawn)

    return Sampled(draw)


def _weighted_deals(
    first: Pile, from_first: int, second: Pile, from_second: int
) -> Iterator[tuple[str, int]]:
    for head, head_ways in _orders(first, from_first):
        for tail, tail_ways in _orders(second, from_second):
            yield " ".join(TEXTS[card] for card in (*head, *tail)), head_ways * tail_ways


def _orders(pile: Pile, take: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Each order in which so many cards may come from the pile, with its number of ways."""
    if take == 0:
        yield (), 1
        return
    for card in sorted(pile):
        if pile[card]:
            for rest, ways in _orders(pile - Counter([card]), take - 1):
                yield (card, *rest), ways * pile[card]


def parse_deal(state: State, text: str) -> list[Card]:
    """The cards of a deal, or `BadMove` where they cannot come in this order."""
    words = text.split(" ")
    wrong = [word for word in words if word not in CARDS]
    if wrong:
        raise BadMove(f"{wrong[0][:20]!r} is no card: rank A 2 … 9 T J Q K and suit C D H S, or X")
    cards = [CARDS[word] for word in words]
    if len(cards) != cards_to_deal(state):
        raise BadMove(
            f"a deal of {len(cards)} cards, but {cards_to_deal(state)} are dealt in this round (T8)"
        )
    pile = stock(state)
    from_stock = min(len(cards), pile.total())
    missing = Counter(cards[:from_stock]) - pile or Counter(cards[from_stock:]) - Counter(state.discard)
    if missing:
        raise BadMove(
            f"{TEXTS[next(iter(missing))]} cannot be dealt so often: the stock does not hold it (T9)"
        )
    return cards


def hands_of(state: State, cards: list[Card]) -> tuple[tuple[Card, ...], ...]:
    """The hands by seat, dealt one by one (T8)."""
    order = receivers(state)
    hands: list[tuple[Card, ...]] = [()] * state.setup.players
    for index, seat in enumerate(order):
        hands[seat] = tuple(sorted(cards[index :: len(order)]))
    return tuple(hands)
