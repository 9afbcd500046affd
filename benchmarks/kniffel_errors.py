"""`python -m benchmarks.kniffel_errors [POSITIONS [PLAYOUTS [SEED]]]`: how true the errors of estimates are.

Prints how many of the intervals of 95 % hold the chance of winning that playouts show.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from benchmarks.keeping import keep
from support.kniffel_playouts import PLAYERS, Case, cases


class Coverage(NamedTuple):
    """How many of the intervals of 95 % hold the truth, and the mean error that they claim."""

    what: str
    players: int
    cases: int
    share: float
    claimed: float


def coverage(found: Sequence[Case]) -> Iterator[Coverage]:
    """By what was looked at and the number of players, and over all of them, which is 0 players."""
    for what in ("value", "loss"):
        for players in (0, *PLAYERS):
            some = [case for case in found if case.what == what and players in (0, case.players)]
            if some:
                share = fmean(case.covered for case in some)
                yield Coverage(what, players, len(some), share, fmean(case.error for case in some))


if __name__ == "__main__":
    positions, playouts, seed = [*sys.argv[1:], *("300", "12", "errors")[len(sys.argv) - 1 :]]
    figures = [*coverage([*cases(int(positions), int(playouts), seed)])]
    print(*figures, sep="\n")
    keep("kniffel_errors", [figure._asdict() for figure in figures])
