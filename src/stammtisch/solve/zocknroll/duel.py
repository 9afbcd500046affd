"""A hand of two players who are after the win of the match, solved by counterfactual regret minimisation.

What a player gets in a hand is one of 23 results, a mark or two or none. So whatever the match is worth after
the hand is a matrix: by the result of the starter and of the other one, the starter's chance of winning. What
is called a value below is that chance: the starter wants it high, the other one low.

Someone who leaves shows the cup. From then on the one who is still in knows everything, and simply takes the
best; so all that is left to solve is how likely each cup stays as long as both are in.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from stammtisch.games.zocknroll.combinations import formed
from stammtisch.games.zocknroll.dice import dice_of
from stammtisch.games.zocknroll.figures import RowName
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import setup
from stammtisch.games.zocknroll.tableau import CROSS, LEFT_FIRST, WON_THIRD
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.zocknroll.tables import FACES, Floats, Ints, chances, cups_of, dice_after, strengths

AGREED: Final = setup(ZockNRollOptions(), 2)
"""The usual options of the basic game; others are played by playouts."""
NAMES: Final[tuple[RowName, ...]] = AGREED.options.best_first()
ROWS: Final = 7
"""Combinations of the basic game; sets and results count them from the best on."""
MASKS: Final = 1 << ROWS
FIRST_ROLLS: Final = 56
NOTHING: Final = 0
MARKED: Final = 1
"""The first of the results of leaving in round 2, or of a tie in round 3."""
LEFT: Final = 8
"""The first of the results of leaving in round 1; after the rows comes the one without a combination."""
WON: Final = 16
"""The first of the results of winning round 3 alone."""
RESULTS: Final = 23

_ROWS: Final = [CROSS[name] for name in NAMES]
MARKS: Final = [
    0,
    *_ROWS,
    *(row + CROSS[LEFT_FIRST] for row in _ROWS),
    CROSS[LEFT_FIRST],
    *(row + CROSS[WON_THIRD] for row in _ROWS),
]
"""What each result adds to a tableau."""


class Dice(NamedTuple):
    """The combinations of every cup after one first roll of the white dice, as sets of rows: in round 1, in
    round 2 by the fourth die, in round 3 by the fourth and fifth; and there how high the best one is."""

    chance: Floats
    first: Ints
    second: Ints
    third: Ints
    rank: Ints


class Choices(NamedTuple):
    """The best values with a set of rows to choose from: by kind of choice (to mark in round 2 or after a
    tie, to leave in round 1, to win), set, and result of the opponent."""

    starter: Floats
    other: Floats


class Ends(NamedTuple):
    """Values from where only one decides, by result of the one who has left and cup of the one still in, in
    round 2 by the fourth die: `starter_alone` after the other one has left, `other_alone` after the starter
    has. `showdown` is the value of round 3, by the fourth die and both cups."""

    starter_alone: Floats
    starter_alone_2: Floats
    other_alone: Floats
    other_alone_2: Floats
    showdown: Floats


@lru_cache(FIRST_ROLLS)
def dice(white: str) -> Dice:
    """The combinations after these three white dice."""
    begun = dice_of(white)
    after = dice_after(begun)
    return Dice(
        chances(AGREED),
        np.array(_sets(begun)),
        np.array([_sets(four) for four in after]),
        np.array([[_sets(five) for five in dice_after(four)] for four in after]),
        np.array([[strengths(AGREED, five) for five in dice_after(four)] for four in after]),
    )


def _sets(white: int) -> list[int]:
    made = (formed(white + cup) for cup in cups_of(AGREED.dice))
    return [sum(1 << at for at, mark in enumerate(_ROWS) if rows & mark) for rows in made]


@compiled
def choices(worth: Floats) -> Choices:
    """All choices, where `worth` is the value by both results."""
    starter = np.zeros((3, MASKS, RESULTS))
    other = np.zeros((3, MASKS, RESULTS))
    begins = np.array([MARKED, LEFT, WON])
    for kind in range(3):
        begin = begins[kind]
        for result in range(RESULTS):
            starter[kind, 0, result] = worth[LEFT + ROWS, result] if kind == 1 else -1.0
            other[kind, 0, result] = worth[result, LEFT + ROWS] if kind == 1 else 2.0
            for rows in range(1, MASKS):
                lowest = 0
                while not rows >> lowest & 1:
                    lowest += 1
                rest = rows & (rows - 1)
                most, least = worth[begin + lowest, result], worth[result, begin + lowest]
                if rest:
                    most = max(most, starter[kind, rest, result])
                    least = min(least, other[kind, rest, result])
                starter[kind, rows, result] = most
                other[kind, rows, result] = least
    return Choices(starter, other)


@compiled
def ends(dice: Dice, choices: Choices) -> Ends:
    """All values from where only one decides, or nobody."""
    cups = len(dice.chance)
    starter_1, other_1 = np.zeros((RESULTS, cups)), np.zeros((RESULTS, cups))
    starter_2, other_2 = np.zeros((FACES, RESULTS, cups)), np.zeros((FACES, RESULTS, cups))
    for result in range(MARKED, WON):
        for cup in range(cups):
            for fourth in range(FACES):
                high = low = 0.0
                for fifth in range(FACES):
                    rows = dice.third[fourth, fifth, cup]
                    high += choices.starter[2, rows, result] / FACES
                    low += choices.other[2, rows, result] / FACES
                rows = dice.second[fourth, cup]
                starter_2[fourth, result, cup] = high
                other_2[fourth, result, cup] = min(low, choices.other[0, rows, result])
                starter_1[result, cup] += max(high, choices.starter[0, rows, result]) / FACES
                other_1[result, cup] += other_2[fourth, result, cup] / FACES
            rows = dice.first[cup]
            other_1[result, cup] = min(other_1[result, cup], choices.other[1, rows, result])
    return Ends(starter_1, starter_2, other_1, other_2, _showdown(dice, choices))


@compiled
def _showdown(dice: Dice, choices: Choices) -> Floats:
    cups = len(dice.chance)
    values = np.zeros((FACES, cups, cups))
    for fourth in range(FACES):
        for fifth in range(FACES):
            rank, rows = dice.rank[fourth, fifth], dice.third[fourth, fifth]
            for one in range(cups):
                for two in range(cups):
                    if rank[one] > rank[two]:
                        value = choices.starter[2, rows[one], NOTHING]
                    elif rank[one] < rank[two]:
                        value = choices.other[2, rows[two], NOTHING]
                    else:
                        value = _tie(choices, rows[one], rows[two])
                    values[fourth, one, two] += value / FACES
    return values


@compiled
def _tie(choices: Choices, one: int, two: int) -> float:
    """Either may mark first (R7), which rarely makes a difference: the mean of both."""
    first, second = -1.0, 2.0
    for row in range(ROWS):
        if one >> row & 1:
            first = max(first, choices.other[0, two, MARKED + row])
        if two >> row & 1:
            second = min(second, choices.starter[0, one, MARKED + row])
    return (first + second) / 2
