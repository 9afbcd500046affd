"""Everything that can be wrong with a position of Tock, with the clause that says so."""

from __future__ import annotations

from collections import Counter

from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import COPIES, HIDDEN, NO_CARD, TEXTS
from stammtisch.games.tock.moves import CENTER, HOUSE, PLACE_TEXTS, RESERVE, STONE_TEXTS, STONES
from stammtisch.games.tock.seven import Seven
from stammtisch.games.tock.state import (
    CENTER_PHASE,
    DEAL,
    DRAW,
    GIVE,
    MARKED,
    NOBODY,
    OVER,
    PLACE,
    PLAY,
    PROTECTED,
    SEVEN_PHASE,
    State,
    home,
)

_NOBODYS_TURN = (DEAL, GIVE, OVER)


def problems(state: State, viewer: Seat | None) -> list[str]:
    """Every contradiction; with `viewer`, cards that this seat may not know may be unknown."""
    return [
        *_stone_problems(state),
        *_card_problems(state),
        *_secret_problems(state, viewer),
        *_turn_problems(state),
        *_hand_problems(state),
        *_place_problems(state),
        *_under_way_problems(state),
    ]


def _stone_problems(state: State) -> list[str]:
    reasons = []
    taken: dict[tuple[int, int], str] = {}
    for stone, code in enumerate(state.stones):
        place, seat, name = code & PLACE, stone // STONES, STONE_TEXTS[stone]
        house = HOUSE < place < CENTER
        if place != RESERVE:
            other = taken.setdefault((place, seat if house else NOBODY), name)
            if other != name:
                reasons.append(f"{other} and {name} are both on {PLACE_TEXTS[place]}")
        if code & PROTECTED and place != state.setup.starts[seat]:
            reasons.append(f"{name} is protected, but not on its start (T18)")
        if state.setup.touched and place == state.setup.gates[seat] and not code & MARKED:
            reasons.append(f"{name} stands on its gate, so it must carry * (T28)")
    return reasons


def _card_problems(state: State) -> list[str]:
    """No card more often than the pack has it (T7)."""
    cards = Counter(card for hand in state.hands for card in hand) + Counter(state.discard)
    if state.phase == GIVE:
        cards += Counter(card for card in state.given if card != NO_CARD)
    reasons = [
        f"{number} cards {TEXTS[card]}, but the pack has {COPIES[card]} (T7)"
        for card, number in sorted(cards.items())
        if card != HIDDEN and number > COPIES[card]
    ]
    if cards.total() > sum(COPIES):
        reasons.append(f"{cards.total()} cards, but the pack has {sum(COPIES)} (T7)")
    return reasons


def _secret_problems(state: State, viewer: Seat | None) -> list[str]:
    if viewer is None:
        if HIDDEN in state.given or any(HIDDEN in hand for hand in state.hands):
            return ["cards are unknown: this is a view, not a position"]
        return []
    if viewer < state.setup.players and HIDDEN in state.hands[viewer]:
        return [f"the hand of seat {viewer} is unknown: this is not its own view"]
    return []


def _turn_problems(state: State) -> list[str]:
    reasons = []
    if (state.turn == NOBODY) != (state.phase in _NOBODYS_TURN):
        reasons.append(f"turn must {'' if state.turn != NOBODY else 'not '}be null in phase {state.phase}")
    if state.dealer == NOBODY and state.phase != DEAL:
        reasons.append(f"dealer is null, but the first dealer is drawn before phase {state.phase} (T8)")
    return reasons


def _hand_problems(state: State) -> list[str]:
    if state.phase == DEAL:
        return [
            f"seat {seat} holds cards before the deal (T11)" for seat, hand in enumerate(state.hands) if hand
        ]
    if state.phase == GIVE:
        reasons = [
            f"seat {seat} has no card to pass on (T10)" for seat in state.to_give() if not state.hands[seat]
        ]
        return (
            reasons if state.to_give() else ["everybody has passed a card on, so the round has begun (T10)"]
        )
    if state.phase in (PLAY, CENTER_PHASE) and state.turn != NOBODY and not state.hands[state.turn]:
        return [f"seat {state.turn} holds no card (T11)"]
    return []


def _place_problems(state: State) -> list[str]:
    """Who is done, and whether that ends the game (T27)."""
    setup, places = state.setup, state.places
    done = [seat for seat in setup.seats if home(state.stones, seat) == STONES]
    if setup.teams:
        won = any(setup.partners[seat] in done for seat in done)
        reasons = []
    else:
        won = len(done) >= (setup.players - 1 if setup.play_on else 1)
        reasons = [f"places: seat {seat} is not done (T27)" for seat in places if seat not in done]
        reasons += [f"places: seat {seat} is done but not named (T27)" for seat in done if seat not in places]
        if len(set(places)) < len(places):
            reasons.append("places: a seat is named twice")
        if setup.play_on:
            reasons += [f"seat {seat} is done but holds cards (T27)" for seat in places if state.hands[seat]]
    if won and state.phase not in (OVER, SEVEN_PHASE):
        reasons.append("the stones are home, so the game is over (T27)")
    if not won and state.phase == OVER:
        reasons.append("the game is not over: the stones are not home (T27)")
    return reasons


def _under_way_problems(state: State) -> list[str]:
    if state.turn == NOBODY:
        return []
    if state.phase == SEVEN_PHASE:
        return _seven_problems(state)
    if state.phase == CENTER_PHASE:
        return _center_problems(state)
    return _draw_problems(state) if state.phase == DRAW else []


def _seven_problems(state: State) -> list[str]:
    if not state.moved:
        return ["seven: a seven under way has moved a stone (T20)"]
    if len(set(state.moved)) < len(state.moved):
        return ["seven: a moved stone is named twice (T20)"]
    if not Seven(state.setup, state.turn, joker=state.joker).can_finish(state.stones, state.left):
        return [f"seven: {state.left} steps cannot be played in full (T22)"]
    return []


def _center_problems(state: State) -> list[str]:
    if not state.center:
        return ["center: no stone may go in (T35)"]
    if len(set(state.center)) < len(state.center):
        return ["center: a stone is named twice (T35)"]
    seat = state.setup.controlled(state.stones, state.turn)
    return [
        f"center: {STONE_TEXTS[stone]} is not on a number 8 or not the player's (T35)"
        for stone in state.center
        if stone // STONES != seat or state.stones[stone] & PLACE not in state.setup.center_fields
    ]


def _draw_problems(state: State) -> list[str]:
    if state.setup.teams:
        return ["draw: cards are drawn in free play only (T19)"]
    if state.draw_from == state.turn or not state.hands[state.draw_from]:
        return [f"draw: seat {state.draw_from} is not an opponent with cards (T19)"]
    return []
