"""Turns under one set of rules: what moves are worth, by what is worth to write at the end of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, final

import numpy as np

from stammtisch.games.kniffel.boxes import UPPER_OF_KNIFFEL
from stammtisch.games.kniffel.moves import NOTHING, Move
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import THROWS, Setup, State, setup
from stammtisch.solve.kniffel import one_turn
from stammtisch.solve.kniffel.arrays import Floats
from stammtisch.solve.kniffel.tables import Entry, Tables, compiled_rules

TURNS_KEPT: Final = 4


@final
class Turns:
    """Everything that can happen within a turn; what a sheet is worth after it is for others to say."""

    def __init__(self, setup: Setup) -> None:
        tables = compiled_rules(setup)
        self.setup: Final = setup
        self.tables: Final[Tables] = tables
        self._number: Final = {
            Entry(box, points, bool(five_equal)): number
            for number, (box, points, five_equal) in enumerate(
                zip(tables.box.tolist(), tables.points.tolist(), tables.five_equal.tolist(), strict=True)
            )
        }

    def usual(self, by_box: Sequence[float]) -> Floats:
        """What stands for each box, by entry."""
        return np.array(by_box)[self.tables.box]

    def move_values(self, state: State, entries: Floats) -> list[tuple[Move, float]]:
        """Each legal move by what the entries at the end of the turn are worth, in the order of the rules."""
        kept = self.dice_values(entries, state.sheets[state.turn].open, state.throws)
        return [
            (move, float(kept[move.kept] if move.box == NOTHING else entries[self._entry(state, move.box)]))
            for move in state.legal()
        ]

    def _entry(self, state: State, box: int) -> int:
        points = self.setup.points(state.dice, box, state.sheets[state.turn].open)
        return self._number[Entry(box, points, UPPER_OF_KNIFFEL[state.dice] != 0)]

    def dice_values(self, entries: Floats, open_boxes: int, throws: int) -> Floats:
        """After so many rolls: what dice are worth to keep, by what the entries are worth."""
        return one_turn.dice_values(entries, open_boxes, THROWS - throws, self.tables)


@lru_cache(TURNS_KEPT)
def _turns(options: KniffelOptions) -> Turns:
    return Turns(setup(options))


def turns(options: KniffelOptions) -> Turns:
    """The turns under these rules; those used last are kept."""
    return _turns(rules_of(options))


def rules_of(options: KniffelOptions) -> KniffelOptions:
    """The options that matter within one game."""
    return KniffelOptions(joker=options.joker, kniffel_bonus=options.kniffel_bonus)
