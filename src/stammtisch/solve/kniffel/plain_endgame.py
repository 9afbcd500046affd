"""The last turns of a game of Kniffel for two in plain Python, exactly: as `endgame`, for fewer open boxes.

What matters of a position are both sheets and the lead of one over the other. Only positions to which the
present one can lead are evaluated, each once.
"""

from __future__ import annotations

from typing import Final, TypeAlias, final

from stammtisch.games.kniffel.dice import NO_DICE
from stammtisch.games.kniffel.state import THROWS, UPPER_GOAL
from stammtisch.solve.kniffel.plain_turn import Numbers, dice_values
from stammtisch.solve.kniffel.tables import Place, Tables
from stammtisch.solve.recent import Recent

EXACT_TURNS: Final = 2
"""With no more open boxes than this on both sheets it takes about a second in a browser."""
CHANCES_KEPT: Final = 1 << 14

Position: TypeAlias = tuple[Place, Place, int]
"""The sheet of the seat to roll, that of the other one, and the lead: what is written on the first sheet less
what is written on the second."""


@final
class Endgame:
    """The chances of winning of two players under one set of rules, if each does its best."""

    def __init__(self, tables: Tables) -> None:
        self._tables: Final = tables
        self._chances: Final = Recent[Position, float](CHANCES_KEPT)
        self._ways: Final = Recent[Place, list[tuple[int, Place, int]]](1 << 8)

    def entry_values(self, own: Place, other: Place, lead: int) -> Numbers:
        """The chance of winning after each entry of the seat to roll; 0 for filled boxes."""
        found = [0.0] * len(self._tables.box)
        for entry, after, points in self._ways.get(own, self._ways_of):
            found[entry] = 1 - self._chances.get((other, after, -lead - points), self._chance)
        return found

    def _chance(self, position: Position) -> float:
        """The chance of the seat to roll."""
        own, other, lead = position
        if not own[0] and not other[0]:
            lead += self._upper_bonus(own) - self._upper_bonus(other)
            return 0.5 if not lead else float(lead > 0)
        if not own[0]:
            return 1 - self._chances.get((other, own, -lead), self._chance)
        return dice_values(self.entry_values(own, other, lead), own[0], THROWS, self._tables)[NO_DICE]

    def _ways_of(self, own: Place) -> list[tuple[int, Place, int]]:
        """Each entry in an open box with the sheet that it leads to, and the points for it."""
        tables, (open_boxes, further, reached) = self._tables, own
        return [
            (
                entry,
                (
                    open_boxes & ~(1 << box),
                    further | tables.pays_further[entry],
                    min(reached + tables.rise[entry], UPPER_GOAL),
                ),
                tables.points[entry] + further * tables.five_equal[entry] * int(tables.further_points),
            )
            for entry, box in enumerate(tables.box)
            if open_boxes >> box & 1
        ]

    def _upper_bonus(self, sheet: Place) -> int:
        return int(self._tables.goal_points) if sheet[2] >= self._tables.goal else 0
