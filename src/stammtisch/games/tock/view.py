"""What a seat may know, and states that it cannot tell from the real one."""

from __future__ import annotations

from collections import Counter

from stammtisch.core.chance import Source
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import HIDDEN, NO_CARD, PACK, Card, with_card, without
from stammtisch.games.tock.playing import receiver_of
from stammtisch.games.tock.state import GIVE, Hands, State


def seen_by(state: State, seat: Seat | None) -> State:
    """The state with `HIDDEN` for every card the seat may not know (T10)."""
    hands = tuple(hand if owner == seat else (HIDDEN,) * len(hand) for owner, hand in enumerate(state.hands))
    given = tuple(
        card if card == NO_CARD or seat in _knowing(state, giver) else HIDDEN
        for giver, card in enumerate(state.given)
    )
    return _with_cards(state, hands, given)


def _knowing(state: State, giver: Seat) -> tuple[Seat, ...]:
    """Who knows the card passed on: the giver and, after the exchange, the receiver (T10)."""
    return (giver,) if state.phase == GIVE else (giver, receiver_of(state, giver))


def _with_cards(state: State, hands: Hands, given: tuple[Card, ...]) -> State:
    return State(
        state.setup,
        state.phase,
        state.turn,
        state.dealer,
        state.round,
        state.stones,
        hands,
        given,
        state.discard,
        state.places,
        state.left,
        state.joker,
        state.moved,
        state.center,
        state.draw_from,
    )


def guess(seen: State, seat: Seat, source: Source) -> State:
    """A full state with the same view for the seat: unseen cards are drawn at random.

    A card the seat passed on in this round stays with its receiver, unless one like it has
    been discarded since.
    """
    known = Counter(seen.discard) + Counter(seen.hands[seat])
    if seen.phase == GIVE:
        known += Counter(card for card in seen.given if card not in (NO_CARD, HIDDEN))
    unseen = tuple(sorted((Counter(PACK) - known).elements()))
    fixed: dict[Seat, Card] = {}
    passed_on = seen.given[seat] if seen.phase != GIVE and seen.given else NO_CARD
    if passed_on in unseen and passed_on not in seen.discard:
        receiver = receiver_of(seen, seat)
        if receiver != seat and seen.hands[receiver]:
            fixed[receiver] = passed_on
            unseen = without(unseen, passed_on)
    pool = source.shuffled(unseen, len(unseen))
    hands = []
    for owner, hand in enumerate(seen.hands):
        hidden = hand.count(HIDDEN) - (owner in fixed)
        drawn = tuple(sorted(pool.pop() for _ in range(hidden))) if HIDDEN in hand else hand
        hands.append(with_card(drawn, fixed[owner]) if owner in fixed else drawn)
    given = [
        _guessed_gift(seen, giver, hands, pool, source) if card == HIDDEN else card
        for giver, card in enumerate(seen.given)
    ]
    return _with_cards(seen, tuple(hands), tuple(given))


def _guessed_gift(
    seen: State, giver: Seat, hands: list[tuple[Card, ...]], pool: list[Card], source: Source
) -> Card:
    """A card that may have been passed on: one of the receiver's, else one that has been played."""
    if seen.phase == GIVE:
        return pool.pop()
    where = hands[receiver_of(seen, giver)] or tuple(seen.discard) or tuple(pool)
    return where[source.below(len(where))]
