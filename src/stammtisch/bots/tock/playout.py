"""What a move wins by its stones and its card, estimated without making it."""

from __future__ import annotations

from typing import Final, final

from stammtisch.bots.tock.evaluation import HOUSES, Scale, Stakes
from stammtisch.bots.tock.hands import KEEP, UNSEEN, gift_worth, hand_worth
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import SEVEN, Card, rank_of, without
from stammtisch.games.tock.moves import (
    CENTER,
    DRAW_CARD,
    ENTER,
    GIVE_CARD,
    GO,
    HOUSE,
    INTO_CENTER,
    PART,
    STONES,
    SWAP,
    Move,
    Place,
    Stone,
)
from stammtisch.games.tock.playing import receiver_of
from stammtisch.games.tock.state import MARKED, PLACE, PROTECTED, State
from stammtisch.games.tock.steps import cells_held, swept


@final
class Guide:
    """Chooses for every seat by what a move changes, without making it."""

    __slots__ = ("_scale", "_stakes")

    def __init__(self, scale: Scale, state: State) -> None:
        self._scale: Final = scale
        self._stakes: Final = [scale.stakes(state.stones, seat) for seat in scale.board.seats]

    def swings(self, state: State) -> Swings:
        """What each move of the seat whose turn it is would change."""
        return Swings(self._scale, self._stakes[state.turn], state)

    def gift(self, state: State, seat: Seat) -> Move:
        """The card to pass on: useful to a partner or useless to a rival, and little missed."""
        board, stones, hand = state.setup, state.stones, state.hands[seat]
        receiver = receiver_of(state, seat)
        stake = self._stakes[seat][receiver]

        def gain(card: Card) -> float:
            kept = hand_worth(board, stones, seat, without(hand, card))
            return kept + stake * gift_worth(board, stones, receiver, card)

        return Move(GIVE_CARD, max(dict.fromkeys(hand), key=gain))


@final
class Swings:
    """What the moves of one position change, for the seat whose turn it is."""

    __slots__ = ("_scale", "_stakes", "_standing", "_state", "_stones")

    def __init__(self, scale: Scale, stakes: Stakes, state: State) -> None:
        self._scale: Final = scale
        self._stakes: Final = stakes
        self._state: Final = state
        self._stones: Final = state.stones
        self._standing: Final = {code & PLACE: stone for stone, code in enumerate(state.stones)}

    def of(self, move: Move) -> float:
        """The worth that the stones win, less that of the card spent."""
        kind = move.kind
        if kind == PART:
            return self._going(move.stone, move.goal, sweeping=True)
        spent = KEEP[rank_of(move.card)]
        if kind == GO:
            sweeping = SEVEN in (move.rank, rank_of(move.card))
            return self._going(move.stone, move.goal, sweeping=sweeping) - spent
        if kind == ENTER:
            return self._entering() - spent
        if kind == SWAP:
            return self._swapping(move.stone, move.goal) - spent
        if kind == INTO_CENTER:
            return self._going(move.stone, CENTER, sweeping=False) - spent
        return UNSEEN - spent if kind == DRAW_CARD else 0.0

    def _worth(self, stone: Stone) -> float:
        """What the stone counts for the mover where it is now."""
        seat = stone // STONES
        return self._stakes[seat] * self._scale.worths[seat][self._stones[stone]]

    def _going(self, stone: Stone, goal: Place, *, sweeping: bool) -> float:
        seat = stone // STONES
        code = self._stones[stone]
        if HOUSE < goal < CENTER:
            held = cells_held(self._stones, seat)
            left = held & ~(1 << code - HOUSE - 1) if HOUSE < code < CENTER else held
            after = HOUSES[left | 1 << goal - HOUSE - 1] - HOUSES[held]
        else:
            after = self._scale.worths[seat][goal | code & MARKED]
        swing = self._stakes[seat] * after - self._worth(stone)
        if sweeping:
            for hit in swept(self._state.setup, self._stones, stone, goal):
                swing -= self._worth(hit)
        elif goal in self._standing and not HOUSE < goal < CENTER:
            swing -= self._worth(self._standing[goal])
        return swing

    def _entering(self) -> float:
        board = self._state.setup
        seat = board.controlled(self._stones, self._state.turn)
        start = board.starts[seat]
        hit = self._worth(self._standing[start]) if start in self._standing else 0.0
        return self._stakes[seat] * self._scale.worths[seat][start | PROTECTED] - hit

    def _swapping(self, stone: Stone, other: Stone) -> float:
        here, there = self._stones[stone], self._stones[other]
        seat, owner = stone // STONES, other // STONES
        worths, stakes = self._scale.worths, self._stakes
        after = stakes[seat] * worths[seat][there & PLACE | here & MARKED]
        after += stakes[owner] * worths[owner][here & PLACE | there & MARKED]
        return after - self._worth(stone) - self._worth(other)
