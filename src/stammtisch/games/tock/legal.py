"""Every legal move of a position: the one place where legality is decided."""

from __future__ import annotations

from typing import Final, final

from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import (
    ACE,
    FOUR,
    HIDDEN,
    JACK,
    JOKER,
    JOKER_RANK,
    KING,
    NO_CARD,
    RANKS,
    SEVEN,
    STEPS,
    THREE,
    TWO,
    Card,
    Rank,
    different,
    rank_of,
)
from stammtisch.games.tock.moves import (
    CENTER,
    DRAW_CARD,
    END_TURN,
    ENTER,
    FOLD_HAND,
    GIVE_CARD,
    GO,
    HOUSE,
    INTO_CENTER,
    NO_RANK,
    PART,
    RESERVE,
    STONES,
    SWAP,
    Move,
)
from stammtisch.games.tock.seven import Seven, one_to_come
from stammtisch.games.tock.state import (
    CENTER_PHASE,
    GIVE,
    PLACE,
    PLAY,
    PROTECTED,
    SEVEN_PHASE,
    TRACK_END,
    State,
    stones_of,
)
from stammtisch.games.tock.steps import goals_back, reaches

ENTERING: Final = (ACE, KING, JOKER_RANK)
CENTERING: Final = (ACE, THREE, KING, JOKER_RANK)
"""The ranks that lead into the centre and out of it (T35, T36)."""
SEVEN_STEPS: Final = 7

_GIFTS: Final = tuple(Move(GIVE_CARD, card) for card in range(HIDDEN))


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """The legal moves of the seat, each once; found when first asked for."""
    if state.phase == GIVE:
        to_give = seat in state.to_give()
        return tuple([_GIFTS[card] for card in different(state.hands[seat])]) if to_give else ()
    if seat != state.turn:
        return ()
    if state.listed is None:
        state.listed = _listed(state)
    return state.listed


def _listed(state: State) -> tuple[Move, ...]:
    if state.phase == PLAY:
        return tuple(_plays(state)) or (FOLD_HAND,)
    if state.phase == SEVEN_PHASE:
        seven = Seven(state.setup, state.turn, joker=state.joker)
        parts = seven.parts(state.stones, state.left)
        return tuple([Move(PART, NO_CARD, NO_RANK, stone, goal) for stone, goal in parts])
    if state.phase == CENTER_PHASE:
        cards = [card for card in different(state.hands[state.turn]) if rank_of(card) in CENTERING]
        into = [Move(INTO_CENTER, card, NO_RANK, stone) for card in cards for stone in state.center]
        return (*into, END_TURN)
    return ()


def _plays(state: State) -> list[Move]:
    """What each card of the hand can do (T13)."""
    plays = Plays(state)
    for card in different(state.hands[state.turn]):
        if card == JOKER:
            plays.add_joker()
        else:
            plays.add(card, NO_RANK, rank_of(card))
    return plays.moves


@final
class Plays:
    """The moves with cards in one position, gathered card by card."""

    __slots__ = ("_reaches", "moves", "own", "state")

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.own: Final = stones_of(state.setup.controlled(state.stones, state.turn))
        self.moves: Final[list[Move]] = []
        self._reaches: Final = reaches(state.setup, state.stones, self.own)

    def add(self, card: Card, named: Rank, rank: Rank) -> None:
        """All that a card of this rank can do, `named` where a joker stands for it."""
        if rank == SEVEN:
            self._add_sevens(card, named)
        elif rank == JACK:
            self._add_swaps(card, named)
        else:
            self._add_steps(card, named, rank)
            if rank == FOUR:
                self._add_backward(card, named)
            elif rank == TWO:
                self._add_draws(card, named)
            elif rank in CENTERING and named == NO_RANK:
                self._add_special(card, rank)

    def add_joker(self) -> None:
        """A joker as any rank (T13), but not to bring the last stone home where that was agreed (T33)."""
        others = len(self.moves)
        self._add_special(JOKER, JOKER_RANK)
        for rank in range(len(RANKS)):
            self.add(JOKER, rank, rank)
        state = self.state
        if state.setup.no_joker_finish and one_to_come(state.setup, state.stones, state.turn):
            allowed = [move for move in self.moves[others:] if not self._brings_home(move)]
            self.moves[others:] = allowed

    def _brings_home(self, move: Move) -> bool:
        on_track = self.state.stones[move.stone] & PLACE < TRACK_END
        return move.kind == GO and on_track and move.goal >= TRACK_END

    def _add_steps(self, card: Card, named: Rank, rank: Rank) -> None:
        size = self.state.setup.size
        moves = self.moves
        for stone, place, run, to_gate, depth in self._reaches:
            for steps in STEPS[rank]:
                if steps <= run:
                    moves.append(Move(GO, card, named, stone, (place + steps) % size))
                if 0 < steps - to_gate <= depth:
                    moves.append(Move(GO, card, named, stone, HOUSE + steps - to_gate))

    def _add_backward(self, card: Card, named: Rank) -> None:
        setup, stones = self.state.setup, self.state.stones
        for stone, place, _, to_gate, _ in self._reaches:
            if place < TRACK_END:
                for goal in goals_back(setup, stones, stone):
                    # From the gate four forward and four backward both lead to h4: one move.
                    if to_gate > 0 or goal < TRACK_END:
                        self.moves.append(Move(GO, card, named, stone, goal))

    def _add_special(self, card: Card, rank: Rank) -> None:
        """Entering (T17) and leaving the centre (T36)."""
        setup, stones = self.state.setup, self.state.stones
        own = [stones[stone] & PLACE for stone in self.own]
        if rank in ENTERING and RESERVE in own and setup.starts[self.own[0] // STONES] not in own:
            self.moves.append(Move(ENTER, card))
        if CENTER in own:
            stone = self.own[own.index(CENTER)]
            self.moves.extend([Move(GO, card, NO_RANK, stone, field) for field in setup.center_fields])

    def _add_draws(self, card: Card, named: Rank) -> None:
        """From whom a two may draw, in free play (T19)."""
        state = self.state
        if not state.setup.teams:
            from_seats = [seat for seat, hand in enumerate(state.hands) if hand and seat != state.turn]
            self.moves.extend([Move(DRAW_CARD, card, named, -1, seat) for seat in from_seats])

    def _add_sevens(self, card: Card, named: Rank) -> None:
        """The first parts of a seven (T20)."""
        state = self.state
        own_only = state.setup.teams and not state.setup.canadian_seven
        seven = Seven(state.setup, state.turn, joker=card == JOKER)
        parts = seven.parts(state.stones, SEVEN_STEPS, self._reaches if own_only else None)
        self.moves.extend([Move(GO, card, named, stone, goal) for stone, goal in parts])

    def _add_swaps(self, card: Card, named: Rank) -> None:
        """Two unprotected stones of different players, on the track or in the centre (T24)."""
        stones = self.state.stones
        own = [stone for stone in self.own if _swappable(stones[stone])]
        if own:
            others = [stone for stone, code in enumerate(stones) if _swappable(code)]
            self.moves.extend(
                [
                    Move(SWAP, card, named, stone, other)
                    for stone in own
                    for other in others
                    if other not in self.own
                ]
            )


def _swappable(code: int) -> bool:
    return code < PROTECTED and (code & PLACE < TRACK_END or code & PLACE == CENTER)
