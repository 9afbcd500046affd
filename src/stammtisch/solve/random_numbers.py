"""Random numbers in kernels: each stream is one number that its owner keeps (SplitMix64)."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from stammtisch.solve.machine_code import leaf

Luck: TypeAlias = npt.NDArray[np.uint64]
"""A stream of random numbers: an array of its one number."""

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST_MIX: Final = np.uint64(0xBF58476D1CE4E5B9)
_LAST_MIX: Final = np.uint64(0x94D049BB133111EB)
_UNIT: Final = 2.0**-53


@leaf
def start(luck: Luck, seed: int) -> None:
    """Begin the stream of one playout, far from that of the next."""
    luck[0] = np.uint64(seed) * _LAST_MIX


@leaf
def uniform(luck: Luck) -> float:
    """A number from 0 to 1, below 1."""
    luck[0] += _STEP
    mixed = (luck[0] ^ (luck[0] >> np.uint64(30))) * _FIRST_MIX
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _LAST_MIX
    return float((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(11)) * _UNIT


@leaf
def below(luck: Luck, limit: int) -> int:
    """A whole number from 0, below the limit."""
    return int(limit * uniform(luck))


@leaf
def pick(chances: npt.NDArray[np.float64], luck: Luck) -> int:
    """The index of one of the chances, drawn with that chance."""
    mark = uniform(luck)
    for number in range(len(chances)):
        mark -= chances[number]
        if mark < 0:
            return number
    return len(chances) - 1
