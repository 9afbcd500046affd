"""Who stays in a hand of two, near equilibrium; and the best replies to that.

All sums are over the cups of the opponent, weighted with the chance that they come so far.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from stammtisch.solve.machine_code import compiled
from stammtisch.solve.zocknroll.duel import LEFT, MARKED, ROWS, Dice, Ends
from stammtisch.solve.zocknroll.tables import FACES, Floats, Ints

STARTER: Final = 1
OTHER: Final = 2
BOTH: Final = 3
"""Who chooses the rows to leave with; those of the rest stay as they are."""
NOBODY: Final = 0

TREMBLE: Final = 1e-5
"""The least chance of either decision: nothing is out of reach, so play is sensible everywhere."""

_STAY: Final = 0
_LEAVE: Final = 1


class Plan(NamedTuple):
    """How likely each cup stays while both are in, in round 1 and by the fourth die in round 2; and the row
    that it marks if it leaves."""

    starter: Floats
    other: Floats
    starter_2: Floats
    other_2: Floats
    starter_row: Ints
    other_row: Ints
    starter_row_2: Ints
    other_row_2: Ints


class Values(NamedTuple):
    """The values of staying and of leaving by cup, in the places of `Plan`, times the chance that the
    opponent comes so far; `left` is what the other one has in round 2 after the starter has left."""

    starter: Floats
    other: Floats
    starter_2: Floats
    other_2: Floats
    left: Floats


@compiled
def new_plan(cups: int) -> Plan:
    """Everybody stays or leaves with equal chances."""
    return Plan(
        np.full(cups, 0.5),
        np.full(cups, 0.5),
        np.full((FACES, cups), 0.5),
        np.full((FACES, cups), 0.5),
        np.zeros(cups, np.int64),
        np.zeros(cups, np.int64),
        np.zeros((FACES, cups), np.int64),
        np.zeros((FACES, cups), np.int64),
    )


@compiled
def new_values(cups: int) -> Values:
    """Room for the values of a hand."""
    return Values(
        np.zeros((2, cups)),
        np.zeros((2, cups)),
        np.zeros((FACES, 2, cups)),
        np.zeros((FACES, 2, cups)),
        np.zeros((FACES, cups)),
    )


@compiled
def solved(dice: Dice, ends: Ends, iterations: int) -> Plan:
    """The average plan of these iterations (CFR+: no negative regrets, later ones count more)."""
    cups = len(dice.chance)
    plan, values = new_plan(cups), new_values(cups)
    regrets, been = new_values(cups), new_values(cups)
    for iteration in range(1, iterations + 1):
        valued(dice, ends, plan, NOBODY, BOTH, values)
        for cup in range(cups):
            one, two = iteration * plan.starter[cup], iteration * plan.other[cup]
            _learn(values.starter, 1.0, cup, iteration, plan.starter, regrets.starter, been.starter)
            _learn(values.other, -1.0, cup, iteration, plan.other, regrets.other, been.other)
            for die in range(FACES):
                _learn(
                    values.starter_2[die],
                    1.0,
                    cup,
                    one,
                    plan.starter_2[die],
                    regrets.starter_2[die],
                    been.starter_2[die],
                )
                _learn(
                    values.other_2[die],
                    -1.0,
                    cup,
                    two,
                    plan.other_2[die],
                    regrets.other_2[die],
                    been.other_2[die],
                )
    plan.starter[:] = been.starter[0] / been.starter[1]
    plan.other[:] = been.other[0] / been.other[1]
    plan.starter_2[:] = been.starter_2[:, 0] / been.starter_2[:, 1]
    plan.other_2[:] = been.other_2[:, 0] / been.other_2[:, 1]
    valued(dice, ends, plan, NOBODY, BOTH, values)  # chooses the rows
    return plan


@compiled
def _learn(
    values: Floats, sign: float, cup: int, weight: float, stays: Floats, regrets: Floats, been: Floats
) -> None:
    """Remember what was done, regret what was not, and stay from now on in proportion to the regrets."""
    chance = stays[cup]
    been[0, cup] += weight * chance
    been[1, cup] += weight
    gain = sign * (values[_STAY, cup] - values[_LEAVE, cup])
    regrets[_STAY, cup] = max(0.0, regrets[_STAY, cup] + (1 - chance) * gain)
    regrets[_LEAVE, cup] = max(0.0, regrets[_LEAVE, cup] - chance * gain)
    total = regrets[_STAY, cup] + regrets[_LEAVE, cup]
    share = regrets[_STAY, cup] / total if total > 0 else 0.5
    stays[cup] = TREMBLE + (1 - 2 * TREMBLE) * share


@compiled
def valued(dice: Dice, ends: Ends, plan: Plan, replier: int, rows: int, values: Values) -> float:
    """The value of the hand, if the replier takes the best reply to the plan of the opponent, and all others
    play as planned; `rows` says who chooses new rows to leave with."""
    one = dice.chance if replier == STARTER else dice.chance * plan.starter
    two = dice.chance if replier == OTHER else dice.chance * plan.other
    values.starter[_STAY] = 0.0
    values.other[_STAY] = 0.0
    for die in range(FACES):
        _second_round(dice, ends, plan, rows, values, die, one, two)
        for cup in range(len(one)):
            starter = _chosen(values.starter_2[die], plan.starter_2[die], cup, replier == STARTER, 1.0)
            other = _chosen(values.other_2[die], plan.other_2[die], cup, replier == OTHER, -1.0)
            values.starter[_STAY, cup] += starter / FACES
            values.other[_STAY, cup] += (values.left[die, cup] + other) / FACES
    alone = ends.starter_alone[LEFT:]
    _leave(dice.first, alone, one, rows & OTHER, -1.0, values.other, plan.other_row)
    _add_left(alone, plan.other_row, dice.chance * (1 - plan.other), values.starter[_STAY])
    alone = ends.other_alone[LEFT:]
    _leave(dice.first, alone, dice.chance, rows & STARTER, 1.0, values.starter, plan.starter_row)
    return _of_hand(dice, ends, plan, replier, values)


@compiled
def _of_hand(dice: Dice, ends: Ends, plan: Plan, replier: int, values: Values) -> float:
    """The value of the hand, summed over the cups of the starter, or of the other one if that one replies."""
    value = 0.0
    if replier != OTHER:
        for cup in range(len(dice.chance)):
            value += dice.chance[cup] * _chosen(values.starter, plan.starter, cup, replier == STARTER, 1.0)
        return value
    left = np.zeros(len(dice.chance))
    _add_left(ends.other_alone[LEFT:], plan.starter_row, dice.chance * (1 - plan.starter), left)
    for cup in range(len(dice.chance)):
        value += dice.chance[cup] * (
            left[cup] + _chosen(values.other, plan.other, cup, replier == OTHER, -1.0)
        )
    return value


@compiled
def _second_round(
    dice: Dice, ends: Ends, plan: Plan, rows: int, values: Values, die: int, one: Floats, two: Floats
) -> None:
    starter, other, left = values.starter_2[die], values.other_2[die], values.left[die]
    staying = one * plan.starter_2[die]
    alone_1, alone_2 = ends.starter_alone_2[die, MARKED:], ends.other_alone_2[die, MARKED:]
    _leave(dice.second[die], alone_1, staying, rows & OTHER, -1.0, other, plan.other_row_2[die])
    _leave(dice.second[die], alone_2, two, rows & STARTER, 1.0, starter, plan.starter_row_2[die])
    starter[_STAY] = 0.0
    other[_STAY] = 0.0
    left[:] = 0.0
    meeting = two * plan.other_2[die]
    for cup in range(len(one)):
        for own in range(len(one)):
            starter[_STAY, own] += meeting[cup] * ends.showdown[die, own, cup]
            other[_STAY, own] += staying[cup] * ends.showdown[die, cup, own]
    _add_left(alone_1, plan.other_row_2[die], two - meeting, starter[_STAY])
    _add_left(alone_2, plan.starter_row_2[die], one - staying, left)


@compiled
def _add_left(alone: Floats, rows: Ints, leaving: Floats, values: Floats) -> None:
    """By own cup, what is left after the cups that leave have left with their rows."""
    by_row = np.zeros(len(alone))
    for cup in range(len(rows)):
        by_row[rows[cup]] += leaving[cup]
    for row in range(ROWS + 1):
        if by_row[row] > 0:
            for own in range(len(values)):
                values[own] += by_row[row] * alone[row, own]


@compiled
def _chosen(values: Floats, stays: Floats, cup: int, best: bool, sign: float) -> float:
    """What the cup is worth as planned, or with the better one of staying and leaving."""
    stay, leave = float(values[_STAY, cup]), float(values[_LEAVE, cup])
    if best:
        return sign * max(sign * stay, sign * leave)
    return leave + float(stays[cup]) * (stay - leave)


@compiled
def _leave(
    sets: Ints, alone: Floats, reach: Floats, choose: int, sign: float, values: Floats, rows: Ints
) -> None:
    """The values of leaving, each cup with its best row or with the one that was chosen before."""
    by_row = np.zeros(ROWS + 1)
    for row in range(ROWS + 1):
        for cup in range(len(reach)):
            by_row[row] += reach[cup] * alone[row, cup]
    for cup in range(len(sets)):
        if choose:
            best = ROWS
            for row in range(ROWS):
                if sets[cup] >> row & 1 and (best == ROWS or sign * by_row[row] > sign * by_row[best]):
                    best = row
            rows[cup] = best
        values[_LEAVE, cup] = by_row[rows[cup]]
