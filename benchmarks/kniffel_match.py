"""`python -m benchmarks.kniffel_match [ROUNDS [PLAYERS [SEED]]]`: for the win against for points.

The same dice are played once from each seat: where both players would do the same, luck cancels
out. What the evaluator calls luck is subtracted too. It is 0 on average, so that the share stays true, but
far fewer games show differences of a tenth of a percent. The share with luck is printed too.
"""

from __future__ import annotations

import random
import sys
import time
from statistics import fmean
from typing import Final, NamedTuple

from benchmarks.keeping import keep
from stammtisch.bots import kniffel
from stammtisch.bots.contract import Bot
from stammtisch.core.chance import Seeded
from stammtisch.games.kniffel import Kniffel
from stammtisch.games.kniffel.dice import DICE
from stammtisch.games.kniffel.moves import Move
from stammtisch.games.kniffel.state import THROW_PHASE, State
from stammtisch.solve.kniffel.solution import solution
from support.margins import margin

GAME: Final = Kniffel()


class Figure(NamedTuple):
    """The share of wins of `strong` among players for points, its 95 % interval, and time a decision."""

    games: int
    share: float
    margin: float
    raw_share: float
    raw_margin: float
    milliseconds: float


def measure(rounds: int = 1000, players: int = 2, seed: str = "match") -> Figure:
    """Each round is played once with `strong` on each seat."""
    clock = Clock(kniffel.strong)
    played = [_round(clock, players, f"{seed} {number}") for number in range(rounds)]
    adjusted, raw = ((fmean(shares), margin(shares)) for shares in zip(*played, strict=True))
    return Figure(rounds * players, *adjusted, *raw, 1000 * clock.seconds / clock.decisions)


class Clock:
    """A bot whose CPU time is taken."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = 0.0
        self.decisions = 0

    def __call__(self, *asked: object) -> object:
        begun = time.process_time()
        move = self.bot(*asked)  # type: ignore[arg-type]
        self.seconds += time.process_time() - begun
        self.decisions += 1
        return move


def _round(clock: Clock, players: int, seed: str) -> tuple[float, float]:
    """The mean share of wins over all seats, without luck and as it was."""
    played = [_shares(clock, seat, players, seed) for seat in range(players)]
    return fmean(adjusted for adjusted, _ in played), fmean(raw for _, raw in played)


def _shares(clock: Clock, seat: int, players: int, seed: str) -> tuple[float, float]:
    state, luck = _begun(players), 0.0
    while state.phase != "over":
        if state.phase == THROW_PHASE:
            roll = _roll(state, seed)
            luck += kniffel.luck(GAME, state, roll, Seeded(seed))[seat]
            state, _ = GAME.fall(state, roll)
        else:
            move = _for_the_win(clock, state, seed) if state.turn == seat else _for_points(state)
            state, _ = GAME.play(state, state.turn, move)
    scores = [sheet.total(state.setup.options.kniffel_bonus) for sheet in state.sheets]
    won = (scores[seat] == max(scores)) / scores.count(max(scores))
    return won - luck, won


def _for_the_win(clock: Clock, state: State, seed: str) -> Move:
    move = clock(GAME, GAME.view(state, state.turn), state.turn, Seeded(seed))
    assert isinstance(move, Move)
    return move


def _for_points(state: State) -> Move:
    """The move that brings the most points on average."""
    return max(solution(state.setup.options).moves(state), key=lambda valued: valued[1])[0]


def _begun(players: int) -> State:
    """Seat 0 begins: this does not change how anybody plays."""
    state = GAME.start(players)
    return State(state.setup, THROW_PHASE, 0, state.sheets)


def _roll(state: State, seed: str) -> str:
    """A roll depends on seat, turn and its number alone; a roll of fewer dice leaves out the last ones."""
    luck = random.Random(f"{seed} {state.turn} {state.sheets[state.turn].open.bit_count()} {state.throws}")
    five = luck.choices("123456", k=5)
    return "roll " + "".join(sorted(five[: 5 - len(DICE[state.dice])]))


if __name__ == "__main__":
    rounds, players, seed = [*sys.argv[1:], *("1000", "2", "match")[len(sys.argv) - 1 :]]
    figure = measure(int(rounds), int(players), seed)
    print(figure)
    keep("kniffel_match", {"players": int(players)} | figure._asdict())
