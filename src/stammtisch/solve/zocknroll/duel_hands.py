"""Hands of a match for two, played for winning the match: who stays, and what is marked.

A position says which white dice were rolled, not in which order they were rolled. So in round 2 each may be
the fourth one, and a cup stays as it would on average, weighted with how likely both have stayed until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np

from stammtisch.core.chance import Source
from stammtisch.core.turn import Seat
from stammtisch.games.zocknroll.combinations import formed
from stammtisch.games.zocknroll.dice import digits
from stammtisch.games.zocknroll.moves import LEAVE, STAY, Move
from stammtisch.games.zocknroll.state import DECIDE, STILL_IN, State
from stammtisch.games.zocknroll.tableau import CROSS, NO_ROW
from stammtisch.solve.zocknroll.duel import LEFT, MARKED, NAMES, NOTHING, WON, choices, dice, ends
from stammtisch.solve.zocknroll.duel_network import SHEET, network, worth_of
from stammtisch.solve.zocknroll.duel_plans import Plan, solved
from stammtisch.solve.zocknroll.tables import Floats, Ints, cup_number, dice_after, roll_orders

ITERATIONS: Final = 150
"""Enough for a best reply to gain less than a ten-thousandth of a win in a hand."""

_KEPT: Final = 512
"""How many solved hands are kept; each takes 7 kB."""
_FIRST_DICE: Final = 3
_STEPS: Final = 1 << 30
_NAMES: Final = (*NAMES, NO_ROW)


class Round(NamedTuple):
    """How likely each cup stays while both are in, and the row that it marks if it leaves; for the other one
    after the starter has stayed."""

    starter: Floats
    other: Floats
    starter_row: Ints
    other_row: Ints


def choice(state: State, seat: Seat, source: Source) -> Move:
    """What wins the match most often against somebody who plays as well."""
    if state.phase == DECIDE and state.left[1 - seat] == STILL_IN:
        return _while_both_are_in(state, seat, source)
    return max(_moves(state, seat), key=lambda move: _alone(state, seat, move))


@lru_cache(_KEPT)
def after_hand(starter: int, other: int) -> Floats:
    """By the results of the hand, the starter's chance of winning the match; both tableaus before it."""
    found: Floats = worth_of(network(), SHEET, starter, other)
    return found


def played_round(starter: int, other: int, white: str) -> Round:
    """The plans of both in round 1 or 2, as the number of white dice says."""
    if len(white) == _FIRST_DICE:
        plan = solved_hand(starter, other, white)
        return Round(plan.starter, plan.other, plan.starter_row, plan.other_row)
    return _mixed([(solved_hand(starter, other, first), fourth) for first, fourth in roll_orders(white)])


@lru_cache(_KEPT)
def solved_hand(starter: int, other: int, white: str) -> Plan:
    """The hand after these three white dice."""
    lying, after = dice(white), after_hand(starter, other)
    return solved(lying, ends(lying, choices(after)), ITERATIONS)


def _mixed(orders: Sequence[tuple[Plan, int]]) -> Round:
    chance = dice("111").chance
    starters = np.array([plan.starter * (chance @ plan.other) for plan, _ in orders])
    others = np.array([plan.other * (chance @ (plan.starter * plan.starter_2[die])) for plan, die in orders])
    return Round(
        _average(starters, np.array([plan.starter_2[die] for plan, die in orders])),
        _average(others, np.array([plan.other_2[die] for plan, die in orders])),
        _likeliest(starters, np.array([plan.starter_row_2[die] for plan, die in orders])),
        _likeliest(others, np.array([plan.other_row_2[die] for plan, die in orders])),
    )


def _average(weights: Floats, stays: Floats) -> Floats:
    average: Floats = (weights * stays).sum(axis=0) / weights.sum(axis=0)
    return average


def _likeliest(weights: Floats, rows: Ints) -> Ints:
    found: Ints = np.take_along_axis(rows, weights.argmax(axis=0)[np.newaxis], axis=0)[0]
    return found


def _while_both_are_in(state: State, seat: Seat, source: Source) -> Move:
    starter = state.starter
    plans = played_round(state.crosses[starter], state.crosses[1 - starter], digits(state.white))
    cup = cup_number(digits(state.cups[seat]))
    stays, rows = (plans.starter, plans.starter_row) if seat == starter else (plans.other, plans.other_row)
    if source.below(_STEPS) < stays[cup] * _STEPS:
        return STAY
    return LEAVE[_NAMES[rows[cup]]]


def _moves(state: State, seat: Seat) -> tuple[Move, ...]:
    rows = state.markable(seat)
    return state.setup.decisions(rows) if state.phase == DECIDE else state.setup.marks(rows)


def _alone(state: State, seat: Seat, move: Move) -> float:
    """The chance of winning with that move, if the other one decides nothing any more, except for a mark
    after a tie."""
    if move == STAY:
        return _staying(state, seat)
    if state.phase == DECIDE:
        return _with(state, seat, LEFT if state.round == 1 else MARKED, move.row)
    if len(state.winners) == 1:
        return _with(state, seat, WON, move.row)
    if 1 - seat in state.marked:
        return _with(state, seat, MARKED, move.row)
    own = _number(MARKED, move.row)
    theirs = state.setup.marks(state.markable(1 - seat))
    return min(_chance(state, seat, own, _number(MARKED, mark.row)) for mark in theirs)


def _staying(state: State, seat: Seat) -> float:
    if state.round == 1:
        return fmean(_second_round(state, seat, white) for white in dice_after(state.white))
    return _third_round(state, seat, state.white)


def _second_round(state: State, seat: Seat, white: int) -> float:
    return max(_third_round(state, seat, white), _best(state, seat, MARKED, white))


def _third_round(state: State, seat: Seat, white: int) -> float:
    return fmean(_best(state, seat, WON, five) for five in dice_after(white))


def _best(state: State, seat: Seat, kind: int, white: int) -> float:
    rows = formed(state.cups[seat] + white)
    return max(_with(state, seat, kind, name) for name in NAMES if rows & CROSS[name])


def _with(state: State, seat: Seat, kind: int, row: str) -> float:
    return _chance(state, seat, _number(kind, row), NOTHING)


def _chance(state: State, seat: Seat, own: int, theirs: int) -> float:
    starter = state.starter
    after = after_hand(state.crosses[starter], state.crosses[1 - starter])
    return float(after[own, theirs] if seat == starter else 1 - after[theirs, own])


def _number(kind: int, row: str) -> int:
    """The number of a result."""
    return kind + _NAMES.index(row)
