"""ZOCK's rules as arrays, compiled by asking the game."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from stammtisch.core.turn import Over
from stammtisch.games.zock import Zock
from stammtisch.games.zock.moves import ALL_OPEN
from stammtisch.games.zock.notation import DICE
from stammtisch.games.zock.options import ChipValues, ZockOptions
from stammtisch.games.zock.rules import TWO_DICE
from stammtisch.games.zock.state import OVER, Setup, State, setup

Goal: TypeAlias = Literal["win probability", "points"]
WIN: Final = "win probability"
POINTS: Final = "points"

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Covers: TypeAlias = tuple[int, ...]

GAME: Final = Zock()
ROWS: Final = ALL_OPEN + 1


class Rules(NamedTuple):
    """What a solver needs to know of the rules.

    Rolls that allow the same covers on a row are one of its `cases`: `chances` and `covers`
    (ended by 0) by row and case; with the chance `idle` nothing can be covered. `spoils` is what
    a win against each row is worth, `whole` what the values of the two players add up to.
    With `errs` wrong covers can be worth it: they keep the dice, though they are opened later.
    A chain of covers lies at the place of its open row plus twice that of its wrong fields.
    """

    cases: Integers
    chances: Floats
    covers: Integers
    idle: Floats
    spoils: Floats
    whole: float
    keeps_dice: bool
    may_pass: bool
    errs: bool
    places: Integers


def single(options: ZockOptions) -> Setup:
    """The set-up of one game without chips: of a match, a solver looks at the present game only."""
    return setup(msgspec.structs.replace(options, games=1, chip_values=ChipValues()))


def compiled(agreed: Setup, goal: Goal, count: int = ROWS) -> Rules:
    """The rules of a single game for that goal, on the first so many rows: a power of 2."""
    rows = [_cases(agreed, row) for row in range(count)]
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
        np.array([_spoils(agreed, row, goal) for row in range(count)]),
        1.0 if goal == WIN else 0.0,
        agreed.keeps_dice,
        not agreed.strict,
        errs,
        np.array([int(f"{row:b}", 3) if errs else row for row in range(count)]),
    )


def _cases(agreed: Setup, row: int) -> dict[Covers, Fraction]:
    """What the rolls may cover on the row, and how likely that is."""
    chances: dict[Covers, Fraction] = {}
    for text, chance in TWO_DICE.outcomes():
        covers = tuple(move.fields for move in agreed.legal(DICE[text], row) if move.fields)
        chances[covers] = chances.get(covers, Fraction()) + chance
    return chances


def _spoils(agreed: Setup, loser: int, goal: Goal) -> float:
    """What it is worth to have won against that row (Z9)."""
    turn = GAME.turn(State(agreed, OVER, 0, (0, loser)))
    assert isinstance(turn, Over)  # noqa: S101 - the phase says so
    return 1.0 if goal == WIN else float(turn.outcome.scores[0])
