"""Duels between two bots of Tock."""

from __future__ import annotations

import time
from math import sqrt
from typing import Final, NamedTuple

from stammtisch import bots, catalog
from stammtisch.core import Choose, Document, Over, Seeded, Throw
from stammtisch.games.tock.options import TEAM_SIZES
from stammtisch.games.tock.state import State
from support.frozen_tock import frozen

PLAYERS: Final = 4
SURE: Final = 1.96
"""Standard errors to either side of a 95 % interval."""

FROZEN: Final = "frozen"
"""The name of `strong` as it was before it learned."""

_GAME: Final = catalog.game("tock")


class Figure(NamedTuple):
    """How often the better side won, and the CPU time of its moves."""

    better: str
    worse: str
    games: int
    won: int
    ms_per_move: float
    players: int
    options: Document

    def share(self) -> float:
        """The share of games won."""
        return self.won / self.games

    def interval(self) -> tuple[float, float]:
        """Where the true share is with 95 % confidence (Wilson)."""
        spread = SURE**2 / self.games
        middle = (self.share() + spread / 2) / (1 + spread)
        half = SURE * sqrt(self.share() * (1 - self.share()) / self.games + spread / self.games / 4)
        return middle - half / (1 + spread), middle + half / (1 + spread)


class Clock:
    """CPU seconds and moves of one bot."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.moves = 0


def duel(
    better: str, worse: str, games: int, seed: str, players: int = PLAYERS, options: Document | None = None
) -> Figure:
    """Each bot has every other seat, or team; each luck of the cards is played twice, the sides exchanged."""
    clock = Clock()
    agreed = options or {}
    start = _GAME.start(players, _GAME.options(agreed, players))
    won = sum(_wins(better, worse, index % 2, start, f"{seed} {index // 2}", clock) for index in range(games))
    return Figure(better, worse, games, won, 1000 * clock.seconds / max(1, clock.moves), players, agreed)


def _side(players: int, seat: int) -> int:
    """Which of the two bots has the seat: partners have the same."""
    return seat % (players // 2) % 2 if players in TEAM_SIZES else seat % 2


def _wins(better: str, worse: str, side: int, state: State, seed: str, clock: Clock) -> bool:
    """Whether the better bot wins on the seats of that side."""
    luck, mind = Seeded(seed), Seeded(f"{seed} {side}")
    players = state.setup.players
    turn = _GAME.turn(state)
    while not isinstance(turn, Over):
        if isinstance(turn, Throw):
            state, _ = _GAME.fall(state, _GAME.chance(state).sample(luck))
        else:
            its = _side(players, turn.seats[0]) == side
            state = _moved(state, turn, (better, clock) if its else (worse, None), mind)
        turn = _GAME.turn(state)
    return _side(players, turn.outcome.winners[0]) == side


def _moved(state: State, turn: Choose, player: tuple[str, Clock | None], mind: Seeded) -> State:
    seat = turn.seats[0]
    name, clock = player
    view = _GAME.view(state, seat)
    begin = time.process_time()
    move = (frozen if name == FROZEN else bots.bot(_GAME, name))(_GAME, view, seat, mind)
    if clock:
        clock.seconds += time.process_time() - begin
        clock.moves += 1
    after: State = _GAME.play(state, seat, move)[0]
    return after
