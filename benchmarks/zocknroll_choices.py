"""`python -m benchmarks.zocknroll_choices [PLAYERS [DECISIONS [SEED]]]`: what `strong` loses by chance.

Among four or more, with other options and in hands that can end a match of three, it chooses by
playouts, so sometimes it takes a move that only seemed to be the best. Some
of its decisions in matches against itself are compared with the choice that many times as many playouts make;
others, as many, show what was lost, so that luck is not taken for skill. A best reply gains at least this.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import fmean
from time import process_time
from typing import Final, NamedTuple

from benchmarks.keeping import keep
from stammtisch import bots
from stammtisch.core.chance import Seeded
from stammtisch.core.turn import Over, Seat, Throw
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.moves import Move
from stammtisch.games.zocknroll.state import State
from stammtisch.solve.zocknroll.standing import wins
from support.margins import margin

GAME: Final = ZockNRoll()
BOT: Final = bots.bot(GAME, "strong")
EXAMINED: Final = 4
"""One of so many decisions is examined."""
PLAYOUTS: Final = 32_000
SEEDS: Final = 1 << 40


class Loss(NamedTuple):
    """What a player loses in a match, in parts of it, with half of its interval of 95 %; and how many of the
    choices were others, and the CPU time of one."""

    players: int
    decisions: int
    of_a_match: float
    margin: float
    others: float
    ms_per_move: float


def decisions(players: int, seed: str) -> Iterator[tuple[State, Seat, Move, float]]:
    """What the bot chooses in a match against itself, where it has a choice, and the CPU seconds of that."""
    state, source = GAME.start(players), Seeded(seed)
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Throw):
            state, _ = GAME.fall(state, GAME.chance(state).sample(source))
            continue
        seat = turn.seats[0]
        begun = process_time()
        move = BOT(GAME, GAME.view(state, seat), seat, source)
        if len(GAME.moves(state, seat)) > 1:
            yield state, seat, move, process_time() - begun
        state, _ = GAME.play(state, seat, move)


def loss_of(state: State, seat: Seat, move: Move, seed: str) -> float:
    """What the move loses against the one that wins the most of many playouts, judged by others."""
    choosing, judging = (Seeded(f"{seed} {what}").below(SEEDS) for what in ("choice", "value"))
    best = max(GAME.moves(state, seat), key=lambda other: _worth(state, seat, other, choosing))
    return 0.0 if best == move else _worth(state, seat, best, judging) - _worth(state, seat, move, judging)


def _worth(state: State, seat: Seat, move: Move, seed: int) -> float:
    known = GAME.load(GAME.view(state, seat), viewer=seat)
    return float(wins(GAME.play(known, seat, move)[0], seat, seed, PLAYOUTS).mean())


def measure(players: int, count: int, seed: str) -> Loss:
    """Decisions of several matches."""
    losses: list[float] = []
    seconds: list[float] = []
    matches = 0
    while len(losses) < count:
        for number, (state, seat, move, took) in enumerate(decisions(players, f"{seed} {matches}")):
            seconds.append(took)
            if number % EXAMINED == matches % EXAMINED:
                losses.append(loss_of(state, seat, move, f"{seed} {matches} {number}"))
        matches += 1
    each = len(seconds) / matches / players
    others = fmean(loss != 0 for loss in losses)
    return Loss(
        players, len(losses), fmean(losses) * each, margin(losses) * each, others, 1e3 * fmean(seconds)
    )


if __name__ == "__main__":
    players, count, seed = [*sys.argv[1:], *("4", "200", "choices")[len(sys.argv) - 1 :]]
    loss = measure(int(players), int(count), seed)
    print(loss)
    keep("zocknroll_choices", loss._asdict())
