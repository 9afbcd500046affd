"""What a position of Tock is worth to each side, from where the stones are.

Worths are logits: a side's chance of winning is its share of all sides' e to the worth. The
weights were fitted to the results of games that the bots played against themselves.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final, TypeAlias, final

from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import STEPS
from stammtisch.games.tock.moves import CENTER, HOUSE, RESERVE, STONES
from stammtisch.games.tock.state import MARKED, OVER, PLACE, PROTECTED, Setup, State, Stones, all_home
from stammtisch.games.tock.steps import cells_held, goals_back, reaches

FAR: Final = 0.13
"""A stone on the track with the whole way still to go; one in reserve is worth nothing."""
MIDWAY: Final = 0.18
"""A stone that needs more than one card to its gate; before that worth grows evenly."""
NEAR: Final = 0.25
"""A stone that one high card leads to its gate."""
AT_GATE: Final = 0.33
"""A stone on its gate, or as good as there."""
ONE_CARD: Final[int] = max(max(ways) for ways in STEPS if ways)
"""No card leads further than this."""
SAFE: Final = 0.02
"""What protection adds (T18)."""
IN_CENTER: Final = 0.2
"""A stone in the centre, a short way from everywhere (T36)."""
SHORTCUT: Final = 0.2
"""How much of what a four backward would win counts before one is at hand (T25)."""

HOUSES: Final[tuple[float, ...]] = (
    0.0, 0.20, 0.30, 0.45, 0.30, 0.60, 0.66, 1.10,
    0.40, 0.76, 0.80, 1.10, 0.86, 1.17, 1.65, 3.05,
)  # fmt: skip
"""The worth of a house by the cells that are taken, as a bit mask, h1 the lowest bit: a stone near
the door keeps others out (T15), and a player who is home plays for the partner (T14)."""

Stakes: TypeAlias = tuple[float, ...]
"""By seat: what a gain of its stones is worth to a player, 1 for their own side, below 0 for rivals."""

CODES: Final = PROTECTED << 1
"""Stone codes are below this."""


@final
class Scale:
    """The worth of every stone on every place of one board.

    `worths` are by seat and stone code; stones in a house count together, in `HOUSES`. A side is
    named by its lowest seat: `side_of` gives it by seat, `sides` lists all.
    """

    __slots__ = ("board", "side_of", "sides", "worths")

    def __init__(self, board: Setup) -> None:
        self.board: Final = board
        self.worths: Final = tuple(_worths(board, seat) for seat in board.seats)
        self.side_of: Final = tuple(
            min(seat, board.partners[seat]) if board.teams else seat for seat in board.seats
        )
        self.sides: Final = tuple(sorted(set(self.side_of)))

    def seat_worth(self, stones: Stones, seat: Seat) -> float:
        """The stones of one seat."""
        worths = self.worths[seat]
        worth = HOUSES[cells_held(stones, seat)]
        for code in stones[seat * STONES : seat * STONES + STONES]:
            worth += worths[code]
        return worth

    def side_worths(self, stones: Stones) -> dict[Seat, float]:
        """The stones of each side."""
        worths = dict.fromkeys(self.sides, 0.0)
        for seat, side in enumerate(self.side_of):
            worths[side] += self.seat_worth(stones, seat)
        return worths

    def stakes(self, stones: Stones, seat: Seat) -> Stakes:
        """What matters to the seat: rivals do as much as they are likely to win, those done no more."""
        own = self.side_of[seat]
        worths = self.side_worths(stones)
        shares = {side: 0.0 if self._is_done(stones, side) else exp(worths[side]) for side in self.sides}
        others = sum([share for side, share in shares.items() if side != own]) or 1.0
        return tuple([1.0 if side == own else -shares[side] / others for side in self.side_of])

    def _is_done(self, stones: Stones, side: Seat) -> bool:
        return not self.board.teams and all_home(stones, side)

    def balance(self, stones: Stones, stakes: Stakes) -> float:
        """What all stones are worth to a player with these stakes."""
        return sum([stake * self.seat_worth(stones, seat) for seat, stake in enumerate(stakes)])


scale_of: Final = cache(Scale)
"""One scale for equal boards."""


def _worths(board: Setup, seat: Seat) -> tuple[float, ...]:
    worths = [0.0] * CODES
    worths[CENTER] = worths[CENTER | MARKED] = IN_CENTER
    for field in range(board.size):
        for flags in (0, MARKED, PROTECTED, PROTECTED | MARKED):
            worths[field | flags] = _track_worth(board, seat, field | flags)
    return tuple(worths)


def _track_worth(board: Setup, seat: Seat, code: int) -> float:
    """A stone on the track alone, and what a four backward might make of it."""
    worth = _way_worth(board, seat, code)
    goals = goals_back(board, _alone(board, seat, code), seat * STONES)
    back = max(_goal_worth(board, seat, goal | code & MARKED) for goal in goals)
    return worth + SHORTCUT * max(0.0, back - worth) + (SAFE if code & PROTECTED else 0.0)


def _alone(board: Setup, seat: Seat, code: int) -> Stones:
    """The seat's first stone on a board of its own."""
    return tuple(code if stone == seat * STONES else RESERVE for stone in range(board.players * STONES))


def _goal_worth(board: Setup, seat: Seat, code: int) -> float:
    cell = (code & PLACE) - HOUSE
    return HOUSES[1 << cell - 1] if cell > 0 else _way_worth(board, seat, code)


def _way_worth(board: Setup, seat: Seat, code: int) -> float:
    """By the steps to the gate; the whole round from a gate that is closed to the stone (T29, T30)."""
    (reach,) = reaches(board, _alone(board, seat, code), (seat * STONES,))
    whole: int = board.size
    to_go: int = reach.to_gate if reach.depth else whole
    if to_go <= ONE_CARD:
        return AT_GATE + (NEAR - AT_GATE) * to_go / ONE_CARD
    return MIDWAY + (FAR - MIDWAY) * (to_go - ONE_CARD) / (whole - ONE_CARD)


def chance_of(scale: Scale, state: State, seat: Seat, extra: float = 0.0) -> float:
    """The seat's chance of winning; `extra` is what its side has besides its stones.

    With `play_on` (T27) it is that of leaving a rival behind, averaged over all of them.
    """
    if state.setup.play_on:
        return _duels_won(scale, state, seat, extra)
    own = scale.side_of[seat]
    if state.places or state.phase == OVER:
        return 1.0 if _has_won(state, own) else 0.0
    worths = scale.side_worths(state.stones)
    worths[own] += extra
    return exp(worths[own]) / sum([exp(worth) for worth in worths.values()])


def _has_won(state: State, seat: Seat) -> bool:
    """Whether the seat was first, or its team has come home (T27)."""
    if not state.setup.teams:
        return state.places[0] == seat
    return all_home(state.stones, seat) and all_home(state.stones, state.setup.partners[seat])


def _duels_won(scale: Scale, state: State, seat: Seat, extra: float) -> float:
    own = scale.seat_worth(state.stones, seat) + extra
    won = [
        _duel(state.places, seat, rival, own - scale.seat_worth(state.stones, rival))
        for rival in state.setup.seats
        if rival != seat
    ]
    return sum(won) / len(won)


def _duel(places: tuple[Seat, ...], seat: Seat, rival: Seat, ahead: float) -> float:
    """The chance of being home before that rival."""
    if rival in places:
        return 1.0 if seat in places and places.index(seat) < places.index(rival) else 0.0
    return 1.0 if seat in places else 1.0 / (1.0 + exp(-ahead))
