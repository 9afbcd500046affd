"""Matches for two that the network plays against itself, and what it can learn from them."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from stammtisch.solve.machine_code import compiled
from stammtisch.solve.random_numbers import Luck, below, pick, start, uniform
from stammtisch.solve.zocknroll.duel import (
    LEFT,
    MARKED,
    NOTHING,
    ROWS,
    WON,
    Choices,
    Dice,
    choices,
    ends,
)
from stammtisch.solve.zocknroll.duel_network import Network, Sheet, chance, is_full, share, worth_of
from stammtisch.solve.zocknroll.duel_plans import NOBODY, Plan, new_values, solved, valued
from stammtisch.solve.zocknroll.tables import FACES, Floats, Ints

ITERATIONS: Final = 30
"""Fewer than in play: here it is the value that counts."""
LONGEST: Final = 64
"""The most hands of a match: each marks something, and the first row with six marks ends the match."""


class Hands(NamedTuple):
    """By hand, both tableaus before it, the starter's first, and what the starter's chance of winning was:
    as the network said, and as the match then showed."""

    tableaus: Ints
    said: Floats
    shown: Floats


@compiled
def raced(gains: Ints, sheet: Sheet, matches: int, seed: int) -> Hands:
    """Matches in which hands come as in `gains`."""
    tableaus, shown = np.zeros((matches * LONGEST, 2), np.int64), np.zeros(matches * LONGEST)
    luck = np.zeros(1, np.uint64)
    count = 0
    for number in range(matches):
        start(luck, seed + number)
        one, two, begin = 0, 0, count
        over = False
        while not over:
            tableaus[count, 0], tableaus[count, 1] = one, two
            count += 1
            drawn = below(luck, len(gains))
            one, two = two + gains[drawn, 1], one + gains[drawn, 0]  # the other one starts the next hand
            over = is_full(sheet.shifts, one) or is_full(sheet.shifts, two)
        result = share(sheet, one, two)
        for at in range(count - 1, begin - 1, -1):
            result = 1 - result
            shown[at] = result
    return Hands(tableaus[:count], np.zeros(count), shown[:count])


@compiled
def played(net: Network, sheet: Sheet, rolls: Dice, begun: Ints, trust: float, seed: int) -> Hands:
    """A match from each of these tableaus on. `rolls` has all first rolls one after the other. What was shown
    is the value of the hand and, to the part that `trust` says, how the match went on after it,
    without the luck within each hand."""
    tableaus, said = np.zeros((len(begun) * LONGEST, 2), np.int64), np.zeros(len(begun) * LONGEST)
    shown, reached = np.zeros(len(said)), np.zeros(len(said))
    luck = np.zeros(1, np.uint64)
    count = 0
    for number in range(len(begun)):
        start(luck, seed + number)
        one, two, begin = begun[number, 0], begun[number, 1], count
        while not (is_full(sheet.shifts, one) or is_full(sheet.shifts, two)):
            tableaus[count, 0], tableaus[count, 1] = one, two
            said[count] = chance(net, sheet, one, two)
            worth = worth_of(net, sheet, one, two)
            roll = below(luck, len(rolls.first))
            dice = Dice(
                rolls.chance, rolls.first[roll], rolls.second[roll], rolls.third[roll], rolls.rank[roll]
            )
            best = choices(worth)
            after = ends(dice, best)
            plan = solved(dice, after, ITERATIONS)
            shown[count] = valued(dice, after, plan, NOBODY, NOBODY, new_values(len(dice.chance)))
            mine, theirs = _results(dice, worth, best, plan, luck)
            reached[count] = worth[mine, theirs]
            one, two = two + sheet.results[theirs], one + sheet.results[mine]
            count += 1
        for at in range(count - 2, begin - 1, -1):
            shown[at] += trust * (1 - shown[at + 1] - reached[at])
    return Hands(tableaus[:count], said[:count], shown[:count])


@compiled
def _results(dice: Dice, worth: Floats, best: Choices, plan: Plan, luck: Luck) -> tuple[int, int]:
    """The results of both in a hand with random cups and dice."""
    one, two = pick(dice.chance, luck), pick(dice.chance, luck)
    fourth, fifth = below(luck, FACES), below(luck, FACES)
    if uniform(luck) >= plan.starter[one]:
        result = LEFT + plan.starter_row[one]
        return result, _alone(dice, worth.T, -1.0, two, result, 1, fourth, fifth)
    if uniform(luck) >= plan.other[two]:
        result = LEFT + plan.other_row[two]
        return _alone(dice, worth, 1.0, one, result, 2, fourth, fifth), result
    if uniform(luck) >= plan.starter_2[fourth, one]:
        result = MARKED + plan.starter_row_2[fourth, one]
        return result, _alone(dice, worth.T, -1.0, two, result, 2, fourth, fifth)
    if uniform(luck) >= plan.other_2[fourth, two]:
        result = MARKED + plan.other_row_2[fourth, two]
        return _alone(dice, worth, 1.0, one, result, 3, fourth, fifth), result
    rank, sets = dice.rank[fourth, fifth], dice.third[fourth, fifth]
    if rank[one] > rank[two]:
        return _best(worth, 1.0, sets[one], WON, NOTHING), NOTHING
    if rank[one] < rank[two]:
        return NOTHING, _best(worth.T, -1.0, sets[two], WON, NOTHING)
    return _tied(worth, best, sets[one], sets[two])


@compiled
def _tied(worth: Floats, best: Choices, one: int, two: int) -> tuple[int, int]:
    """The starter marks first."""
    first = -1
    for row in range(ROWS):
        if one >> row & 1 and (
            first < 0 or best.other[0, two, MARKED + row] > best.other[0, two, MARKED + first]
        ):
            first = row
    return MARKED + first, _best(worth.T, -1.0, two, MARKED, MARKED + first)


@compiled
def _alone(
    dice: Dice, worth: Floats, sign: float, cup: int, result: int, round_: int, fourth: int, fifth: int
) -> int:
    """The result of somebody who decides alone from that round on; `worth` has their own results first."""
    mark = _best(worth, sign, dice.second[fourth, cup], MARKED, result)
    if round_ == 1:
        to_come = 0.0
        for die in range(FACES):
            other = _best(worth, sign, dice.second[die, cup], MARKED, result)
            to_come += max(sign * worth[other, result], _to_win(dice, worth, sign, cup, result, die)) / FACES
        leave = _best(worth, sign, dice.first[cup], LEFT, result)
        if sign * worth[leave, result] > to_come:
            return leave
    if round_ < 3 and sign * worth[mark, result] > _to_win(dice, worth, sign, cup, result, fourth):
        return mark
    return _best(worth, sign, dice.third[fourth, fifth, cup], WON, result)


@compiled
def _to_win(dice: Dice, worth: Floats, sign: float, cup: int, result: int, fourth: int) -> float:
    total = 0.0
    for fifth in range(FACES):
        total += sign * worth[_best(worth, sign, dice.third[fourth, fifth, cup], WON, result), result]
    return total / FACES


@compiled
def _best(worth: Floats, sign: float, rows: int, kind: int, result: int) -> int:
    """The best result of that kind with a set of rows to choose from; in round 1 there may be none."""
    best = kind + ROWS
    for row in range(ROWS):
        if rows >> row & 1 and (
            best == kind + ROWS or sign * worth[kind + row, result] > sign * worth[best, result]
        ):
            best = kind + row
    return best
