"""Duels between two bots of Tock."""

from __future__ import annotations

import time
from multiprocessing import Pool
from typing import Final, NamedTuple

from stammtisch import bots, catalog
from stammtisch.analysis.intervals import wilson
from stammtisch.core import Choose, Document, Over, Seeded, Throw
from stammtisch.games.tock.options import TEAM_SIZES
from stammtisch.games.tock.state import State
from support.frozen_tock import frozen

PLAYERS: Final = 4
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
        """Where the true share is with 95 % confidence."""
        found = wilson(self.share(), self.games)
        return found.low, found.high


class Clock:
    """CPU seconds and moves of one bot."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.moves = 0


class Deal(NamedTuple):
    """One order of the cards, for two games with the sides exchanged, or for one."""

    better: str
    worse: str
    seed: str
    players: int
    options: Document
    games: int


def duel(
    better: str,
    worse: str,
    games: int,
    seed: str,
    players: int = PLAYERS,
    options: Document | None = None,
    jobs: int = 1,
) -> Figure:
    """Each bot has every other seat, or team; each luck of the cards is played twice, the sides exchanged."""
    agreed = options or {}
    deals = [
        Deal(better, worse, f"{seed} {deal}", players, agreed, min(2, games - 2 * deal))
        for deal in range((games + 1) // 2)
    ]
    if jobs > 1:
        with Pool(jobs) as pool:
            played = pool.map(play_deal, deals, chunksize=1)
    else:
        played = [play_deal(deal) for deal in deals]
    won, seconds, moves = (sum(column) for column in zip(*played, strict=True))
    return Figure(better, worse, games, int(won), 1000 * seconds / max(1, moves), players, agreed)


def play_deal(deal: Deal) -> tuple[int, float, int]:
    """How many games of a deal the better bot won, the CPU seconds of its moves, and their number."""
    clock = Clock()
    start = _GAME.start(deal.players, _GAME.options(deal.options, deal.players))
    won = sum(_wins(deal.better, deal.worse, side, start, deal.seed, clock) for side in range(deal.games))
    return won, clock.seconds, clock.moves


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
