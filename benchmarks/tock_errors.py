"""`python -m benchmarks.tock_errors [POSITIONS [WORLDS [SEED [JOBS]]]]`: how true Tock's errors are.

Compares what the evaluator says of positions, of one move in each, and of what that loses, with the mean over
very many other worlds: an interval of 95 % should hold that in 95 of 100 cases. Then it analyses whole games
of four players, and prints the CPU seconds and the mean errors.
"""

from __future__ import annotations

import sys
import time
from itertools import chain, islice
from multiprocessing import Pool
from statistics import fmean
from typing import Final

from benchmarks.keeping import keep
from stammtisch.analysis.intervals import share_interval
from stammtisch.analysis.report import analyse
from support.bot_games import bot_record
from support.tock_errors import Said, positions, said

LEVELS: Final = ["medium", "easy", "strong", "medium"]
FROM_EACH: Final = 8
"""Positions of each game; few, since those of one game are alike."""
EVERY: Final = 8


def coverage(wanted: int, worlds: int, seed: str, jobs: int) -> None:
    """How often intervals hold the truth."""
    games = [(f"{seed} {game}", worlds) for game in range(-(-wanted // FROM_EACH))]
    with Pool(jobs) as pool:
        found = list(chain.from_iterable(pool.starmap(of_game, games, chunksize=1)))
    for what in dict.fromkeys(one.what for one in found):
        cases = [one for one in found if one.what == what]
        share = share_interval([float(one.holds) for one in cases])
        error, bias = fmean(one.error for one in cases), fmean(one.value - one.truth for one in cases)
        print(
            f"{what}: {share.share:.3f} ({share.low:.3f} to {share.high:.3f}) of {len(cases)}; "
            f"mean error {error:.4f}, mean difference {bias:+.4f}",
            flush=True,
        )
        figures = {"what": what, "cases": len(cases), "worlds": worlds, "error": error, "bias": bias}
        spread = {"share": share.share, "low": share.low, "high": share.high}
        keep("tock_errors", figures | spread | {"seed": seed})


def of_game(seed: str, worlds: int) -> list[Said]:
    """What is said of some positions of one game, and what is true."""
    chosen = enumerate(islice(positions(LEVELS, EVERY, seed), FROM_EACH))
    return [one for n, (state, seat) in chosen for one in said(state, seat, worlds, f"{seed} {n}")]


def whole_games(games: int) -> None:
    """CPU seconds for a whole game, and the mean error of a loss in it."""
    analyse(bot_record("tock", ["medium"] * 4, "errors"))
    for game in range(games):
        record = bot_record("tock", ["medium", "strong"] * 2, f"errors {game}")
        begin = time.process_time()
        report = analyse(record)
        seconds = time.process_time() - begin
        error = fmean(decision.error for decision in report.decisions)
        print(f"a game of {len(record.log)} steps: {seconds:.2f} CPU s, mean error of a loss {error:.4f}")
        keep("tock_analysis", {"steps": len(record.log), "cpu_s": seconds, "loss_error": error})


if __name__ == "__main__":
    wanted, worlds, seed, jobs = [*sys.argv[1:], *("200", "1500", "errors", "1")[len(sys.argv) - 1 :]]
    coverage(int(wanted), int(worlds), seed, int(jobs))
    whole_games(3)
