"""Trains the network with which `strong` plays Zock'n'Roll among three, from races.

    python tools/train_zocknroll_several.py --to src/stammtisch/solve/zocknroll/several_3.npz

In a race, hands come as if everybody were near the equilibrium of a hand; from each of many tableaus, many
are run. The same seed and commit give the same weights on the same processor.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from train_zocknroll import Singles, Weights

from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import setup
from stammtisch.games.zocknroll.tableau import CROSSES_AT_MOST
from stammtisch.solve.zocknroll.duel import MARKS
from stammtisch.solve.zocknroll.duel_network import SHEET
from stammtisch.solve.zocknroll.hands import outlook
from stammtisch.solve.zocknroll.several_learning import reached, shares
from stammtisch.solve.zocknroll.several_network import TYPICAL, Network
from stammtisch.solve.zocknroll.standing import zeal_of
from stammtisch.solve.zocknroll.tables import Ints

HIDDEN: Final = (64, 32)
HANDS: Final = 8
"""So many tableaus are learned from for each race that reached some."""
CHANGED: Final = 0.5
"""The part of all tableaus that are changed a little, so that the network knows others too."""
TYPICAL_HANDS: Final = 48
BATCH: Final = 1024
RATE: Final = 3e-3
WARM_UP: Final = 100
MEMORY: Final = (0.9, 0.999)
"""Of Adam, for gradients and their squares."""

Marks = npt.NDArray[np.uint8]


def main() -> None:
    """Run races, learn from them and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tableaus", type=int, default=300_000)
    parser.add_argument("--races", type=int, default=200)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, required=True)
    chosen = parser.parse_args()
    random = np.random.default_rng(chosen.seed)
    agreed = setup(ZockNRollOptions(), chosen.players)
    gains = outlook(agreed.options, chosen.players, zeal_of(agreed)).gains
    found = reached(gains, SHEET, chosen.tableaus // HANDS, chosen.seed << 32)
    tableaus = _changed(found[random.integers(0, len(found), chosen.tableaus)], random)
    shown = shares(tableaus, gains, SHEET, chosen.races, chosen.seed << 33).astype(np.float32)
    marks = (tableaus[:, :, np.newaxis] >> SHEET.shifts & 7).astype(np.uint8).reshape(len(tableaus), -1)
    weights = _fitted(_new(chosen.players, random), marks, shown, chosen.epochs, random)
    _save(weights, gains, chosen.to)


def _changed(tableaus: Ints, random: np.random.Generator) -> Ints:
    """Some of the tableaus with up to four rows changed."""
    changed = tableaus.copy()
    for at in np.flatnonzero(random.random(len(changed)) < CHANGED):
        for _ in range(random.integers(1, 5)):
            player, shift = random.integers(changed.shape[1]), random.choice(SHEET.shifts)
            marks = changed[at, player] >> shift & 7
            wanted = min(max(marks + random.integers(-2, 3), 0), CROSSES_AT_MOST - 1)
            changed[at, player] += (wanted - marks) << shift
    return changed


def _new(players: int, random: np.random.Generator) -> Weights:
    """Weights at random, around some that know points."""
    first, second = HIDDEN
    points = np.outer(SHEET.merit // 8, np.arange(CROSSES_AT_MOST)).ravel() / 30
    by_row = np.concatenate([np.outer(points, random.normal(size=first)) for _ in range(players)])
    drawn = [
        by_row + random.normal(0, 0.1, by_row.shape),
        np.zeros(first),
        random.normal(0, (2 / first) ** 0.5, (first, second)),
        np.zeros(second),
        random.normal(0, 0.2, (second, players)),
        np.zeros(players),
    ]
    return [part.astype(np.float32) for part in drawn]


def _fitted(
    weights: Weights, marks: Marks, shown: Singles, epochs: int, random: np.random.Generator
) -> Weights:
    """The weights after so many passes, with Adam and a rate that falls as a cosine."""
    mean, square = ([np.zeros_like(part) for part in weights] for _ in range(2))
    steps, step = epochs * (len(marks) // BATCH), 0
    for _ in range(epochs):
        order = random.permutation(len(marks))
        for begin in range(0, len(marks) - BATCH + 1, BATCH):
            some = order[begin : begin + BATCH]
            step += 1
            now = RATE * (0.51 + 0.49 * np.cos(np.pi * step / steps)) * min(1, step / WARM_UP)
            for at, gradient in enumerate(_gradients(weights, marks[some], shown[some])):
                mean[at] += (1 - MEMORY[0]) * (gradient - mean[at])
                square[at] += (1 - MEMORY[1]) * (gradient**2 - square[at])
                size = np.sqrt(square[at] / (1 - MEMORY[1] ** step)) + 1e-8
                weights[at] -= now * mean[at] / (1 - MEMORY[0] ** step) / size
    return weights


def _gradients(weights: Weights, marks: Marks, shown: Singles) -> Weights:
    """Of the cross-entropy between what the network says and what was shown."""
    rows, first, second, second_bias, last, last_bias = weights
    inputs = np.eye(CROSSES_AT_MOST, dtype=np.float32)[marks].reshape(len(marks), -1)
    below = np.maximum(inputs @ rows + first, 0)
    above = np.maximum(below @ second + second_bias, 0)
    sums = above @ last + last_bias
    said = np.exp(sums - sums.max(axis=1, keepdims=True))
    said /= said.sum(axis=1, keepdims=True)
    missed = (said - shown) / len(marks)
    to_above = (missed @ last.T) * (above > 0)
    to_below = (to_above @ second.T) * (below > 0)
    return [
        inputs.T @ to_below,
        to_below.sum(0),
        below.T @ to_above,
        to_above.sum(0),
        above.T @ missed,
        missed.sum(0),
    ]


def _save(weights: Weights, gains: Ints, path: Path) -> None:
    """Half precision is enough. With the weights go results of typical hands."""
    rows, *others = weights
    by_row = rows.reshape(gains.shape[1], len(SHEET.shifts), CROSSES_AT_MOST, -1)
    parts = {
        name: np.asarray(part, np.float16)
        for name, part in zip(Network._fields, [by_row, *others], strict=True)
    }
    some = gains[np.linspace(0, len(gains) - 1, TYPICAL_HANDS).astype(int)]
    parts[TYPICAL] = np.array([[MARKS.index(mark) for mark in line] for line in some.tolist()], np.int8)
    np.savez_compressed(path, allow_pickle=False, **parts)


if __name__ == "__main__":
    main()
