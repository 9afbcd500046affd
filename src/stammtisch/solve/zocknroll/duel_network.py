"""A small network that has learned how likely the next starter of a match of two wins, from both tableaus.

Its first layer is a sum over the rows of both tableaus, so all results of a hand take little more than one.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from stammtisch.games.zocknroll.figures import RowName
from stammtisch.games.zocknroll.tableau import CROSSES_AT_MOST, LEFT_FIRST, ROWS, SHIFT, WON_THIRD
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.zocknroll.duel import AGREED, MARKS, NAMES
from stammtisch.solve.zocknroll.tables import Floats, Ints, worth

FILE: Final = Path(__file__).parent / "duel.npz"


class Network(NamedTuple):
    """By side (the starter's first), row and number of marks what goes into the first layer; then layers."""

    rows: Floats
    first: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: float


class Sheet(NamedTuple):
    """Where the rows of a tableau are, what a mark there does for the win, and the results of a hand."""

    shifts: Ints
    merit: Ints
    results: Ints


_NAMES: Final[tuple[RowName, ...]] = (*NAMES, WON_THIRD, LEFT_FIRST)
SHEET: Final = Sheet(
    np.array([SHIFT[name] for name in _NAMES]),
    np.array([worth(AGREED)[ROWS.index(name)] for name in _NAMES]),
    np.array(MARKS),
)


@lru_cache(1)
def network() -> Network:
    """The network as it was learned."""
    with np.load(FILE) as kept:
        rows, first, second, second_bias, last, last_bias = (
            kept[name].astype(np.float64) for name in Network._fields
        )
    return Network(rows, first, second, second_bias, last, float(last_bias))


@compiled
def worth_of(net: Network, sheet: Sheet, starter: int, other: int) -> Floats:
    """By the result of the starter and of the other one, the starter's chance of winning the match."""
    count = len(sheet.results)
    size = len(net.first)
    ahead, behind = np.zeros((count, size)), np.zeros((count, size))
    for result in range(count):
        _sum_rows(net.rows[1], sheet.shifts, starter + sheet.results[result], ahead[result])
        _sum_rows(net.rows[0], sheet.shifts, other + sheet.results[result], behind[result])
    worth = np.zeros((count, count))
    hidden = np.zeros(size)
    for one in range(count):
        for two in range(count):
            mine, theirs = starter + sheet.results[one], other + sheet.results[two]
            if is_full(sheet.shifts, mine) or is_full(sheet.shifts, theirs):
                worth[one, two] = share(sheet, mine, theirs)
                continue
            for at in range(size):
                hidden[at] = max(0.0, ahead[one, at] + behind[two, at] + net.first[at])
            worth[one, two] = 1 - _chance(net, hidden)  # the other one starts the next hand
    return worth


@compiled
def chance(net: Network, sheet: Sheet, starter: int, other: int) -> float:
    """How likely the starter of the next hand wins."""
    hidden = net.first.copy()
    _sum_rows(net.rows[0], sheet.shifts, starter, hidden)
    _sum_rows(net.rows[1], sheet.shifts, other, hidden)
    return _chance(net, np.maximum(hidden, 0.0))


@compiled
def _chance(net: Network, hidden: Floats) -> float:
    total = net.last_bias
    for at in range(len(net.last)):
        value = net.second_bias[at]
        for before in range(len(hidden)):
            value += net.second[at, before] * hidden[before]
        total += net.last[at] * max(0.0, value)
    return float(1 / (1 + np.exp(-total)))


@compiled
def _sum_rows(rows: Floats, shifts: Ints, tableau: int, total: Floats) -> None:
    for row in range(len(shifts)):
        marks = tableau >> shifts[row] & 7
        if marks < CROSSES_AT_MOST:
            for at in range(len(total)):
                total[at] += rows[row, marks, at]


@compiled
def is_full(shifts: Ints, tableau: int) -> bool:
    """Whether a row has six marks."""
    full = False
    for row in range(len(shifts)):
        full |= tableau >> shifts[row] & 7 >= CROSSES_AT_MOST
    return full


@compiled
def share(sheet: Sheet, mine: int, theirs: int) -> float:
    """1 for a win, 0 for a loss, else a half (R11)."""
    lead = 0
    for row in range(len(sheet.shifts)):
        lead += ((mine >> sheet.shifts[row] & 7) - (theirs >> sheet.shifts[row] & 7)) * sheet.merit[row]
    return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
