"""The best a turn can do, for eight upper sums at once.

A *block* holds a value for each choice of up to five dice, a *column* those of all upper sums at
the start of a turn. One die more or less leads from choice to choice: the value of dice kept is
the mean over the next die, and the best of a hand is the best of what it keeps.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stammtisch.games.kniffel.boxes import KNIFFEL
from stammtisch.games.kniffel.state import THROWS
from stammtisch.solve.kniffel import tables as rules
from stammtisch.solve.kniffel.arrays import LANES, Floats
from stammtisch.solve.kniffel.lanes import equal, larger, load, plus, store, times
from stammtisch.solve.kniffel.tables import (
    BOX_COUNT,
    CHOICE_COUNT,
    HAND_COUNT,
    PER_FACE,
    UPPER_MASKS,
    WIDTH,
    Tables,
)
from stammtisch.solve.machine_code import compiled

FACES: Final = 6
_NOTHING: Final = -1.0

column_start: Final = compiled(rules.column_start)
situation_of: Final = compiled(rules.situation_of)


@compiled
def expect(block: Floats, tables: Tables) -> None:
    """Each choice of fewer than five dice is worth the mean over one die more."""
    above = tables.above
    for choice in range(HAND_COUNT, CHOICE_COUNT):
        at = (choice - HAND_COUNT) * FACES
        low = plus(load(block, above[at]), load(block, above[at + 1]))
        middle = plus(load(block, above[at + 2]), load(block, above[at + 3]))
        high = plus(load(block, above[at + 4]), load(block, above[at + 5]))
        store(block, choice * LANES, times(plus(plus(low, middle), high), PER_FACE))


@compiled
def improve(block: Floats, tables: Tables) -> None:
    """Each choice of dice is worth the best of what may be kept of it."""
    for choice in range(CHOICE_COUNT - 1, HAND_COUNT - 1, -1):
        value = load(block, choice * LANES)
        for face in range(FACES):
            more = tables.above[(choice - HAND_COUNT) * FACES + face]
            store(block, more, larger(value, load(block, more)))


@compiled
def value_entries(
    entries: Floats, values: Floats, open_boxes: int, further: int, first: int, tables: Tables
) -> None:
    """What each entry in an open box is worth, for the upper sums from `first` on."""
    for entry in range(tables.box.size):
        box = tables.box[entry]
        if open_boxes >> box & 1:
            points = tables.points[entry] + further * tables.five_equal[entry] * tables.further_points
            after = column_start(open_boxes & ~(1 << box), further | tables.pays_further[entry])
            rest = load(values, after + first + tables.rise[entry])
            store(entries, entry * LANES, plus(rest, equal(points)))


@compiled
def write(block: Floats, entries: Floats, open_boxes: int, tables: Tables) -> None:
    """Each hand is worth its best entry."""
    begun = False
    for box in range(BOX_COUNT):
        if open_boxes >> box & 1:
            row = tables.hand_entry[box]
            for hand in range(HAND_COUNT):
                value = load(entries, row[hand])
                if begun:
                    value = larger(value, load(block, hand * LANES))
                store(block, hand * LANES, value)
            begun = True
    _write_five_equal(block, entries, open_boxes, tables)


@compiled
def _write_five_equal(block: Floats, entries: Floats, open_boxes: int, tables: Tables) -> None:
    situation = situation_of(open_boxes)
    for number in range(tables.five_equal_hands.size):
        best = equal(_NOTHING)
        writable = tables.five_equal_writable[number, open_boxes]
        for box in range(BOX_COUNT):
            if writable >> box & 1:
                best = larger(best, load(entries, tables.five_equal_entry[number, situation, box]))
        store(block, tables.five_equal_hands[number] * LANES, best)


@compiled
def throw_first(block: Floats, column: Floats, first: int, tables: Tables) -> None:
    """The mean over all hands, into the column."""
    total = equal(0.0)
    for hand in range(HAND_COUNT):
        total = plus(total, times(load(block, hand * LANES), tables.first_throw[hand]))
    store(column, first, total)


@compiled
def solve(values: Floats, begin: int, end: int, tables: Tables) -> None:
    """Fill the columns of these open boxes; those of fewer boxes are there already."""
    block = np.empty(CHOICE_COUNT * LANES)
    entries = np.empty(tables.box.size * LANES)
    for open_boxes in range(begin, end):
        low, high = tables.low[open_boxes % UPPER_MASKS], tables.high[open_boxes % UPPER_MASKS]
        for further in range(1 if open_boxes >> KNIFFEL & 1 else 2):
            start = column_start(open_boxes, further)
            column = values[start : start + WIDTH]
            for first in range(low, high + 1, LANES):
                value_entries(entries, values, open_boxes, further, first, tables)
                write(block, entries, open_boxes, tables)
                for _ in range(THROWS - 1):
                    expect(block, tables)
                    improve(block, tables)
                throw_first(block, column, first, tables)
            column[:low] = column[low]
            column[high + 1 :] = column[high]


@compiled
def finish(values: Floats, tables: Tables) -> None:
    """The columns of full sheets: the extra points of the upper part (K6)."""
    for further in range(2):
        start = column_start(0, further)
        values[start : start + tables.goal] = 0.0
        values[start + tables.goal : start + WIDTH] = tables.goal_points
