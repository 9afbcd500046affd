"""The network: from what a seat knows to its chance of winning, and how it learns from a better guess.

A network is one array. Each input has a row, and the first number of the row goes straight into the
answer; the others go into units that count if they are above zero. The last row weighs the units.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from stammtisch.games.tock.moves import STONES
from stammtisch.solve import compact
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.tock.features import Floats, Inputs, list_inputs
from stammtisch.solve.tock.position import (
    DONE,
    ENDED,
    PARTNERS,
    PHASE,
    PLACES,
    PLAY_ON,
    PLAYERS,
    TEAMS,
    Board,
    Ints,
    Position,
)
from stammtisch.solve.tock.steps import home

if TYPE_CHECKING or not compact.NEEDED:
    import numpy as np


@compiled
def value(
    board: Board, position: Position, seat: int, network: Floats, inputs: Inputs, units: Floats
) -> float:
    """The seat's chance of winning, by what it knows; the result where the game is over."""
    if position[PHASE] == ENDED:
        return result(board, position, seat)
    count = list_inputs(board, position, seat, inputs)
    return chance(answer(network, inputs.at, inputs.much, count, units))


@compiled
def chance(logit: float) -> float:
    """The chance that a logit stands for."""
    return 1.0 / (1.0 + exp(-logit))


@compiled
def answer(network: Floats, at: Ints, much: Floats, count: int, units: Floats) -> float:
    """The logit of the chance that the network sees in these inputs; fills in the units."""
    units[:] = 0.0
    for index in range(count):
        row, share = network[at[index]], much[index]
        for unit in range(len(units)):
            units[unit] += share * row[unit]
    total = units[0]
    for unit in range(1, len(units)):
        if units[unit] > 0:
            total += network[-1, unit] * units[unit]
    return float(total)


@compiled
def result(board: Board, position: Position, seat: int) -> float:
    """1 for a win and 0 for a loss; with `play_on` the share of rivals left behind (T27)."""
    if board[TEAMS]:
        at_home = home(position, seat) + home(position, board[PARTNERS + seat])
        return 1.0 if at_home == 2 * STONES else 0.0
    if not board[PLAY_ON]:
        return 1.0 if position[PLACES] == seat else 0.0
    for place in range(position[DONE]):
        if position[PLACES + place] == seat:
            return float(1.0 - place / (board[PLAYERS] - 1))
    return 0.0


@compiled
def learn(
    network: Floats, at: Ints, much: Floats, count: int, target: float, rate: float, units: Floats
) -> float:
    """Bring the answer to these inputs a little nearer to the target; the chance before that."""
    before = chance(answer(network, at, much, count, units))
    step = np.float32(rate * (before - target))
    for unit in range(1, len(units)):
        active = units[unit] > 0
        slope = step * network[-1, unit] if active else np.float32(0)
        network[-1, unit] -= step * units[unit] if active else np.float32(0)
        units[unit] = slope
    units[0] = step
    for index in range(count):
        row, share = network[at[index]], much[index]
        for unit in range(len(units)):
            row[unit] -= share * units[unit]
    return before
