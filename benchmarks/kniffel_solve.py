"""`python -m benchmarks.kniffel_solve`: CPU seconds and memory of solved Kniffel, once compiled."""

from __future__ import annotations

import resource
import time
from typing import Final, NamedTuple

from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import EMPTY_SHEET, setup
from stammtisch.solve.kniffel.solution import Solution, column_values
from stammtisch.solve.kniffel.turns import Turns

REPETITIONS: Final = 5


class Figure(NamedTuple):
    """The value of the default rules, the CPU seconds of a solve (tables included), and peak memory."""

    value: float
    cpu_s: float
    megabytes: float


def measure() -> Figure:
    """The fastest of some solves: others work on the same machine."""
    _, value = _timed()  # compiles
    seconds = min(_timed()[0] for _ in range(REPETITIONS))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Figure(value, round(seconds, 3), round(peak))


def _timed() -> tuple[float, float]:
    agreed = setup(KniffelOptions())
    begun = time.process_time()
    turns = Turns(agreed)
    values = column_values(turns.tables)
    seconds = time.process_time() - begun
    return seconds, Solution(turns, values).expected(EMPTY_SHEET)


if __name__ == "__main__":
    print(measure())
