"""Hands and races played to their ends at random, thousands of them at once.

Each playout has its own luck, so that two moves can be compared by the same rolls.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stammtisch.games.zocknroll.tableau import CROSS, ROWS
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.random_numbers import Luck, below, pick, start, uniform
from stammtisch.solve.zocknroll.kernel import Strategy, members
from stammtisch.solve.zocknroll.places import NOT_THROWN, Place
from stammtisch.solve.zocknroll.tables import FACES, Crosses, Floats, Ints, Points

_EACH_ONCE: Final = sum(CROSS[row] for row in ROWS)


@compiled
def played_out(
    points: Points, crosses: Crosses, strategy: Strategy, place: Place, cups: Floats, count: int, seed: int
) -> Ints:
    """The marks that each player still makes, by playout; `cups` are chances by player and cup."""
    gains = np.zeros((count, len(cups)), np.int64)
    drawn = np.zeros(len(cups), np.int64)
    luck = np.zeros(1, np.uint64)
    for playout in range(count):
        start(luck, seed + playout)
        for player in range(len(cups)):
            drawn[player] = pick(cups[player], luck)
        _finish(points, crosses, strategy, place, drawn, luck, gains[playout])
    return gains


@compiled
def raced(
    tableaus: Ints, worth: Ints, first: Ints, starter: int, gains: Ints, seat: int, seed: int
) -> Floats:
    """The seat's share of the win, by playout: `first` are the marks still to come in the present
    hand; then `starter` begins the next one, and hands come as in `gains` until a row is full."""
    shares = np.zeros(len(first))
    tables = np.zeros(len(tableaus), np.int64)
    luck = np.zeros(1, np.uint64)
    for playout in range(len(first)):
        start(luck, seed + playout)
        full = 0
        for at in range(len(tables)):
            tables[at] = tableaus[at] + first[playout, at]
            full |= _full(tables[at])
        begins = starter
        while not full:
            full = _one_hand(tables, begins, gains, luck)
            begins += 1
        shares[playout] = _share(tables, worth, seat)
    return shares


@compiled
def _finish(
    points: Points,
    crosses: Crosses,
    strategy: Strategy,
    place: Place,
    cups: Ints,
    luck: Luck,
    gains: Ints,
) -> None:
    """Play the hand to its end."""
    everybody = np.arange(len(cups))
    leaf = _decided(place.first, everybody, strategy.first, crosses.first, cups, luck, gains)
    group = leaf - (1 << len(cups))
    inside = members(everybody, group)
    fourth, node = place.fourth, place.second
    if fourth == NOT_THROWN:
        fourth, node = below(luck, FACES), 1
    stay = strategy.second[fourth][strategy.start[group] : strategy.start[group + 1]]
    leaf = _decided(node, inside, stay, crosses.second[fourth], cups, luck, gains)
    inside = members(inside, leaf - (1 << len(inside)))
    fifth = below(luck, FACES)
    _lift(points.rank[fourth, fifth], crosses.third[fourth, fifth], crosses.won_third, inside, cups, gains)


@compiled
def _decided(
    node: int,
    players: Ints,
    stay: Floats,
    crosses: Ints,
    cups: Ints,
    luck: Luck,
    gains: Ints,
) -> int:
    """The node after all decisions of the round."""
    for at in range(len(players)):
        if node >> at == 1:
            cup = cups[players[at]]
            if uniform(luck) < stay[node, cup]:
                node = 2 * node + 1
            else:
                node = 2 * node
                gains[players[at]] = crosses[cup]
    return node


@compiled
def _lift(rank: Ints, crosses: Ints, won_third: int, players: Ints, cups: Ints, gains: Ints) -> None:
    """The highest combination wins round 3."""
    highest, winners = -1, 0
    for player in players:
        own = rank[cups[player]]
        winners = winners + 1 if own == highest else 1 if own > highest else winners
        highest = max(highest, own)
    for player in players:
        if rank[cups[player]] == highest:
            gains[player] = crosses[cups[player]] + (won_third if winners == 1 else 0)


@compiled
def _one_hand(tables: Ints, starter: int, gains: Ints, luck: Luck) -> int:
    """Mark what a hand yields, and say which rows are full. Where there are more seats than
    the hands have players, a second hand is drawn for the rest."""
    full, players = 0, gains.shape[1]
    drawn = 0
    for position in range(len(tables)):
        if position % players == 0:
            drawn = below(luck, len(gains))
        seat = (starter + position) % len(tables)
        tables[seat] += gains[drawn, position % players]
        full |= _full(tables[seat])
    return full


@compiled
def _full(tableau: int) -> int:
    """As `full_rows` of the rules, which numba cannot compile."""
    return tableau >> 2 & tableau >> 1 & _EACH_ONCE


@compiled
def _share(tables: Ints, worth: Ints, seat: int) -> float:
    """1 for the only winner, 0 for those who lose, else an equal part (R11)."""
    own, equals = _merit(tables[seat], worth), 0
    for tableau in tables:
        merit = _merit(tableau, worth)
        if merit > own:
            return 0.0
        equals += merit == own
    return 1.0 / equals


@compiled
def _merit(tableau: int, worth: Ints) -> int:
    merit = 0
    for row in range(len(worth)):
        merit += (tableau >> 3 * row & 7) * worth[row]
    return merit
