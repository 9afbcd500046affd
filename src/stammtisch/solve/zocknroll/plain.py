"""Hands of Zock'n'Roll near equilibrium from table files, played out in plain Python.

A file holds how likely each cup stays at each decision, in fifteenths, for the usual points and with an eye
on the win. Others are taken to play like that, whatever points were agreed. A file also holds a sample of
whole hands.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property, lru_cache
from operator import add
from random import Random
from statistics import fmean
from struct import Struct
from typing import Final, NamedTuple, TypeAlias, final

from stammtisch.core.chance import dice_weights
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.dice import dice_of
from stammtisch.games.zocknroll.figures import Variant
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import OWN_DICE, Setup, setup
from stammtisch.games.zocknroll.tableau import CROSS, LEFT_FIRST, WON_THIRD, full_rows
from stammtisch.solve import compact
from stammtisch.solve.zocknroll.places import NOT_THROWN, TREMBLE, Place, group_starts
from stammtisch.solve.zocknroll.tables import FACES, best_marks, chances, dice_after, first_throws, strengths

MOST_PLAYERS: Final[dict[Variant, int]] = {"basic": 5, "profi": 4}
"""By variant; with more players, hands are played as if there were only these."""
LEVELS: Final = 15
SAMPLE: Final = 1440
"""How many whole hands a file holds."""
HAND_PLAYOUTS: Final = 200
"""How often a hand is played out for the points that it yields."""
HANDS_KEPT: Final = 64

Chances: TypeAlias = list[list[float]]
"""By player and cup."""
Gains: TypeAlias = list[list[int]]
"""By playout and player, the marks of a hand as tableaus to add."""

_MARKS: Final = "q"


class Outlook(NamedTuple):
    """What hands yield before the first white dice are rolled, as `hands.Outlook`."""

    points: Chances
    gains: Gains


def most_players(variant: Variant) -> int:
    """The most players for whom there are hands."""
    return MOST_PLAYERS[variant]


def files(players: int, options: ZockNRollOptions) -> list[str]:
    """The files for hands of this number of players and, where some may be left out, of fewer."""
    most = min(players, most_players(options.variant))
    return [name_of(options.variant, count) for count in range(2, most + 1)]


def name_of(variant: str, players: int) -> str:
    """The name of a table file."""
    return f"{ZockNRoll.id}-{variant}-{players}.table"


def key(variant: str, players: int) -> tuple[object, ...]:
    """All that a table file follows from."""
    return (ZockNRoll.rules_version, variant, players, LEVELS, SAMPLE)


def head(players: int, cups: int) -> Struct:
    """The points by player and cup, and how many different marks there are."""
    return Struct(f"<{players * cups}fH")


@final
class Hand:
    """A hand after one first roll of the white dice, as `hands.Hand`."""

    def __init__(self, agreed: Setup, white: str, players: int, stays: memoryview) -> None:
        self._agreed: Final = agreed
        self._white: Final = dice_of(white)
        self._players: Final = players
        self._stays: Final = stays
        self._cups: Final = len(dice_weights(agreed.dice))
        self._starts: Final = group_starts(players)
        self._marks: Final[dict[int, list[int]]] = {}
        self._ranks: Final[dict[int, list[int]]] = {}

    def expected(self, place: Place, player: int, cup: int) -> float:
        """About the points that a player still in may expect with that cup."""
        cups = self.beliefs(place)
        cups[player] = [float(other == cup) for other in range(self._cups)]
        gains = self.played_out(place, cups, HAND_PLAYOUTS, cup)
        return fmean(self._agreed.points(each[player]) for each in gains)

    def beliefs(self, place: Place) -> Chances:
        """By player and cup, how likely the cup was rolled and has come so far."""
        everybody = range(self._players)
        reach = [list(chances(self._agreed)) for _ in everybody]
        self._follow(reach, everybody, place.first, self._first_row)
        if place.fourth != NOT_THROWN:
            group = place.first - (1 << self._players)
            inside = _members(everybody, group)
            self._follow(reach, inside, place.second, self._second_row(place.fourth, group))
        return reach

    def played_out(self, place: Place, cups: Chances, count: int, seed: int) -> Gains:
        """The marks that each player still makes in `count` playouts; `cups` are relative chances."""
        luck, numbers = Random(seed), range(self._cups)
        drawn = [luck.choices(numbers, weights=each, k=count) for each in cups]
        return [self._finished(place, each, luck) for each in zip(*drawn, strict=True)]

    @cached_property
    def _first_row(self) -> memoryview:
        return self._stays[: self._cups << self._players]

    def _second_row(self, fourth: int, group: int) -> memoryview:
        begin = (1 << self._players) + fourth * self._starts[-1] + self._starts[group]
        return self._stays[self._cups * begin :]

    def _follow(self, reach: Chances, players: Sequence[int], node: int, stays: memoryview) -> None:
        """Multiply the chances of all decisions on the way to the node."""
        asked = node.bit_length() - 1
        for at, player in enumerate(players[:asked]):
            begin = (node >> asked - at) * self._cups
            stayed = node >> asked - at - 1 & 1
            for cup, stay in enumerate(stays[begin : begin + self._cups]):
                share = (stay if stayed else LEVELS - stay) / LEVELS
                reach[player][cup] *= TREMBLE + (1 - 2 * TREMBLE) * share

    def _finished(self, place: Place, cups: tuple[int, ...], luck: Random) -> list[int]:
        gains, everybody = [0] * self._players, range(self._players)
        marks = self._best(self._white)
        leaf = self._decided(place.first, everybody, self._first_row, cups, luck)
        self._leave(leaf, everybody, place.first, [mark + CROSS[LEFT_FIRST] for mark in marks], cups, gains)
        group = leaf - (1 << self._players)
        inside, fourth, node = _members(everybody, group), place.fourth, place.second
        if fourth == NOT_THROWN:
            fourth, node = luck.randrange(FACES), 1
        white = dice_after(self._white)[fourth]
        leaf = self._decided(node, inside, self._second_row(fourth, group), cups, luck)
        self._leave(leaf, inside, node, self._best(white), cups, gains)
        inside = _members(inside, leaf - (1 << len(inside)))
        self._lift(dice_after(white)[luck.randrange(FACES)], inside, cups, gains)
        return gains

    def _decided(
        self, node: int, players: Sequence[int], stays: memoryview, cups: tuple[int, ...], luck: Random
    ) -> int:
        """The node after all decisions of the round."""
        for player in players[node.bit_length() - 1 :]:
            stay = stays[node * self._cups + cups[player]]
            node = 2 * node + (luck.random() * LEVELS < stay)
        return node

    def _leave(
        self,
        leaf: int,
        players: Sequence[int],
        begun: int,
        marks: list[int],
        cups: tuple[int, ...],
        gains: list[int],
    ) -> None:
        """Those who have left since the round stood at that node mark what they have."""
        asked = begun.bit_length() - 1
        for at, player in enumerate(players):
            if at >= asked and not leaf >> len(players) - 1 - at & 1:
                gains[player] = marks[cups[player]]

    def _lift(self, white: int, players: list[int], cups: tuple[int, ...], gains: list[int]) -> None:
        """The highest combination wins round 3."""
        if white not in self._ranks:
            self._ranks[white] = strengths(self._agreed, white)
        ranks, marks = self._ranks[white], self._best(white)
        highest = max((ranks[cups[player]] for player in players), default=0)
        winners = [player for player in players if ranks[cups[player]] == highest]
        for player in winners:
            gains[player] = marks[cups[player]] + (CROSS[WON_THIRD] if len(winners) == 1 else 0)

    def _best(self, white: int) -> list[int]:
        if white not in self._marks:
            self._marks[white] = best_marks(self._agreed, white)
        return self._marks[white]


def _members(players: Sequence[int], group: int) -> list[int]:
    """Those of the players whose bit is set, the first player's the highest."""
    last = len(players) - 1
    return [player for at, player in enumerate(players) if group >> last - at & 1]


@lru_cache(len(MOST_PLAYERS) * max(MOST_PLAYERS.values()))
def _content(variant: str, players: int) -> tuple[Outlook, memoryview]:
    """The outlook, and how likely cups stay, hand by hand."""
    content = compact.read(name_of(variant, players), key(variant, players))
    cups = len(dice_weights(OWN_DICE[variant]))
    *points, kinds = head(players, cups).unpack_from(content)
    begin = head(players, cups).size
    middle = begin + kinds * array(_MARKS).itemsize
    marks = array(_MARKS, bytes(content[begin:middle]))
    sample = [marks[number] for number in content[middle : middle + SAMPLE * players]]
    gains = [sample[at : at + players] for at in range(0, len(sample), players)]
    by_player = [points[at : at + cups] for at in range(0, len(points), cups)]
    return Outlook(by_player, gains), content[middle + SAMPLE * players :]


@lru_cache(HANDS_KEPT)
def solved_hand(options: ZockNRollOptions, players: int, white: str, zeal: float = 0.0) -> Hand:  # noqa: ARG001
    """The hand of this number of players after that first roll, the same for every zeal."""
    _, stays = _content(options.variant, players)
    agreed, throws = setup(options, players), list(first_throws())
    size = len(stays) // len(throws)
    begin = throws.index(white) * size
    return Hand(agreed, white, players, stays[begin : begin + size])


def outlook(options: ZockNRollOptions, players: int, zeal: float = 0.0) -> Outlook:  # noqa: ARG001
    """The outlook for this number of players."""
    return _content(options.variant, players)[0]


def seated(parts: list[Gains], order: Sequence[int], seats: int) -> Gains:
    """By playout and seat, the gains of the players in their order."""
    found = []
    for gains in (each for part in parts for each in part):
        row = [0] * seats
        for player, seat in enumerate(order):
            row[seat] = gains[player]
        found.append(row)
    return found


def raced(
    tableaus: Sequence[int],
    worth: Sequence[int],
    first: Gains,
    starter: int,
    gains: Gains,
    seat: int,
    seed: int,
) -> list[float]:
    """The seat's share of the win, by playout, as `playouts.raced`."""
    luck = Random(seed)
    ends = ([own + more for own, more in zip(tableaus, each, strict=True)] for each in first)
    return [_share(_raced_to_the_end(end, starter, gains, luck), worth, seat) for end in ends]


def _raced_to_the_end(tableaus: list[int], starter: int, gains: Gains, luck: Random) -> list[int]:
    """The tableaus when some row is full: hands come as in `gains`, for more seats several at a time."""
    seats = len(tableaus)
    while not any(map(full_rows, tableaus)):
        hand: list[int] = []
        while len(hand) < seats:
            hand += gains[luck.randrange(len(gains))]
        first = starter % seats
        tableaus = list(map(add, tableaus, hand[seats - first : seats] + hand[: seats - first]))
        starter += 1
    return tableaus


def _share(tableaus: list[int], worth: Sequence[int], seat: int) -> float:
    """1 for the only winner, 0 for those who lose, else an equal part (R11)."""
    merits = [sum((tableau >> 3 * row & 7) * each for row, each in enumerate(worth)) for tableau in tableaus]
    best = max(merits)
    return 1 / merits.count(best) if merits[seat] == best else 0.0
