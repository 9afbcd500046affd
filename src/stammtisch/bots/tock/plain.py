"""Tock without NumPy: the network in plain Python, with the rules themselves in place of kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final, final

from stammtisch.bots.tock.evaluation import scale_of
from stammtisch.bots.tock.plans import Planner, Turn
from stammtisch.bots.tock.playout import Guide
from stammtisch.core.chance import Seeded, Source
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import rank_of
from stammtisch.games.tock.legal import legal_moves
from stammtisch.games.tock.moves import Move
from stammtisch.games.tock.playing import played
from stammtisch.games.tock.rules import Tock
from stammtisch.games.tock.state import DEAL, DRAW, GIVE, OVER, State
from stammtisch.solve.tock.plain import chance_of

GIFT_WORLDS: Final = 8
"""In how many worlds each card to pass on is tried."""
REPLIES: Final = 6
"""Of how many replies the network chooses: those that look best without it."""
EVEN: Final = 0.5

_RULES: Final = Tock()


@final
class Thinker:
    """Thinks about one position, by what one seat sees of it: as `thinking.Thinker`."""

    __slots__ = ("_seat", "_seen", "_view")

    def __init__(self, seen: State, seat: Seat) -> None:
        self._seen: Final = seen
        self._seat: Final = seat
        self._view: Final = _RULES.view(seen, seat)

    def turns(self) -> list[tuple[Turn, float]]:
        """Turns worth a look with the chances that they seem to give, best first; gifts all as even."""
        if self._seen.phase == GIVE:
            return [((gift,), EVEN) for gift in _one_of_each_rank(legal_moves(self._seen, self._seat))]
        turns = [(turn, self.at_sight(turn)) for turn in Planner(self._seen, self._seat).turns()]
        return sorted(turns, key=lambda found: found[1], reverse=True)

    def at_sight(self, turn: Turn) -> float:
        """What the network sees after the turn, of which a gift is none."""
        return chance_of(after(self._seen, self._seat, turn), self._seat)

    def gifts(self, source: Source) -> dict[int, float]:
        """By rank, the chance with such a card passed on, on average over possible worlds."""
        seat = self._seat
        worlds = [_RULES.guess(self._view, seat, source) for _ in range(GIFT_WORLDS)]
        return {
            rank_of(gift.card): fmean([chance_of(after(world, seat, [gift]), seat) for world in worlds])
            for gift in _one_of_each_rank(legal_moves(self._seen, seat))
        }

    def chances(self, turns: Sequence[Turn], seed: int) -> list[float]:
        """The chance of winning after each of the turns, in one world that the seed makes."""
        world = _RULES.guess(self._view, self._seat, Seeded(f"world {seed}"))
        return [self._played_on(after(world, self._seat, turn), Seeded(f"luck {seed}")) for turn in turns]

    def _played_on(self, state: State, source: Source) -> float:
        """The seat's chance when it is its turn again, or the round is over."""
        guide = Guide(scale_of(state.setup), state)
        while state.phase not in (OVER, DEAL):
            if state.phase == DRAW:
                state, _ = _RULES.fall(state, _RULES.chance(state).sample(source))
            elif state.phase == GIVE:
                giver = next(seat for seat in state.setup.seats if legal_moves(state, seat))
                state, _ = played(state, giver, guide.gift(state, giver))
            elif state.turn == self._seat:
                break
            else:
                state = _reply(state, guide)
        return chance_of(state, self._seat)


def after(state: State, seat: Seat, turn: Iterable[Move]) -> State:
    """Where the turn leads."""
    for move in turn:
        state, _ = played(state, seat, move)
    return state


def _one_of_each_rank(moves: Iterable[Move]) -> Iterable[Move]:
    return {rank_of(move.card): move for move in moves}.values()


def _reply(state: State, guide: Guide) -> State:
    """After the move with the best chance for the seat whose turn it is."""
    moves = sorted(legal_moves(state, state.turn), key=guide.swings(state).of, reverse=True)
    ends = [played(state, state.turn, move)[0] for move in moves[:REPLIES]]
    return max(ends, key=lambda end: chance_of(end, state.turn)) if len(ends) > 1 else ends[0]
