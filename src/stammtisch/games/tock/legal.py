"""Every legal move of a position: the one place where legality is decided."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import (
    ACE,
    FOUR,
    HIDDEN,
    JACK,
    JOKER,
    JOKER_RANK,
    KING,
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
    Code,
    State,
    stones_of,
)
from stammtisch.games.tock.steps import goals_back, reaches

ENTERING: Final = frozenset((ACE, KING, JOKER_RANK))
CENTERING: Final = frozenset((ACE, THREE, KING, JOKER_RANK))
"""The ranks that lead into the centre and out of it (T35, T36)."""
_SPECIAL: Final = tuple(rank in CENTERING for rank in range(len(RANKS)))
"""By rank, because a place in a tuple is found faster than a member of a set."""
SEVEN_STEPS: Final = 7

_GIFTS: Final = tuple(Move(GIVE_CARD, card) for card in range(HIDDEN))


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """The legal moves of the seat, each once; found when first asked for."""
    if state.phase == GIVE:
        return tuple([_GIFTS[card] for card in different(state.hands[seat])]) if state.gives(seat) else ()
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
        return tuple(seven.parts(state.stones, state.left))
    if state.phase == CENTER_PHASE:
        cards = [card for card in different(state.hands[state.turn]) if rank_of(card) in CENTERING]
        into = [Move(INTO_CENTER, card, NO_RANK, stone) for card in cards for stone in state.center]
        return (*into, END_TURN)
    return ()


def _plays(state: State) -> list[Move]:
    """What each card of the hand can do (T13)."""
    plays = Plays(state)
    for card in different(state.hands[state.turn]):
        plays.add_card(card)
    return plays.moves


@final
@mypyc_attr(free_list_len=1)
class Plays:
    """The moves with cards in one position, gathered card by card."""

    __slots__ = ("_reaches", "moves", "own", "owner", "state")

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.owner: Final = state.setup.controlled(state.stones, state.turn)
        self.own: Final = stones_of(self.owner)
        self.moves: Final[list[Move]] = []
        self._reaches: Final = reaches(state.setup, state.stones, self.own)

    def add_card(self, card: Card) -> None:
        """All that the card can do."""
        if card == JOKER:
            self._add_joker()
        else:
            self._add(card, NO_RANK, rank_of(card))

    def _add(self, card: Card, named: Rank, rank: Rank) -> None:
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
            elif named == NO_RANK and _SPECIAL[rank]:
                self._add_special(card, rank)

    def _add_joker(self) -> None:
        """A joker as any rank (T13), but not to bring the last stone home where that was agreed (T33)."""
        others = len(self.moves)
        self._add_special(JOKER, JOKER_RANK)
        for rank in range(len(RANKS)):
            self._add(JOKER, rank, rank)
        state = self.state
        if state.setup.no_joker_finish and one_to_come(state.setup, state.stones, state.turn):
            allowed = [move for move in self.moves[others:] if not self._brings_home(move)]
            self.moves[others:] = allowed

    def _brings_home(self, move: Move) -> bool:
        on_track = self.state.stones[move.stone] & PLACE < TRACK_END
        return move.kind == GO and on_track and move.goal >= TRACK_END

    def _add_steps(self, card: Card, named: Rank, rank: Rank) -> None:
        size, moves, ways = self.state.setup.size, self.moves, STEPS[rank]
        for reach in self._reaches:
            for steps in ways:
                if steps <= reach.run:
                    moves.append(Move(GO, card, named, reach.stone, (reach.place + steps) % size))
                cell = steps - reach.to_gate
                if 0 < cell <= reach.depth:
                    moves.append(Move(GO, card, named, reach.stone, HOUSE + cell))

    def _add_backward(self, card: Card, named: Rank) -> None:
        setup, stones = self.state.setup, self.state.stones
        for reach in self._reaches:
            if reach.place < TRACK_END:
                for goal in goals_back(setup, stones, reach.stone):
                    # From the gate four forward and four backward both lead to h4: one move.
                    if reach.to_gate > 0 or goal < TRACK_END:
                        self.moves.append(Move(GO, card, named, reach.stone, goal))

    def _add_special(self, card: Card, rank: Rank) -> None:
        """Entering (T17) and leaving the centre (T36)."""
        setup, stones = self.state.setup, self.state.stones
        if rank in ENTERING and self._may_enter():
            self.moves.append(Move(ENTER, card))
        if setup.has_center:
            for stone in self.own:
                if stones[stone] & PLACE == CENTER:
                    self.moves.extend(
                        [Move(GO, card, NO_RANK, stone, field) for field in setup.center_fields]
                    )

    def _may_enter(self) -> bool:
        """Whether a stone is in reserve and none of the same owner on the start (T17)."""
        stones, start = self.state.stones, self.state.setup.starts[self.owner]
        reserve = False
        for stone in self.own:
            if stones[stone] & PLACE == start:
                return False
            reserve = reserve or stones[stone] == RESERVE
        return reserve

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
        seven = Seven(state.setup, state.turn, joker=card == JOKER, card=card, named=named)
        self.moves.extend(seven.parts(state.stones, SEVEN_STEPS, self._reaches if own_only else None))

    def _add_swaps(self, card: Card, named: Rank) -> None:
        """Two unprotected stones of different players, on the track or in the centre (T24)."""
        stones = self.state.stones
        for stone in self.own:
            if _swappable(stones[stone]):
                for other, code in enumerate(stones):
                    if _swappable(code) and other // STONES != self.owner:
                        self.moves.append(Move(SWAP, card, named, stone, other))


def _swappable(code: Code) -> bool:
    return code < PROTECTED and (code & PLACE < TRACK_END or code & PLACE == CENTER)
