"""ZOCK's numeric kernel: what every pair of rows is worth.

A game comes back to the same rows only by handing the dice over and back again. So two unknowns
are solved at a time: x, what a pair of rows is worth to the player about to roll, and y, what
it is worth to the opponent with the dice. All else they depend on has fewer open fields.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np

from stammtisch.solve.machine_code import compiled, leaf
from stammtisch.solve.zock.compiled import Floats, Integers, Rules

Prospect: TypeAlias = tuple[float, float, float]
"""What a turn may still lead to: its value, how likely the dice then go over with the rows of the
turn's beginning, and the rolls expected until that happens or the game ends."""

_PRECISION: Final = 1e-13


class Tables(NamedTuple):
    """By the row of the player about to roll and the other row: value and expected rolls."""

    values: Floats
    throws: Floats


class Scratch(NamedTuple):
    """Room for one turn: the best cover of each row and case, the prospects of each row, and the row that
    the best mistake on it leaves."""

    best: Floats
    found: Floats
    mistakes: Integers


@compiled
def solved(rules: Rules) -> Tables:
    """The tables of all pairs of rows."""
    rows = rules.cases.size
    tables = Tables(np.zeros((rows, rows)), np.zeros((rows, rows)))
    tables.values[0] = rules.payoffs
    tables.values[:, 0] = rules.whole - rules.payoffs
    after = np.zeros((rows, _places(rules), 2))
    after[:, 0, 0] = rules.payoffs
    mine, theirs = _scratch(rules), _scratch(rules)
    for own in range(1, rows):
        for other in range(1, own + 1):
            _best_covers(rules, after[other], own, mine)
            _best_covers(rules, after[own], other, theirs)
            _settle(rules, tables, own, other, mine, theirs)
            _keep(rules, tables, after[other], own, other, mine)
            _keep(rules, tables, after[own], other, own, theirs)
    return tables


@compiled
def chains(rules: Rules, tables: Tables, other: int) -> Floats:
    """Value and rolls of every chain of covers in a turn against the other row, by place."""
    after = np.zeros((_places(rules), 2))
    after[0, 0] = rules.payoffs[other]
    scratch = _scratch(rules)
    for own in range(1, rules.cases.size):
        _best_covers(rules, after, own, scratch)
        _turn(rules, tables, own, other, tables.values[other, own], scratch)
        _keep(rules, tables, after, own, other, scratch)
    return after


@compiled
def _places(rules: Rules) -> int:
    return (2 if rules.errs else 1) * int(rules.places[-1]) + 1


@compiled
def _scratch(rules: Rules) -> Scratch:
    rows = rules.cases.size
    best = np.zeros((rows, rules.covers.shape[1], 2))
    return Scratch(best, np.zeros((rows, 3)), np.zeros(rows, np.int64))


@leaf
def _settle(rules: Rules, tables: Tables, own: int, other: int, mine: Scratch, theirs: Scratch) -> None:
    """Find x = f(g(x)), which is made of straight lines: Newton's method, kept between bounds.

    The lines rise by less than 1: nowhere is it best for both players to pass every roll.
    """
    low, high = rules.whole - rules.payoffs[own], rules.payoffs[other]
    smallest = _PRECISION * (high - low)
    x, step = (low + high) / 2, high - low
    while abs(step) > smallest:
        y, their_return, their_throws = _turn(rules, tables, other, own, x, theirs)
        back, my_return, my_throws = _turn(rules, tables, own, other, y, mine)
        if back > x:
            low = x
        else:
            high = x
        slope = my_return * their_return
        step = (back - x) / (1 - slope) if slope < 1 else high - low
        if abs(step) > smallest and not low < x + step < high:
            step = (low + high) / 2 - x
        x += step
    tables.values[own, other], tables.values[other, own] = x, y
    throws = (my_throws + my_return * their_throws) / (1 - slope)
    tables.throws[own, other], tables.throws[other, own] = throws, their_throws + their_return * throws


@leaf
def _best_covers(rules: Rules, after: Floats, own: int, scratch: Scratch) -> None:
    """The best legal cover of each row that mistakes may leave, and of each case."""
    row = 0 if rules.errs else own
    while True:
        wrong = 2 * rules.places[own ^ row]
        for case in range(rules.cases[row]):
            value, throws = -np.inf, 0.0
            for way in range(rules.covers.shape[2]):
                mask = rules.covers[row, case, way]
                if mask == 0:
                    break
                place = wrong + rules.places[row ^ mask]
                if after[place, 0] > value:
                    value, throws = after[place, 0], after[place, 1]
            scratch.best[row, case, 0], scratch.best[row, case, 1] = value, throws
        if row == own:
            return
        row = (row - own) & own


@leaf
def _turn(rules: Rules, tables: Tables, own: int, other: int, back: float, scratch: Scratch) -> Prospect:
    """The turn of the player's own row; with the same rows and the dice the opponent has `back`."""
    row = 0 if rules.errs else own
    found = scratch.found
    while True:
        handed = _handed_over(rules, tables, row, own ^ row, other, back)
        found[row, 0], found[row, 1], found[row, 2] = handed
        if row:
            found[row, 0], found[row, 1], found[row, 2] = _throw(rules, row, handed, scratch)
        if row == own:
            return found[row, 0], found[row, 1], found[row, 2]
        row = (row - own) & own


@leaf
def _handed_over(rules: Rules, tables: Tables, row: int, wrong: int, other: int, back: float) -> Prospect:
    """The opponent has the dice, and objects unless the mistakes are better left standing."""
    if wrong:
        stands = rules.whole - tables.values[other, row]
        if stands < rules.whole - back:
            return stands, 0.0, tables.throws[other, row]
    return rules.whole - back, 1.0, 0.0


@leaf
def _throw(rules: Rules, row: int, handed: Prospect, scratch: Scratch) -> Prospect:
    """Roll, and cover by the rules, or by mistake, or hand over, whichever is best."""
    best, found, mistakes = scratch
    value, returns, throws = handed
    if rules.errs:
        wrong = mistakes[row] = _best_mistake(row, found, mistakes)
        if found[wrong, 0] > value:
            value, returns, throws = found[wrong, 0], found[wrong, 1], found[wrong, 2]
    idle = rules.idle[row]
    value, returns, throws = idle * value, idle * returns, 1 + idle * throws
    for case in range(rules.cases[row]):
        chance = rules.chances[row, case]
        most, over, more = best[row, case, 0], 0.0, best[row, case, 1]
        if rules.may_pass and handed[0] > most:
            most, over, more = handed
        if rules.errs and found[wrong, 0] > most:
            left = _mistake_in(rules, row, case, found, wrong)
            if found[left, 0] > most:
                most, over, more = found[left, 0], found[left, 1], found[left, 2]
        value += chance * most
        returns += chance * over
        throws += chance * more
    return value, returns, throws


@leaf
def _best_mistake(row: int, found: Floats, mistakes: Integers) -> int:
    """The row that the best wrong cover leaves: of one field, or as the best one goes on after that."""
    best, rest = 0, row
    while rest:
        left = row ^ (rest & -rest)
        for other in (left, mistakes[left]):
            if (found[other, 0], -other) > (found[best, 0], -best):
                best = other
        rest &= rest - 1
    return best


@leaf
def _mistake_in(rules: Rules, row: int, case: int, found: Floats, likely: int) -> int:
    """The row that the best cover leaves that is wrong in this case; the row itself if none is."""
    if not _allows(rules, row, case, row ^ likely):
        return likely
    best, value, left = row, -np.inf, 0
    while left != row:
        if found[left, 0] > value and not _allows(rules, row, case, row ^ left):
            best, value = left, found[left, 0]
        left = (left - row) & row
    return best


@leaf
def _allows(rules: Rules, row: int, case: int, mask: int) -> bool:
    """Whether the mask is one of the legal covers."""
    for way in range(rules.covers.shape[2]):  # noqa: SIM110 - numba compiles no generator expressions
        if rules.covers[row, case, way] == mask:
            return True
    return False


@leaf
def _keep(rules: Rules, tables: Tables, after: Floats, own: int, other: int, scratch: Scratch) -> None:
    """Note what it is worth to have just come to these rows."""
    if not rules.keeps_dice:
        after[own, 0] = rules.whole - tables.values[other, own]
        after[own, 1] = tables.throws[other, own]
        return
    row = 0 if rules.errs else own
    while True:
        place = rules.places[row] + 2 * rules.places[own ^ row]
        after[place, 0] = scratch.found[row, 0]
        after[place, 1] = scratch.found[row, 2] + scratch.found[row, 1] * tables.throws[other, own]
        if row == own:
            return
        row = (row - own) & own
