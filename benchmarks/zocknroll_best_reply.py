"""`python -m benchmarks.zocknroll_best_reply [PLAYERS [MATCHES [SEED]]]`: what a reply to `strong` gains.

Hands of matches that `strong` plays against itself are examined, one of each match, from every seat with
every cup. All others play as the bot does; the seat once as the bot and once as is best against that, knowing
its own cup and what everybody sees. What the rest of the match is worth comes from races: some for the choice
of the best reply, others for its value, and also with other cups of the others, so that luck is not taken for
skill. A match gains what all its hands gain. Printed after every match.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import fmean
from typing import Final, NamedTuple

from benchmarks.keeping import keep
from stammtisch.core.chance import Seeded
from stammtisch.core.turn import Over, Throw
from stammtisch.games.zocknroll.state import DECIDE, State
from support.margins import margin
from support.zocknroll_replies import BOT, GAME, gains

EXAMINED: Final = 1
"""So many hands of each match are examined."""


class Gain(NamedTuple):
    """What a best reply gains, in parts of a match, with half of its interval of 95 %; and the least and the
    most that a seat gained in a hand."""

    players: int
    matches: int
    hands: int
    of_a_match: float
    margin: float
    least: float
    most: float


def hands(players: int, seed: str) -> Iterator[State]:
    """The hands of a match that the bot plays against itself, after their first white dice."""
    state, source = GAME.start(players), Seeded(seed)
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Throw):
            state, _ = GAME.fall(state, GAME.chance(state).sample(source))
            if state.phase == DECIDE and state.round == 1:
                yield state
        else:
            seat = turn.seats[0]
            state, _ = GAME.play(state, seat, BOT(GAME, GAME.view(state, seat), seat, source))


def measure(players: int, count: int, seed: str) -> Iterator[Gain]:
    """After each of so many matches."""
    by_hand: list[list[float]] = []
    by_match: list[float] = []
    for number in range(count):
        match = [*hands(players, f"{seed} {number}")]
        some = Seeded(f"{seed} {number} hands").shuffled(match, EXAMINED)
        found = [gains(begun, f"{seed} {number} {at}") for at, begun in enumerate(some)]
        by_hand += found
        by_match.append(fmean(map(fmean, found)) * len(match))
        every = [each for gained in by_hand for each in gained]
        yield Gain(
            players,
            number + 1,
            len(by_hand),
            fmean(by_match),
            margin(by_match),
            min(every),
            max(every),
        )


if __name__ == "__main__":
    players, count, seed = [*sys.argv[1:], *("3", "30", "reply")[len(sys.argv) - 1 :]]
    for gain in measure(int(players), int(count), seed):
        print(gain, flush=True)
    keep("zocknroll_best_reply", gain._asdict())
