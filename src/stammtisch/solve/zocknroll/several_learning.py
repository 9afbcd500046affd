"""Races among three or four from which a network learns what tableaus are worth."""

from __future__ import annotations

from typing import Final

import numpy as np

from stammtisch.solve.machine_code import compiled
from stammtisch.solve.random_numbers import Luck, below, start
from stammtisch.solve.zocknroll.duel_network import Sheet, is_full
from stammtisch.solve.zocknroll.several_network import shares_of
from stammtisch.solve.zocknroll.tables import Floats, Ints

LONGEST: Final = 64


@compiled
def reached(gains: Ints, sheet: Sheet, matches: int, seed: int) -> Ints:
    """The tableaus before each hand of so many races, those of the hand's starter first; hands come as in
    `gains`."""
    players = gains.shape[1]
    found = np.zeros((matches * LONGEST * players, players), np.int64)
    luck = np.zeros(1, np.uint64)
    count = 0
    for number in range(matches):
        start(luck, seed + number)
        tables = np.zeros(players, np.int64)
        while True:
            found[count] = tables
            count += 1
            if _one_hand(tables, gains, sheet, luck):
                break
    return found[:count]


@compiled
def shares(tableaus: Ints, gains: Ints, sheet: Sheet, races: int, seed: int) -> Floats:
    """By line of tableaus and player, the part of so many races from there on that the player wins."""
    found = np.zeros(tableaus.shape)
    luck = np.zeros(1, np.uint64)
    players = tableaus.shape[1]
    tables, won = np.zeros(players, np.int64), np.zeros(players)
    for line in range(len(tableaus)):
        start(luck, seed + line)
        for _ in range(races):
            tables[:] = tableaus[line]
            hands = 1
            while not _one_hand(tables, gains, sheet, luck):
                hands += 1
            shares_of(sheet, tables, won)
            for player in range(players):
                found[line, (player + hands) % players] += won[player] / races
    return found


@compiled
def _one_hand(tables: Ints, gains: Ints, sheet: Sheet, luck: Luck) -> bool:
    """Mark what a hand yields, and put the next starter's tableau first; whether a row is full."""
    drawn = below(luck, len(gains))
    first = tables[0] + gains[drawn, 0]
    over = is_full(sheet.shifts, first)
    for player in range(1, len(tables)):
        tables[player - 1] = tables[player] + gains[drawn, player]
        over |= is_full(sheet.shifts, tables[player - 1])
    tables[-1] = first
    return over
