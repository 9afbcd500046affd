"""What a move does: cards passed on, stones moved, hit, swapped, and whose turn is next."""

from __future__ import annotations

from typing import Final, TypeVar

from stammtisch.core.event import Event, Events
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import NO_CARD, PILES, SEVEN, TEXTS, Card, Pile, rank_of, with_card, without
from stammtisch.games.tock.deal import in_turn
from stammtisch.games.tock.legal import SEVEN_STEPS
from stammtisch.games.tock.moves import (
    CENTER,
    DRAW_CARD,
    END,
    ENTER,
    FOLD,
    GIVE_CARD,
    GO,
    HOUSE,
    INTO_CENTER,
    PART,
    PLACE_TEXTS,
    RESERVE,
    STONE_TEXTS,
    STONES,
    SWAP,
    Move,
    Place,
    Stone,
)
from stammtisch.games.tock.seven import after_part
from stammtisch.games.tock.state import (
    CENTER_PHASE,
    DEAL,
    DRAW,
    GIVE,
    NOBODY,
    OVER,
    PLACE,
    PLAY,
    PROTECTED,
    SEVEN_PHASE,
    TRACK_END,
    Hands,
    State,
    Stones,
    all_home,
)
from stammtisch.games.tock.steps import (
    BACKWARD,
    Hits,
    moved_along,
    placed,
    put_on,
    standing_on,
    steps_to,
)

T = TypeVar("T")

_PLAYED: Final = tuple(
    tuple(Event("played", seat, text) for text in TEXTS) for seat in range(len(STONE_TEXTS) // STONES)
)
_FROM_TEXTS: Final = tuple(f" {text}>" for text in PLACE_TEXTS)
_HIT: Final = tuple(Event("hit", stone // STONES, text) for stone, text in enumerate(STONE_TEXTS))


def played(state: State, seat: Seat, move: Move) -> tuple[State, Events]:
    """The position after a legal move."""
    events: list[Event] = []
    after = _after(state, seat, move, events)
    return after, tuple(events)


def _after(state: State, seat: Seat, move: Move, events: list[Event]) -> State:
    """The position after the move; what happens is added to the events, here and below."""
    kind = move.kind
    if kind == GIVE_CARD:
        return _given(state, seat, move.card, events)
    if kind == PART:
        return _part(state, state.hands, state.discard, state.left, state.joker, move, events)
    if kind == FOLD:
        return _folded(state, events)
    if kind == END:
        events.append(Event("stayed-out", seat))
        return next_turn(state, state.stones, state.hands, state.discard, state.places)
    hands = _replaced(state.hands, seat, without(state.hands[seat], move.card))
    discard = state.discard + PILES[move.card]
    events.append(_PLAYED[seat][move.card])
    if kind == INTO_CENTER:
        return _into_center(state, hands, discard, move.stone, events)
    if kind == DRAW_CARD:
        return state.then(DRAW, seat, state.stones, hands, discard, state.places, draw_from=move.goal)
    if kind == GO and SEVEN in (move.rank, rank_of(move.card)):
        joker = rank_of(move.card) != SEVEN
        return _part(state, hands, discard, SEVEN_STEPS, joker, move, events)
    if kind == ENTER:
        stones, moved = _entered(state, events)
    elif kind == SWAP:
        stones, moved = _swapped(state, move.stone, move.goal, events)
    else:
        stones, moved = _gone(state, move.stone, move.goal, events)
    return _card_done(state, stones, hands, discard, moved, move.stone, events)


def _replaced(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """What each seat has, with something else for this one."""
    after = list(items)
    after[seat] = item
    return tuple(after)


def _given(state: State, seat: Seat, card: Card, events: list[Event]) -> State:
    """A card passed on face down; all at once when the last has chosen (T10)."""
    hands = _replaced(state.hands, seat, without(state.hands[seat], card))
    given = _replaced(state.given, seat, card)
    events.append(Event("gave", seat, TEXTS[card], (seat,)))
    phase, turn = GIVE, NOBODY
    if len(state.to_give()) == 1:
        hands = _passed_on(state, hands, given, events)
        phase, turn = PLAY, _next_with_cards(state, hands, state.dealer)
    return State(
        state.setup,
        phase,
        turn,
        state.dealer,
        state.round,
        state.stones,
        hands,
        given,
        state.discard,
        state.places,
    )


def _passed_on(state: State, hands: Hands, given: tuple[Card, ...], events: list[Event]) -> Hands:
    """The hands with the cards that everybody has passed on."""
    after = list(hands)
    for giver, card in enumerate(given):
        if card != NO_CARD:
            receiver = receiver_of(state, giver)
            after[receiver] = with_card(after[receiver], card)
            events.append(Event("received", receiver, TEXTS[card], (giver, receiver)))
    return tuple(after)


def receiver_of(state: State, giver: Seat) -> Seat:
    """Who gets the card that this seat passes on: the partner, or the left neighbour (T10).

    A player who was done before this round has given nothing and is passed over (T27).
    """
    if state.setup.teams:
        return state.setup.partners[giver]
    players = state.setup.players
    others = [other % players for other in range(giver + 1, giver + players)]
    return next(
        (other for other in others if other not in state.places or state.given[other] != NO_CARD), giver
    )


def _folded(state: State, events: list[Event]) -> State:
    """No card can be played: the whole hand is discarded (T12)."""
    hand = state.hands[state.turn]
    hands = _replaced(state.hands, state.turn, ())
    events.append(Event("folded", state.turn, " ".join([TEXTS[card] for card in hand])))
    return next_turn(state, state.stones, hands, state.discard + bytes(hand), state.places)


def _entered(state: State, events: list[Event]) -> tuple[Stones, Hits]:
    """The first reserve stone on its owner's start, protected (T17, T18)."""
    seat = state.setup.controlled(state.stones, state.turn)
    stone = state.stones.index(RESERVE, seat * STONES)
    start = state.setup.starts[seat]
    hits = standing_on(state.stones, start)
    _add_events("entered", state, stone, start, hits, events)
    return placed(state.stones, stone, start | PROTECTED, hits), (stone,)


def _gone(state: State, stone: Stone, goal: Place, events: list[Event]) -> tuple[Stones, Hits]:
    """One stone goes its steps, or out of the centre; a stone on the goal is hit (T15, T16, T36)."""
    setup = state.setup
    code = state.stones[stone]
    place = code & PLACE
    moved: Hits = (stone,)
    after = goal
    hits: Hits = ()
    if goal < TRACK_END:
        hits = standing_on(state.stones, goal)
        if place == CENTER:
            after = put_on(setup, stone, code, goal)
            moved = ()
        else:
            back = (place - goal) % setup.size == BACKWARD
            after = moved_along(setup, stone, code, goal, back=back)
    _add_events("moved", state, stone, goal, hits, events)
    return placed(state.stones, stone, after, hits), moved


def _swapped(state: State, stone: Stone, other: Stone, events: list[Event]) -> tuple[Stones, Hits]:
    """Two stones change places (T24); one that was in the centre may not go in again (T35)."""
    stones = list(state.stones)
    here, there = stones[stone] & PLACE, stones[other] & PLACE
    stones[stone] = put_on(state.setup, stone, stones[stone], there)
    stones[other] = put_on(state.setup, other, stones[other], here)
    events.append(Event("swapped", state.turn, f"{STONE_TEXTS[stone]}<>{STONE_TEXTS[other]}"))
    moved = [each for each in (stone, other) if state.stones[each] & PLACE != CENTER]
    return tuple(stones), tuple(moved)


def _add_events(kind: str, state: State, stone: Stone, goal: Place, hits: Hits, events: list[Event]) -> None:
    """Add the event for a stone that the player moved, and one for each stone that was hit."""
    place = state.stones[stone] & PLACE
    way = f"{STONE_TEXTS[stone]}{_FROM_TEXTS[place]}{PLACE_TEXTS[goal]}"
    events.append(Event(kind, state.turn, way))
    for hit in hits:
        events.append(_HIT[hit])


def _part(
    state: State,
    hands: Hands,
    discard: Pile,
    left: int,
    joker: bool,
    move: Move,
    events: list[Event],
) -> State:
    """One part of a seven; the card is played when no steps are left (T20–T22)."""
    stone, goal = move.stone, move.goal
    rest = left - steps_to(state.setup, state.stones, stone, goal)
    stones, hits = after_part(state.setup, state.stones, stone, goal)
    moved = state.moved if stone in state.moved else (*state.moved, stone)
    _add_events("moved", state, stone, goal, hits, events)
    if rest == 0:
        return _card_done(state, stones, hands, discard, moved, stone, events)
    places, hands, discard = _finished(state, stones, hands, discard, stone, events)
    return state.then(SEVEN_PHASE, state.turn, stones, hands, discard, places, rest, joker, moved)


def _finished(
    state: State,
    stones: Stones,
    hands: Hands,
    discard: Pile,
    stone: Stone,
    events: list[Event],
) -> tuple[tuple[Seat, ...], Hands, Pile]:
    """In free play: a player whose last stone came home, the stone just moved, is done (T27)."""
    seat = stone // STONES
    if state.setup.teams or seat in state.places or not all_home(stones, seat):
        return state.places, hands, discard
    places = (*state.places, seat)
    events.append(Event("done", seat, str(len(places))))
    if not state.setup.play_on:
        return places, hands, discard
    return places, _replaced(hands, seat, ()), discard + bytes(hands[seat])


def _card_done(
    state: State,
    stones: Stones,
    hands: Hands,
    discard: Pile,
    moved: tuple[Stone, ...],
    last: Stone,
    events: list[Event],
) -> State:
    """A card has been played in full: the end, the choice of the centre, or the next turn."""
    places = state.places
    came_home = last >= 0 and HOUSE < stones[last] < CENTER
    if came_home:
        places, hands, discard = _finished(state, stones, hands, discard, last, events)
    if (came_home or places) and _is_over(state, stones, places):
        return state.then(OVER, NOBODY, stones, hands, discard, places)
    center = _center_choice(state, stones, moved) if state.setup.has_center and hands[state.turn] else ()
    if center:
        return state.then(CENTER_PHASE, state.turn, stones, hands, discard, places, center=center)
    return next_turn(state, stones, hands, discard, places)


def _is_over(state: State, stones: Stones, places: tuple[Seat, ...]) -> bool:
    setup = state.setup
    if setup.teams:
        return all_home(stones, state.turn) and all_home(stones, setup.partners[state.turn])
    return len(places) >= (setup.players - 1 if setup.play_on else 1)


def _center_choice(state: State, stones: Stones, moved: tuple[Stone, ...]) -> tuple[Stone, ...]:
    """The stones just moved that stand before the centre and are the player's to move (T35)."""
    seat = state.setup.controlled(stones, state.turn)
    fields = state.setup.center_fields
    return tuple(
        stone for stone in sorted(moved) if stone // STONES == seat and stones[stone] & PLACE in fields
    )


def _into_center(state: State, hands: Hands, discard: Pile, stone: Stone, events: list[Event]) -> State:
    """The stone goes in by a further card; a stone in the centre is hit (T35)."""
    hits = standing_on(state.stones, CENTER)
    code = put_on(state.setup, stone, state.stones[stone], CENTER)
    _add_events("moved", state, stone, CENTER, hits, events)
    return next_turn(state, placed(state.stones, stone, code, hits), hands, discard, state.places)


def _next_with_cards(state: State, hands: Hands, seat: Seat) -> Seat:
    """The next player clockwise who holds cards, the seat itself last; nobody if none does (T11)."""
    players = state.setup.players
    for step in range(1, players + 1):
        other = (seat + step) % players
        if hands[other]:
            return other
    return NOBODY


def next_turn(state: State, stones: Stones, hands: Hands, discard: Pile, places: tuple[Seat, ...]) -> State:
    """The next player with cards or, when nobody has any, the next round (T8, T11)."""
    turn = _next_with_cards(state, hands, state.turn)
    if turn != NOBODY:
        return state.then(PLAY, turn, stones, hands, discard, places)
    dealer = in_turn(state.setup.players, places, state.dealer)[0]
    return State(state.setup, DEAL, NOBODY, dealer, state.round + 1, stones, hands, (), discard, places)
