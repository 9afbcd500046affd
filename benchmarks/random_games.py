"""Random games per CPU second through the public contract, the measure of the rules themselves."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from stammtisch import catalog
from stammtisch.core import Seeded, Source
from stammtisch.core.game import AnyGame
from stammtisch.testing.playout import play_at_random

TABLES: Final = (("zock", 2), ("kniffel", 1), ("zocknroll", 4), ("tock", 4))
"""Each game with the number of players it is measured with, default options."""
CPU_SECONDS: Final = 3.0


class Figure(NamedTuple):
    """What was measured at one table; `per_loop` compares machines: games in the time of one loop."""

    game: str
    players: int
    games_per_second: float
    steps_per_second: int
    per_loop: float


def measure() -> list[Figure]:
    """A figure for each table."""
    loops, seconds = _repeated(calibration_loop)
    return [_figure(name, players, loops / seconds) for name, players in TABLES]


def calibration_loop() -> int:
    """Plain Python that never changes: what this machine makes of loops, lists and small numbers."""
    numbers = [0] * 64
    for index in range(100_000):
        numbers[index & 63] = (numbers[index * 7 & 63] + index) & 0xFFFF
    return 1


def _figure(name: str, players: int, loops_per_second: float) -> Figure:
    game, source = catalog.game(name), Seeded("benchmark")
    games = 0

    def one_game() -> int:
        nonlocal games
        games += 1
        return _steps(game, players, source)

    _steps(game, players, source)  # tables that are made once are not what is measured
    steps, seconds = _repeated(one_game)
    rate = games / seconds
    return Figure(name, players, round(rate, 1), round(steps / seconds), round(rate / loops_per_second, 4))


def _steps(game: AnyGame, players: int, source: Source) -> int:
    return play_at_random(game, game.start(players), source)


def _repeated(work: Callable[[], int]) -> tuple[int, float]:
    """How much was done, and the CPU time it took."""
    done = 0
    begin = time.process_time()
    while (seconds := time.process_time() - begin) < CPU_SECONDS:
        done += work()
    return done, seconds
