"""What sheets of Kniffel still yield, from a table file and in plain Python.

The file holds the sheets with an even number of open boxes, for the usual rules. What others yield follows by
one turn. Under other rules it is an estimate: a sheet is taken to yield as much more or less as sheets do
on average.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import accumulate
from math import hypot
from struct import Struct
from typing import Final, NamedTuple, final

from stammtisch.games.kniffel import Kniffel
from stammtisch.games.kniffel.boxes import KNIFFEL, POSSIBLE, UPPER_BOXES
from stammtisch.games.kniffel.dice import NO_DICE
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import THROWS, UPPER_GOAL
from stammtisch.solve import compact
from stammtisch.solve.kniffel.plain_turn import dice_values, entry_values
from stammtisch.solve.kniffel.tables import BOX_COUNT, COLUMNS, UPPER_MASKS, WIDTH, Place
from stammtisch.solve.kniffel.turns import turns
from stammtisch.solve.recent import Recent

TABLE: Final = f"{Kniffel.id}.table"
SPREAD: Final = f"{Kniffel.id}-spread.table"
"""How widely the points that sheets still yield are spread."""
USUAL: Final = KniffelOptions()
STEP: Final = 1.8e-6
"""Stored values are exact to half of this."""
BYTES: Final = 4
SHEETS_KEPT: Final = 1 << 13
"""What follows by a turn: the sheets of a whole game and more."""

JOKERS: Final = ("forced", "free", "off")
KINDS: Final = 3
"""Whether box kniffel is open, or has no points, or has its points so that further ones pay."""
GROUPS: Final = KINDS * (BOX_COUNT + 1)
RULES: Final = Struct(f"<{len(JOKERS) * GROUPS}d{GROUPS}d{len(JOKERS)}dd")
"""By kind and number of open boxes, how much more a sheet yields: with each joker rule, and for each point
more for a further Kniffel. Then the standard errors of that: by joker rule, and for a point."""


class Rules(NamedTuple):
    """How much more sheets yield under other rules than the usual ones, and the standard error of that."""

    more: tuple[float, ...]
    error: float


def files(players: int, options: KniffelOptions) -> list[str]:  # noqa: ARG001 - one file for all options
    """The table file and, where there are opponents, how widely scores are spread."""
    return [TABLE, SPREAD] if players > 1 else [TABLE]


def key() -> tuple[object, ...]:
    """All that the table files follow from."""
    return (Kniffel.rules_version, USUAL.joker, USUAL.kniffel_bonus, STEP)


def group_of(open_boxes: int, further: int) -> int:
    """The kind of a sheet with its number of open boxes."""
    kind = 2 if further else open_boxes >> KNIFFEL & 1
    return kind * (BOX_COUNT + 1) + open_boxes.bit_count()


@cache
def upper_sums(open_upper: int) -> tuple[int, ...]:
    """The upper sums that are possible and make a difference, with these upper boxes open."""
    boxes = [box for box in range(UPPER_BOXES) if open_upper >> box & 1]
    to_come = sum(max(POSSIBLE[box]) for box in boxes)
    sums = {0}
    for box in range(UPPER_BOXES):
        if box not in boxes:
            sums = {min(UPPER_GOAL, reached + points) for reached in sums for points in POSSIBLE[box]}
    return tuple(sorted({max(reached, UPPER_GOAL - 1 - to_come) for reached in sums}))


@cache
def stored_columns() -> dict[tuple[int, int], int]:
    """Where the values of all stored columns begin, by open boxes and whether further Kniffels pay."""
    stored = [
        (open_boxes, further)
        for further in range(2)
        for open_boxes in range(COLUMNS)
        if open_boxes.bit_count() % 2 == 0 and not (further and open_boxes >> KNIFFEL & 1)
    ]
    sizes = [len(upper_sums(open_boxes % UPPER_MASKS)) for open_boxes, _ in stored]
    return dict(zip(stored, accumulate(sizes, initial=0), strict=False))


@final
class Usual:
    """What sheets still yield on average at the start of a turn under the usual rules, by column and sum."""

    error: Final = 0.0

    def __init__(self, stored: Iterable[int]) -> None:
        self._stored: Final = array("q", accumulate(stored))
        self._tables: Final = turns(USUAL).tables
        self._found: Final = Recent[Place, float](SHEETS_KEPT)

    def __getitem__(self, place: int, /) -> float:
        column, upper_sum = divmod(place, WIDTH)
        further, open_boxes = divmod(column, COLUMNS)
        sums = upper_sums(open_boxes % UPPER_MASKS)
        reached = min(max(upper_sum, sums[0]), UPPER_GOAL)
        if open_boxes.bit_count() % 2:
            return self._found.get((open_boxes, further, reached), self._after_a_turn)
        return self._stored[stored_columns()[open_boxes, further] + sums.index(reached)] * STEP

    def _after_a_turn(self, place: Place) -> float:
        entries = entry_values(self, *place, self._tables)
        return dice_values(entries, place[0], THROWS, self._tables)[NO_DICE]


@final
class Adjusted:
    """An estimate of the same under other rules: the usual values, and what those rules add on average."""

    def __init__(self, usual: Usual, rules: Rules) -> None:
        self.error: Final = rules.error
        self._usual: Final = usual
        self._more: Final = rules.more

    def __getitem__(self, place: int, /) -> float:
        further, open_boxes = divmod(place // WIDTH, COLUMNS)
        return self._usual[place] + self._more[group_of(open_boxes, further)]


def values(options: KniffelOptions) -> Usual | Adjusted:
    """What sheets yield under these rules."""
    usual, table = _loaded()
    rules = _rules(table, options)
    return Adjusted(usual, rules) if rules.error else usual


@lru_cache(1)
def _loaded() -> tuple[Usual, tuple[float, ...]]:
    content = compact.read(TABLE, key())
    stored = compact.whole_numbers(content[RULES.size :], BYTES)
    return Usual(stored), RULES.unpack_from(content)


def _rules(numbers: tuple[float, ...], options: KniffelOptions) -> Rules:
    joker, points = JOKERS.index(options.joker), options.kniffel_bonus - USUAL.kniffel_bonus
    *by_joker, slopes = (numbers[begin : begin + GROUPS] for begin in range(0, len(numbers) - GROUPS, GROUPS))
    *errors, per_point = numbers[-len(JOKERS) - 1 :]
    more = (shift + points * slope for shift, slope in zip(by_joker[joker], slopes, strict=True))
    return Rules(tuple(more), hypot(errors[joker], points * per_point))
