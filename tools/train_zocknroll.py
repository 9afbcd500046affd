"""Trains the network with which `strong` plays Zock'n'Roll for two, by matches against itself.

    python tools/train_zocknroll.py --rounds 14 --matches 6000 --to src/stammtisch/solve/zocknroll/duel.npz

It begins with matches in which hands come as if everybody were after points. Then each round plays matches
from tableaus of these on, and the network learns what the hands turned out to be worth. The same seed and
commit give the same weights on the same processor.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from stammtisch.core.chance import dice_weights
from stammtisch.games.zocknroll.tableau import CROSSES_AT_MOST
from stammtisch.solve.zocknroll.duel import AGREED, Dice, dice
from stammtisch.solve.zocknroll.duel_learning import Hands, played, raced
from stammtisch.solve.zocknroll.duel_network import SHEET, Network
from stammtisch.solve.zocknroll.hands import outlook
from stammtisch.solve.zocknroll.tables import Ints

Singles: TypeAlias = npt.NDArray[np.float32]
Weights: TypeAlias = list[Singles]
"""Of a layer and its bias, three times."""

HIDDEN: Final = (64, 32)
RACES: Final = 200_000
KEPT_ROUNDS: Final = 4
"""So many rounds are learned from at a time."""
CHANGED: Final = 0.3
"""The part of all tableaus that are changed a little, so that the network knows others too."""
BATCH: Final = 512
MEMORY: Final = (0.9, 0.999)
"""Of Adam, for gradients and their squares."""
ROLLS: Final = [text for text, ways in dice_weights(3) for _ in range(ways)]


def main() -> None:
    """Learn, say after each round how far it has come, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=14)
    parser.add_argument("--matches", type=int, default=6000)
    parser.add_argument("--trust", type=float, default=0.8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, required=True)
    chosen = parser.parse_args()
    random = np.random.default_rng(chosen.seed)
    races = raced(outlook(AGREED.options, 2).gains, SHEET, RACES, chosen.seed << 32)
    weights = fitted(_new(random), races.tableaus, races.shown, 3, 3e-3, random, batch=4096)
    kept: list[Hands] = []
    for number in range(chosen.rounds):
        begun = _changed(races.tableaus[random.integers(0, len(races.tableaus), chosen.matches)], random)
        hands = played(
            network_of(weights),
            SHEET,
            all_rolls(),
            begun,
            chosen.trust,
            (chosen.seed << 32) + number * chosen.matches,
        )
        missed = hands.shown - hands.said
        said = f"round {number + 1}: {len(missed)} hands, {missed.mean():+.5f} ± {missed.std():.5f}"
        print(said, flush=True)  # noqa: T201
        kept = [*kept[1 - KEPT_ROUNDS :], hands]
        tableaus = np.concatenate([each.tableaus for each in kept])
        shown = np.concatenate([each.shown for each in kept])
        weights = fitted(weights, tableaus, shown, 20, 2e-3, random)
        save(weights, chosen.to)


def all_rolls() -> Dice:
    """All first rolls, each as often as it comes."""
    found = [dice(white) for white in ROLLS]
    parts = (np.array([getattr(each, name) for each in found]) for name in Dice._fields[1:])
    return Dice(found[0].chance, *parts)


def _changed(tableaus: Ints, random: np.random.Generator) -> Ints:
    """Some of the tableaus with up to three rows changed."""
    changed = tableaus.copy()
    for at in np.flatnonzero(random.random(len(changed)) < CHANGED):
        for _ in range(random.integers(1, 4)):
            side, shift = random.integers(2), random.choice(SHEET.shifts)
            marks = changed[at, side] >> shift & 7
            wanted = min(max(marks + random.integers(-2, 3), 0), CROSSES_AT_MOST - 1)
            changed[at, side] += (wanted - marks) << shift
    return changed


def _new(random: np.random.Generator) -> Weights:
    """Weights at random, around some that know points."""
    first, second = HIDDEN
    points = np.outer(SHEET.merit // 8, np.arange(CROSSES_AT_MOST)).ravel() / 30
    by_row = np.outer(np.concatenate([points, -points]), random.normal(size=first))
    drawn = [
        by_row + random.normal(0, 0.15, by_row.shape),
        np.zeros(first),
        random.normal(0, (2 / first) ** 0.5, (first, second)),
        np.zeros(second),
        random.normal(0, 0.2, (second, 1)),
        np.zeros(1),
    ]
    return [part.astype(np.float32) for part in drawn]


def fitted(
    weights: Weights,
    tableaus: Ints,
    shown: npt.NDArray[np.float64],
    epochs: int,
    rate: float,
    random: np.random.Generator,
    batch: int = BATCH,
) -> Weights:
    """The weights after `epochs` passes over all hands, with Adam and a rate that falls as a cosine."""
    marks = (tableaus[:, :, np.newaxis] >> SHEET.shifts & 7).astype(np.uint8).reshape(len(tableaus), -1)
    mean = [np.zeros_like(part) for part in weights]
    square = [np.zeros_like(part) for part in weights]
    steps, step = epochs * (len(marks) // batch), 0
    for _ in range(epochs):
        order = random.permutation(len(marks))
        for begin in range(0, len(marks) - batch + 1, batch):
            some = order[begin : begin + batch]
            step += 1
            now = rate * (0.51 + 0.49 * np.cos(np.pi * step / steps))
            gradients = _gradients(weights, marks[some], shown[some])
            for at, gradient in enumerate(gradients):
                mean[at] += (1 - MEMORY[0]) * (gradient - mean[at])
                square[at] += (1 - MEMORY[1]) * (gradient**2 - square[at])
                size = np.sqrt(square[at] / (1 - MEMORY[1] ** step)) + 1e-8
                weights[at] -= now * mean[at] / (1 - MEMORY[0] ** step) / size
    return weights


def _gradients(weights: Weights, marks: npt.NDArray[np.uint8], shown: npt.NDArray[np.float64]) -> Weights:
    """Of the cross-entropy between what the network says and what was shown."""
    rows, first, second, second_bias, last, last_bias = weights
    inputs = np.eye(CROSSES_AT_MOST, dtype=np.float32)[marks].reshape(len(marks), -1)
    below = np.maximum(inputs @ rows + first, 0)
    above = np.maximum(below @ second + second_bias, 0)
    said = 1 / (1 + np.exp(-(above @ last + last_bias)))
    missed = ((said - shown[:, np.newaxis]) / len(marks)).astype(np.float32)
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


def network_of(weights: Weights) -> Network:
    """The network as it is used."""
    rows, first, second, second_bias, last, last_bias = (part.astype(np.float64) for part in weights)
    by_row = np.ascontiguousarray(rows.reshape(2, len(SHEET.shifts), CROSSES_AT_MOST, -1))
    return Network(
        by_row, first, np.ascontiguousarray(second.T), second_bias, last[:, 0].copy(), float(last_bias[0])
    )


def save(weights: Weights, path: Path) -> None:
    """Half precision is enough."""
    parts = {name: np.asarray(part, np.float16) for name, part in network_of(weights)._asdict().items()}
    np.savez_compressed(path, allow_pickle=False, **parts)


if __name__ == "__main__":
    main()
