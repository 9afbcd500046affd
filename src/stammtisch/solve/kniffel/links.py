"""All sheets at the start of a turn, linked by how their turns end when played for points.

What a sheet is worth under *that* play, by any measure that multiplies along the way, follows
from the links in one pass: chances, and the waves whose sum is a distribution of scores.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

import numpy as np

from stammtisch.games.kniffel.boxes import KNIFFEL
from stammtisch.games.kniffel.dice import NO_DICE
from stammtisch.games.kniffel.state import THROWS
from stammtisch.solve.kniffel import rows
from stammtisch.solve.kniffel.arrays import LANES, Floats, Ints
from stammtisch.solve.kniffel.chances import turn_ends
from stammtisch.solve.kniffel.lanes import (
    equal,
    load,
    minus,
    plus,
    product,
    store,
    times,
)
from stammtisch.solve.kniffel.tables import COLUMNS, UPPER_MASKS, Tables
from stammtisch.solve.machine_code import compiled

ArrayT = TypeVar("ArrayT", Ints, Floats)

_COLUMNS_AT_A_TIME: Final = 512
_row_of: Final = compiled(rows.row_of)


class Links(NamedTuple):
    """From row to row: a row is a sheet at the start of a turn, by column and upper sum."""

    row: Ints
    """The row of the lowest sum of each column."""
    start: Ints
    """Where the links of each row start; they end where those of the next one start."""
    entry: Ints
    chance: Floats


class Measure(NamedTuple):
    """Eight complex numbers for each entry, by whether further Kniffels pay, and for full sheets,
    by whether the upper part reached its goal."""

    entry_real: Floats
    entry_imaginary: Floats
    end_real: Floats
    end_imaginary: Floats


@compiled
def link_columns(
    begin: int, end: int, further: int, values: Floats, row: Ints, tables: Tables
) -> tuple[Ints, Ints, Floats]:
    """The number of links of each row of these columns, and the links."""
    rows = row[further * COLUMNS + end] - row[further * COLUMNS + begin]
    counts = np.zeros(rows, np.int64)
    entries = np.empty(rows * tables.box.size, np.uint8)
    chances = np.empty(rows * tables.box.size)
    ends = np.empty(tables.box.size * LANES)
    at, links = 0, 0
    for open_boxes in range(begin, end):
        upper = open_boxes % UPPER_MASKS
        reachable = open_boxes > 0 and not (further and open_boxes >> KNIFFEL & 1)
        for first in range(tables.low[upper], tables.high[upper] + 1, LANES):
            if reachable:
                turn_ends(ends, values, open_boxes, further, first, NO_DICE, THROWS - 1, tables)
            for lane in range(min(LANES, tables.high[upper] + 1 - first)):
                if reachable:
                    counts[at] = _note(entries[links:], chances[links:], ends[lane::LANES])
                    links += counts[at]
                at += 1
    return counts, entries[:links].copy(), chances[:links].copy()


@compiled
def _note(entries: Ints, chances: Floats, ends: Floats) -> int:
    """Write down the entries that can end a turn. Returns their number."""
    count = 0
    for entry in range(ends.size):
        if ends[entry] > 0:
            entries[count], chances[count] = entry, ends[entry]
            count += 1
    return count


def linked(values: Floats, tables: Tables) -> Links:
    """The links of all rows."""
    row = rows.column_rows(tables)
    parts = [
        link_columns(begin, begin + _COLUMNS_AT_A_TIME, further, values, row, tables)
        for further in range(2)
        for begin in range(0, COLUMNS, _COLUMNS_AT_A_TIME)
    ]
    counts, entries, chances = map(list, zip(*parts, strict=True))
    del parts
    return Links(row, np.concatenate([[0], *counts]).cumsum(), _joined(entries), _joined(chances))


def _joined(parts: list[ArrayT]) -> ArrayT:
    """All parts in one array; each is given up when it has been copied, since they are large."""
    whole: ArrayT = np.empty(sum(part.size for part in parts), parts[0].dtype)
    at = whole.size
    while parts:
        part = parts.pop()
        at -= part.size
        whole[at : at + part.size] = part
    return whole


@compiled
def measure(real: Floats, imaginary: Floats, by: Measure, links: Links, tables: Tables) -> None:
    """Fill in what each row is worth by that measure."""
    for open_boxes in range(COLUMNS):
        upper = open_boxes % UPPER_MASKS
        for further in range(1 if open_boxes >> KNIFFEL & 1 else 2):
            for upper_sum in range(tables.low[upper], tables.high[upper] + 1):
                if open_boxes:
                    _measure_row(real, imaginary, open_boxes, further, upper_sum, by, links, tables)
                else:
                    row = _row_of(open_boxes, further, upper_sum, links.row, tables) * LANES
                    reached = int(upper_sum >= tables.goal)
                    store(real, row, load(by.end_real, reached * LANES))
                    store(imaginary, row, load(by.end_imaginary, reached * LANES))


@compiled
def _measure_row(
    real: Floats,
    imaginary: Floats,
    open_boxes: int,
    further: int,
    upper_sum: int,
    by: Measure,
    links: Links,
    tables: Tables,
) -> None:
    row = _row_of(open_boxes, further, upper_sum, links.row, tables)
    sum_real, sum_imaginary = equal(0.0), equal(0.0)
    for link in range(links.start[row], links.start[row + 1]):
        entry = links.entry[link]
        after = LANES * _row_of(
            open_boxes & ~(1 << tables.box[entry]),
            further | tables.pays_further[entry],
            upper_sum + tables.rise[entry],
            links.row,
            tables,
        )
        factor = (further * tables.box.size + entry) * LANES
        a, b = load(real, after), load(imaginary, after)
        c, d = load(by.entry_real, factor), load(by.entry_imaginary, factor)
        chance = links.chance[link]
        sum_real = plus(sum_real, times(minus(product(a, c), product(b, d)), chance))
        sum_imaginary = plus(sum_imaginary, times(plus(product(a, d), product(b, c)), chance))
    store(real, row * LANES, sum_real)
    store(imaginary, row * LANES, sum_imaginary)
