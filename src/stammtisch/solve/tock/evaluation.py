"""What turns are worth, from their results in possible worlds.

The best of several results is better than it deserves. So the worlds are in several parts: in each part the
turn counts that is best in all the others. Every turn is compared with that in the worlds that both were
tried in.
"""

from __future__ import annotations

from math import erfc, exp, hypot, pi, sqrt
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from stammtisch.solve.tock.rollouts import Chances

Results: TypeAlias = npt.NDArray[np.float64]
"""Of one turn, by world."""

WORLDS: Final = 32
PARTS: Final = 4
CLOSE: Final = 4
"""How many turns at most, the best at first sight, are tried in all worlds. One of them is the best."""
CLOSE_ENOUGH: Final = 0.04
"""By how much worse than the best a turn looks at first sight that is not one of them."""
FEW_WORLDS: Final = 8
"""In how many worlds the other turns are tried."""

_STUDENT: Final = 1.21
"""An error that is itself estimated counts for more, by this part over the number of worlds but one."""
_UNSEEN: Final = 0.02
"""The next world may always differ by this much, even if all so far were the same."""


class EvaluatedTurn(NamedTuple):
    """A turn's value and what it loses against the best, each with its standard error.

    `best` is what the best is worth, with its error. A loss may come out a little below 0.
    """

    value: float
    error: float
    loss: float
    loss_error: float
    best: float
    best_error: float


def evaluated_turns(close: Chances, others: Chances) -> list[EvaluatedTurn]:
    """The turns of both tables: by world and turn, the others in the first worlds of the close ones."""
    best = _best(close)
    doubt = _doubt(close, float(best.mean()))
    return [_evaluated_turn(best, doubt, column) for column in (*close.T, *others.T)]


def _best(close: Chances) -> Results:
    """By world, the result of the turn that is best in the other parts."""
    best = np.empty(len(close))
    part_of = np.arange(len(close)) % PARTS
    for part in range(PARTS):
        chosen = close[part_of != part].mean(axis=0).argmax()
        best[part_of == part] = close[part_of == part, chosen]
    return best


def _doubt(close: Chances, best: float) -> float:
    """How much better the best turn may be than `best`, which was chosen part by part.

    The turn that is best in all worlds seems better than it is, and another one may be better still.
    """
    means = close.mean(axis=0)
    ahead = close - close[:, [means.argmax()]]
    gain = max(_expected_gain(float(column.mean()), _error(column)) for column in ahead.T)
    return max(float(means.max()) - best, 0.0) + gain


def _expected_gain(mean: float, error: float) -> float:
    """The mean of what is above 0, where the truth is normal around the mean with that error."""
    behind = -mean / error
    return error * exp(-(behind**2) / 2) / sqrt(2 * pi) + mean * erfc(behind / sqrt(2)) / 2


def _evaluated_turn(best: Results, doubt: float, results: Results) -> EvaluatedTurn:
    """A turn compared with the best, world by world; another one may be better than that by `doubt`."""
    tried, worlds = len(results), len(best)
    behind = best[:tried] - results
    # The value is that of the best, less the loss; what both have in common counts once.
    shared = results / tried - best[:tried] * (1 / tried - 1 / worlds)
    variance = tried * shared.var(ddof=1) + (worlds - tried) * best.var(ddof=1) / worlds**2
    widened = 1 + _STUDENT / (tried - 1)
    return EvaluatedTurn(
        float(min(max(best.mean() - behind.mean(), 0.0), 1.0)),
        hypot(float(np.sqrt(variance)) * widened, _UNSEEN / tried),
        float(behind.mean()),
        hypot(_error(behind), doubt),
        float(best.mean()),
        hypot(_error(best), doubt),
    )


def _error(results: Results) -> float:
    """The standard error of the mean."""
    worlds = len(results)
    spread = float(np.sqrt(results.var(ddof=1) / worlds)) * (1 + _STUDENT / (worlds - 1))
    return hypot(spread, _UNSEEN / worlds)
