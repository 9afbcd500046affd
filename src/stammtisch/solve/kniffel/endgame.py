"""The last turns of a game for two, exactly: each plays to win against the best that the other can do.

What matters of a position are both sheets and the lead of one over the other. A *column* holds the chances of
winning of two sheets for every lead.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias, final

import numpy as np

from stammtisch.games.kniffel.boxes import KNIFFEL, POSSIBLE, UPPER_BOXES
from stammtisch.solve.kniffel.arrays import LANES, Floats, Ints
from stammtisch.solve.kniffel.race import turn_column
from stammtisch.solve.kniffel.rows import place_after
from stammtisch.solve.kniffel.tables import Place, Tables
from stammtisch.solve.recent import Recent

Pair: TypeAlias = tuple[Place, Place]
"""The sheet of the seat that has just written, and that of the seat to roll."""

EVEN: Final = 0.5
"""What a tie is worth."""
COLUMNS_KEPT: Final = 1 << 13
"""More than nearly all games need in their last turns; they take up to 20 MB."""
WAYS_KEPT: Final = 1 << 10


class Column(NamedTuple):
    """Chances of winning by the lead, from the first lead on: with a lower one nothing can be won any more,
    with one that is higher than all in the column nothing can be lost."""

    first: int
    chances: Floats

    def of_the_other(self) -> Column:
        """The same for the other player, who leads where this one is behind."""
        return Column(1 - self.first - self.chances.size, 1 - self.chances[::-1])


class Ways(NamedTuple):
    """The sheets that one sheet can become in a turn, and by entry which of them, and the points for it."""

    places: tuple[Place, ...]
    number: Ints
    gain: Ints


@final
class Endgame:
    """The chances of winning of two players under one set of rules."""

    def __init__(self, further_points: int, tables: Tables) -> None:
        self._tables: Final = tables
        self._further_points: Final = further_points
        self._gains: Final = (tables.points, tables.points + further_points * tables.five_equal)
        self._reach: Final = int(self._gains[1].max()) + LANES
        self._columns: Final = Recent[Pair, Column](COLUMNS_KEPT)
        self._ways: Final = Recent[Place, Ways](WAYS_KEPT)

    def entry_values(self, own: Place, other: Place, lead: int) -> Floats:
        """The chance of winning after each entry of the seat to roll; without meaning for filled boxes.

        Its lead is what is written on its own sheet less what is written on the other one.
        """
        later, at = self._later(own, other, lead, 1)
        return later[at]

    def _later(self, own: Place, other: Place, first: int, leads: int) -> tuple[Floats, Ints]:
        """The columns after a turn that begins with one of these leads, and where each entry leads to."""
        ways, length = self._ways.get(own, self._ways_of), leads + self._reach
        later = np.ones((len(ways.places), length))
        for row, place in zip(later, ways.places, strict=True):
            column = self._columns.get((place, other), self._column)
            begin = min(max(column.first - first, 0), length)
            known = column.chances[max(first - column.first, 0) :][: length - begin]
            row[:begin] = 0.0
            row[begin : begin + known.size] = known
        return later.ravel(), ways.number * length + ways.gain

    def _ways_of(self, own: Place) -> Ways:
        tables, (open_boxes, further, _) = self._tables, own
        number, places = np.zeros(tables.box.size, np.int64), dict[Place, int]()
        for entry in np.flatnonzero(open_boxes >> tables.box & 1).tolist():
            number[entry] = places.setdefault(place_after(own, entry, tables), len(places))
        return Ways(tuple(places), number, self._gains[further])

    def _column(self, pair: Pair) -> Column:
        """The chances of the seat that has just written, before the other one rolls."""
        other, own = pair
        if other[0] and not own[0]:
            return self._columns.get((own, other), self._column).of_the_other()
        (own_least, own_most), (other_least, other_most) = self._to_come(own), self._to_come(other)
        first, leads = other_least - own_most, own_most - own_least + other_most - other_least + 1
        if not own[0]:
            return Column(first, np.full(leads, EVEN)).of_the_other()
        chances = np.empty(leads + LANES)
        later, at = self._later(own, other, first, leads)
        turn_column(chances, later, at, own[0], leads, self._tables)
        return Column(first, chances[:leads]).of_the_other()

    def _to_come(self, place: Place) -> tuple[int, int]:
        """The fewest and the most points that a sheet can still yield."""
        open_boxes, further, upper_sum = place
        boxes = [box for box in range(len(POSSIBLE)) if open_boxes >> box & 1]
        paying = len(boxes) if further else max(len(boxes) - 1, 0) * (open_boxes >> KNIFFEL & 1)
        upper = [max(POSSIBLE[box]) for box in boxes if box < UPPER_BOXES]
        extra = int(self._tables.goal_points)
        least = extra if upper_sum >= self._tables.goal else 0
        most = extra if upper_sum + sum(upper) >= self._tables.goal else 0
        return least, sum(max(POSSIBLE[box]) for box in boxes) + paying * self._further_points + most
