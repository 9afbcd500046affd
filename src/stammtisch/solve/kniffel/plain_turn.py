"""One turn of one sheet in plain Python: the same as `one_turn` to the last bit, where there is no NumPy."""

from __future__ import annotations

from itertools import pairwise
from operator import itemgetter
from typing import Final, Protocol, TypeAlias

from stammtisch.solve.kniffel.arrays import LANES
from stammtisch.solve.kniffel.tables import (
    BOX_COUNT,
    CHOICE_COUNT,
    HAND_COUNT,
    PER_FACE,
    Tables,
    choices_above,
    choices_below,
    column_start,
    situation_of,
)

Numbers: TypeAlias = list[float]

_FACES: Final = 6


class Values(Protocol):
    """What sheets are worth, by where their columns begin and the upper sum."""

    def __getitem__(self, place: int, /) -> float: ...


_ABOVE: Final = [int(choice) // LANES for choice in choices_above()]
_BELOW: Final = [int(choice) // LANES for choice in choices_below()[0]]
_BELOW_START: Final = [int(start) for start in choices_below()[1]]

_MORE: Final = [
    itemgetter(*_ABOVE[_FACES * choice : _FACES * choice + _FACES])
    for choice in range(CHOICE_COUNT - HAND_COUNT)
]
"""The six choices with one die more, for each choice of fewer than five."""
_LESS: Final = [_BELOW[start:end] for start, end in pairwise(_BELOW_START)]
_AT_MOST: Final = [itemgetter(choice, *less) for choice, less in enumerate(_LESS) if less]
"""Each choice and those with one die less, for each choice of some dice."""


def entry_values(values: Values, open_boxes: int, further: int, upper_sum: int, tables: Tables) -> Numbers:
    """What each entry in an open box is worth; 0 for filled ones."""
    found = [0.0] * len(tables.box)
    for entry, box in enumerate(tables.box):
        if open_boxes >> box & 1:
            after = column_start(open_boxes & ~(1 << box), further | tables.pays_further[entry])
            points = tables.points[entry] + further * tables.five_equal[entry] * tables.further_points
            found[entry] = values[after + upper_sum + tables.rise[entry]] + points
    return found


def dice_values(entries: Numbers, open_boxes: int, rolls: int, tables: Tables) -> Numbers:
    """What each hand is worth and, where `rolls` rolls are left, what any dice kept are worth."""
    block = _written(entries, open_boxes, tables)
    for left in range(rolls):
        if left:
            _improve(block)
        _expect(block)
    return block


def turn_ends(entries: Numbers, open_boxes: int, dice: int, left: int, tables: Tables) -> Numbers:
    """How likely each entry ends the turn of a player who goes by what the entries are worth.

    The dice are a hand, or kept ones to be rolled with; after that, `left` rolls are left.
    """
    blocks = [_written(entries, open_boxes, tables)]
    for _ in range(left):
        blocks.append(blocks[-1].copy())
        _expect(blocks[-1])
        blocks.append(blocks[-1].copy())
        _improve(blocks[-1])
    chances = [0.0] * CHOICE_COUNT
    chances[dice] = 1.0
    _throw(chances)
    for better in range(2 * left, 0, -2):
        _keep(chances, blocks[better - 1], blocks[better])
        _throw(chances)
    return _entered(chances, blocks[0], entries, open_boxes, tables)


def _written(entries: Numbers, open_boxes: int, tables: Tables) -> Numbers:
    rows = [
        [entries[entry // LANES] for entry in tables.hand_entry[box]]
        for box in range(BOX_COUNT)
        if open_boxes >> box & 1
    ]
    best = list(map(max, *rows)) if len(rows) > 1 else rows[0]
    for hand, possible in _five_equal(open_boxes, tables):
        best[hand] = max(entries[entry] for entry in possible)
    return best + [0.0] * (CHOICE_COUNT - HAND_COUNT)


def _five_equal(open_boxes: int, tables: Tables) -> list[tuple[int, list[int]]]:
    """The hands of five equal dice, and the entries that each can make."""
    situation = situation_of(open_boxes)
    return [
        (hand, [entry // LANES for box, entry in enumerate(by[situation]) if writable[open_boxes] >> box & 1])
        for hand, by, writable in zip(
            tables.five_equal_hands, tables.five_equal_entry, tables.five_equal_writable, strict=True
        )
    ]


def _expect(block: Numbers) -> None:
    """Each choice of fewer than five dice is worth the mean over one die more."""
    for choice, more in enumerate(_MORE, HAND_COUNT):
        one, two, three, four, five, six = more(block)
        block[choice] = (((one + two) + (three + four)) + (five + six)) * PER_FACE


def _improve(block: Numbers) -> None:
    """Each choice of dice is worth the best of what may be kept of it."""
    for choice in range(CHOICE_COUNT - 2, -1, -1):
        block[choice] = max(_AT_MOST[choice](block))


def _keep(chances: Numbers, before: Numbers, after: Numbers) -> None:
    """The chance of each hand goes to the dice that are best kept of it, die by die."""
    for choice in range(CHOICE_COUNT - 1):
        chance, best = chances[choice], after[choice]
        if chance and best != before[choice]:
            chances[choice] = 0.0
            chances[next(less for less in _LESS[choice] if after[less] == best)] += chance


def _throw(chances: Numbers) -> None:
    """The dice that are not kept are rolled, one after the other."""
    for choice in range(CHOICE_COUNT - 1, HAND_COUNT - 1, -1):
        if chances[choice]:
            share, chances[choice] = chances[choice] * PER_FACE, 0.0
            begin = _FACES * (choice - HAND_COUNT)
            for more in _ABOVE[begin : begin + _FACES]:
                chances[more] += share


def _entered(chances: Numbers, block: Numbers, entries: Numbers, open_boxes: int, tables: Tables) -> Numbers:
    """Each hand is written where it is worth most, which is its value in the block."""
    ends = [0.0] * len(entries)
    special = dict(_five_equal(open_boxes, tables))
    boxes = [box for box in range(BOX_COUNT) if open_boxes >> box & 1]
    for hand in range(HAND_COUNT):
        if chances[hand]:
            usual = (tables.hand_entry[box][hand] // LANES for box in boxes)
            possible = special.get(hand, usual)
            ends[next(entry for entry in possible if entries[entry] == block[hand])] += chances[hand]
    return ends
