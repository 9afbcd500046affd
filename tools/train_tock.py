"""Trains the networks with which Tock's `strong` thinks, by games against itself.

    python tools/train_tock.py --games 400000 --learners 16 --only 4-touched --to networks.npz
    python tools/train_tock.py --games 50000 --learners 16 --from networks.npz --to networks.npz

Each network learns from `--games` games; those of the file named with `--from` go on learning. In each round
every learner takes the network as it is, learns from some games by itself, and the next round begins with
the mean of what they learned. So the same seed, commit and number of learners give the same weights, on
however many processors.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from stammtisch.games.tock.options import TockOptions
from stammtisch.games.tock.rules import Tock
from stammtisch.games.tock.state import setup
from stammtisch.solve.tock.features import Floats, inputs_of
from stammtisch.solve.tock.learning import self_play
from stammtisch.solve.tock.position import Board, board_of
from stammtisch.solve.tock.thinking import network_name

UNITS: Final = 64
BOARDS: Final = {"touched": "canadian", "over": "dog", "twice": "dog"}
AGREED: Final[tuple[dict[str, bool], ...]] = (
    {},
    {},
    {"canadian_seven": True},
    {"no_joker_finish": True},
    {"play_on": True},
)
"""What is agreed on in turn; agreements that do not go with the number of players are left out."""
AT_A_TIME: Final = 32
"""How many games a learner plays in a round."""
REPORTS: Final = 10
"""How often a network says how far it has come."""


class Lesson(NamedTuple):
    """How a network learns: by how many games, and how fast at the beginning and at the end."""

    games: int
    learners: int
    rates: tuple[float, float]
    decay: float
    slips: float
    seed: int

    def rounds(self) -> int:
        """The number of rounds, the last one whole."""
        return -(-self.games // (self.learners * AT_A_TIME))

    def rate(self, round_: int) -> float:
        """How fast the network learns in that round."""
        first, last = self.rates
        return float(first * (last / first) ** (round_ / self.rounds()))


def boards(players: int, house_entry: str) -> list[Board]:
    """The boards on which one network is trained."""
    found = []
    for agreed in AGREED:
        options = TockOptions(board=BOARDS[house_entry], house_entry=house_entry, **agreed)  # type: ignore[arg-type]
        if not options.problems(players):
            found.append(board_of(setup(players, options)))
    return found


def untrained(board: Board, units: int, seed: int) -> Floats:
    """A network that knows nothing yet."""
    luck = np.random.default_rng(seed)
    network = 0.05 * luck.normal(size=(inputs_of(board) + 1, units))
    network[:, 0] = 0.0
    network[-1] = 0.3 * luck.normal(size=units)
    return network.astype(np.float32)


def widened(network: Floats, board: Board, units: int, seed: int) -> Floats:
    """The network with this number of units; new ones count for nothing until they have learned something."""
    wider = untrained(board, max(units, network.shape[1]), seed)
    wider[-1] = 0.0
    wider[:, : network.shape[1]] = network
    return wider


Part = tuple[Floats, npt.NDArray[np.float64]]
"""What a learner has made of the network, and the figures of its games."""


def learn_by_oneself(board: Board, network: Floats, lesson: Lesson, round_: int, learner: int) -> Part:
    """What one learner does in a round."""
    own = network.copy()
    seed = (lesson.seed * lesson.rounds() + round_) * lesson.learners + learner
    rate = lesson.rate(round_)
    return own, self_play(board, own, AT_A_TIME, lesson.decay, rate, lesson.slips, seed)


def train(pool: Pool, name: str, network: Floats, lesson: Lesson) -> Floats:
    """The network after the lesson."""
    players, house_entry = name.split("-")
    on = boards(int(players), house_entry)
    figures = np.zeros(3)
    for round_ in range(lesson.rounds()):
        board = on[round_ % len(on)]
        tasks = [(board, network, lesson, round_, learner) for learner in range(lesson.learners)]
        parts = pool.starmap(learn_by_oneself, tasks, chunksize=1)
        network = np.mean([own for own, _ in parts], axis=0, dtype=np.float32)
        figures += sum(found for _, found in parts)
        if (round_ + 1) * REPORTS // lesson.rounds() > round_ * REPORTS // lesson.rounds():
            _, error, chances = figures
            games = (round_ + 1) * lesson.learners * AT_A_TIME
            print(f"{name}: {games} games, squared error lately {error / chances:.5f}", flush=True)  # noqa: T201
            figures[:] = 0
    return network


def chosen(only: list[str]) -> Iterator[tuple[str, Board]]:
    """The names of the networks to train, each with a board."""
    for players in Tock.players:
        for house_entry in BOARDS:
            name = network_name(players, house_entry)
            if not only or name in only:
                yield name, boards(players, house_entry)[0]


def main() -> None:
    """Read the command line, train, and write the networks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, required=True, help="games for each network")
    parser.add_argument("--learners", type=int, default=1)
    parser.add_argument("--processes", type=int, help="as many as there are learners, if not given")
    parser.add_argument("--units", type=int, default=UNITS, help="a network that has fewer gets more")
    parser.add_argument("--only", nargs="*", default=[], help="names such as 4-touched; otherwise all")
    parser.add_argument("--from", dest="source", type=Path, help="networks that go on learning")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--rates", type=float, nargs=2, default=(0.006, 0.0002), help="at first, at last")
    parser.add_argument("--decay", type=float, default=0.8, help="λ: how far results reach back")
    parser.add_argument("--slips", type=float, default=0.01, help="the share of random moves")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    lesson = Lesson(given.games, given.learners, tuple(given.rates), given.decay, given.slips, given.seed)
    known = dict(np.load(given.source)) if given.source else {}
    with multiprocessing.Pool(given.processes or given.learners) as pool:
        for name, board in chosen(given.only):
            if name in known:
                begun = widened(known[name].astype(np.float32), board, given.units, given.seed)
            else:
                begun = untrained(board, given.units, given.seed)
            known[name] = train(pool, name, begun, lesson).astype(np.float16)
    np.savez_compressed(given.to, **known)


if __name__ == "__main__":
    main()
