"""`python -m benchmarks.tock_training`: games of Tock per CPU second in the core for training.

Random games compare with those through the public contract; in learning games a network thinks and learns.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np
from rich.console import Console

from benchmarks.keeping import keep
from stammtisch.games.tock import Tock
from stammtisch.games.tock.state import setup
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.random_numbers import below, start
from stammtisch.solve.tock.learning import begin, self_play
from stammtisch.solve.tock.legal import list_moves
from stammtisch.solve.tock.playing import play
from stammtisch.solve.tock.position import (
    DEALING,
    DRAWING,
    ENDED,
    MOST_MOVES,
    PHASE,
    POSITION_SIZE,
    Board,
    board_of,
)
from stammtisch.solve.tock.rollouts import fall, to_move
from stammtisch.solve.tock.thinking import network_of
from support.margins import margin

PLAYERS: Final = 4
ROUNDS: Final = 10
RANDOM_GAMES: Final = 1000
LEARNING_GAMES: Final = 20


class Figure(NamedTuple):
    """Games per CPU second, and half the width of their 95 % interval."""

    what: str
    games_per_second: float
    margin: float


def main() -> None:
    """Measure, keep the figures by commit, and show them."""
    figures = measure()
    keep("tock_training", [figure._asdict() for figure in figures])
    for what, rate, half in figures:
        Console().print(f"{what}: {rate:,.1f} ± {half:,.1f} games per CPU second")


def measure() -> list[Figure]:
    """Random games, and games that a network learns from."""
    options = Tock().options({}, PLAYERS)
    board = board_of(setup(PLAYERS, options))
    network = network_of(PLAYERS, str(options.house_entry)).copy()

    def play_at_random(seed: int) -> None:
        random_games(board, RANDOM_GAMES, seed)

    def learn(seed: int) -> None:
        self_play(board, network, LEARNING_GAMES, 0.9, 0.001, 0.1, seed)

    return [_figure("random", RANDOM_GAMES, play_at_random), _figure("learning", LEARNING_GAMES, learn)]


@compiled
def random_games(board: Board, games: int, seed: int) -> int:
    """Play games in which every move is drawn from all legal ones. Returns how many steps they took."""
    luck = np.zeros(1, np.uint64)
    start(luck, seed)
    position = np.zeros(POSITION_SIZE, np.int64)
    moves = np.empty(MOST_MOVES, np.int64)
    steps = 0
    for _ in range(games):
        begin(board, position, luck)
        while position[PHASE] != ENDED:
            steps += 1
            if position[PHASE] == DEALING or position[PHASE] == DRAWING:
                fall(board, position, luck)
            else:
                seat = to_move(board, position)
                count = list_moves(board, position, seat, moves, suits=True)
                play(board, position, seat, moves[below(luck, count)])
    return steps


def _figure(what: str, games: int, work: Callable[[int], None]) -> Figure:
    work(0)  # what is compiled once is not what is measured
    rates = []
    for seed in range(1, ROUNDS + 1):
        before = time.process_time()
        work(seed)
        rates.append(games / (time.process_time() - before))
    return Figure(what, round(fmean(rates), 1), round(margin(rates), 1))


if __name__ == "__main__":
    main()
