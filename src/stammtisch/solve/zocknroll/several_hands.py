"""Hands of a match among three, played for winning the match: who stays, and what is marked.

A position says which white dice were rolled, not in which order they were rolled. So in round 2 each may be
the fourth one, and a cup stays as it would on average, weighted with how likely all have come so far.
"""

from __future__ import annotations

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
from stammtisch.games.zocknroll.tableau import CROSS, CROSSES_AT_MOST, NO_ROW, crosses_in
from stammtisch.solve.machine_code import compiled
from stammtisch.solve.zocknroll.duel import LEFT, MARKED, NAMES, WON, dice
from stammtisch.solve.zocknroll.duel_network import SHEET
from stammtisch.solve.zocknroll.kernel import Strategy, Tree, _copy, _spread, members, new_tree
from stammtisch.solve.zocknroll.several_network import chances, network, typical
from stammtisch.solve.zocknroll.several_plans import Marks, at_stake, chosen, effects, solved
from stammtisch.solve.zocknroll.tables import Floats, cup_number, dice_after, roll_orders

ITERATIONS: Final = 30
"""More would hardly be noticed."""
_KEPT: Final = 256
_STEPS: Final = 1 << 30
_NAMES: Final = (*NAMES, NO_ROW)
_FIRST_DICE: Final = 3


class Table(NamedTuple):
    """All tableaus as they are now, the starter's first, and which of the players have left."""

    tableaus: tuple[int, ...]
    out: tuple[bool, ...]


def can_end(state: State) -> bool:
    """Whether one of those still in lacks only one mark in a row. Then it matters who marks what and who gets
    nothing, and results do not simply add up."""
    return any(
        CROSSES_AT_MOST - 1 in crosses_in(tableau).values()
        for tableau, when in zip(state.crosses, state.left, strict=True)
        if when == STILL_IN
    )


def choice(state: State, seat: Seat, source: Source) -> Move:
    """What wins the match most often among players who play as well; if it can end, what others
    mark is valued too roughly."""
    if is_planned(state):
        stays, leave = planned(state, seat)
        return STAY if source.below(_STEPS) < stays * _STEPS else leave
    return max(_moves(state, seat), key=lambda move: _alone(state, seat, move))


def is_planned(state: State) -> bool:
    """Whether it matters what the others do; else the seat takes what is best for itself alone."""
    return state.phase == DECIDE and sum(when == STILL_IN for when in state.left) > 1


@lru_cache(_KEPT)
def effects_of(table: Table) -> Floats:
    """By player who gets a result, result, and player, what it adds to the chance of winning."""
    players = len(table.tableaus)
    drawn = np.where(table.out, 0, typical(players))
    found: Floats = effects(network(players), SHEET, np.array(table.tableaus), drawn)
    return found


@lru_cache(_KEPT)
def solved_hand(table: Table, white: str) -> Strategy:
    """How likely cups stay in the hand after these three white dice."""
    lying, worth = dice(white), effects_of(table)
    stakes = at_stake(lying, worth, chosen(lying, worth))
    return solved(lying, stakes, ITERATIONS)


def marks(table: Table, white: str) -> Marks:
    """What everybody marks who leaves."""
    return chosen(dice(white), effects_of(table))


@lru_cache(_KEPT)
def second_round(table: Table, white: str) -> Floats:
    """How likely cups stay in round 2 with these four white dice, by node, as in a strategy."""
    chance = dice("111").chance
    orders = [(solved_hand(table, first), die) for first, die in roll_orders(white)]
    trees = new_tree(chance, len(table.tableaus)), new_tree(chance, len(table.tableaus))
    weights = np.array([_passed(strategy, die, *trees) for strategy, die in orders])
    stays = np.array([strategy.second[die] for strategy, die in orders])
    sums = np.maximum(weights.sum(axis=0), np.finfo(np.float64).tiny)
    found: Floats = (weights * stays).sum(axis=0) / sums
    return found


@compiled
def _passed(strategy: Strategy, fourth: int, tree: Tree, below: Tree) -> Floats:
    """By node of round 2 and cup of the one who decides there, how likely all come so far."""
    players = tree.mass.shape[1]
    everybody = np.arange(players)
    found = np.zeros(strategy.second.shape[1:])
    _spread(everybody, strategy.first, tree)
    for group in range(1, 1 << players):
        inside = members(everybody, group)
        begin, end = strategy.start[group], strategy.start[group + 1]
        _copy(tree, (1 << players) + group, below, 1)
        _spread(inside, strategy.second[fourth][begin:end], below)
        for at in range(len(inside)):
            for node in range(1 << at, 2 << at):
                found[begin + node] = below.reach[node, inside[at]]
                for other in range(players):
                    if other != inside[at]:
                        found[begin + node] *= below.mass[node, other]
    return found


def planned(state: State, seat: Seat) -> tuple[float, Move]:
    """How likely the seat stays, and how it leaves otherwise."""
    order = _order(state)
    table = Table(
        tuple(state.crosses[other] for other in order),
        tuple(state.left[other] != STILL_IN for other in order),
    )
    white, cup, player = digits(state.white), cup_number(digits(state.cups[seat])), order.index(seat)
    stayed = [state.left[other] != 1 for other in order]
    if len(white) == _FIRST_DICE:
        stays = solved_hand(table, white).first[_node(stayed[:player]), cup]
        result = marks(table, white).left[player, cup] - LEFT
    else:
        group = _node(stayed) - (1 << len(order))
        inside = [other for other, in_ in zip(order, stayed, strict=True) if in_]
        node = _node([state.left[other] == STILL_IN for other in inside[: inside.index(seat)]])
        first, die = roll_orders(white)[0]
        begin = solved_hand(table, first).start[group]
        stays = second_round(table, white)[begin + node, cup]
        result = marks(table, first).second[player, die, cup] - MARKED
    return float(stays), LEAVE[_NAMES[result]]


def _order(state: State) -> list[Seat]:
    """The seats from the starter on."""
    seats = len(state.crosses)
    return [(state.starter + step) % seats for step in range(seats)]


def _node(stayed: list[bool]) -> int:
    node = 1
    for stays in stayed:
        node = 2 * node + stays
    return node


def _moves(state: State, seat: Seat) -> tuple[Move, ...]:
    rows = state.markable(seat)
    return state.setup.decisions(rows) if state.phase == DECIDE else state.setup.marks(rows)


def _alone(state: State, seat: Seat, move: Move) -> float:
    """The chance of winning with that move, if nobody else decides or marks anything any more."""
    if move == STAY:
        if state.round == 1:
            return fmean(_second_round(state, seat, white) for white in dice_after(state.white))
        return _third_round(state, seat, state.white)
    if state.phase == DECIDE:
        return _with(state, seat, LEFT if state.round == 1 else MARKED, move.row)
    return _with(state, seat, WON if len(state.winners) == 1 else MARKED, move.row)


def _second_round(state: State, seat: Seat, white: int) -> float:
    return max(_third_round(state, seat, white), _best(state, seat, MARKED, white))


def _third_round(state: State, seat: Seat, white: int) -> float:
    return fmean(_best(state, seat, WON, five) for five in dice_after(white))


def _best(state: State, seat: Seat, kind: int, white: int) -> float:
    rows = formed(state.cups[seat] + white)
    return max(_with(state, seat, kind, name) for name in NAMES if rows & CROSS[name])


def _with(state: State, seat: Seat, kind: int, row: str) -> float:
    order = _order(state)
    tableaus = tuple(state.crosses[other] for other in order)
    return float(_after(tableaus, order.index(seat))[kind + _NAMES.index(row)])


@lru_cache(_KEPT)
def _after(tableaus: tuple[int, ...], player: int) -> Floats:
    """By result of that player, who alone still gets one, their chance of winning after the hand."""
    players = len(tableaus)
    found, turned = np.zeros(len(SHEET.results)), np.zeros(players)
    for result, marked in enumerate(SHEET.results):
        after = np.array(tableaus)
        after[player] += marked
        chances(network(players), SHEET, np.roll(after, -1), turned)
        found[result] = turned[(player - 1) % players]
    return found
