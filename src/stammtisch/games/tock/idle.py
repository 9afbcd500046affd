"""Why a card of the hand cannot be played at all: what it would do, and the clause that forbids each."""

from __future__ import annotations

from stammtisch.core.documents import shown
from stammtisch.core.errors import BadMove, IllegalMove, NotYourTurn
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import (
    CARDS,
    FOUR,
    JACK,
    JOKER,
    NO_CARD,
    RANKS,
    SEVEN,
    STEPS,
    TWO,
    Card,
    Rank,
    rank_of,
)
from stammtisch.games.tock.legal import legal_moves
from stammtisch.games.tock.moves import (
    CENTER,
    DRAW_CARD,
    ENTER,
    GO,
    HOUSE,
    INTO_CENTER,
    NO_RANK,
    RESERVE,
    STONES,
    SWAP,
    Move,
    Place,
    Stone,
)
from stammtisch.games.tock.refusal import may_move, refusal
from stammtisch.games.tock.state import CENTER_PHASE, PLACE, PLAY, TRACK_END, State, stones_of
from stammtisch.games.tock.steps import BACKWARD


def refusals(state: State, seat: Seat, text: str) -> tuple[IllegalMove, ...]:
    """What forbids each use of the card, once for each stone and clause; empty where it can be played."""
    card = CARDS.get(text, NO_CARD)
    if card not in state.hands[seat]:
        raise BadMove(f"{shown(text)} is not a card in your hand")
    listed = legal_moves(state, seat)
    if not listed:
        raise NotYourTurn(f"seat {seat} is not to move in phase {state.phase}")
    if any(move.card == card for move in listed):
        return ()
    found: dict[tuple[Stone, str], IllegalMove] = {}
    for move in _tries(state, card):
        refused = refusal(state, seat, move)
        found.setdefault((move.stone, refused.clause), refused)
    return tuple(found.values())


def _tries(state: State, card: Card) -> list[Move]:
    """Every use of the card that a player might try."""
    if state.phase == CENTER_PHASE:
        return [Move(INTO_CENTER, card, NO_RANK, state.center[0])]
    if state.phase != PLAY:
        return [Move(ENTER, card)]
    own = stones_of(state.setup.controlled(state.stones, state.turn))
    tries = [Move(ENTER, card)] if any(state.stones[stone] == RESERVE for stone in own) else []
    if card != JOKER:
        return tries + _with_rank(state, own, card, NO_RANK, rank_of(card))
    for rank in range(len(RANKS)):
        tries += _with_rank(state, own, card, rank, rank)
    return tries


def _with_rank(state: State, own: tuple[Stone, ...], card: Card, named: Rank, rank: Rank) -> list[Move]:
    everyone = range(len(state.stones))
    if rank == JACK:
        others = [stone for stone in everyone if stone not in own]
        return [Move(SWAP, card, named, stone, other) for stone in own for other in others]
    if rank == SEVEN:
        movers = [stone for stone in everyone if may_move(state, stone, SEVEN)]
        return [Move(GO, card, named, stone, goal) for stone in movers for goal in _ahead(state, stone, 1)]
    tries = [
        Move(GO, card, named, stone, goal)
        for stone in own
        for steps in STEPS[rank]
        for goal in _ahead(state, stone, steps)
    ]
    if rank == FOUR:
        tries += [Move(GO, card, named, stone, goal) for stone in own for goal in _behind(state, stone)]
    if rank == TWO and not state.setup.teams:
        tries += [Move(DRAW_CARD, card, named, -1, seat) for seat in state.setup.seats if seat != state.turn]
    return tries


def _ahead(state: State, stone: Stone, steps: int) -> list[Place]:
    """Where these steps forward would lead; in the house, as near as a stone can come to it."""
    setup, place = state.setup, state.stones[stone] & PLACE
    if place == RESERVE:
        return []
    if place == CENTER:
        return [setup.center_fields[0]]
    if place >= TRACK_END:
        return [min(place + steps, HOUSE + STONES)] if place < HOUSE + STONES else []
    cell = steps - (setup.gates[stone // STONES] - place) % setup.size
    return [(place + steps) % setup.size, *([HOUSE + cell] if 0 < cell <= STONES else [])]


def _behind(state: State, stone: Stone) -> list[Place]:
    """Where four steps backward would lead."""
    setup, place = state.setup, state.stones[stone] & PLACE
    if place >= TRACK_END:
        return []
    cell = BACKWARD - (place - setup.gates[stone // STONES]) % setup.size
    return [(place - BACKWARD) % setup.size, *([HOUSE + cell] if 0 < cell <= STONES else [])]
