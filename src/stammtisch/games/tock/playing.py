"""What a move does: cards passed on, stones moved, hit, swapped, and whose turn is next."""

from __future__ import annotations

from typing import Final

from stammtisch.core.event import Event, Events
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import NO_CARD, SEVEN, TEXTS, Card, rank_of, with_card, without
from stammtisch.games.tock.deal import in_turn
from stammtisch.games.tock.legal import SEVEN_STEPS
from stammtisch.games.tock.moves import (
    CENTER,
    DRAW_CARD,
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
    swept,
)

_HIT: Final = tuple(Event("hit", stone // STONES, text) for stone, text in enumerate(STONE_TEXTS))


def played(state: State, seat: Seat, move: Move) -> tuple[State, Events]:
    """The position after a legal move."""
    kind = move.kind
    if kind == GIVE_CARD:
        return _given(state, seat, move.card)
    if kind == PART:
        return _part(state, state.hands, state.discard, state.left, state.joker, move, ())
    if kind == FOLD:
        return _folded(state)
    if kind == INTO_CENTER:
        return _into_center(state, move)
    if kind not in (ENTER, GO, SWAP, DRAW_CARD):
        return next_turn(state, state.stones, state.hands, state.discard, state.places), (
            Event("stayed-out", seat),
        )
    hands = _replaced(state.hands, seat, without(state.hands[seat], move.card))
    discard = state.discard + (move.card,)  # noqa: RUF005 -- a star would copy the pile twice
    events: Events = (Event("played", seat, TEXTS[move.card]),)
    if kind == DRAW_CARD:
        return _to_draw(state, hands, discard, move.goal), events
    if kind == GO and SEVEN in (move.rank, rank_of(move.card)):
        joker = rank_of(move.card) != SEVEN
        return _part(state, hands, discard, SEVEN_STEPS, joker, move, events)
    if kind == ENTER:
        stones, moved, more = _entered(state)
    elif kind == SWAP:
        stones, moved, more = _swapped(state, move.stone, move.goal)
    else:
        stones, moved, more = _gone(state, move.stone, move.goal)
    return _card_done(state, stones, hands, discard, moved, move.stone, events + more)


def _replaced(hands: Hands, seat: Seat, hand: tuple[Card, ...]) -> Hands:
    after = list(hands)
    after[seat] = hand
    return tuple(after)


def _given(state: State, seat: Seat, card: Card) -> tuple[State, Events]:
    """A card passed on face down; all at once when the last has chosen (T10)."""
    hands = _replaced(state.hands, seat, without(state.hands[seat], card))
    given = (*state.given[:seat], card, *state.given[seat + 1 :])
    events: Events = (Event("gave", seat, TEXTS[card], (seat,)),)
    complete = state.to_give() == (seat,)
    turn = NOBODY
    if complete:
        for giver, passed in enumerate(given):
            if passed != NO_CARD:
                receiver = receiver_of(state, giver)
                hands = _replaced(hands, receiver, with_card(hands[receiver], passed))
                events += (Event("received", receiver, TEXTS[passed], (giver, receiver)),)
        turn = _next_with_cards(state, hands, state.dealer)
    after = State(
        state.setup,
        PLAY if complete else GIVE,
        turn,
        state.dealer,
        state.round,
        state.stones,
        hands,
        given,
        state.discard,
        state.places,
    )
    return after, events


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


def _folded(state: State) -> tuple[State, Events]:
    """No card can be played: the whole hand is discarded (T12)."""
    hand = state.hands[state.turn]
    hands = _replaced(state.hands, state.turn, ())
    event = Event("folded", state.turn, " ".join(TEXTS[card] for card in hand))
    return next_turn(state, state.stones, hands, state.discard + hand, state.places), (event,)


def _to_draw(state: State, hands: Hands, discard: tuple[Card, ...], source: Seat) -> State:
    return state.then(DRAW, state.turn, state.stones, hands, discard, state.places, draw_from=source)


def _entered(state: State) -> tuple[Stones, Hits, Events]:
    """The first reserve stone on its owner's start, protected (T17, T18)."""
    seat = state.setup.controlled(state.stones, state.turn)
    stone = state.stones.index(RESERVE, seat * STONES)
    start = state.setup.starts[seat]
    hits = standing_on(state.stones, start)
    stones = placed(state.stones, stone, start | PROTECTED, hits)
    return stones, (stone,), _move_events("entered", state, stone, start, hits)


def _gone(state: State, stone: Stone, goal: Place) -> tuple[Stones, Hits, Events]:
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
    stones = placed(state.stones, stone, after, hits)
    return stones, moved, _move_events("moved", state, stone, goal, hits)


def _swapped(state: State, stone: Stone, other: Stone) -> tuple[Stones, Hits, Events]:
    """Two stones change places (T24); one that was in the centre may not go in again (T35)."""
    stones = list(state.stones)
    here, there = stones[stone] & PLACE, stones[other] & PLACE
    stones[stone] = put_on(state.setup, stone, stones[stone], there)
    stones[other] = put_on(state.setup, other, stones[other], here)
    moved = tuple(each for each, was in ((stone, here), (other, there)) if was != CENTER)
    detail = f"{STONE_TEXTS[stone]}<>{STONE_TEXTS[other]}"
    return tuple(stones), moved, (Event("swapped", state.turn, detail),)


def _move_events(kind: str, state: State, stone: Stone, goal: Place, hits: Hits) -> Events:
    """The event for a stone that the player moved, and one for each stone that was hit."""
    place = state.stones[stone] & PLACE
    way = Event(kind, state.turn, f"{STONE_TEXTS[stone]} {PLACE_TEXTS[place]}>{PLACE_TEXTS[goal]}")
    return (way, *[_HIT[hit] for hit in hits]) if hits else (way,)


def _part(
    state: State,
    hands: Hands,
    discard: tuple[Card, ...],
    left: int,
    joker: bool,
    move: Move,
    events: Events,
) -> tuple[State, Events]:
    """One part of a seven; the card is played when no steps are left (T20–T22)."""
    stone, goal = move.stone, move.goal
    rest = left - steps_to(state.setup, state.stones, stone, goal)
    stones = after_part(state.setup, state.stones, stone, goal)
    moved = state.moved if stone in state.moved else (*state.moved, stone)
    events += _move_events("moved", state, stone, goal, swept(state.setup, state.stones, stone, goal))
    if rest == 0:
        return _card_done(state, stones, hands, discard, moved, stone, events)
    places, hands, discard, more = _finished(state, stones, hands, discard, stone)
    after = state.then(SEVEN_PHASE, state.turn, stones, hands, discard, places, rest, joker, moved)
    return after, events + more


def _finished(
    state: State, stones: Stones, hands: Hands, discard: tuple[Card, ...], stone: Stone
) -> tuple[tuple[Seat, ...], Hands, tuple[Card, ...], Events]:
    """In free play: a player whose last stone came home, the stone just moved, is done (T27)."""
    seat = stone // STONES
    if state.setup.teams or seat in state.places or not all_home(stones, seat):
        return state.places, hands, discard, ()
    places = (*state.places, seat)
    events = (Event("done", seat, str(len(places))),)
    if not state.setup.play_on:
        return places, hands, discard, events
    return places, _replaced(hands, seat, ()), discard + hands[seat], events


def _card_done(
    state: State,
    stones: Stones,
    hands: Hands,
    discard: tuple[Card, ...],
    moved: tuple[Stone, ...],
    last: Stone,
    events: Events,
) -> tuple[State, Events]:
    """A card has been played in full: the end, the choice of the centre, or the next turn."""
    places = state.places
    came_home = last >= 0 and HOUSE < stones[last] < CENTER
    if came_home:
        places, hands, discard, more = _finished(state, stones, hands, discard, last)
        events += more
    if (came_home or places) and _is_over(state, stones, places):
        return state.then(OVER, NOBODY, stones, hands, discard, places), events
    center = _center_choice(state, stones, moved) if state.setup.has_center and hands[state.turn] else ()
    if center:
        after = state.then(CENTER_PHASE, state.turn, stones, hands, discard, places, center=center)
        return after, events
    return next_turn(state, stones, hands, discard, places), events


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


def _into_center(state: State, move: Move) -> tuple[State, Events]:
    """A further card is discarded and the stone goes in; a stone in the centre is hit (T35)."""
    stone = move.stone
    hits = standing_on(state.stones, CENTER)
    code = put_on(state.setup, stone, state.stones[stone], CENTER)
    stones = placed(state.stones, stone, code, hits)
    hands = _replaced(state.hands, state.turn, without(state.hands[state.turn], move.card))
    events = (
        Event("played", state.turn, TEXTS[move.card]),
        *_move_events("moved", state, stone, CENTER, hits),
    )
    return next_turn(state, stones, hands, (*state.discard, move.card), state.places), events


def _next_with_cards(state: State, hands: Hands, seat: Seat) -> Seat:
    """The next player clockwise who holds cards, the seat itself last; nobody if none does (T11)."""
    players = state.setup.players
    for step in range(1, players + 1):
        if hands[(seat + step) % players]:
            return (seat + step) % players
    return NOBODY


def next_turn(
    state: State, stones: Stones, hands: Hands, discard: tuple[Card, ...], places: tuple[Seat, ...]
) -> State:
    """The next player with cards or, when nobody has any, the next round (T8, T11)."""
    turn = _next_with_cards(state, hands, state.turn)
    if turn != NOBODY:
        return state.then(PLAY, turn, stones, hands, discard, places)
    dealer = in_turn(state.setup.players, places, state.dealer)[0]
    return State(state.setup, DEAL, NOBODY, dealer, state.round + 1, stones, hands, (), discard, places)
