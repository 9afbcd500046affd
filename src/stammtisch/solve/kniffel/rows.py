"""All sheets at the start of a turn in one long list: a row for each, by column and upper sum."""

from __future__ import annotations

import numpy as np

from stammtisch.solve.kniffel.arrays import Ints
from stammtisch.solve.kniffel.tables import COLUMNS, UPPER_MASKS, Place, Tables


def column_rows(tables: Tables) -> Ints:
    """The row of the lowest sum of each column, and the number of all rows."""
    upper = np.arange(2 * COLUMNS) % UPPER_MASKS
    return np.concatenate([[0], np.cumsum(tables.high[upper] - tables.low[upper] + 1)])


def row_of(open_boxes: int, further: int, upper_sum: int, row: Ints, tables: Tables) -> int:
    """The row of a sheet."""
    upper = open_boxes % UPPER_MASKS
    kept = min(max(upper_sum, tables.low[upper]), tables.high[upper])
    return int(row[further * COLUMNS + open_boxes] + kept - tables.low[upper])


def rows_after(open_boxes: int, further: int, upper_sum: int, row: Ints, tables: Tables) -> Ints:
    """The row that each entry leads to; without meaning for filled boxes."""
    left = open_boxes & ~(1 << tables.box)
    upper = left % UPPER_MASKS
    kept = np.clip(upper_sum + tables.rise, tables.low[upper], tables.high[upper])
    rows: Ints = row[(further | tables.pays_further) * COLUMNS + left] + kept - tables.low[upper]
    return rows


def place_after(place: Place, entry: int, tables: Tables) -> Place:
    """What matters of a sheet after that entry; the same for all upper sums that make no difference."""
    open_boxes, further, upper_sum = place
    left, reached = open_boxes & ~(1 << int(tables.box[entry])), upper_sum + int(tables.rise[entry])
    upper = left % UPPER_MASKS
    kept = min(max(reached, int(tables.low[upper])), int(tables.high[upper]))
    return left, further | int(tables.pays_further[entry]), kept
