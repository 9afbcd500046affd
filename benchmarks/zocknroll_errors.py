"""`python -m benchmarks.zocknroll_errors [POSITIONS [EVALUATIONS [SEED]]]`: how true errors of estimates are.

Prints how many of the intervals of 95 % hold what the mean of many other evaluations shows.
"""

from __future__ import annotations

import sys

from benchmarks.keeping import keep
from benchmarks.kniffel_errors import coverage
from support.zocknroll_playouts import cases

if __name__ == "__main__":
    positions, evaluations, seed = [*sys.argv[1:], *("300", "20", "errors")[len(sys.argv) - 1 :]]
    figures = [*coverage([*cases(int(positions), int(evaluations), seed)])]
    print(*figures, sep="\n")
    keep("zocknroll_errors", [figure._asdict() for figure in figures])
