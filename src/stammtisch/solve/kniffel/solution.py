"""Kniffel alone: what every position and every move is worth, in points."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, final

from stammtisch.games.kniffel import Kniffel
from stammtisch.games.kniffel.boxes import KNIFFEL, KNIFFEL_POINTS
from stammtisch.games.kniffel.moves import Move
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import CHOOSE_PHASE, UPPER_GOAL, Sheet, State
from stammtisch.solve import compact
from stammtisch.solve.kniffel.arrays import Floats, floats
from stammtisch.solve.kniffel.tables import COLUMNS, WIDTH, Place, Tables, column_start
from stammtisch.solve.kniffel.turns import Turns, rules_of, turns

if TYPE_CHECKING or not compact.NEEDED:
    from stammtisch.solve.cache import cached
    from stammtisch.solve.contract import Progress
    from stammtisch.solve.kniffel import one_turn
else:
    from stammtisch.solve.kniffel import plain
    from stammtisch.solve.kniffel import plain_turn as one_turn

SOLUTIONS_KEPT: Final = 4
"""A solution takes 14 MB, and every bonus has one of its own."""

_FORMAT: Final = 1
_COLUMNS_AT_A_TIME: Final = 512


@final
class Solution:
    """Solo play that gets the most points on average, under one set of options."""

    def __init__(self, turns: Turns, values: Floats, error: float = 0.0) -> None:
        self.setup: Final = turns.setup
        self.tables: Final = turns.tables
        self.move_values: Final = turns.move_values
        self.dice_values: Final = turns.dice_values
        self.values: Final = values
        self.error: Final = error
        """The standard error of all values, 0 where they are exact."""

    def expected(self, sheet: Sheet) -> float:
        """The final total of a sheet on average, before its next turn."""
        open_boxes, further, upper_sum = place_of(sheet)
        return self.written(sheet) + float(self.values[column_start(open_boxes, further) + upper_sum])

    def value(self, state: State) -> float:
        """The final total that the seat to move expects of the present game."""
        if state.phase == CHOOSE_PHASE:
            return max(value for _, value in self.moves(state))
        sheet = state.sheets[state.turn]
        if not state.throws:
            return self.expected(sheet)
        return float(self.dice_values(self.entry_values(sheet), sheet.open, state.throws)[state.dice])

    def moves(self, state: State) -> list[tuple[Move, float]]:
        """Each legal move with the final total it leads to on average, in the order of the rules."""
        return self.move_values(state, self.entry_values(state.sheets[state.turn]))

    def entry_values(self, sheet: Sheet) -> Floats:
        """The final total on average after each entry; without meaning for filled boxes."""
        to_come = one_turn.entry_values(self.values, *place_of(sheet), self.tables)
        written = self.written(sheet)
        return floats([written + points for points in to_come])

    def written(self, sheet: Sheet) -> int:
        """The points written on a sheet, without those for the upper sum (K6)."""
        return sum(sheet.points) + sheet.bonus * self.setup.options.kniffel_bonus


def place_of(sheet: Sheet) -> Place:
    """What matters of a sheet: its upper sum only up to the goal (K6), and whether K12 gives extra points."""
    pays_further = int(sheet.points[KNIFFEL] == KNIFFEL_POINTS)
    return sheet.open, pays_further, min(UPPER_GOAL, sheet.upper())


def solved(options: KniffelOptions, progress: Progress | None = None, *, fresh: bool = False) -> Solution:
    """The solution, computed now or kept from before; `fresh` computes it in any case."""
    found = turns(options)
    kept = cached(
        "kniffel", cache_key(options), lambda: {"values": column_values(found.tables, progress)}, fresh=fresh
    )
    return Solution(found, kept["values"])


if TYPE_CHECKING or not compact.NEEDED:
    _made = solved
else:

    def _made(options: KniffelOptions) -> Solution:
        values = plain.values(options)
        return Solution(turns(options), values, values.error)


@lru_cache(SOLUTIONS_KEPT)
def _solution(options: KniffelOptions) -> Solution:
    return _made(options)


def solution(options: KniffelOptions) -> Solution:
    """The solution; those used last are kept."""
    return _solution(rules_of(options))


def cache_key(options: KniffelOptions) -> tuple[object, ...]:
    """All that the tables follow from."""
    return (_FORMAT, Kniffel.rules_version, options.joker, options.kniffel_bonus)


def column_values(tables: Tables, progress: Progress | None = None) -> Floats:
    """What every sheet still yields on average at the start of a turn."""
    import numpy as np  # noqa: PLC0415 - not there in a browser

    from stammtisch.solve.kniffel import kernel  # noqa: PLC0415 - a compiler, only when solving

    values = np.zeros(2 * COLUMNS * WIDTH)
    kernel.finish(values, tables)
    for begin in range(1, COLUMNS, _COLUMNS_AT_A_TIME):
        end = min(begin + _COLUMNS_AT_A_TIME, COLUMNS)
        kernel.solve(values, begin, end, tables)
        if progress:
            progress(end / COLUMNS)
    return values
