"""Counterfactual regret minimisation over one hand after the first roll of the white dice.

The players are numbered from the starter on. A round's decisions are a binary tree in an array:
node 1 is the first player's decision, node 2k follows k by leaving and 2k + 1 by staying, so that
below the last decision the lower bits of a node say who has stayed, the first player's the
highest. Cups are independent of each other. So whatever is known of the others is a product of
one distribution a player, and a showdown is a product of sums instead of a sum over all cups.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from stammtisch.solve.machine_code import compiled
from stammtisch.solve.zocknroll.places import TREMBLE, group_starts
from stammtisch.solve.zocknroll.tables import FACES, Floats, Ints, Points

PLAY: Final = 0
"""Values are those of the strategies as they are."""
BEST: Final = 1
"""Values are those of each player's best reply to the others."""
LEARN: Final = 2
"""Values as they are, and every decision learns from them."""

_STAY: Final = 0
_LEAVE: Final = 1
_STAYED: Final = 2
_BEEN: Final = 3
"""What is remembered of a node and cup: the regrets of staying and leaving, and for the average
how often the cup has stayed there and has been there."""


class Strategy(NamedTuple):
    """The chance of staying by node and cup: in round 1; in round 2 by the fourth die, the nodes
    of all groups of players one after the other, each group's from its `start` on."""

    first: Floats
    second: Floats
    start: Ints


class Tree(NamedTuple):
    """By node and player: how likely each cup comes so far, the sum of that, and what each cup
    is worth from there on, times the chance that the others come so far."""

    reach: Floats
    mass: Floats
    value: Floats


class Study(NamedTuple):
    """What the walks are for, and what is remembered of them by round."""

    task: int
    first: Floats
    second: Floats


def solved(points: Points, players: int, iterations: int) -> Strategy:
    """The average strategy of these iterations (CFR+: no negative regrets, later ones count more)."""
    strategy = coin_tossers(players, len(points.chance))
    study = Study(LEARN, np.zeros((*strategy.first.shape, 4)), np.zeros((*strategy.second.shape, 4)))
    tree, below = new_tree(points.chance, players), new_tree(points.chance, players)
    for iteration in range(iterations):
        walk(points, strategy, study, float(iteration), tree, below)
        _match(study.first.reshape(-1, 4), strategy.first.reshape(-1))
        _match(study.second.reshape(-1, 4), strategy.second.reshape(-1))
    return Strategy(_average(study.first), _average(study.second), strategy.start)


def valued(points: Points, players: int, strategy: Strategy, task: int) -> Tree:
    """The tree of round 1 with the values of the strategies or of the best replies to them."""
    tree = new_tree(points.chance, players)
    walk(points, strategy, no_study(task), 0.0, tree, new_tree(points.chance, players))
    return tree


def no_study(task: int) -> Study:
    """Walks that learn nothing remember nothing."""
    return Study(task, np.zeros((0, 0, 4)), np.zeros((FACES, 0, 0, 4)))


def coin_tossers(players: int, cups: int) -> Strategy:
    """The strategy that learning begins with: everybody stays or leaves with equal chances."""
    start = np.array(group_starts(players))
    return Strategy(np.full((1 << players, cups), 0.5), np.full((FACES, start[-1], cups), 0.5), start)


def new_tree(chance: Floats, players: int) -> Tree:
    """Room for the largest round, with all cups before it as likely as that."""
    nodes, cups = 2 << players, len(chance)
    reach, mass = np.zeros((nodes, players, cups)), np.zeros((nodes, players))
    reach[1], mass[1] = chance, 1.0
    return Tree(reach, mass, np.zeros_like(reach))


def _average(memory: Floats) -> Floats:
    """Stay as often as the cup has stayed there so far."""
    average: Floats = memory[..., _STAYED] / np.maximum(memory[..., _BEEN], np.finfo(np.float64).tiny)
    return average


@compiled
def members(players: Ints, group: int) -> Ints:
    """Those of the players whose bit is set, the first player's the highest."""
    found = np.empty(len(players), np.int64)
    count = 0
    for at in range(len(players)):
        if group >> (len(players) - 1 - at) & 1:
            found[count] = players[at]
            count += 1
    return found[:count]


@compiled
def walk(points: Points, strategy: Strategy, study: Study, weight: float, tree: Tree, below: Tree) -> None:
    """Through the whole hand and back; `weight` is what it counts in the average."""
    everybody = np.arange(tree.mass.shape[1])
    _spread(everybody, strategy.first, tree)
    for group in range(1, 1 << len(everybody)):
        leaf = (1 << len(everybody)) + group
        tree.value[leaf] = 0.0
        for fourth in range(FACES):
            second_round(points, strategy, study, weight, tree, group, fourth, below)
            _add(below.value[1], 1 / FACES, tree.value[leaf])
    _gather(everybody, strategy.first, points.first, 1.0, tree, study.task, weight, study.first)


@compiled
def second_round(
    points: Points,
    strategy: Strategy,
    study: Study,
    weight: float,
    above: Tree,
    group: int,
    fourth: int,
    tree: Tree,
) -> None:
    """Fill the tree of round 2 for the group that has stayed in round 1."""
    everybody = np.arange(above.mass.shape[1])
    leaf = (1 << len(everybody)) + group
    _copy(above, leaf, tree, 1)
    inside = members(everybody, group)
    outside = _product(above.mass[leaf], members(everybody, ~group), -1)
    begin, end = strategy.start[group], strategy.start[group + 1]
    stay = strategy.second[fourth][begin:end]
    memory = study.second[fourth][begin:end]
    _spread(inside, stay, tree)
    _showdowns(points, inside, fourth, outside, tree)
    _gather(inside, stay, points.second[fourth], outside, tree, study.task, weight, memory)


@compiled
def _spread(players: Ints, stay: Floats, tree: Tree) -> None:
    """From each decision on, its player's cups go two ways and all others' both ways."""
    for at in range(len(players)):
        player = players[at]
        for node in range(1 << at, 2 << at):
            left, stayed = 2 * node, 2 * node + 1
            _copy(tree, node, tree, left)
            _copy(tree, node, tree, stayed)
            staying = 0.0
            for cup in range(stay.shape[1]):
                part = tree.reach[node, player, cup] * stay[node, cup]
                tree.reach[stayed, player, cup] = part
                tree.reach[left, player, cup] -= part
                staying += part
            tree.mass[stayed, player] = staying
            tree.mass[left, player] -= staying


@compiled
def _copy(source: Tree, node: int, target: Tree, child: int) -> None:
    """Everybody has come as far as before."""
    for player in range(source.mass.shape[1]):
        target.mass[child, player] = source.mass[node, player]
        for cup in range(source.reach.shape[2]):
            target.reach[child, player, cup] = source.reach[node, player, cup]


@compiled
def _gather(
    players: Ints,
    stay: Floats,
    leave: Floats,
    outside: float,
    tree: Tree,
    task: int,
    weight: float,
    memory: Floats,
) -> None:
    """The values of all decisions, the last ones first; `outside` is how likely the players that
    are out before the round have come so far."""
    for at in range(len(players) - 1, -1, -1):
        player = players[at]
        for node in range(1 << at, 2 << at):
            _set_sum(tree.value[2 * node], tree.value[2 * node + 1], tree.value[node])
            others = outside * _product(tree.mass[node], players, player)
            for cup in range(stay.shape[1]):
                leaving = leave[cup] * others
                gain = tree.value[2 * node + 1, player, cup] - leaving
                chance = stay[node, cup]
                tree.value[node, player, cup] = leaving + (max(gain, 0.0) if task == BEST else chance * gain)
                if task == LEARN:
                    _learn(memory[node, cup], chance, gain, weight * tree.reach[node, player, cup])


@compiled
def _learn(memory: Floats, chance: float, gain: float, weight: float) -> None:
    """Regret what was left undone, and remember what was done."""
    memory[_STAY] = max(0.0, memory[_STAY] + (1 - chance) * gain)
    memory[_LEAVE] = max(0.0, memory[_LEAVE] - chance * gain)
    memory[_STAYED] += weight * chance
    memory[_BEEN] += weight


@compiled
def _match(memories: Floats, chances: Floats) -> None:
    """Stay and leave in proportion to the regrets, with a trembling hand."""
    for at in range(len(chances)):
        stay, leave = memories[at, _STAY], memories[at, _LEAVE]
        share = stay / (stay + leave) if stay + leave > 0 else 0.5
        chances[at] = TREMBLE + (1 - 2 * TREMBLE) * share


@compiled
def _showdowns(points: Points, players: Ints, fourth: int, outside: float, tree: Tree) -> None:
    """The values of round 3, for every group of players that may have come so far."""
    ranks = points.rank.max() + 1
    below, up_to = np.empty((len(players) + 1, ranks)), np.empty((len(players) + 1, ranks))
    for group in range(1, 1 << len(players)):
        leaf = (1 << len(players)) + group
        others = outside * _product(tree.mass[leaf], members(players, ~group), -1)
        inside = members(players, group)
        reach, value = tree.reach[leaf], tree.value[leaf]
        value[:] = 0.0
        for fifth in range(FACES):
            rank, third = points.rank[fourth, fifth], points.third[fourth, fifth]
            won_third = points.won_third[fourth, fifth]
            for at in range(len(inside)):
                _pile_up(rank, reach[inside[at]], below[at], up_to[at])
            for at in range(len(inside)):
                _multiply(below, at, len(inside), others / FACES)
                _multiply(up_to, at, len(inside), others / FACES)
                for cup in range(len(rank)):
                    alone, unbeaten = below[-1, rank[cup]], up_to[-1, rank[cup]]
                    value[inside[at], cup] += alone * won_third[cup] + unbeaten * third[cup]


@compiled
def _pile_up(rank: Ints, reach: Floats, below: Floats, up_to: Floats) -> None:
    """How likely a player's cup ranks below each rank, or at most there."""
    for own in range(len(up_to)):
        up_to[own] = 0.0
    for cup in range(len(rank)):
        up_to[rank[cup]] += reach[cup]
    total = 0.0
    for own in range(len(up_to)):
        below[own] = total
        total += up_to[own]
        up_to[own] = total


@compiled
def _multiply(chances: Floats, left_out: int, count: int, factor: float) -> None:
    """Put into the last line the product of all lines but one, times the factor."""
    for own in range(chances.shape[1]):
        product = factor
        for at in range(count):
            if at != left_out:
                product *= chances[at, own]
        chances[-1, own] = product


@compiled
def _product(mass: Floats, players: Ints, left_out: int) -> float:
    """How likely all these players but one have come so far."""
    product = 1.0
    for player in players:
        if player != left_out:
            product *= mass[player]
    return product


@compiled
def _set_sum(one: Floats, other: Floats, target: Floats) -> None:
    for player in range(target.shape[0]):
        for cup in range(target.shape[1]):
            target[player, cup] = one[player, cup] + other[player, cup]


@compiled
def _add(values: Floats, factor: float, target: Floats) -> None:
    for player in range(target.shape[0]):
        for cup in range(target.shape[1]):
            target[player, cup] += values[player, cup] * factor
