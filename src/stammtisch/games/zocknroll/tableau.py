"""A tableau as one number: an octal digit for each row, its marks (`crosses` in documents).

So one mark in each of some rows is both something to add and a mask of these rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stammtisch.games.zocknroll.figures import POINTS, RowName

WON_THIRD: Final[RowName] = "won-third"
LEFT_FIRST: Final[RowName] = "left-first"
NO_ROW: Final = "-"

CROSSES_AT_MOST: Final = 6
ROWS: Final = tuple(POINTS["profi"])
"""Every row there is; the basic game has some of them."""

SHIFT: Final = {row: 3 * index for index, row in enumerate(ROWS)}
CROSS: Final = {row: 1 << shift for row, shift in SHIFT.items()} | {NO_ROW: 0}
"""One mark in each row, and in none."""

_EACH_ONCE: Final = sum(CROSS.values())


def full_rows(tableau: int) -> int:
    """The rows that have six marks: the octal digits whose upper two bits are set."""
    return tableau >> 2 & tableau >> 1 & _EACH_ONCE


def crosses_in(tableau: int) -> dict[str, int]:
    """The marks by row, rows with marks only."""
    return {row: tableau >> shift & 7 for row, shift in SHIFT.items() if tableau >> shift & 7}


def tableau_of(crosses: Mapping[str, int]) -> int:
    """The tableau with these marks."""
    return sum(CROSS[row] * number for row, number in crosses.items())
