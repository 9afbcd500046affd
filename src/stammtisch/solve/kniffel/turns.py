"""Turns under one set of rules: what moves are worth, by what each entry at the end of the turn is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, final

from stammtisch.core.turn import Seat
from stammtisch.games.kniffel.boxes import UPPER_OF_KNIFFEL
from stammtisch.games.kniffel.dice import NO_DICE
from stammtisch.games.kniffel.moves import NOTHING, Move
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import CHOOSE_PHASE, THROW_PHASE, THROWS, Setup, State, setup
from stammtisch.solve import compact
from stammtisch.solve.kniffel.arrays import Floats, floats
from stammtisch.solve.kniffel.tables import Entry, Tables, compiled_rules

if TYPE_CHECKING or not compact.NEEDED:
    from stammtisch.solve.kniffel import one_turn
else:
    from stammtisch.solve.kniffel import plain_turn as one_turn

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
                zip(map(int, tables.box), map(int, tables.points), tables.five_equal, strict=True)
            )
        }

    def points(self) -> Floats:
        """The points of each entry."""
        return floats([float(points) for points in self.tables.points])

    def above_usual(self, usual: Sequence[float]) -> Floats:
        """By entry, by how much its points exceed those that are usual in its box."""
        entries = zip(self.tables.points, self.tables.box, strict=True)
        return floats([points - usual[box] for points, box in entries])

    def ends(self, entries: Floats, open_boxes: int, dice: int, left: int) -> list[tuple[Entry, float]]:
        """How likely each entry ends the turn of a player who goes by what the entries are worth.

        The dice are kept ones to be rolled with; after that, `left` rolls are left.
        """
        ends = one_turn.turn_ends(entries, open_boxes, dice, left, self.tables)
        return list(zip(self._number, map(float, ends), strict=True))

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
        """What dice are worth to keep after `throws` rolls, by what the entries are worth."""
        return one_turn.dice_values(entries, open_boxes, THROWS - throws, self.tables)


def before_the_turn(state: State) -> State:
    """The position in which the present turn began: the same for all its rolls and decisions."""
    return State(state.setup, THROW_PHASE, state.turn, state.sheets, state.totals, state.game)


def in_hand(state: State, seat: Seat) -> tuple[int, int]:
    """The hand, or the dice kept to roll with, and the rolls that are left after that."""
    if seat != state.turn:
        return NO_DICE, THROWS - 1
    left = THROWS - state.throws
    return state.dice, left if state.phase == CHOOSE_PHASE else left - 1


@lru_cache(TURNS_KEPT)
def _turns(options: KniffelOptions) -> Turns:
    return Turns(setup(options))


def turns(options: KniffelOptions) -> Turns:
    """The turns under these rules; those used last are kept."""
    return _turns(rules_of(options))


def rules_of(options: KniffelOptions) -> KniffelOptions:
    """The options that matter within one game."""
    return KniffelOptions(joker=options.joker, kniffel_bonus=options.kniffel_bonus)
