"""Boards, positions and moves of Tock as numbers, and how they follow from those of the rules.

The rules of `games.tock` stay the law. This second form of them is for the millions of positions of a
search; a test plays the same games with both and compares every move and every position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import COPIES, HIDDEN, Card
from stammtisch.games.tock.moves import (
    DRAW_CARD,
    END,
    ENTER,
    FOLD,
    GIVE_CARD,
    GO,
    INTO_CENTER,
    PART,
    RESERVE,
    STONES,
    SWAP,
    Move,
)
from stammtisch.games.tock.state import (
    CENTER_PHASE,
    DEAL,
    DRAW,
    GIVE,
    OVER,
    PLAY,
    SEVEN_PHASE,
    Setup,
    State,
)
from stammtisch.solve import compact
from stammtisch.solve.machine_code import leaf

if TYPE_CHECKING or not compact.NEEDED:
    import numpy as np
    import numpy.typing as npt

    Ints: TypeAlias = npt.NDArray[np.int64]

    def ints(numbers: Sequence[int]) -> Ints:
        """Whole numbers in an array; where there is no NumPy, in a list."""
        return np.array(numbers, np.int64)

else:
    Ints = ints = list

PHASES: Final = (DEAL, GIVE, PLAY, SEVEN_PHASE, CENTER_PHASE, DRAW, OVER)
DEALING, GIVING, PLAYING, IN_SEVEN, AT_CENTER, DRAWING, ENDED = range(len(PHASES))

KINDS: Final = (GIVE_CARD, ENTER, GO, PART, SWAP, DRAW_CARD, INTO_CENTER, END, FOLD)
GIVES, ENTERS, GOES, GOES_ON, SWAPS, DRAWS, INTO, ENDS, FOLDS = range(len(KINDS))

MOST_PLAYERS: Final = 8
MOST_STONES: Final = STONES * MOST_PLAYERS
CARD_KINDS: Final = HIDDEN
"""Different cards there are, the joker the last."""
MOST_MOVES: Final = 1 << 13
"""More moves than any position has."""

Position: TypeAlias = Ints
"""A position that changes in place, one number after the other: first the place of each stone.

Then comes what is under way, of which `MOVED` and `CENTERS` are sets of stones, one a bit; and from these
indices on the places taken, the cards given and held by each seat, and for the discard pile and each hand
how many cards of each kind are in it.
"""
(PHASE, TURN, DEALER, ROUND, LEFT, JOKER_SEVEN, MOVED, CENTERS, DRAW_FROM, DONE) = range(
    MOST_STONES, MOST_STONES + 10
)
PLACES: Final = MOST_STONES + 10
GIVEN: Final = PLACES + MOST_PLAYERS
HELD: Final = GIVEN + MOST_PLAYERS
DISCARD: Final = HELD + MOST_PLAYERS
HANDS: Final = DISCARD + CARD_KINDS
POSITION_SIZE: Final = HANDS + MOST_PLAYERS * CARD_KINDS

Board: TypeAlias = Ints
"""A set-up as numbers: what was agreed, three numbers for each seat, and the fields before the centre."""
(PLAYERS, STONES_IN_PLAY, SIZE, TEAMS, TOUCHED, OVER_GATE, PLAY_ON, CANADIAN_SEVEN, NO_JOKER_FINISH) = range(
    9
)
STARTS: Final = 9
GATES: Final = STARTS + MOST_PLAYERS
PARTNERS: Final = GATES + MOST_PLAYERS
CENTER_FIELDS: Final = PARTNERS + MOST_PLAYERS

ALL_CARDS: Final[Ints] = ints(COPIES)


@cache
def board_of(setup: Setup) -> Board:
    """The board of a set-up."""
    board = [0] * CENTER_FIELDS
    board[:STARTS] = (
        setup.players,
        STONES * setup.players,
        setup.size,
        setup.teams,
        setup.touched,
        setup.over,
        setup.play_on,
        setup.canadian_seven,
        setup.no_joker_finish,
    )
    board[STARTS : STARTS + setup.players] = setup.starts
    board[GATES : GATES + setup.players] = setup.gates
    board[PARTNERS : PARTNERS + setup.players] = setup.partners
    return ints([*board, *setup.center_fields])


def position_of(state: State) -> Position:
    """The state as numbers; of hidden cards it knows the number only."""
    position = [RESERVE] * MOST_STONES + [0] * (POSITION_SIZE - MOST_STONES)
    position[: len(state.stones)] = state.stones
    position[PHASE:PLACES] = (
        PHASES.index(state.phase),
        state.turn,
        state.dealer,
        state.round,
        state.left,
        state.joker,
        sum(1 << stone for stone in state.moved),
        sum(1 << stone for stone in state.center),
        state.draw_from,
        len(state.places),
    )
    position[PLACES:HELD] = [-1] * (HELD - PLACES)
    position[PLACES : PLACES + len(state.places)] = state.places
    position[GIVEN : GIVEN + len(state.given)] = state.given
    _count(state.discard, position, DISCARD)
    for seat, hand in enumerate(state.hands):
        position[HELD + seat] = len(hand)
        _count(hand, position, hand_of(seat))
    return ints(position)


def _count(cards: Iterable[Card], position: list[int], first: int) -> None:
    for card in cards:
        if card != HIDDEN:
            position[first + card] += 1


@leaf
def hand_of(seat: int) -> int:
    """Where the hand of the seat begins."""
    return HANDS + seat * CARD_KINDS


def code_of(move: Move) -> int:
    """The move as one number."""
    return move_code(KINDS.index(move.kind), move.card, move.rank, move.stone, move.goal)


@leaf
def move_code(kind: int, card: int, rank: int, stone: int, goal: int) -> int:
    """A move as one number: each part of it in bits of its own, from -1 up."""
    return (((kind << 6 | card + 1) << 4 | rank + 1) << 6 | stone + 1) << 8 | goal + 1


def move_of(code: int) -> Move:
    """The move of a number."""
    return Move(KINDS[kind_in(code)], card_in(code), rank_in(code), stone_in(code), goal_in(code))


@leaf
def kind_in(code: int) -> int:
    """The kind of a move."""
    return code >> 24


@leaf
def card_in(code: int) -> int:
    """The card of a move."""
    return (code >> 18 & 63) - 1


@leaf
def rank_in(code: int) -> int:
    """The rank that the joker of a move stands for."""
    return (code >> 14 & 15) - 1


@leaf
def stone_in(code: int) -> int:
    """The stone of a move."""
    return (code >> 8 & 63) - 1


@leaf
def goal_in(code: int) -> int:
    """The goal of a move."""
    return (code & 255) - 1


@leaf
def seat_of(stone: int) -> Seat:
    """Whose stone it is."""
    return stone >> 2
