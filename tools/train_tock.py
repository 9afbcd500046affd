"""Trains the networks with which Tock's `strong` thinks, by games against itself.

    python tools/train_tock.py --games 200000 --processes 16 --to networks.npz
    python tools/train_tock.py --games 50000 --only 4-touched --from networks.npz --to networks.npz

Each network learns from so many games; those named with `--from` go on learning. Several processes share
the networks among them, and two runs with the same seed give networks that play equally well, but not the
same numbers where two processes worked on one.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from rich.console import Console

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
AT_A_TIME: Final = 20


class Lesson(NamedTuple):
    """How a network learns: by how many games, and how fast at the beginning and at the end."""

    games: int
    rates: tuple[float, float]
    decay: float
    slips: float
    seed: int


def boards(players: int, house_entry: str) -> list[Board]:
    """The boards on which one network is trained."""
    found = []
    for agreed in AGREED:
        options = TockOptions(board=BOARDS[house_entry], house_entry=house_entry, **agreed)  # type: ignore[arg-type]
        if not options.problems(players):
            found.append(board_of(setup(players, options)))
    return found


def untrained(board: Board, seed: int) -> Floats:
    """A network that knows nothing yet."""
    luck = np.random.default_rng(seed)
    network = 0.05 * luck.normal(size=(inputs_of(board) + 1, UNITS))
    network[:, 0] = 0.0
    network[-1] = 0.3 * luck.normal(size=UNITS)
    return network.astype(np.float32)


def train(path: Path, lesson: Lesson) -> None:
    """Train the network in that file."""
    players, house_entry = path.stem.split("-")
    network = np.lib.format.open_memmap(path, mode="r+")
    on = boards(int(players), house_entry)
    first, last = lesson.rates
    done, moves, error, chances = 0, 0.0, 0.0, 0.0
    while done < lesson.games:
        rate = first * (last / first) ** (done / lesson.games)
        board = on[done // AT_A_TIME % len(on)]
        games = min(AT_A_TIME, lesson.games - done)
        figures = self_play(board, network, games, lesson.decay, rate, lesson.slips, lesson.seed + done)
        moves, error, chances = moves + figures[0], error + figures[1], chances + figures[2]
        done += games
    network.flush()
    Console().print(
        f"{path.stem}: {done} games, {moves / done:.0f} moves a game, squared error {error / chances:.4f}"
    )


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
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="names such as 4-touched; otherwise all")
    parser.add_argument("--from", dest="source", type=Path, help="networks that go on learning")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--rates", type=float, nargs=2, default=(0.006, 0.0002), help="at first, at last")
    parser.add_argument("--decay", type=float, default=0.8, help="λ: how far results reach back")
    parser.add_argument("--slips", type=float, default=0.01, help="the share of random moves")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    lesson = Lesson(given.games, tuple(given.rates), given.decay, given.slips, given.seed)
    known = dict(np.load(given.source)) if given.source else {}
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, board in chosen(given.only):
            paths.append(Path(folder, f"{name}.npy"))
            begun = known[name].astype(np.float32) if name in known else untrained(board, given.seed)
            np.save(paths[-1], begun)
        with multiprocessing.Pool(given.processes) as pool:
            pool.starmap(train, [(path, lesson) for path in paths], chunksize=1)
        known |= {path.stem: np.load(path).astype(np.float16) for path in paths}
    if given.to != Path("/dev/null"):
        np.savez_compressed(given.to, **known)


if __name__ == "__main__":
    main()
