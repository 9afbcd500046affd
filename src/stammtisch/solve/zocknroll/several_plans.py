"""Who stays in a hand of several who are after the win of the match, near equilibrium.

Whatever a result means for the chances of all players is taken to add up: a sum over the results of all,
each on average over what the others get. So values are products of sums, as in `kernel`, whose trees these
are; but what the others get has values as well.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from stammtisch.solve.machine_code import compiled
from stammtisch.solve.zocknroll.duel import LEFT, MARKED, ROWS, WON, Dice
from stammtisch.solve.zocknroll.duel_network import Sheet
from stammtisch.solve.zocknroll.kernel import (
    LEARN,
    Strategy,
    Study,
    Tree,
    _average,
    _copy,
    _learn,
    _match,
    _spread,
    coin_tossers,
    members,
    new_tree,
)
from stammtisch.solve.zocknroll.several_network import Network, chances
from stammtisch.solve.zocknroll.tables import FACES, Floats, Ints

RANKS: Final = ROWS
EMPHASIS: Final = 3
"""Later iterations count so much more in the average: this power of their number."""


class Stakes(NamedTuple):
    """By dice and cup, what each player's result is worth to each player: first who gets it, then to whom.
    `left` in round 1; `second` by the fourth die; by both dice `tied` and what winning alone adds."""

    left: Floats
    second: Floats
    tied: Floats
    won: Floats


class Marks(NamedTuple):
    """The results that the players choose, by player, dice and cup."""

    left: Ints
    second: Ints
    tied: Ints


@compiled
def effects(net: Network, sheet: Sheet, tableaus: Ints, drawn: Ints) -> Floats:
    """By player who gets a result, result, and player, what it adds to the chance of winning compared with
    no mark, on average over these results of all others."""
    found = np.zeros((len(tableaus), len(sheet.results), len(tableaus)))
    for line in range(len(drawn)):
        for player in range(len(tableaus)):
            others = drawn[line].copy()
            _add_effects(net, sheet, tableaus, others, player, MARKED, WON, found[player])
            others[others >= WON] = 0  # only one can win alone
            _add_effects(net, sheet, tableaus, others, player, WON, len(sheet.results), found[player])
    return found / len(drawn)


@compiled
def _add_effects(
    net: Network,
    sheet: Sheet,
    tableaus: Ints,
    results: Ints,
    player: int,
    first: int,
    end: int,
    found: Floats,
) -> None:
    """Of the results from the first one on, to what they add with others of these results."""
    own = tableaus[player] + sheet.results
    after = np.roll(tableaus + sheet.results[results], -1)
    without, turned = np.zeros(len(after)), np.zeros(len(after))
    after[player - 1] = own[0]
    chances(net, sheet, after, without)
    for result in range(first, end):
        after[player - 1] = own[result]
        chances(net, sheet, after, turned)
        found[result] += np.roll(turned - without, 1)


@compiled
def chosen(dice: Dice, effects: Floats) -> Marks:
    """What is best for each player."""
    players, cups = len(effects), len(dice.chance)
    left = np.zeros((players, cups), np.int64)
    second = np.zeros((players, FACES, cups), np.int64)
    tied = np.zeros((players, FACES, FACES, cups), np.int64)
    for player in range(players):
        own = effects[player, :, player]
        for cup in range(cups):
            left[player, cup] = best(own, dice.first[cup], LEFT)
            for fourth in range(FACES):
                second[player, fourth, cup] = best(own, dice.second[fourth, cup], MARKED)
                for fifth in range(FACES):
                    tied[player, fourth, fifth, cup] = best(own, dice.third[fourth, fifth, cup], MARKED)
    return Marks(left, second, tied)


@compiled
def best(worth: Floats, rows: int, kind: int) -> int:
    """The best result of that kind with a set of rows to choose from; of leaving in round 1 there is one
    without a combination."""
    found = -1
    for row in range(ROWS):
        if rows >> row & 1 and (found < 0 or worth[kind + row] > worth[found]):
            found = kind + row
    return found if found >= 0 else kind + ROWS if kind == LEFT else 0


@compiled
def at_stake(dice: Dice, effects: Floats, marks: Marks) -> Stakes:
    """The worth of what the players choose."""
    players, cups = len(effects), len(dice.chance)
    left = np.zeros((players, players, cups))
    second = np.zeros((FACES, players, players, cups))
    tied = np.zeros((FACES, FACES, players, players, cups))
    won = np.zeros((FACES, FACES, players, players, cups))
    for player in range(players):
        for cup in range(cups):
            left[player, :, cup] = effects[player, marks.left[player, cup]]
            for fourth in range(FACES):
                second[fourth, player, :, cup] = effects[player, marks.second[player, fourth, cup]]
                for fifth in range(FACES):
                    without = effects[player, marks.tied[player, fourth, fifth, cup]]
                    alone = best(effects[player, :, player], dice.third[fourth, fifth, cup], WON)
                    tied[fourth, fifth, player, :, cup] = without
                    won[fourth, fifth, player, :, cup] = effects[player, alone] - without
    return Stakes(left, second, tied, won)


def solved(dice: Dice, stakes: Stakes, iterations: int) -> Strategy:
    """The average strategy of these iterations, as in `kernel`."""
    players = len(stakes.left)
    strategy = coin_tossers(players, len(dice.chance))
    study = Study(LEARN, np.zeros((*strategy.first.shape, 4)), np.zeros((*strategy.second.shape, 4)))
    tree, below = (new_tree(dice.chance, players) for _ in range(2))
    for iteration in range(iterations):
        _walk(dice, stakes, strategy, study, (iteration + 1.0) ** EMPHASIS, tree, below)
        _match(study.first.reshape(-1, 4), strategy.first.reshape(-1))
        _match(study.second.reshape(-1, 4), strategy.second.reshape(-1))
    return Strategy(_average(study.first), _average(study.second), strategy.start)


@compiled
def _walk(
    dice: Dice, stakes: Stakes, strategy: Strategy, study: Study, weight: float, tree: Tree, below: Tree
) -> None:
    """Through the whole hand and back; `weight` is what it counts in the average."""
    players = tree.mass.shape[1]
    everybody = np.arange(players)
    _spread(everybody, strategy.first, tree)
    for group in range(1, 1 << players):
        leaf = (1 << players) + group
        inside = members(everybody, group)
        begin, end = strategy.start[group], strategy.start[group + 1]
        tree.value[leaf] = 0.0
        for fourth in range(FACES):
            stay = strategy.second[fourth][begin:end]
            _copy(tree, leaf, below, 1)
            _spread(inside, stay, below)
            _showdowns(dice.rank[fourth], stakes.tied[fourth], stakes.won[fourth], inside, below)
            _gather(inside, stay, stakes.second[fourth], below, weight, study.second[fourth][begin:end])
            for player in range(players):
                for cup in range(len(dice.chance)):
                    tree.value[leaf, player, cup] += below.value[1, player, cup] / FACES
    _gather(everybody, strategy.first, stakes.left, tree, weight, study.first)


@compiled
def _gather(inside: Ints, stay: Floats, leave: Floats, tree: Tree, weight: float, memory: Floats) -> None:
    """The values of all decisions, the last ones first, and what they learn from them."""
    players, cups = tree.mass.shape[1], stay.shape[1]
    for at in range(len(inside) - 1, -1, -1):
        player = inside[at]
        for node in range(1 << at, 2 << at):
            value, left, stayed = tree.value[node], tree.value[2 * node], tree.value[2 * node + 1]
            for other in range(players):
                others = _others(tree.mass[node], other, player)
                if other == player:
                    for cup in range(cups):
                        leaving = left[other, cup] + leave[other, other, cup] * others
                        gain = stayed[other, cup] - leaving
                        chance = stay[node, cup]
                        value[other, cup] = leaving + chance * gain
                        reach = tree.reach[node, other, cup]
                        _learn(memory[node, cup], chance, gain, weight * reach)
                else:
                    lost = 0.0
                    for cup in range(cups):
                        lost += tree.reach[2 * node, player, cup] * leave[player, other, cup]
                    lost *= others
                    for cup in range(cups):
                        value[other, cup] = left[other, cup] + stayed[other, cup] + lost


@compiled
def _others(mass: Floats, one: int, other: int) -> float:
    """How likely all players but these have come so far."""
    product = 1.0
    for player in range(len(mass)):
        if player != one and player != other:
            product *= mass[player]
    return product


class Ranks(NamedTuple):
    """By player and rank, how likely they are below it, and up to it; and by player whom it concerns, too,
    what their marks with this rank are worth, for sharing it and what being alone adds."""

    below: Floats
    up_to: Floats
    ties: Floats
    wins: Floats


@compiled
def _showdowns(ranks: Ints, tied: Floats, won: Floats, players: Ints, tree: Tree) -> None:
    """The values of round 3, for every group of players that may have come so far."""
    count = tree.mass.shape[1]
    found = Ranks(
        np.zeros((count, RANKS)),
        np.zeros((count, RANKS)),
        np.zeros((count, count, RANKS)),
        np.zeros((count, count, RANKS)),
    )
    tree.value[1 << len(players)] = 0.0
    for group in range(1, 1 << len(players)):
        leaf = (1 << len(players)) + group
        inside = members(players, group)
        tree.value[leaf] = 0.0
        for fifth in range(FACES):
            _count(ranks[fifth], tree.reach[leaf], tied[fifth], won[fifth], inside, found)
            for own in range(count):
                outside = 1.0 / FACES
                for player in range(count):
                    if player != own and not _is_one(inside, player):
                        outside *= tree.mass[leaf, player]
                value, marks = tree.value[leaf, own], (tied[fifth, own, own], won[fifth, own, own])
                _shown(ranks[fifth], found, inside, own, outside, marks, value)


@compiled
def _shown(
    ranks: Ints,
    found: Ranks,
    inside: Ints,
    own: int,
    outside: float,
    marks: tuple[Floats, Floats],
    value: Floats,
) -> None:
    """Add what round 3 is worth to one player, by cup; `marks` are what the own ones are worth to them."""
    is_in = _is_one(inside, own)
    higher = 0.0
    for rank in range(RANKS - 1, -1, -1):
        tie, alone = 0.0, 0.0
        for player in inside:
            if player != own:
                tie += found.ties[player, own, rank] * _all(found.up_to, inside, own, player, rank)
                alone += found.wins[player, own, rank] * _all(found.below, inside, own, player, rank)
        if is_in:
            not_above = _all(found.up_to, inside, own, own, rank)
            lower = _all(found.below, inside, own, own, rank)
            for cup in range(len(ranks)):
                if ranks[cup] == rank:
                    mine = marks[0][cup] * not_above + marks[1][cup] * lower
                    value[cup] += outside * (higher + tie + mine)
        higher += tie + alone
    if not is_in:
        value += outside * higher


@compiled
def _is_one(players: Ints, player: int) -> bool:
    """Whether the player is one of them."""
    found = False
    for other in players:
        found |= other == player
    return found


@compiled
def _all(parts: Floats, players: Ints, one: int, other: int, rank: int) -> float:
    """How likely all of these players but two are there."""
    product = 1.0
    for player in players:
        if player != one and player != other:
            product *= parts[player, rank]
    return product


@compiled
def _count(ranks: Ints, reach: Floats, tied: Floats, won: Floats, players: Ints, found: Ranks) -> None:
    for sums in (found.below, found.up_to):
        sums[:] = 0.0
    for by_player in (found.ties, found.wins):
        by_player[:] = 0.0
    for player in players:
        for cup in range(len(ranks)):
            part, rank = reach[player, cup], ranks[cup]
            if part > 0:
                found.up_to[player, rank] += part
                for other in range(len(reach)):
                    found.ties[player, other, rank] += part * tied[player, other, cup]
                    found.wins[player, other, rank] += part * won[player, other, cup]
        total = 0.0
        for rank in range(RANKS):
            found.below[player, rank] = total
            total += found.up_to[player, rank]
            found.up_to[player, rank] = total
