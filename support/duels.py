"""Duels between two bots of Tock."""

from __future__ import annotations

import time
from math import sqrt
from typing import Final, NamedTuple

from stammtisch import bots, catalog
from stammtisch.core import Choose, Over, Seeded, Throw
from stammtisch.core.value import Value

PLAYERS: Final = 4
SURE: Final = 1.96
"""Standard errors to either side of a 95 % interval."""

_GAME: Final = catalog.game("tock")


class Figure(NamedTuple):
    """How often the better team won, and the CPU time of its moves."""

    better: str
    worse: str
    games: int
    won: int
    ms_per_move: float

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


def duel(better: str, worse: str, games: int, seed: str) -> Figure:
    """Two teams; each luck of the cards is played twice, with the seats exchanged."""
    clock = Clock()
    won = sum(_wins(better, worse, index % 2, f"{seed} {index // 2}", clock) for index in range(games))
    return Figure(better, worse, games, won, 1000 * clock.seconds / max(1, clock.moves))


def _wins(better: str, worse: str, side: int, seed: str, clock: Clock) -> bool:
    """Whether the better bot wins on the seats of that side."""
    state: Value = _GAME.start(PLAYERS)
    luck, mind = Seeded(seed), Seeded(f"{seed} {side}")
    turn = _GAME.turn(state)
    while not isinstance(turn, Over):
        if isinstance(turn, Throw):
            state, _ = _GAME.fall(state, _GAME.chance(state).sample(luck))
        else:
            state = _moved(state, turn, (better, clock) if turn.seats[0] % 2 == side else (worse, None), mind)
        turn = _GAME.turn(state)
    return side in turn.outcome.winners


def _moved(state: Value, turn: Choose, player: tuple[str, Clock | None], mind: Seeded) -> Value:
    seat = turn.seats[0]
    name, clock = player
    view = _GAME.view(state, seat)
    begin = time.process_time()
    move = bots.bot(_GAME, name)(_GAME, view, seat, mind)
    if clock:
        clock.seconds += time.process_time() - begin
        clock.moves += 1
    after: Value = _GAME.play(state, seat, move)[0]
    return after
