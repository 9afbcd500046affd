"""The last turns of a sheet, played for a curve over the final score instead of its mean."""

from __future__ import annotations

from typing import Final, final

import numpy as np

from stammtisch.games.kniffel.boxes import POSSIBLE
from stammtisch.games.kniffel.state import THROWS
from stammtisch.solve.kniffel.arrays import LANES, Floats, Ints
from stammtisch.solve.kniffel.kernel import expect, improve, throw_first, write
from stammtisch.solve.kniffel.lanes import load, store
from stammtisch.solve.kniffel.rows import place_after
from stammtisch.solve.kniffel.tables import CHOICE_COUNT, Place, Tables
from stammtisch.solve.machine_code import compiled


@compiled
def turn_column(column: Floats, later: Floats, at: Ints, open_boxes: int, span: int, tables: Tables) -> None:
    """The worth of a turn for eight scores at once: `at` says where entries lead to in `later`."""
    block = np.empty(CHOICE_COUNT * LANES)
    entries = np.empty(tables.box.size * LANES)
    for first in range(0, span, LANES):
        for entry in range(tables.box.size):
            if open_boxes >> tables.box[entry] & 1:
                store(entries, entry * LANES, load(later, at[entry] + first))
        write(block, entries, open_boxes, tables)
        for _ in range(THROWS - 1):
            expect(block, tables)
            improve(block, tables)
        throw_first(block, column, first, tables)


@final
class Race:
    """The best mean of a curve over the final score, from a sheet with few open boxes on.

    Scores are counted from what is written on that sheet; the curve begins there.
    """

    def __init__(self, curve: Floats, open_boxes: int, further_points: int, tables: Tables) -> None:
        boxes = [box for box in range(len(POSSIBLE)) if open_boxes >> box & 1]
        most = [max(POSSIBLE[box]) + further_points for box in boxes]
        self._span: Final = sum(most) + 1
        self._length: Final = self._span + max(most) + LANES
        self._curve: Final = curve
        self._tables: Final = tables
        self._gains: Final = (tables.points, tables.points + further_points * tables.five_equal)
        self._columns: Final[dict[Place, Floats]] = {}

    def entry_values(self, open_boxes: int, further: int, upper_sum: int) -> Floats:
        """What each entry is worth; without meaning for filled boxes."""
        later, at = self._later(open_boxes, further, upper_sum)
        return later[at]

    def _later(self, open_boxes: int, further: int, upper_sum: int) -> tuple[Floats, Ints]:
        """The columns that the entries lead to, one after the other, and where in them."""
        tables = self._tables
        at, columns = np.zeros(tables.box.size, np.int64), list[Floats]()
        number: dict[Place, int] = {}
        for entry in np.flatnonzero(open_boxes >> tables.box & 1).tolist():
            after = place_after((open_boxes, further, upper_sum), entry, tables)
            if after not in number:
                number[after] = len(columns)
                columns.append(self._column(*after))
            at[entry] = number[after] * self._length + self._gains[further][entry]
        return np.concatenate(columns), at

    def _column(self, open_boxes: int, further: int, upper_sum: int) -> Floats:
        key = (open_boxes, further, upper_sum)
        if key not in self._columns:
            self._columns[key] = self._new_column(*key)
        return self._columns[key]

    def _new_column(self, open_boxes: int, further: int, upper_sum: int) -> Floats:
        scores = np.arange(self._length)
        if not open_boxes:
            extra = self._tables.goal_points if upper_sum >= self._tables.goal else 0.0
            ends: Floats = self._curve[np.minimum(scores + int(extra), self._curve.size - 1)]
            return ends
        later, at = self._later(open_boxes, further, upper_sum)
        column = np.zeros(self._length)
        turn_column(column, later, at, open_boxes, self._span, self._tables)
        return column
