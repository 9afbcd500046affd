"""One game of a match, for several holdings of chips at a time: what every pair of rows is worth.

Of two players one holds what the other does not. So lanes come in pairs, each in the place of its partner
counted from the other end: what is best for one lane is worst for its partner. As in the single game, two
unknowns are solved at a time.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stammtisch.solve.machine_code import compiled
from stammtisch.solve.zock.compiled import Floats, Rules

_PRECISION: Final = 1e-14
_LEVEL: Final = 1e-9
"""How little a line may rise less than 1 and still count as rising by 1."""


@compiled
def solved_lanes(rules: Rules, payoffs: Floats) -> Floats:
    """By the row of the player about to roll, the other row and lane; `payoffs` by beaten row and lane."""
    rows, lanes = payoffs.shape
    values = np.zeros((rows, rows, lanes))
    for row in range(rows):
        for lane in range(lanes):
            values[0, row, lane] = payoffs[row, lane]
            values[row, 0, lane] = rules.whole - payoffs[row, lanes - 1 - lane]
    mine = np.zeros((rules.covers.shape[1], lanes))
    theirs = np.zeros((rules.covers.shape[1], lanes))
    sums = np.zeros((2, lanes))
    for own in range(1, rows):
        for other in range(1, own + 1):
            _best_covers(rules, values, own, other, mine, sums[0])
            _best_covers(rules, values, other, own, theirs, sums[1])
            _settle(rules, values, own, other, mine, theirs, sums)
    return values


@compiled
def _best_covers(rules: Rules, values: Floats, own: int, other: int, best: Floats, total: Floats) -> None:
    """For each case and lane what the best cover is worth, and in `total` what usable rolls yield."""
    lanes = values.shape[2]
    total[:] = 0.0
    for case in range(rules.cases[own]):
        for way in range(rules.covers.shape[2]):
            mask = rules.covers[own, case, way]
            if mask == 0:
                break
            left = own ^ mask
            if rules.keeps_dice or left == 0:
                after = values[left, other]
                for lane in range(lanes):
                    if way == 0 or after[lane] > best[case, lane]:
                        best[case, lane] = after[lane]
            else:
                after = values[other, left]
                for lane in range(lanes):
                    worth = rules.whole - after[lanes - 1 - lane]
                    if way == 0 or worth > best[case, lane]:
                        best[case, lane] = worth
        chance = rules.chances[own, case]
        for lane in range(lanes):
            total[lane] += chance * best[case, lane]


@compiled
def _settle(
    rules: Rules, values: Floats, own: int, other: int, mine: Floats, theirs: Floats, sums: Floats
) -> None:
    """Each lane by itself: if every roll is used that can be, two straight lines meet."""
    lanes = values.shape[2]
    whole, idle, their_idle = rules.whole, rules.idle[own], rules.idle[other]
    for lane in range(lanes):
        partner = lanes - 1 - lane
        x = sums[0, lane] + idle * (whole - sums[1, partner] - their_idle * whole)
        x /= 1 - idle * their_idle
        y = sums[1, partner] + their_idle * (whole - x)
        if rules.may_pass:
            x, y = _with_passes(rules, own, other, mine[:, lane], theirs[:, partner], x)
        values[own, other, lane], values[other, own, partner] = x, y


@compiled
def _with_passes(
    rules: Rules, own: int, other: int, mine: Floats, theirs: Floats, x: float
) -> tuple[float, float]:
    """Where a player may pass: Newton's method on straight lines, from that x on.

    A line rises by 1 where both pass every roll, as when this game can no longer change the match. Every
    x that solves it is as good as another then, and Newton's step would divide by nothing.
    """
    low, high = -np.inf, np.inf
    for _ in range(60):
        y, their_slope = _handed(rules, other, theirs, rules.whole - x)
        back, my_slope = _handed(rules, own, mine, rules.whole - y)
        if back > x:
            low = x
        else:
            high = x
        level = 1 - my_slope * their_slope
        step = (back - x) / level if level > _LEVEL else back - x
        if not low <= x + step <= high:
            step = (low + high) / 2 - x
        x += step
        if abs(step) < _PRECISION * (1 + abs(x)):
            break
    y, _ = _handed(rules, other, theirs, rules.whole - x)
    return x, y


@compiled
def _handed(rules: Rules, row: int, best: Floats, over: float) -> tuple[float, float]:
    """What a turn is worth if handing the dice over is worth that, and how likely they are handed over."""
    value, slope = rules.idle[row] * over, rules.idle[row]
    for case in range(rules.cases[row]):
        chance = rules.chances[row, case]
        if over > best[case]:
            value += chance * over
            slope += chance
        else:
            value += chance * best[case]
    return value, slope
