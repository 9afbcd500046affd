"""Games of bots whose luck is added up: its mean must be 0, whatever they do."""

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
    """The mean luck of a seat in a game, and half of its interval of 95 %; and how many rolls a game has."""

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
    """The luck of one seat a game, each seat in turn, when all play at that level."""
    played = [_luck(game, level, players, options, f"{seed} {number}") for number in range(games)]
    found = [luck[number % players] for number, (_, luck) in enumerate(played)]
    rolls = fmean(rolls for rolls, _ in played)
    return Luck(games, rolls, fmean(found), margin(found))


def _luck(game: AnyGame, level: str, players: int, options: Document, seed: str) -> tuple[int, list[float]]:
    """How often was rolled in a game, and each seat's luck."""
    rolls = 0
    state: Value = game.start(players, game.options(options, players))
    source, choose, luck = Seeded(seed), bots.bot(game, level), [0.0] * players
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Throw):
            text = game.chance(state).sample(source)
            gains = bots.luck(game, state, text, source)
            assert gains is not None, f"nobody knows what luck is in {game.title}"
            rolls += 1
            luck = [before + gain for before, gain in zip(luck, gains, strict=True)]
            state, _ = game.fall(state, text)
        else:
            seat = turn.seats[0]
            state, _ = game.play(state, seat, choose(game, game.view(state, seat), seat, source))
    return rolls, luck
