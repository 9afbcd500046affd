"""Looking ahead: plans are tried in worlds that the seat holds possible, each played to the round's end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Final, final

from stammtisch.bots.contract import TimeLeft, unlimited
from stammtisch.bots.tock.evaluation import Scale, chance_of, scale_of
from stammtisch.bots.tock.plans import Turn
from stammtisch.bots.tock.playout import Guide, after_round
from stammtisch.core.chance import Source
from stammtisch.core.turn import Seat
from stammtisch.games.tock.playing import played
from stammtisch.games.tock.state import State
from stammtisch.games.tock.view import guess

HEATS: Final = ((8, 6), (4, 10), (2, 16))
"""How many plans go into each heat, the best so far, and in how many more worlds they are tried."""


@final
class Trial:
    """What a seat may do, and the chances of winning it led to, world by world."""

    __slots__ = ("results", "turn")

    def __init__(self, turn: Turn) -> None:
        self.turn: Final = turn
        self.results: Final[list[float]] = []

    def mean(self) -> float:
        """The chance of winning, as far as tried."""
        return fmean(self.results)

    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(variance(self.results) / len(self.results))


@final
class Search:
    """Tries everything in the same worlds, so that luck makes no plan look better than another.

    When no time is left it tries nothing more, once everything has been tried in one world.
    """

    __slots__ = ("_guide", "_scale", "_seat", "_seen", "_source", "_time_left")

    def __init__(self, seen: State, seat: Seat, source: Source, time_left: TimeLeft = unlimited) -> None:
        self._scale: Final[Scale] = scale_of(seen.setup)
        self._guide: Final = Guide(self._scale, seen)
        self._seen: Final = seen
        self._seat: Final = seat
        self._source: Final = source
        self._time_left: Final = time_left

    def best(self, turns: Iterable[Turn]) -> Turn:
        """The turn that leads when the others have been left behind, heat by heat."""
        trials = [Trial(turn) for turn in turns]
        for entrants, worlds in HEATS:
            del trials[entrants:]
            self.try_out(trials, worlds)
            trials.sort(key=Trial.mean, reverse=True)
        return trials[0].turn

    def try_out(self, trials: Sequence[Trial], worlds: int) -> None:
        """One more result for each, in each of so many worlds or until no time is left."""
        for _ in range(worlds):
            if trials[0].results and not self._time_left():
                return
            world = guess(self._seen, self._seat, self._source)
            for trial in trials:
                trial.results.append(self._result(world, trial.turn))

    def _result(self, state: State, turn: Turn) -> float:
        for move in turn:
            state, _ = played(state, self._seat, move)
        return chance_of(self._scale, after_round(self._guide, state, self._source), self._seat)
