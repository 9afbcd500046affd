"""How a turn ends when it is played for points: the kernel's steps in reverse.

The kernel leads values from the entries up to the first roll; here chances go down the same
way, along the choices that are worth most. Of equals the first one is taken.
"""

from __future__ import annotations

import numpy as np

from stammtisch.solve.kniffel.arrays import LANES, Floats
from stammtisch.solve.kniffel.kernel import FACES, expect, improve, situation_of, value_entries, write
from stammtisch.solve.kniffel.lanes import (
    equal,
    load,
    minus,
    plus,
    store,
    times,
    where_equal,
)
from stammtisch.solve.kniffel.tables import BOX_COUNT, CHOICE_COUNT, HAND_COUNT, PER_FACE, Tables
from stammtisch.solve.machine_code import compiled


@compiled
def keep(chances: Floats, before: Floats, after: Floats, tables: Tables) -> None:
    """The chance of each hand goes to the dice that are best kept of it, die by die.

    `before` and `after` are the values before and after the kernel's `improve`.
    """
    for choice in range(CHOICE_COUNT):
        at = choice * LANES
        best, chance = load(after, at), load(chances, at)
        staying = where_equal(best, load(before, at), chance)
        store(chances, at, staying)
        going = minus(chance, staying)
        for less in tables.below[tables.below_start[choice] : tables.below_start[choice + 1]]:
            taken = where_equal(best, load(after, less), going)
            store(chances, less, plus(load(chances, less), taken))
            going = minus(going, taken)


@compiled
def throw(chances: Floats, tables: Tables) -> None:
    """The dice that are not kept are rolled, one after the other."""
    for choice in range(CHOICE_COUNT - 1, HAND_COUNT - 1, -1):
        share = times(load(chances, choice * LANES), PER_FACE)
        store(chances, choice * LANES, equal(0.0))
        for face in range(FACES):
            more = tables.above[(choice - HAND_COUNT) * FACES + face]
            store(chances, more, plus(load(chances, more), share))


@compiled
def enter(
    ends: Floats, chances: Floats, block: Floats, entries: Floats, open_boxes: int, tables: Tables
) -> None:
    """Each hand is written where it is worth most, which is its value in the block."""
    ends[:] = 0.0
    _enter_five_equal(ends, chances, block, entries, open_boxes, tables)
    for box in range(BOX_COUNT):
        if open_boxes >> box & 1:
            for hand in range(HAND_COUNT):
                _take(ends, chances, block, entries, hand * LANES, tables.hand_entry[box, hand])


@compiled
def _enter_five_equal(
    ends: Floats, chances: Floats, block: Floats, entries: Floats, open_boxes: int, tables: Tables
) -> None:
    situation = situation_of(open_boxes)
    for number in range(tables.five_equal_hands.size):
        writable = tables.five_equal_writable[number, open_boxes]
        for box in range(BOX_COUNT):
            if writable >> box & 1:
                entry = tables.five_equal_entry[number, situation, box]
                _take(ends, chances, block, entries, tables.five_equal_hands[number] * LANES, entry)


@compiled
def _take(ends: Floats, chances: Floats, block: Floats, entries: Floats, hand: int, entry: int) -> None:
    """What is left of a hand's chance goes to the entry, where that is the best one."""
    chance = load(chances, hand)
    taken = where_equal(load(block, hand), load(entries, entry), chance)
    store(ends, entry, plus(load(ends, entry), taken))
    store(chances, hand, minus(chance, taken))


@compiled
def turn_ends(
    ends: Floats,
    values: Floats,
    open_boxes: int,
    further: int,
    first: int,
    dice: int,
    left: int,
    tables: Tables,
) -> None:
    """How likely each entry ends the turn, for the eight upper sums from `first` on.

    The dice are a hand, or kept ones to be rolled with; after that, `left` rolls are left.
    """
    entries = np.empty(tables.box.size * LANES)
    blocks = np.empty((2 * left + 1, CHOICE_COUNT * LANES))
    value_entries(entries, values, open_boxes, further, first, tables)
    write(blocks[0], entries, open_boxes, tables)
    for better in range(2, 2 * left + 1, 2):
        blocks[better - 1] = blocks[better - 2]
        expect(blocks[better - 1], tables)
        blocks[better] = blocks[better - 1]
        improve(blocks[better], tables)
    chances = np.zeros(CHOICE_COUNT * LANES)
    store(chances, dice * LANES, equal(1.0))
    throw(chances, tables)
    for better in range(2 * left, 0, -2):
        keep(chances, blocks[better - 1], blocks[better], tables)
        throw(chances, tables)
    enter(ends, chances, blocks[0], entries, open_boxes, tables)
