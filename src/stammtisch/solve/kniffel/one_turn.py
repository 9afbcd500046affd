"""One turn of one sheet, in NumPy alone.

The compiled kernels do the same for eight sums at once, and to the last bit. They take seconds to load or to
compile, which is too long for a question about one position.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np

from stammtisch.games.kniffel.dice import ALL_DICE, DICE
from stammtisch.solve.kniffel.arrays import LANES, Floats, Ints
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

_FIRST: Final = [[len(dice) for dice in DICE].index(count) for count in range(ALL_DICE, -1, -1)]
_BY_COUNT: Final = tuple(slice(*ends) for ends in pairwise([*_FIRST, CHOICE_COUNT]))[::-1]
"""The choices of no die, of one, and so on up to all five."""


def _above(choices: slice) -> Ints:
    """The six choices with one die more, for each of these."""
    return choices_above().reshape(-1, 6)[choices.start - HAND_COUNT : choices.stop - HAND_COUNT] // LANES


def _below(choices: slice) -> Ints:
    """The choices with one die less; where there are few, the last is repeated."""
    below, starts = choices_below()
    start, stop = starts[:-1][choices, None], starts[1:][choices, None]
    found: Ints = below[np.minimum(start + np.arange(ALL_DICE), stop - 1)] // LANES
    return found


_UPWARDS: Final = tuple((choices, _above(choices)) for choices in _BY_COUNT[:-1])
_DOWNWARDS: Final = tuple((choices, _below(choices)) for choices in _BY_COUNT[1:])
"""The choices of each number of dice, with those of one die more or less."""


def entry_values(values: Floats, open_boxes: int, further: int, upper_sum: int, tables: Tables) -> Floats:
    """What each entry in an open box is worth; 0 for filled ones."""
    points = tables.points + further * tables.five_equal * tables.further_points
    after = column_start(open_boxes & ~(1 << tables.box), further | tables.pays_further)
    rest = values[after + upper_sum + tables.rise]
    return np.where(open_boxes >> tables.box & 1, rest + points, 0.0)


def dice_values(entries: Floats, open_boxes: int, rolls: int, tables: Tables) -> Floats:
    """What each hand is worth and, where `rolls` rolls are left, what any dice kept are worth."""
    block = np.zeros(CHOICE_COUNT)
    _write(block, entries, open_boxes, tables)
    for left in range(rolls):
        if left:
            _improve(block)
        _expect(block)
    return block


def turn_ends(entries: Floats, open_boxes: int, dice: int, left: int, tables: Tables) -> Floats:
    """How likely each entry ends the turn of a player who goes by what the entries are worth.

    The dice are a hand, or kept ones to be rolled with; after that, `left` rolls are left.
    """
    blocks = np.zeros((2 * left + 1, CHOICE_COUNT))
    _write(blocks[0], entries, open_boxes, tables)
    for better in range(2, 2 * left + 1, 2):
        blocks[better - 1] = blocks[better - 2]
        _expect(blocks[better - 1])
        blocks[better] = blocks[better - 1]
        _improve(blocks[better])
    chances = np.zeros(CHOICE_COUNT)
    chances[dice] = 1.0
    _throw(chances)
    for better in range(2 * left, 0, -2):
        _keep(chances, blocks[better - 1], blocks[better])
        _throw(chances)
    return _entered(chances, blocks[0], entries, open_boxes, tables)


def _write(block: Floats, entries: Floats, open_boxes: int, tables: Tables) -> None:
    boxes = [box for box in range(BOX_COUNT) if open_boxes >> box & 1]
    block[:HAND_COUNT] = entries[tables.hand_entry[boxes] // LANES].max(axis=0)
    for hand, possible in _five_equal(open_boxes, tables):
        block[hand] = max(entries[entry] for entry in possible)


def _five_equal(open_boxes: int, tables: Tables) -> list[tuple[int, list[int]]]:
    """The hands of five equal dice, and the entries that each can make."""
    found = tables.five_equal_entry[:, situation_of(open_boxes)] // LANES
    return [
        (hand, [entry for box, entry in enumerate(row) if writable >> box & 1])
        for hand, row, writable in zip(
            tables.five_equal_hands.tolist(),
            found.tolist(),
            tables.five_equal_writable[:, open_boxes].tolist(),
            strict=True,
        )
    ]


def _expect(block: Floats) -> None:
    """Each choice of fewer than five dice is worth the mean over one die more."""
    for choices, above in _UPWARDS[::-1]:
        more = block[above].T
        block[choices] = (((more[0] + more[1]) + (more[2] + more[3])) + (more[4] + more[5])) * PER_FACE


def _improve(block: Floats) -> None:
    """Each choice of dice is worth the best of what may be kept of it."""
    for choices, below in _DOWNWARDS:
        block[choices] = np.maximum(block[choices], block[below].max(axis=1))


def _keep(chances: Floats, before: Floats, after: Floats) -> None:
    """The chance of each hand goes to the dice that are best kept of it, die by die."""
    for choices, less in _DOWNWARDS[::-1]:
        going = np.where(after[choices] == before[choices], 0.0, chances[choices])
        chances[choices] -= going
        best = (after[less] == after[choices, None]).argmax(axis=1)
        np.add.at(chances, less[np.arange(len(less)), best], going)


def _throw(chances: Floats) -> None:
    """The dice that are not kept are rolled, one after the other."""
    for choices, above in _UPWARDS:
        share = chances[choices][::-1] * PER_FACE
        chances[choices] = 0.0
        np.add.at(chances, above[::-1], share[:, None])


def _entered(chances: Floats, block: Floats, entries: Floats, open_boxes: int, tables: Tables) -> Floats:
    """Each hand is written where it is worth most, which is its value in the block."""
    ends = np.zeros(entries.size)
    for hand, possible in _five_equal(open_boxes, tables):
        best = next(entry for entry in possible if entries[entry] == block[hand])
        ends[best] += chances[hand]
        chances[hand] = 0.0
    for box in range(BOX_COUNT):
        if open_boxes >> box & 1:
            row = tables.hand_entry[box] // LANES
            taken = np.where(block[:HAND_COUNT] == entries[row], chances[:HAND_COUNT], 0.0)
            np.add.at(ends, row, taken)
            chances[:HAND_COUNT] -= taken
    return ends
