"""Every legal move of a position: the one place where legality is decided."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import (
    ACE,
    FOUR,
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
    Rank,
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
    Place,
    Stone,
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

Deed: TypeAlias = tuple[str, int, int]
"""A move less its card: kind, stone and goal."""


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """The legal moves of the seat, each once; found when first asked for."""
    if state.phase == GIVE:
        to_give = state.given[seat] == NO_CARD and seat not in state.places
        return tuple([Move(GIVE_CARD, card) for card in dict.fromkeys(state.hands[seat])]) if to_give else ()
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
        cards = [card for card in dict.fromkeys(state.hands[state.turn]) if rank_of(card) in CENTERING]
        into = [Move(INTO_CENTER, card, NO_RANK, stone) for card in cards for stone in state.center]
        return (*into, END_TURN)
    return ()


def _plays(state: State) -> list[Move]:
    """What each card of the hand can do (T13)."""
    deeds = Deeds(state)
    moves: list[Move] = []
    for card in dict.fromkeys(state.hands[state.turn]):
        if card == JOKER:
            moves += _joker_plays(deeds)
        else:
            moves += [
                Move(kind, card, NO_RANK, stone, goal) for kind, stone, goal in deeds.of_rank(rank_of(card))
            ]
    return moves


def _joker_plays(deeds: Deeds) -> list[Move]:
    """A joker as any rank (T13); none that brings the last stone home where that is agreed (T33)."""
    moves = [Move(kind, JOKER, NO_RANK, stone, goal) for kind, stone, goal in deeds.special(JOKER_RANK)]
    for rank in range(len(RANKS)):
        moves += [
            Move(kind, JOKER, rank, stone, goal)
            for kind, stone, goal in (deeds.seven(joker=True) if rank == SEVEN else deeds.plain(rank))
            if not (deeds.joker_may_not_finish and kind == GO and deeds.brings_home(stone, goal))
        ]
    return moves


@final
class Deeds:
    """What can be done with each rank in one position, found once a rank."""

    __slots__ = ("_plain", "_reaches", "joker_may_not_finish", "own", "state")

    def __init__(self, state: State) -> None:
        setup, stones = state.setup, state.stones
        self.state: Final = state
        self.own: Final = stones_of(setup.controlled(stones, state.turn))
        self.joker_may_not_finish: Final = setup.no_joker_finish and one_to_come(setup, stones, state.turn)
        self._reaches: Final = reaches(setup, stones, self.own)
        self._plain: Final[dict[Rank, list[Deed]]] = {}

    def brings_home(self, stone: Stone, goal: Place) -> bool:
        """Whether the stone comes into the house with this goal."""
        return goal >= TRACK_END > self.state.stones[stone] & PLACE

    def of_rank(self, rank: Rank) -> list[Deed]:
        """All that a card of this rank can do."""
        if rank == SEVEN:
            return self.seven(joker=False)
        return self.special(rank) + self.plain(rank) if rank in CENTERING else self.plain(rank)

    def special(self, rank: Rank) -> list[Deed]:
        """Entering (T17) and leaving the centre (T36)."""
        setup, stones = self.state.setup, self.state.stones
        deeds: list[Deed] = []
        own = [stones[stone] & PLACE for stone in self.own]
        if rank in ENTERING and RESERVE in own and setup.starts[self.own[0] // STONES] not in own:
            deeds.append((ENTER, -1, -1))
        if CENTER in own:
            deeds += [(GO, self.own[own.index(CENTER)], field) for field in setup.center_fields]
        return deeds

    def plain(self, rank: Rank) -> list[Deed]:
        """The steps, swaps and draws of a rank other than the seven."""
        deeds = self._plain.get(rank)
        if deeds is None:
            deeds = self._plain[rank] = self._swaps() if rank == JACK else self._steps(rank)
        return deeds

    def _steps(self, rank: Rank) -> list[Deed]:
        size = self.state.setup.size
        deeds: list[Deed] = []
        for reach in self._reaches:
            stone, place, run, to_gate, depth = reach
            for steps in STEPS[rank]:
                if steps <= run:
                    deeds.append((GO, stone, (place + steps) % size))
                if 0 < steps - to_gate <= depth:
                    deeds.append((GO, stone, HOUSE + steps - to_gate))
            if rank == FOUR and place < TRACK_END:
                back = goals_back(self.state.setup, self.state.stones, stone)
                # On the gate four forward and four backward both lead to h4: one move.
                deeds += [deed for goal in back if (deed := (GO, stone, goal)) not in deeds]
        return deeds + self._draws() if rank == TWO else deeds

    def _draws(self) -> list[Deed]:
        """From whom a two may draw, in free play (T19)."""
        state = self.state
        if state.setup.teams:
            return []
        return [(DRAW_CARD, -1, seat) for seat, hand in enumerate(state.hands) if hand and seat != state.turn]

    def seven(self, *, joker: bool) -> list[Deed]:
        """The first parts of a seven (T20)."""
        seven = Seven(self.state.setup, self.state.turn, joker=joker)
        return [(GO, stone, goal) for stone, goal in seven.parts(self.state.stones, SEVEN_STEPS)]

    def _swaps(self) -> list[Deed]:
        """Two unprotected stones of different players, on the track or in the centre (T24)."""
        free = [stone for stone, code in enumerate(self.state.stones) if _swappable(code)]
        own = [stone for stone in free if stone in self.own]
        return [(SWAP, stone, other) for stone in own for other in free if other not in self.own]


def _swappable(code: int) -> bool:
    place = code & PLACE
    return not code & PROTECTED and (place < TRACK_END or place == CENTER)
