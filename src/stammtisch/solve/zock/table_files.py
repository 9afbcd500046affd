"""Table files of ZOCK, made from the solver's tables.

They are exact for winning with the usual options, and estimates for all else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, get_args

import numpy as np

from stammtisch.games.zock.options import Variant, ZockOptions
from stammtisch.solve import compact
from stammtisch.solve.goals import POINTS, WIN, Goal
from stammtisch.solve.zock.compiled import Floats, Integers
from stammtisch.solve.zock.plain import FACTOR, HEAD, REST_BYTES, SPLITTING, key_of, name_of
from stammtisch.solve.zock.rules import GAME, single
from stammtisch.solve.zock.solution import tables

GOALS: Final[tuple[Goal, ...]] = (WIN, POINTS)
STEP: Final = 1.8e-6
"""Exact values are exact to half of this."""
WIDTH: Final = 12
ESTIMATE_WIDTH: Final = 4


def built() -> Iterator[tuple[str, bytes]]:
    """The name and content of each file."""
    for options, goal in product(_all_options(), GOALS):
        yield built_for(options, goal)


def built_for(options: ZockOptions, goal: Goal) -> tuple[str, bytes]:
    """The name and content of the file for these options and that goal."""
    agreed = single(options)
    exact = goal == WIN and agreed.options == ZockOptions(variant=options.variant)
    content = _content(tables(options, goal)["values"], exact=exact)
    return name_of(agreed, goal), compact.packed(key_of(agreed, goal), *content)


def _all_options() -> Iterator[ZockOptions]:
    """All that make a difference."""
    for variant, digits, referee in product(get_args(Variant), ("ten", "all"), ("strict", "players")):
        for pairs in (False, True) if variant in SPLITTING else (False,):
            agreed = {"variant": variant, "digits": digits, "double_pairs": pairs, "referee": referee}
            yield GAME.options(agreed, 2)


def _content(values: Floats, *, exact: bool) -> list[bytes]:
    width = WIDTH if exact else ESTIMATE_WIDTH
    own, other, unit = _factors(values, width)
    lacking = (values - unit * (own @ other.T))[1:, 1:]
    error = 0.0 if exact else float(lacking.std())
    rest = np.rint(lacking[np.tril_indices(len(lacking))] / STEP) if exact else np.zeros(0)
    return [
        HEAD.pack(width, unit, STEP, error),
        own.astype(FACTOR).tobytes(),
        other.astype(FACTOR).tobytes(),
        compact.planes(rest.astype(int).tolist(), REST_BYTES),
    ]


def _factors(values: Floats, width: int) -> tuple[Integers, Integers, float]:
    """Two narrow matrices of whole numbers whose product, in such units, is nearly all of the values.

    Rows without open fields are left out: what they are worth is known.
    """
    left, sizes, right = np.linalg.svd(values[1:, 1:])
    halves = np.sqrt(sizes[:width])
    own, other = left[:, :width] * halves, right[:width].T * halves
    unit = max(np.abs(own).max(), np.abs(other).max()) / np.iinfo(FACTOR).max
    first = np.zeros((1, width))
    whole = [np.rint(np.vstack([first, part]) / unit).astype(np.int64) for part in (own, other)]
    return whole[0], whole[1], float(unit**2)
