"""A small network that has learned how likely each player wins a match among three; training can make others.

Players are counted from the one on who starts the next hand. The first layer is a sum over the rows of all
tableaus.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from stammtisch.games.zocknroll.tableau import CROSSES_AT_MOST
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.zocknroll.duel_network import SHEET, Sheet, is_full
from stammtisch.solve.zocknroll.tables import Floats, Ints

FOLDER: Final = Path(__file__).parent


class Network(NamedTuple):
    """By player, row and number of marks what goes into the first layer; then layers, by what goes in and
    what comes out, and at last the players."""

    rows: Floats
    first: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


TYPICAL: Final = "typical"
"""Under this name, the file of a network holds results of typical hands."""


def file_of(players: int) -> Path:
    """Where the weights for so many players are kept."""
    return FOLDER / f"several_{players}.npz"


@lru_cache(1)
def network(players: int) -> Network:
    """The network for so many players as it was learned."""
    with np.load(file_of(players)) as kept:
        return Network(*(kept[name].astype(np.float64) for name in Network._fields))


@lru_cache(1)
def typical(players: int) -> Ints:
    """The results of typical hands among so many players, the starter's first."""
    with np.load(file_of(players)) as kept:
        found: Ints = kept[TYPICAL].astype(np.int64)
    return found


@compiled
def chances(net: Network, sheet: Sheet, tableaus: Ints, found: Floats) -> None:
    """Each player's chance of winning, before the first of them starts the next hand."""
    over = False
    for tableau in tableaus:
        over |= is_full(sheet.shifts, tableau)
    if over:
        shares_of(sheet, tableaus, found)
        return
    hidden = net.first.copy()
    for player in range(len(tableaus)):
        for row in range(len(sheet.shifts)):
            hidden += net.rows[player, row, tableaus[player] >> sheet.shifts[row] & 7]
    _softmax(net, hidden, found)


@compiled
def chances_after(net: Network, sheet: Sheet, tableaus: Ints) -> Floats:
    """By the results of all players, counted as one number with the first player's the highest, each one's
    chance of winning after a hand that the first of them has started."""
    players, count = len(tableaus), len(sheet.results)
    sums, full = _first_layers(net, sheet, tableaus)
    worth = np.zeros((count**players, players))
    own, after = np.zeros(players, np.int64), np.zeros(players, np.int64)
    hidden, turned = np.zeros(len(net.first)), np.zeros(players)
    for number in range(len(worth)):
        if _split(number, full, own):
            for player in range(players):
                after[player] = tableaus[player] + sheet.results[own[player]]
            shares_of(sheet, after, worth[number])
            continue
        hidden[:] = net.first
        for player in range(players):
            for at in range(len(hidden)):
                hidden[at] += sums[player, own[player], at]
        _softmax(net, hidden, turned)
        for player in range(players):
            worth[number, player] = turned[(player - 1) % players]
    return worth


@compiled
def _first_layers(net: Network, sheet: Sheet, tableaus: Ints) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """By player and result, what goes into the first layer after the hand; and whether a row is full."""
    players, count = len(tableaus), len(sheet.results)
    sums = np.zeros((players, count, len(net.first)))
    full = np.zeros((players, count), np.bool_)
    for player in range(players):
        for result in range(count):
            after = tableaus[player] + sheet.results[result]
            full[player, result] = is_full(sheet.shifts, after)
            for row in range(len(sheet.shifts)):
                marks = after >> sheet.shifts[row] & 7
                if marks < CROSSES_AT_MOST:
                    sums[player, result] += net.rows[(player - 1) % players, row, marks]
    return sums, full


@compiled
def _split(number: int, full: npt.NDArray[np.bool_], own: Ints) -> bool:
    """The results of all players that are counted as this number; whether they fill a row of someone."""
    over = False
    for player in range(len(own) - 1, -1, -1):
        own[player] = number % full.shape[1]
        number //= full.shape[1]
        over |= full[player, own[player]]
    return over


@compiled
def _softmax(net: Network, hidden: Floats, found: Floats) -> None:
    above = net.second_bias.copy()
    for before in range(len(hidden)):
        if hidden[before] > 0:
            for at in range(len(above)):
                above[at] += net.second[before, at] * hidden[before]
    found[:] = net.last_bias
    for before in range(len(above)):
        if above[before] > 0:
            for at in range(len(found)):
                found[at] += net.last[before, at] * above[before]
    found[:] = np.exp(found - found.max())
    found /= found.sum()


@compiled
def shares_of(sheet: Sheet, tableaus: Ints, found: Floats) -> None:
    """1 for the only winner, an equal part for each of several, else 0 (R11)."""
    for player in range(len(tableaus)):
        found[player] = 0.0
        for row in range(len(sheet.shifts)):
            found[player] += (tableaus[player] >> sheet.shifts[row] & 7) * sheet.merit[row]
    best = found.max()
    equals = 0
    for player in range(len(tableaus)):
        equals += found[player] == best
    for player in range(len(tableaus)):
        found[player] = 1.0 / equals if found[player] == best else 0.0


@lru_cache(1 << 10)
def worth_of(tableaus: tuple[int, ...]) -> Floats:
    """As `chances_after`, from the starter's tableau on."""
    found: Floats = chances_after(network(len(tableaus)), SHEET, np.array(tableaus))
    return found
