"""Kniffel's rules as arrays of numbers, asked from the rules and made for the kernels."""

from __future__ import annotations

from itertools import accumulate, chain
from typing import Final, NamedTuple, TypeAlias, TypeVar

from stammtisch.games.kniffel.boxes import (
    ALL_BOXES,
    BOXES,
    KNIFFEL,
    KNIFFEL_POINTS,
    POSSIBLE,
    UPPER_BOXES,
    UPPER_OF_KNIFFEL,
)
from stammtisch.games.kniffel.dice import DICE, FACES, HANDS, INDEX, NO_DICE, ROLLS, rolled
from stammtisch.games.kniffel.state import UPPER_BONUS, UPPER_GOAL, Setup
from stammtisch.solve.kniffel.arrays import LANES, Floats, Ints, floats, ints

NumberT = TypeVar("NumberT", int, Ints)

Place: TypeAlias = tuple[int, int, int]
"""What matters of a sheet: open boxes, whether further Kniffels pay, the upper sum."""

BOX_COUNT: Final = len(BOXES)
CHOICE_COUNT: Final = len(DICE)
HAND_COUNT: Final = len(HANDS)
COLUMNS: Final = ALL_BOXES + 1
UPPER_MASKS: Final = 1 << UPPER_BOXES
KNIFFEL_HANDS: Final = tuple(hand for hand in HANDS if UPPER_OF_KNIFFEL[hand])
SITUATIONS: Final = UPPER_MASKS * 2
"""What five equal dice count depends on: the open upper boxes, and whether box kniffel is open."""
WIDTH: Final = UPPER_GOAL + 1 + max(POSSIBLE[UPPER_BOXES - 1]) + LANES + 2
"""The length of a column: sums up to the goal, and as far as a block of lanes reaches beyond it,
in whole cache lines."""
PER_FACE: Final = 1 / len(FACES)
"""The chance of each face of a die."""


class Entry(NamedTuple):
    """What may be written at the end of a turn; `five_equal` says whether the dice are."""

    box: int
    points: int
    five_equal: bool


class Tables(NamedTuple):
    """Entries by their number; which dice write which; how dice lead to dice.

    Choices of dice and entries are given as the start of their eight lanes.
    """

    above: Ints
    """For each choice of fewer than five dice, the six choices with one die more."""
    below: Ints
    below_start: Ints
    """The choices with one die less, those of each choice from its start to that of the next."""
    first_throw: Floats
    """How likely each hand is with all five dice."""
    box: Ints
    points: Ints
    rise: Ints
    """What an entry adds to the upper sum."""
    five_equal: Ints
    pays_further: Ints
    """1 for the entry that makes further Kniffels count (K12)."""
    hand_entry: Ints
    """The entry by box and hand; with five equal dice in a box kniffel that is open."""
    five_equal_hands: Ints
    five_equal_entry: Ints
    """The entry of five equal dice by their number, the situation and the box."""
    five_equal_writable: Ints
    """The boxes that five equal dice may fill, by their number and the open boxes (K11)."""
    low: Ints
    high: Ints
    """The upper sums that differ, by the open upper boxes: those below `low` are worth the same."""
    further_points: float
    goal: int
    goal_points: float


def column_start(open_boxes: NumberT, further: NumberT) -> NumberT:
    """Where the column of these open boxes begins; `further` is 1 where further Kniffels pay."""
    return (further * COLUMNS + open_boxes) * WIDTH


def situation_of(open_boxes: int) -> int:
    """What the entries of five equal dice depend on."""
    return open_boxes % UPPER_MASKS | (open_boxes >> KNIFFEL & 1) << UPPER_BOXES


def compiled_rules(setup: Setup) -> Tables:
    """The tables of these options."""
    rows = [_entries(setup, hand, ALL_BOXES) for hand in HANDS]
    five_equal_rows = [
        [_entries(setup, hand, situation_boxes(situation)) for situation in range(SITUATIONS)]
        for hand in KNIFFEL_HANDS
    ]
    entries = sorted({*chain(*rows), *chain(*chain(*five_equal_rows))})
    start = {entry: index * LANES for index, entry in enumerate(entries)}
    below, below_start = choices_below()
    low, high = _different_sums()
    return Tables(
        above=choices_above(),
        below=below,
        below_start=below_start,
        first_throw=_first_throw(),
        box=ints([entry.box for entry in entries]),
        points=ints([entry.points for entry in entries]),
        rise=ints([entry.points if entry.box < UPPER_BOXES else 0 for entry in entries]),
        five_equal=ints([entry.five_equal for entry in entries]),
        pays_further=ints([entry[:2] == (KNIFFEL, KNIFFEL_POINTS) for entry in entries]),
        hand_entry=ints([[start[row[box]] for row in rows] for box in range(BOX_COUNT)]),
        five_equal_hands=ints(KNIFFEL_HANDS),
        five_equal_entry=ints([[[start[entry] for entry in row] for row in by] for by in five_equal_rows]),
        five_equal_writable=ints(
            [[setup.writable(hand, boxes) for boxes in range(COLUMNS)] for hand in KNIFFEL_HANDS]
        ),
        low=low,
        high=high,
        further_points=float(setup.options.kniffel_bonus),
        goal=UPPER_GOAL,
        goal_points=float(UPPER_BONUS),
    )


def situation_boxes(situation: int) -> int:
    """The open boxes of a situation, as far as they matter."""
    return situation % UPPER_MASKS | situation // UPPER_MASKS << KNIFFEL


def _entries(setup: Setup, hand: int, open_boxes: int) -> list[Entry]:
    five_equal = UPPER_OF_KNIFFEL[hand] != 0
    return [Entry(box, setup.points(hand, box, open_boxes), five_equal) for box in range(BOX_COUNT)]


def choices_above() -> Ints:
    """For each choice of fewer than five dice, the six choices with one die more."""
    return ints([INDEX["".join(sorted(dice + face))] * LANES for dice in DICE[HAND_COUNT:] for face in FACES])


def choices_below() -> tuple[Ints, Ints]:
    """The choices with one die less than each choice has, and where those of each choice start."""
    rows = [sorted({INDEX[dice[:die] + dice[die + 1 :]] for die in range(len(dice))}) for dice in DICE]
    return ints([LANES * choice for choice in chain(*rows)]), ints([*accumulate(map(len, rows), initial=0)])


def _first_throw() -> Floats:
    chances = [0.0] * HAND_COUNT
    hand = rolled(NO_DICE)
    for text, probability in ROLLS[0].outcomes():
        chances[hand[text]] = float(probability)
    return floats(chances)


def _different_sums() -> tuple[Ints, Ints]:
    """By the open upper boxes, the lowest and the highest of the upper sums that make a difference."""
    most = [max(POSSIBLE[box]) for box in range(UPPER_BOXES)]
    to_come = [
        sum(points for box, points in enumerate(most) if mask >> box & 1) for mask in range(UPPER_MASKS)
    ]
    high = [min(UPPER_GOAL, sum(most) - points) for points in to_come]
    low = [min(max(UPPER_GOAL - 1 - points, 0), top) for points, top in zip(to_come, high, strict=True)]
    return ints(low), ints(high)
