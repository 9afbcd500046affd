"""The best reply of each player to Zock'n'Roll's `strong` in a hand among three.

What the bots do is known for every cup, so nothing is sampled: all cups and dice are summed over. The worth
of tableaus after the hand is that of the bot's network.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from stammtisch.games.zocknroll.dice import digits
from stammtisch.games.zocknroll.state import State
from stammtisch.solve.machine_code import compiled, recursive
from stammtisch.solve.zocknroll.duel import LEFT, MARKED, RESULTS, ROWS, WON, Dice, dice
from stammtisch.solve.zocknroll.duel_network import SHEET
from stammtisch.solve.zocknroll.places import group_starts
from stammtisch.solve.zocknroll.several_hands import Table, marks, second_round, solved_hand
from stammtisch.solve.zocknroll.several_network import worth_of
from stammtisch.solve.zocknroll.several_plans import RANKS
from stammtisch.solve.zocknroll.tables import FACES, Floats, Ints

IN: Final = -1
LIKELY: Final = 0.002
"""After less likely results of those who have left, those still in are taken to do what
they did before."""
REST: Final = 1e-6
"""Less likely ways of a hand are left out."""


class Policies(NamedTuple):
    """What the bots do, by the results of those who have left: `number` says where that is in the others."""

    number: Ints
    first: Floats
    second: Floats
    start: Ints
    left: Ints
    left_second: Ints


class Hand(NamedTuple):
    """All that the hand depends on."""

    dice: Dice
    worth: Floats
    policies: Policies


class Gains(NamedTuple):
    """By player, the chance of winning with the best reply and as the bot plays."""

    best: Floats
    usual: Floats


def replies(begun: State) -> Gains:
    """The best replies after the first white dice, by player from the starter on."""
    hand, players = hand_of(begun), len(begun.crosses)
    found = np.array([reply(hand, player, players) for player in range(players)])
    return Gains(found[:, 0], found[:, 1])


def hand_of(begun: State) -> Hand:
    """The hand after these first white dice."""
    players = len(begun.crosses)
    tableaus = tuple(begun.crosses[(begun.starter + step) % players] for step in range(players))
    white = digits(begun.white)
    return Hand(dice(white), worth_of(tableaus), _Patterns(tableaus, white).policies())


class _Patterns:
    """The results of those who have left that are likely enough, each with what the bots do then."""

    def __init__(self, tableaus: tuple[int, ...], white: str) -> None:
        self._tableaus: Final = tableaus
        self._white: Final = white
        self._players: Final = len(tableaus)
        self._parts: Final[list[tuple[Floats, Floats, Ints, Ints]]] = []
        self._number: Final = np.full((RESULTS + 1) ** self._players, IN)
        self._add((IN,) * self._players, 0, LIKELY * 2)

    def policies(self) -> Policies:
        """All of them."""
        first, second, left, left_second = (np.array(part) for part in zip(*self._parts, strict=True))
        start = np.array(group_starts(self._players))
        return Policies(self._number, first, second, start, left, left_second)

    def _add(self, results: tuple[int, ...], before: int, chance: float) -> None:
        code = sum((result + 1) * (RESULTS + 1) ** player for player, result in enumerate(results))
        if self._number[code] != IN:
            return
        if chance < LIKELY:
            self._number[code] = before
            return
        number = self._number[code] = len(self._parts)
        self._parts.append(self._bots(results))
        if sum(result == IN for result in results) <= 2:
            return
        chance = 1.0 if number == 0 else chance
        for player, result in enumerate(results):
            if result == IN:
                for other, part in enumerate(self._leaving(number, player)):
                    if part > 0:
                        after = *results[:player], other, *results[player + 1 :]
                        self._add(after, number, chance * part)

    def _bots(self, results: tuple[int, ...]) -> tuple[Floats, Floats, Ints, Ints]:
        tableaus = zip(self._tableaus, results, strict=True)
        table = Table(
            tuple(tableau + int(SHEET.results[max(result, 0)]) for tableau, result in tableaus),
            tuple(result != IN for result in results),
        )
        fours = ["".join(sorted(f"{self._white}{die + 1}")) for die in range(FACES)]
        chosen = marks(table, self._white)
        return (
            solved_hand(table, self._white).first,
            np.array([second_round(table, four) for four in fours]),
            chosen.left,
            chosen.second,
        )

    def _leaving(self, number: int, player: int) -> Floats:
        """By result, about how likely the player leaves with it."""
        first, second, left, left_second = self._parts[number]
        chance = dice(self._white).chance
        found = np.zeros(RESULTS)
        stays = first[(1 << player + 1) - 1]  # after all before have stayed
        np.add.at(found, left[player], chance * (1 - stays))
        everybody = group_starts(self._players)[-2]
        for die in range(FACES):
            leaves = 1 - second[die][everybody + (1 << player + 1) - 1]
            np.add.at(found, left_second[player, die], chance * stays * leaves / FACES)
        return found


def reply(hand: Hand, player: int, players: int) -> Floats:
    """The player's chance of winning with the best reply, and as the bot plays."""
    reach = np.tile(hand.dice.chance, (players, 1))
    results = np.full(players, IN)
    values = np.zeros((2, len(hand.dice.chance)))
    _value(hand, player, 1, np.arange(players), 0, 1, 0, 0, reach, results, 1.0, values)
    found: Floats = values @ hand.dice.chance
    return found


@recursive
def _value(  # noqa: C901, PLR0912, PLR0915 - one function, because numba compiles what calls itself
    hand: Hand,
    own: int,
    round_: int,
    inside: Ints,
    at: int,
    node: int,
    begin: int,
    fourth: int,
    reach: Floats,
    results: Ints,
    weight: float,
    values: Floats,
) -> None:
    """Add by own cup the chance of winning, with the best reply and as the bot plays, times `weight` and the
    chance that the others come so far; once the own player has left, in the first place only."""
    if weight < REST:
        return
    players = len(results)
    still = 0
    for player in range(players):
        still += results[player] == IN
    if at == len(inside):
        if still == 0:
            value = _won(hand, results, own) * weight
            values[0, 0] += value
            values[1, 0] += value
        elif round_ == 1:
            now = np.flatnonzero(results == IN)
            start = hand.policies.start[_group(now, players)]
            for die in range(FACES):
                _value(hand, own, 2, now, 0, 1, start, die, reach, results, weight / FACES, values)
        else:
            _third_round(hand, own, fourth, reach, results, weight, values)
        return
    player = inside[at]
    if still == 1:
        _lone(hand, own, player, round_, fourth, reach, results, weight, values)
        return
    number = 0
    for other in range(players - 1, -1, -1):
        number = number * (RESULTS + 1) + results[other] + 1
    which = max(hand.policies.number[number], 0)
    if round_ == 1:
        stays = hand.policies.first[which, node]
        leaving = hand.policies.left[which, player]
    else:
        stays = hand.policies.second[which, fourth, begin + node]
        leaving = hand.policies.left_second[which, player, fourth]
    cups = len(stays)
    if player == own:
        stay, left = np.zeros((2, cups)), np.zeros(RESULTS)
        tried = np.zeros((2, cups))
        _value(hand, own, round_, inside, at + 1, 2 * node + 1, begin, fourth, reach, results, weight, stay)
        for result in range(WON):
            if not np.any(leaving == result):
                continue
            tried[:] = 0.0
            results[own] = result
            _value(hand, own, round_, inside, at + 1, 2 * node, begin, fourth, reach, results, weight, tried)
            left[result] = tried[0, 0]
        results[own] = IN
        for cup in range(cups):
            leave = left[leaving[cup]]
            values[0, cup] += max(stay[0, cup], leave)
            values[1, cup] += leave + stays[cup] * (stay[1, cup] - leave)
        return
    before = reach[player].copy()
    for result in range(WON):
        part = 0.0
        for cup in range(cups):
            if leaving[cup] == result:
                part += before[cup] * (1 - stays[cup])
        if part > 0:
            results[player] = result
            _value(
                hand,
                own,
                round_,
                inside,
                at + 1,
                2 * node,
                begin,
                fourth,
                reach,
                results,
                weight * part,
                values,
            )
    results[player] = IN
    part = 0.0
    for cup in range(cups):
        part += before[cup] * stays[cup]
    if part * weight > REST:
        # chances to come are relative, so that `weight` is always that of the way so far
        for cup in range(cups):
            reach[player, cup] = before[cup] * stays[cup] / part
        _value(
            hand,
            own,
            round_,
            inside,
            at + 1,
            2 * node + 1,
            begin,
            fourth,
            reach,
            results,
            weight * part,
            values,
        )
    reach[player] = before


@compiled
def _group(inside: Ints, players: int) -> int:
    """The number of the group in `start`."""
    group = 0
    for player in inside:
        group += 1 << (players - 1 - player)
    return group


@compiled
def _won(hand: Hand, results: Ints, own: int) -> float:
    """The chance of winning when these results are all."""
    number = 0
    for result in results:
        number = number * RESULTS + max(result, 0)
    return float(hand.worth[number, own])


@compiled
def _best_alone(hand: Hand, player: int, rows: int, kind: int, results: Ints) -> int:
    """The result that is best for a player when all others have theirs; those still in get nothing."""
    place = RESULTS ** (len(results) - 1 - player)
    number = 0
    for other in range(len(results)):
        number = number * RESULTS + (max(results[other], 0) if other != player else 0)
    found = -1
    for row in range(ROWS):
        if rows >> row & 1 and (
            found < 0
            or hand.worth[number + place * (kind + row), player] > hand.worth[number + place * found, player]
        ):
            found = kind + row
    return found if found >= 0 else kind + ROWS


@compiled
def _of_two(hand: Hand, player: int, result: int, results: Ints, own: int) -> tuple[float, float]:
    """With this result, what it is worth to the player, and to the own one."""
    results[player] = result
    found = _won(hand, results, player), _won(hand, results, own)
    results[player] = IN
    return found


@compiled
def _to_win(hand: Hand, player: int, cup: int, fourth: int, results: Ints, own: int) -> tuple[float, float]:
    one, two = 0.0, 0.0
    for fifth in range(FACES):
        result = _best_alone(hand, player, hand.dice.third[fourth, fifth, cup], WON, results)
        mine, theirs = _of_two(hand, player, result, results, own)
        one += mine / FACES
        two += theirs / FACES
    return one, two


@compiled
def _second_alone(
    hand: Hand, player: int, cup: int, fourth: int, results: Ints, own: int
) -> tuple[float, float]:
    stay = _to_win(hand, player, cup, fourth, results, own)
    rows = hand.dice.second[fourth, cup]
    if rows == 0:
        return stay
    leave = _of_two(hand, player, _best_alone(hand, player, rows, MARKED, results), results, own)
    return stay if stay[0] >= leave[0] else leave


@compiled
def _lone(
    hand: Hand,
    own: int,
    player: int,
    round_: int,
    fourth: int,
    reach: Floats,
    results: Ints,
    weight: float,
    values: Floats,
) -> None:
    """The last player still in takes the best."""
    for cup in range(values.shape[1]):
        if player != own and reach[player, cup] == 0:
            continue
        if round_ == 2:
            value = _second_alone(hand, player, cup, fourth, results, own)
        else:
            one, two = 0.0, 0.0
            for die in range(FACES):
                mine, theirs = _second_alone(hand, player, cup, die, results, own)
                one += mine / FACES
                two += theirs / FACES
            value = one, two
            result = _best_alone(hand, player, hand.dice.first[cup], LEFT, results)
            leave = _of_two(hand, player, result, results, own)
            if leave[0] > one:
                value = leave
        if player == own:
            values[0, cup] += value[1] * weight
            values[1, cup] += value[1] * weight
        else:
            values[0, 0] += value[1] * weight * reach[player, cup]
            values[1, 0] += value[1] * weight * reach[player, cup]


class Ranks(NamedTuple):
    """By player and rank in round 3: how likely they have it, and less; what it is worth to the own player if
    they are alone with it; and their mark if they share it, that of the likeliest cup."""

    mass: Floats
    below: Floats
    alone: Floats
    tied: Ints


@compiled
def _third_round(
    hand: Hand, own: int, fourth: int, reach: Floats, results: Ints, weight: float, values: Floats
) -> None:
    """Round 3: those who share it mark what is best while the others have no mark."""
    cups = len(hand.dice.chance)
    is_in = results[own] == IN
    others = np.array([other for other in range(len(results)) if other != own and results[other] == IN])
    shape = len(others), RANKS
    ranks = Ranks(np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape, np.int64))
    won, tied = np.zeros(cups), np.zeros(cups, np.int64)
    for fifth in range(FACES):
        rank, rows = hand.dice.rank[fourth, fifth], hand.dice.third[fourth, fifth]
        _by_rank(hand, own, others, rank, rows, reach, results, ranks)
        if is_in:
            _own_marks(hand, own, rows, results, won, tied)
        higher = 0.0
        for high in range(RANKS - 1, -1, -1):
            lower = weight / FACES * ranks.below[:, high].prod()
            now = 0.0
            for sharing in range(1, 1 << len(others)):
                chance = weight / FACES * _chance(sharing, ranks, high)
                if chance > 0:
                    now += chance * _shared(hand, own, others, sharing, ranks, high, results)
                    if is_in:
                        _tied(hand, own, others, sharing, ranks, high, rank, tied, results, chance, values)
            for cup in range(cups):
                if is_in and rank[cup] == high:
                    values[:, cup] += higher + lower * won[cup]
            higher += now
        if not is_in:
            values[:, 0] += higher


@compiled
def _own_marks(hand: Hand, own: int, rows: Ints, results: Ints, won: Floats, tied: Ints) -> None:
    for cup in range(len(rows)):
        result = _best_alone(hand, own, rows[cup], WON, results)
        won[cup] = _of_two(hand, own, result, results, own)[1]
        tied[cup] = _best_alone(hand, own, rows[cup], MARKED, results)


@compiled
def _by_rank(
    hand: Hand, own: int, others: Ints, rank: Ints, rows: Ints, reach: Floats, results: Ints, ranks: Ranks
) -> None:
    for part in (ranks.mass, ranks.below, ranks.alone):
        part[:] = 0.0
    for at in range(len(others)):
        player, likeliest = others[at], np.zeros(RANKS)
        for cup in range(len(rank)):
            chance, high = reach[player, cup], rank[cup]
            if chance > 0:
                result = _best_alone(hand, player, rows[cup], WON, results)
                ranks.mass[at, high] += chance
                ranks.alone[at, high] += chance * _of_two(hand, player, result, results, own)[1]
            if chance > likeliest[high]:
                likeliest[high] = chance
                ranks.tied[at, high] = _best_alone(hand, player, rows[cup], MARKED, results)
        ranks.below[at, 1:] = ranks.mass[at, :-1].cumsum()


@compiled
def _chance(sharing: int, ranks: Ranks, high: int) -> float:
    """The chance that those who share it have this rank, and all others less."""
    chance = 1.0
    for at in range(len(ranks.mass)):
        chance *= ranks.mass[at, high] if sharing >> at & 1 else ranks.below[at, high]
    return chance


@compiled
def _shared(
    hand: Hand, own: int, others: Ints, sharing: int, ranks: Ranks, high: int, results: Ints
) -> float:
    """What it is worth if the own player has less than these."""
    if sharing & (sharing - 1) == 0:
        for at in range(len(others)):
            if sharing == 1 << at:
                return float(ranks.alone[at, high] / ranks.mass[at, high])
    _mark(others, sharing, ranks, high, results)
    value = _won(hand, results, own)
    results[others] = IN
    return value


@compiled
def _mark(others: Ints, sharing: int, ranks: Ranks, high: int, results: Ints) -> None:
    for at in range(len(others)):
        if sharing >> at & 1:
            results[others[at]] = ranks.tied[at, high]


@compiled
def _tied(
    hand: Hand,
    own: int,
    others: Ints,
    sharing: int,
    ranks: Ranks,
    high: int,
    rank: Ints,
    tied: Ints,
    results: Ints,
    chance: float,
    values: Floats,
) -> None:
    """Add what it is worth if the own player shares it with these."""
    _mark(others, sharing, ranks, high, results)
    for cup in range(len(rank)):
        if rank[cup] == high:
            results[own] = tied[cup]
            values[:, cup] += chance * _won(hand, results, own)
    results[own] = IN
    results[others] = IN
