"""`python -m benchmarks.luck_saved GAME SEATS [DEALS [JOBS [OPTION=VALUE …]]]`: the games that luck saves.

SEATS are bots as in `stammtisch simulate`, and each deal is played from all of them. Prints the share of wins
of the first bot (of the first seat, where all are the same), raw and without luck; luck, whose interval of
95 % should contain 0; how many times as many deals the raw figure needs for the same interval, with its
interval of 95 %; and the CPU seconds of a game without and with luck.
"""

from __future__ import annotations

import sys
from functools import partial
from multiprocessing import Pool
from time import process_time
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.keeping import keep
from stammtisch.analysis.simulation import Plan, plan, play_out
from stammtisch.cli.game_options import parse_options

RESAMPLED: Final = 2000
"""How often deals are drawn again for the interval of the factor."""
CERTAINTY: Final = 1.96
TIMED: Final = 10
"""How many deals there are for each that is played once more without luck, for its CPU time."""

Figures = npt.NDArray[np.float64]


class Saved(NamedTuple):
    """The means, and by what factor subtracting luck lowers the variance of a deal."""

    deals: int
    raw: float
    adjusted: float
    luck: float
    margin: float
    factor: float
    low: float
    high: float
    cpu_raw: float
    cpu: float


def play_deal(agreed: Plan, deal: int) -> tuple[float, float, float]:
    """In the games of a deal: the first bot's mean share of a win, its mean luck, CPU seconds of a game."""
    found, begun = [], process_time()
    for by in range(agreed.rotations):
        seats = agreed.seats[by:] + agreed.seats[:by]
        own = [seat for seat, name in enumerate(seats) if name == agreed.seats[0]]
        if agreed.rotations == 1:
            own = [0]
        outcome, luck = play_out(agreed, seats, f"{agreed.seed} {deal}")
        share = sum(seat in outcome.winners for seat in own) / len(outcome.winners)
        found.append((share, sum(luck[seat] for seat in own) if luck else 0.0))
    shares, lucks = zip(*found, strict=True)
    seconds = process_time() - begun
    return sum(shares) / len(found), sum(lucks) / len(found), seconds / len(found)


def measure(agreed: Plan, jobs: int = 1) -> Saved:
    """Play all deals, in `jobs` processes."""
    raw = Plan(agreed.game, agreed.options, agreed.seats, agreed.deals, agreed.seed, adjust=False)
    play_deal(agreed, 0)  # compiles what has to be
    with Pool(jobs) as pool:
        found = np.array(pool.map(partial(play_deal, agreed), range(agreed.deals), chunksize=1))
        timed = np.array(pool.map(partial(play_deal, raw), range(0, agreed.deals, TIMED), chunksize=1))
    shares, luck, seconds = found.T
    low, high = _interval(shares, luck)
    return Saved(
        agreed.deals,
        float(shares.mean()),
        float((shares - luck).mean()),
        float(luck.mean()),
        float(CERTAINTY * luck.std(ddof=1) / np.sqrt(len(luck))),
        float(shares.var() / (shares - luck).var()),
        low,
        high,
        float(timed[:, 2].mean()),
        float(seconds.mean()),
    )


def _interval(shares: Figures, luck: Figures) -> tuple[float, float]:
    """Of the factor, by drawing from the deals again and again."""
    drawn = np.random.default_rng(1).integers(0, len(shares), (RESAMPLED, len(shares)))
    factors = shares[drawn].var(axis=1) / (shares - luck)[drawn].var(axis=1)
    low, high = np.percentile(factors, (2.5, 97.5))
    return float(low), float(high)


if __name__ == "__main__":
    usual = ("zock", "perfect,medium", "100", "1")
    game, names, deals, jobs, *named = [*sys.argv[1:], *usual[len(sys.argv) - 1 :]]
    options, seats = parse_options(named), names.split(",")
    agreed = plan(game, options, seats, 1, "luck saved")
    agreed = Plan(agreed.game, options, agreed.seats, int(deals), agreed.seed)
    saved = measure(agreed, int(jobs))
    print(saved, "holds 0" if abs(saved.luck) <= saved.margin else "does NOT hold 0")
    keep("luck_saved", {"game": game, "seats": seats, "options": options} | saved._asdict())
