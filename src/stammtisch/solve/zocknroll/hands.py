"""A near-equilibrium of one hand: what each cup does, and what it may expect.

Each first roll of the white dice begins a game of its own, which is solved when first needed and
then kept. Everybody is after own points and marks as many as the dice allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np

from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import setup
from stammtisch.solve.cache import Tables, cached
from stammtisch.solve.zocknroll.kernel import (
    BEST,
    PLAY,
    Strategy,
    Tree,
    new_tree,
    no_study,
    second_round,
    solved,
    valued,
)
from stammtisch.solve.zocknroll.places import NOT_THROWN, Place, group_starts
from stammtisch.solve.zocknroll.playouts import played_out
from stammtisch.solve.zocknroll.tables import (
    Crosses,
    Floats,
    Ints,
    Points,
    crosses,
    cup_mirrors,
    first_throws,
    points,
)

MOST_PLAYERS: Final = 6
"""For more players the trees would be far too large."""
ITERATIONS: Final = 60
"""Enough for every player to be within a hundredth of a point of the best reply, over all rolls."""

_FORMAT: Final = 1
_HANDS_KEPT: Final = 64
"""Enough for the first rolls of two numbers of players; of six players each takes up to 3 MB."""
_SAMPLES: Final = 8640
"""How many hands are drawn for an outlook; each roll of three dice has its whole share."""


class Hand:
    """A hand after one first roll of the white dice, near equilibrium."""

    def __init__(self, in_points: Points, in_crosses: Crosses, played: Strategy) -> None:
        self.points: Final = in_points
        self.crosses: Final = in_crosses
        self.strategy: Final = played
        self.players: Final = len(played.first).bit_length() - 1

    def expected(self, place: Place, player: int, cup: int) -> float:
        """The points that a player still in may expect with that cup and the best play."""
        tree, node = self._tree(place)
        return float(tree.value[node, player, cup] / np.delete(tree.mass[node], player).prod())

    def beliefs(self, place: Place) -> Floats:
        """By player and cup, how likely the cup was rolled and has come so far."""
        tree, node = self._tree(place)
        reach: Floats = tree.reach[node]
        return reach

    def played_out(self, place: Place, cups: Floats, count: int, seed: int) -> Ints:
        """The marks that each player still makes in `count` playouts; `cups` are relative chances."""
        chances = cups / cups.sum(axis=1, keepdims=True)
        return played_out(self.points, self.crosses, self.strategy, place, chances, count, seed)

    def worth(self) -> Floats:
        """By player and cup, the points that the hand yields with the best play."""
        value: Floats = self._first.value[1]
        return value

    def exploitability(self) -> Floats:
        """By player, the points that the best reply gains over this strategy."""
        as_it_is = valued(self.points, self.players, self.strategy, PLAY).value[1]
        gained: Floats = (self.worth() - as_it_is) @ self.points.chance
        return gained

    @cached_property
    def _first(self) -> Tree:
        return valued(self.points, self.players, self.strategy, BEST)

    def _tree(self, place: Place) -> tuple[Tree, int]:
        if place.fourth == NOT_THROWN:
            return self._first, place.first
        tree, group = new_tree(self.points.chance, self.players), place.first - (1 << self.players)
        study = no_study(BEST)
        second_round(self.points, self.strategy, study, 0.0, self._first, group, place.fourth, tree)
        return tree, place.second


def most_players(variant: str) -> int:  # noqa: ARG001 - the same for all
    """The most players whose hands can be solved."""
    return MOST_PLAYERS


def seated(parts: list[Ints], order: Sequence[int], seats: int) -> Ints:
    """By playout and seat, the gains of the players in their order."""
    gains = np.concatenate(parts)
    found = np.zeros((len(gains), seats), dtype=np.int64)
    found[:, order] = gains
    return found


class Outlook(NamedTuple):
    """What hands yield before the first white dice are rolled: the points by player and cup, and
    the marks by player of many hands as they come."""

    points: Floats
    gains: Ints


@lru_cache(_HANDS_KEPT)
def solved_hand(options: ZockNRollOptions, players: int, white: str, zeal: float = 0.0) -> Hand:
    """The hand of this number of players, at most six, after that first roll."""
    agreed = setup(options, players)
    found = strategy(options, players, white, zeal)
    return Hand(points(agreed, white, zeal), crosses(agreed, white), found)


def strategy(
    options: ZockNRollOptions, players: int, white: str, zeal: float = 0.0, *, fresh: bool = False
) -> Strategy:
    """What is kept of the hand; with `fresh` it is computed in any case."""

    def build() -> Tables:
        """Single precision is enough for chances, and half the space."""
        found = solved(points(setup(options, players), white, zeal), players, ITERATIONS)
        return {"first": found.first.astype(np.float32), "second": found.second.astype(np.float32)}

    kept = cached("zocknroll-pass", (*_key(options, players), zeal, white), build, fresh=fresh)
    start = np.array(group_starts(players))
    return Strategy(kept["first"].astype(np.float64), kept["second"].astype(np.float64), start)


@lru_cache(_HANDS_KEPT)
def outlook(options: ZockNRollOptions, players: int, zeal: float = 0.0) -> Outlook:
    """The outlook for this number of players, at most six; it takes the hands of all first rolls."""
    key = *_key(options, players), zeal
    kept = cached("zocknroll-outlook", key, lambda: _outlook(options, players, zeal))
    return Outlook(kept["points"], kept["gains"])


def _key(options: ZockNRollOptions, players: int) -> tuple[object, ...]:
    figures = options.variant, options.best_first(), sorted(options.points_by_row().items())
    return _FORMAT, ZockNRoll.rules_version, ITERATIONS, *figures, players


def _outlook(options: ZockNRollOptions, players: int, zeal: float) -> Tables:
    mirrors = cup_mirrors(setup(options, players).dice)
    worth, gains = [], []
    for number, (white, chance) in enumerate(first_throws().items()):
        played = solved_hand(options, players, white, zeal)
        worth.append(chance * (played.worth() + played.worth()[:, mirrors]) / 2)
        count = round(chance * _SAMPLES)
        gains.append(played.played_out(Place(1), played.beliefs(Place(1)), count, number << 32))
    return {"points": np.sum(worth, axis=0), "gains": np.concatenate(gains)}
