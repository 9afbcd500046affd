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
)
from stammtisch.games.tock.steps import Survey

ENTERING: Final = (ACE, KING, JOKER_RANK)
CENTERING: Final = (ACE, THREE, KING, JOKER_RANK)
"""The ranks that lead into the centre and out of it (T35, T36)."""
SEVEN_STEPS: Final = 7

Deed: TypeAlias = tuple[str, int, int]
"""A move less its card: kind, stone and goal."""


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """The legal moves of the seat, each once; found when first asked for."""
    if state.phase == GIVE:
        hand = state.hands[seat]
        to_give = state.given[seat] < 0 and seat not in state.places
        return tuple(Move(GIVE_CARD, card) for card in dict.fromkeys(hand)) if to_give else ()
    if seat != state.turn:
        return ()
    if state.listed is None:
        state.listed = _listed(state)
    return state.listed


def _listed(state: State) -> tuple[Move, ...]:
    if state.phase == PLAY:
        return tuple(_plays(state)) or (FOLD_HAND,)
    if state.phase == SEVEN_PHASE:
        seven = Seven(state.setup, state.turn, state.joker)
        return tuple(
            Move(PART, stone=stone, goal=goal) for stone, goal in seven.parts(state.stones, state.left)
        )
    if state.phase == CENTER_PHASE:
        cards = [card for card in dict.fromkeys(state.hands[state.turn]) if rank_of(card) in CENTERING]
        into = (Move(INTO_CENTER, card, stone=stone) for card in cards for stone in state.center)
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
            rank = rank_of(card)
            named = (*deeds.special(rank), *deeds.of_rank(rank))
            moves += [Move(kind, card, NO_RANK, stone, goal) for kind, stone, goal in named]
    return moves


def _joker_plays(deeds: Deeds) -> list[Move]:
    """A joker as any rank (T13); none that brings the last stone home where that is agreed (T33)."""
    moves = [Move(kind, JOKER, NO_RANK, stone, goal) for kind, stone, goal in deeds.special(JOKER_RANK)]
    for rank in range(len(RANKS)):
        moves += [
            Move(kind, JOKER, rank, stone, goal)
            for kind, stone, goal in deeds.of_rank(rank, joker=True)
            if not (kind == GO and deeds.joker_may_not_finish and deeds.enters(stone, goal))
        ]
    return moves


@final
class Deeds:
    """What can be done with each rank in one position, found once a rank."""

    __slots__ = ("_of_rank", "_runs", "_sevens", "joker_may_not_finish", "own", "state", "survey")

    def __init__(self, state: State) -> None:
        setup = state.setup
        survey = Survey(setup, state.stones)
        first = setup.controlled(state.stones, state.turn) * STONES
        self.state: Final = state
        self.survey: Final = survey
        self.own: Final = range(first, first + STONES)
        self.joker_may_not_finish: Final = setup.no_joker_finish and one_to_come(
            setup, state.stones, state.turn
        )
        self._runs: Final[list[tuple[Stone, int]]] = []
        for stone in self.own:
            place = state.stones[stone] & PLACE
            if place < TRACK_END:
                self._runs.append((stone, survey.run(place)))
            elif place < CENTER:
                self._runs.append((stone, 0))
        self._of_rank: Final[dict[Rank, list[Deed]]] = {}
        self._sevens: Final[dict[bool, list[Deed]]] = {}

    def enters(self, stone: Stone, goal: Place) -> bool:
        """Whether the stone comes home with this goal."""
        return goal >= TRACK_END > self.state.stones[stone] & PLACE

    def special(self, rank: Rank) -> list[Deed]:
        """Entering (T17) and leaving the centre (T36)."""
        stones = self.state.stones
        deeds: list[Deed] = []
        if rank in ENTERING:
            start = self.state.setup.starts[self.own[0] // STONES]
            reserve = [stone for stone in self.own if stones[stone] == RESERVE]
            if reserve and self.survey.at.get(start) not in self.own:
                deeds.append((ENTER, -1, -1))
        if self.state.setup.has_center and rank in CENTERING:
            for stone in self.own:
                if stones[stone] & PLACE == CENTER:
                    deeds += [(GO, stone, field) for field in self.state.setup.center_fields]
        return deeds

    def of_rank(self, rank: Rank, joker: bool = False) -> list[Deed]:
        """What the rank itself does, less entering and leaving the centre."""
        if rank == SEVEN:
            return self._seven(joker)
        deeds = self._of_rank.get(rank)
        if deeds is None:
            deeds = self._of_rank[rank] = self._swaps() if rank == JACK else self._steps(rank)
        return deeds

    def _steps(self, rank: Rank) -> list[Deed]:
        survey = self.survey
        deeds: list[Deed] = []
        for stone, run in self._runs:
            goals: tuple[Place, ...] = ()
            for steps in STEPS[rank]:
                goals += survey.goals(stone, steps, run)
            if rank == FOUR and self.state.stones[stone] & PLACE < TRACK_END:
                # On the gate four forward and four backward both lead to h4: one move.
                goals += tuple(goal for goal in survey.goals_back(stone) if goal not in goals)
            for goal in goals:
                deeds.append((GO, stone, goal))  # noqa: PERF401 -- a plain loop is faster here
        return deeds + self._draws() if rank == TWO else deeds

    def _draws(self) -> list[Deed]:
        """From whom a two may draw, in free play (T19)."""
        state = self.state
        if state.setup.teams:
            return []
        return [(DRAW_CARD, -1, seat) for seat, hand in enumerate(state.hands) if hand and seat != state.turn]

    def _seven(self, joker: bool) -> list[Deed]:
        # A joker's seven differs only where it may not bring the last stone home.
        strict = joker and self.state.setup.no_joker_finish
        deeds = self._sevens.get(strict)
        if deeds is None:
            parts = Seven(self.state.setup, self.state.turn, strict).parts(self.state.stones, SEVEN_STEPS)
            deeds = self._sevens[strict] = [(GO, stone, goal) for stone, goal in parts]
        return deeds

    def _swaps(self) -> list[Deed]:
        """Two unprotected stones of different players, on the track or in the centre (T24)."""
        stones = self.state.stones
        free = [stone for stone, code in enumerate(stones) if _swappable(code)]
        others = [stone for stone in free if stone not in self.own]
        return [(SWAP, stone, other) for stone in free if stone in self.own for other in others]


def _swappable(code: int) -> bool:
    place = code & PLACE
    return not code & PROTECTED and (place < TRACK_END or place == CENTER)
