"""Games of bots in which the luck of those who roll or deal is added up: its mean must be 0.

The luck of all seats adds up to 0 in every roll. So its mean over all seats would be 0 even if every roll
flattered whoever made it.
"""

from __future__ import annotations

from statistics import fmean
from typing import NamedTuple

from stammtisch import bots
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Throw
from stammtisch.core.value import Value
from support.margins import margin


class Luck(NamedTuple):
    """The mean over games, and half of its interval of 95 %; and how many rolls a game has."""

    games: int
    rolls: float
    mean: float
    margin: float

    @property
    def holds_0(self) -> bool:
        """Whether the interval holds 0."""
        return abs(self.mean) <= self.margin

    @property
    def finds(self) -> float:
        """A bias of every roll by that much or more would be outside of twice the interval."""
        return 3 * self.margin / self.rolls


def mean_luck(
    game: AnyGame, level: str, games: int, players: int, options: Document, seed: str = "luck"
) -> Luck:
    """The luck of those who rolled, when all play at that level."""
    seeds = [f"{seed} {level} {number}" for number in range(games)]
    rolls, lucks = zip(*(_luck(game, level, players, options, each) for each in seeds), strict=True)
    return Luck(games, fmean(rolls), fmean(lucks), margin(lucks))


def _luck(game: AnyGame, level: str, players: int, options: Document, seed: str) -> tuple[int, float]:
    """How often was rolled in a game, and the luck of those who did; the first seat's where nobody did."""
    rolls, luck = 0, 0.0
    state: Value = game.start(players, game.options(options, players))
    source, choose = Seeded(seed), bots.bot(game, level)
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Throw):
            text = game.chance(state).sample(source)
            gains = bots.luck(game, state, text, source)
            assert gains is not None, f"nobody knows what luck is in {game.title}"
            rolls += 1
            luck += gains[turn.seat or 0]
            state, _ = game.fall(state, text)
        else:
            seat = turn.seats[0]
            state, _ = game.play(state, seat, choose(game, game.view(state, seat), seat, source))
    return rolls, luck
