"""Tock's `strong` as it was before it learned: the opponent that newer bots are measured against.

It looks ahead by rounds played out with the bots' own evaluation. Nothing here may change how it plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final, final

from stammtisch.bots.tock.evaluation import Scale, chance_of, scale_of
from stammtisch.bots.tock.plans import Planner, Turn
from stammtisch.bots.tock.playout import Guide
from stammtisch.core.chance import Source
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.games.tock import Tock
from stammtisch.games.tock.legal import legal_moves
from stammtisch.games.tock.moves import Move
from stammtisch.games.tock.playing import played
from stammtisch.games.tock.state import DEAL, DRAW, GIVE, OVER, State
from stammtisch.games.tock.view import guess

HEATS: Final = ((8, 6), (4, 10), (2, 16))
"""How many plans go into each heat, the best so far, and in how many more worlds they are tried."""

_RULES: Final = Tock()


def frozen(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Of the plans that look good, the one that does best in rounds played out."""
    seen: State = game.load(view, viewer=seat)
    moves = legal_moves(seen, seat)
    if len(moves) == 1:
        return moves[0]
    turns: list[Turn] = [(move,) for move in moves]
    if seen.phase != GIVE:
        turns = [plan.turn for plan in Planner(seen, seat).plans()]
    return turns[0][0] if len(turns) == 1 else _Search(seen, seat, source).best(turns)[0]


@final
class _Trial:
    """What a seat may do, and the chances of winning it led to, world by world."""

    def __init__(self, turn: Turn) -> None:
        self.turn: Final = turn
        self.results: Final[list[float]] = []

    def mean(self) -> float:
        """The chance of winning, as far as tried."""
        return fmean(self.results)


@final
class _Search:
    """Tries everything in the same worlds, each played to the round's end."""

    def __init__(self, seen: State, seat: Seat, source: Source) -> None:
        self._scale: Final[Scale] = scale_of(seen.setup)
        self._guide: Final = Guide(self._scale, seen)
        self._seen: Final = seen
        self._seat: Final = seat
        self._source: Final = source

    def best(self, turns: Iterable[Turn]) -> Turn:
        """The turn that leads when the others have been left behind, heat by heat."""
        trials = [_Trial(turn) for turn in turns]
        for entrants, worlds in HEATS:
            del trials[entrants:]
            self._try_out(trials, worlds)
            trials.sort(key=_Trial.mean, reverse=True)
        return trials[0].turn

    def _try_out(self, trials: Sequence[_Trial], worlds: int) -> None:
        for _ in range(worlds):
            world = guess(self._seen, self._seat, self._source)
            for trial in trials:
                trial.results.append(self._result(world, trial.turn))

    def _result(self, state: State, turn: Turn) -> float:
        for move in turn:
            state, _ = played(state, self._seat, move)
        return chance_of(self._scale, _after_round(self._guide, state, self._source), self._seat)


def _after_round(guide: Guide, state: State, source: Source) -> State:
    """The position when the round, or the game, is over; before a deal that is the coming round."""
    number = state.round
    while state.round == number and state.phase != OVER:
        if state.phase in (DEAL, DRAW):
            state, _ = _RULES.fall(state, _RULES.chance(state).sample(source))
        elif state.phase == GIVE:
            seat = state.to_give()[0]
            state, _ = played(state, seat, guide.gift(state, seat))
        else:
            state, _ = played(state, state.turn, _choice(guide, state))
    return state


def _choice(guide: Guide, state: State) -> Move:
    """The move whose stones and card win most."""
    moves = legal_moves(state, state.turn)
    return max(moves, key=guide.swings(state).of) if len(moves) > 1 else moves[0]
