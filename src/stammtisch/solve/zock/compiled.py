"""ZOCK's rules as arrays, compiled by asking the game."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from stammtisch.games.zock.state import Setup
from stammtisch.solve.goals import Goal
from stammtisch.solve.zock.rules import ROWS, cases_of, payoff_of, whole_of

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]


class Rules(NamedTuple):
    """What a solver needs to know of the rules.

    Rolls that allow the same covers on a row are one of its `cases`: `chances` and `covers`
    (ended by 0) by row and case; with the chance `idle` nothing can be covered. `payoffs` is what
    a win against each row is worth, `whole` what the values of the two players add up to.
    With `errs` wrong covers can be worth it: they keep the dice, though they are opened later.
    The place of a chain of covers is that of its open row plus twice that of its wrong fields.
    """

    cases: Integers
    chances: Floats
    covers: Integers
    idle: Floats
    payoffs: Floats
    whole: float
    keeps_dice: bool
    may_pass: bool
    errs: bool
    places: Integers


def compiled(agreed: Setup, goal: Goal, count: int = ROWS) -> Rules:
    """The rules of a single game for that goal, on the first `count` rows, a power of 2."""
    rows = [cases_of(agreed, row) for row in range(count)]
    idle = np.array([float(cases.pop((), 0)) for cases in rows])
    most = max(map(len, rows))
    chances = np.zeros((count, most))
    covers = np.zeros((count, most, max(map(len, agreed.ways))), np.int64)
    for row, cases in enumerate(rows):
        chances[row, : len(cases)] = list(map(float, cases.values()))
        for case, masks in enumerate(cases):
            covers[row, case, : len(masks)] = masks
    errs = agreed.keeps_dice and not agreed.strict
    return Rules(
        np.array(list(map(len, rows))),
        chances,
        covers,
        idle,
        np.array([payoff_of(agreed, row, goal) for row in range(count)]),
        whole_of(goal),
        agreed.keeps_dice,
        not agreed.strict,
        errs,
        np.array([int(f"{row:b}", 3) if errs else row for row in range(count)]),
    )
