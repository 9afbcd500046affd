"""Table files of Kniffel, made from the solver's tables."""

from __future__ import annotations

from collections.abc import Iterator
from math import tau
from typing import Final

import numpy as np

from stammtisch.games.kniffel.boxes import KNIFFEL
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.solve import compact
from stammtisch.solve.kniffel.arrays import Floats, Ints
from stammtisch.solve.kniffel.contest import PERIOD, low_waves
from stammtisch.solve.kniffel.plain import (
    BYTES,
    GROUPS,
    JOKERS,
    RULES,
    SPREAD,
    STEP,
    TABLE,
    USUAL,
    group_of,
    key,
    stored_columns,
    upper_sums,
)
from stammtisch.solve.kniffel.plain_contest import FACTOR, HEAD, lower_rows, upper_columns
from stammtisch.solve.kniffel.rows import column_rows, row_of
from stammtisch.solve.kniffel.solution import solution
from stammtisch.solve.kniffel.tables import COLUMNS, UPPER_MASKS, column_start

WIDTH: Final = 4
"""So wide, the factors leave out a hundredth of the variances."""
NO_BONUS: Final = KniffelOptions(kniffel_bonus=0)


def built() -> Iterator[tuple[str, bytes]]:
    """The name and content of each file."""
    yield TABLE, points_table()
    yield SPREAD, compact.packed(key(), _variances())


def points_table() -> bytes:
    """The file with what sheets yield."""
    values = solution(USUAL).values
    stored = np.concatenate(
        [
            values[[column_start(*column) + reached for reached in upper_sums(column[0] % UPPER_MASKS)]]
            for column in stored_columns()
        ]
    )
    steps = np.diff(np.rint(stored / STEP).astype(np.int64), prepend=0)
    return compact.packed(key(), _other_rules(values), compact.planes(steps.tolist(), BYTES))


def _variances() -> bytes:
    """The variance of the points that each sheet still yields, as factors.

    Waves of a low frequency shrink with the variance; two of them together tell it from what else they
    shrink with.
    """
    tables, first = solution(USUAL).tables, tau / PERIOD
    lengths = np.abs(low_waves(USUAL)[:, :2]).clip(1e-9)
    once, twice = (-2 * np.log(lengths) / (first * np.array([1, 2])) ** 2).T
    starts, columns = column_rows(tables), upper_columns()
    rows = [
        [row_of(lower * UPPER_MASKS + upper, further, reached, starts, tables) for upper, reached in columns]
        for lower, further in lower_rows()
    ]
    left, sizes, right = np.linalg.svd(((4 * once - twice) / 3)[rows], full_matrices=False)
    halves = np.sqrt(sizes[:WIDTH])
    factors = np.vstack([left[:, :WIDTH] * halves, right[:WIDTH].T * halves])
    unit = float(np.abs(factors).max()) / np.iinfo(FACTOR).max
    return HEAD.pack(WIDTH, unit**2) + np.rint(factors / unit).astype(FACTOR).tobytes()


def _other_rules(usual: Floats) -> bytes:
    """How much more or less sheets yield under other rules, and the standard errors of that."""
    places, groups = _all_sheets()
    jokers = [KniffelOptions(joker=joker) for joker in JOKERS]
    means, errors = [], []
    for options in (*jokers, NO_BONUS):
        more = (solution(options).values - usual)[places]
        mean = np.bincount(groups, more, GROUPS) / np.maximum(np.bincount(groups, minlength=GROUPS), 1)
        means.append(mean)
        errors.append(float((more - mean[groups]).std()))
    points = USUAL.kniffel_bonus - NO_BONUS.kniffel_bonus
    means[-1], errors[-1] = -means[-1] / points, errors[-1] / points
    return RULES.pack(*np.concatenate(means), *errors)


def _all_sheets() -> tuple[Ints, Ints]:
    """The place and the group of every sheet that is possible."""
    found = [
        (column_start(open_boxes, further) + reached, group_of(open_boxes, further))
        for further in range(2)
        for open_boxes in range(1, COLUMNS)
        if not (further and open_boxes >> KNIFFEL & 1)
        for reached in upper_sums(open_boxes % UPPER_MASKS)
    ]
    places, groups = np.array(found, np.int64).T
    return places, groups
