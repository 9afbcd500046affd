"""Looking ahead: turns are tried in worlds that the seat holds possible, each played on for a while."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Final, final

from stammtisch.bots.contract import TimeLeft, unlimited
from stammtisch.bots.tock.plans import Turn
from stammtisch.core.chance import Source
from stammtisch.core.turn import Seat
from stammtisch.games.tock.state import State
from stammtisch.solve import compact

HEATS: Final = ((6, 4), (3, 6), (2, 10)) if compact.NEEDED else ((8, 6), (4, 10), (3, 14), (2, 20))
"""How many turns go into each heat, the best so far, and in how many more worlds they are tried."""
BEATEN: Final = 3.0
"""The standard errors behind the best at which a turn is not tried further."""
OUT_OF_REACH: Final = 0.12
"""By how much worse than the best a turn looks at first sight that is not tried."""

_SEEDS: Final = 1 << 40


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

    def beaten_by(self, other: Trial) -> bool:
        """Whether it is clearly worse in the worlds that both were tried in."""
        behind = [ahead - own for ahead, own in zip(other.results, self.results, strict=True)]
        if len(behind) == 1:
            return False
        return fmean(behind) > BEATEN * sqrt(variance(behind) / len(behind))


@final
class Search:
    """Tries everything in the same worlds, so that luck makes no turn look better than another.

    When no time is left it tries nothing more, once everything has been tried in one world.
    """

    __slots__ = ("_source", "_thinker", "_time_left")

    def __init__(self, seen: State, seat: Seat, source: Source, time_left: TimeLeft = unlimited) -> None:
        if TYPE_CHECKING or not compact.NEEDED:
            from stammtisch.solve.tock.thinking import Thinker
        else:
            from stammtisch.bots.tock.plain import Thinker
        self._thinker: Final = Thinker(seen, seat)
        self._source: Final = source
        self._time_left: Final = time_left

    def best(self) -> Turn:
        """The turn that leads when the others have been left behind, heat by heat."""
        turns = self._thinker.turns()
        enough = turns[0][1] - OUT_OF_REACH
        trials = [Trial(turn) for turn, chance in turns if chance > enough]
        if len(trials) == 1:
            return trials[0].turn
        for entrants, worlds in HEATS:
            del trials[entrants:]
            self.try_out(trials, worlds)
            trials.sort(key=Trial.mean, reverse=True)
            trials = [trial for trial in trials if not trial.beaten_by(trials[0])]
            if len(trials) == 1:
                break
        return trials[0].turn

    def try_out(self, trials: Sequence[Trial], worlds: int) -> None:
        """One more result for each trial in each of the worlds, or until no time is left."""
        turns = [trial.turn for trial in trials]
        for _ in range(worlds):
            if trials[0].results and not self._time_left():
                return
            chances = self._thinker.chances(turns, self._source.below(_SEEDS))
            for trial, chance in zip(trials, chances, strict=True):
                trial.results.append(chance)
