"""`python -m benchmarks.zocknroll_best_reply [MATCHES [SEED]]`: what a reply to `strong` gains.

For three players; `python -m benchmarks.zocknroll_duel` is for two. Hands of matches that `strong`
plays against itself are examined, one of each match, as long as the hand cannot end the match: then the bot
plays by playouts, whose luck makes replies too expensive to compute. One player knows what the bots do with
every cup and does what is best against that. What it gains is summed over all cups and dice, without
sampling, and is the mean of all seats. All such hands of a match count. Printed after every match.
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
from stammtisch.core.turn import Over, Throw
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.state import DECIDE, State
from stammtisch.solve.zocknroll.several_hands import can_end
from support.margins import margin
from support.zocknroll_replies import replies

GAME: Final = ZockNRoll()
PLAYERS: Final = 3
BOT: Final = bots.bot(GAME, "strong")


class Gain(NamedTuple):
    """What a best reply gains in hands that cannot end the match, in parts of a match, with half of its
    interval of 95 %; how many such hands a match has, and how many others; the most that a player gained in a
    hand; and the CPU time of a move of the bot."""

    matches: int
    of_a_match: float
    margin: float
    hands: float
    hands_at_the_end: float
    most: float
    ms_per_move: float


def hands(seed: str, seconds: list[float]) -> Iterator[State]:
    """The hands of a match that the bot plays against itself, after their first white dice; what its moves
    took is added to the seconds."""
    state, source = GAME.start(PLAYERS), Seeded(seed)
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Throw):
            state, _ = GAME.fall(state, GAME.chance(state).sample(source))
            if state.phase == DECIDE and state.round == 1:
                yield state
        else:
            seat = turn.seats[0]
            view, begun = GAME.view(state, seat), process_time()
            move = BOT(GAME, view, seat, source)
            seconds.append(process_time() - begun)
            state, _ = GAME.play(state, seat, move)


def measure(count: int, seed: str) -> Iterator[Gain]:
    """After each of so many matches."""
    by_match: list[float] = []
    examined: list[int] = []
    at_end: list[int] = []
    seconds: list[float] = []
    most = 0.0
    for number in range(count):
        match = [*hands(f"{seed} {number}", seconds)]
        some = [begun for begun in match if not can_end(begun)]
        found = replies(Seeded(f"{seed} {number} hand").shuffled(some, 1)[0])
        gained = found.best - found.usual
        by_match.append(len(some) * float(gained.mean()))
        examined.append(len(some))
        at_end.append(len(match) - len(some))
        most = max(most, float(gained.max()))
        found_so_far = fmean(by_match), margin(by_match), fmean(examined), fmean(at_end)
        yield Gain(number + 1, *found_so_far, most, 1e3 * fmean(seconds))


if __name__ == "__main__":
    count, seed = [*sys.argv[1:], *("40", "reply")[len(sys.argv) - 1 :]]
    for gain in measure(int(count), seed):
        print(gain, flush=True)
    keep("zocknroll_best_reply", gain._asdict())
