"""`python -m benchmarks.zocknroll_best_reply [PLAYERS [HANDS [SEED]]]`: what a best reply to `strong` gains.

Hands of matches that `strong` plays against itself are examined from one seat. All others play as the bot
does, decision by decision; the seat once as the bot and once as is best against that, knowing its own cup and
what everybody sees. What the rest of the match is worth comes from playouts: some for the choice of the best
reply, others for its value, so that luck is not taken for skill. A match gains what all its hands gain.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import product
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from benchmarks.keeping import keep
from stammtisch import bots
from stammtisch.core.chance import Seeded, Source, dice_weights
from stammtisch.core.turn import Over, Seat, Throw
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.dice import dice_of
from stammtisch.games.zocknroll.moves import STAY, Move
from stammtisch.games.zocknroll.state import DECIDE, MARK_PHASE, WHITE, State, with_cups
from stammtisch.games.zocknroll.tableau import CROSS
from stammtisch.solve.zocknroll.standing import wins
from support.margins import margin

GAME: Final = ZockNRoll()
BOT: Final = bots.bot(GAME, "strong")
TABLES: Final = 3
"""So many evaluations of what the rest is worth are averaged, for the choice and for the value each."""
CUPS: Final = 4
"""Own cups that are examined in a hand."""
SCENARIOS: Final = 48
"""Cups of the others, where there are too many to list all of them."""

Cups: TypeAlias = tuple[int, ...]


class Worth(NamedTuple):
    """Of the best reply as the choice sees it and as it is; and of playing as the bot does."""

    chosen_by: float
    best: float
    own: float


class Gain(NamedTuple):
    """What a best reply gains, in parts of a match, with half of its interval of 95 %."""

    players: int
    hands: int
    of_a_hand: float
    of_a_match: float
    margin: float


class Reply:
    """One hand after its first white dice, from one seat."""

    def __init__(self, begun: State, seat: Seat, seed: str) -> None:
        self.begun = begun
        self.seat = seat
        self.seed = seed
        self._moves: dict[object, Move] = {}
        self._rests: dict[object, tuple[float, float]] = {}

    def worth(self, own: int, others: Sequence[Cups]) -> Worth:
        """The hand with that cup, if the others have each of these cups equally often."""
        scenarios = [(*cups[: self.seat], own, *cups[self.seat :]) for cups in others]
        total = self._worth(self.begun, scenarios)
        return Worth(*(part / len(scenarios) for part in total))

    def _worth(self, state: State, scenarios: Sequence[Cups]) -> Worth:
        """The sum over all scenarios."""
        if state.phase == WHITE:
            return self._after_a_die(state, scenarios)
        if state.phase != DECIDE:
            return _sum(self._ended(with_cups(state, cups)) for cups in scenarios)
        if state.turn == self.seat:
            return self._best(state, scenarios)
        by_move: dict[Move, list[Cups]] = {}
        for cups in scenarios:
            by_move.setdefault(self._as_the_bot(with_cups(state, cups)), []).append(cups)
        return _sum(self._worth(self._played(state, some[0], move), some) for move, some in by_move.items())

    def _best(self, state: State, scenarios: Sequence[Cups]) -> Worth:
        """The bot's move, and that or another one: to stay, or to leave with the most points."""
        usual = self._as_the_bot(with_cups(state, scenarios[0]))
        moves = GAME.moves(with_cups(state, scenarios[0]), self.seat)
        leaving = max(moves[1:], key=lambda move: state.setup.points(CROSS[move.row]))
        tried = {
            move: self._worth(self._played(state, scenarios[0], move), scenarios)
            for move in {usual, STAY, leaving}
        }
        best = max(tried.values(), key=lambda worth: worth.chosen_by)
        return Worth(best.chosen_by, best.best, tried[usual].own)

    def _after_a_die(self, state: State, scenarios: Sequence[Cups]) -> Worth:
        listed = GAME.chance(state).outcomes() or ()
        if state.round < 3:
            parts = [
                (float(chance), self._worth(GAME.fall(state, text)[0], scenarios)) for text, chance in listed
            ]
        else:
            parts = [
                (float(chance), self._ended(GAME.fall(with_cups(state, cups), text)[0]))
                for cups in scenarios
                for text, chance in listed
            ]
        return Worth(*(sum(chance * worth[at] for chance, worth in parts) for at in range(3)))

    def _ended(self, state: State) -> Worth:
        """A player who may mark takes the most points; then what the rest of the match is worth."""
        while state.phase == MARK_PHASE:
            seat = state.to_mark()[0]
            marks = GAME.moves(state, seat)
            move = max(marks, key=lambda mark: state.setup.points(CROSS[mark.row]))
            state, _ = GAME.play(state, seat, move)
        key = state.crosses
        if key not in self._rests:
            self._rests[key] = self._rest(state, "choice"), self._rest(state, "value")
        choice, value = self._rests[key]
        return Worth(choice, value, value)

    def _rest(self, state: State, what: str) -> float:
        source = Seeded(f"{self.seed} {what}")
        return fmean(float(wins(state, self.seat, source.below(1 << 40)).mean()) for _ in range(TABLES))

    def _as_the_bot(self, state: State) -> Move:
        """What the bot does there; closed cups and the marks of those who have left change nothing."""
        seat = state.turn
        key = seat, state.cups[seat], state.white, state.left
        if key not in self._moves:
            self._moves[key] = BOT(GAME, GAME.view(state, seat), seat, Seeded(f"{self.seed} {key}"))
        return self._moves[key]

    def _played(self, state: State, cups: Cups, move: Move) -> State:
        return GAME.play(with_cups(state, cups), state.turn, move)[0]


def _sum(worths: Iterator[Worth]) -> Worth:
    return Worth(*map(sum, zip(*worths, strict=True)))


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


def gain_of(begun: State, seed: str) -> float:
    """What the best reply of one seat gains in the hand, on average over some of its cups."""
    source, players = Seeded(seed), len(begun.cups)
    seat = source.below(players)
    reply = Reply(begun, seat, seed)
    listed = [dice_of(text) for text, ways in dice_weights(begun.setup.dice) for _ in range(ways)]
    others = _others(listed, players - 1, source)
    found = [reply.worth(listed[source.below(len(listed))], others) for _ in range(CUPS)]
    return fmean(worth.best - worth.own for worth in found)


def _others(listed: Sequence[int], count: int, source: Source) -> list[Cups]:
    """All cups of one other player, or some of several."""
    if len(listed) ** count <= len(listed):
        return list(product(listed, repeat=count))
    return [tuple(listed[source.below(len(listed))] for _ in range(count)) for _ in range(SCENARIOS)]


def measure(players: int, count: int, seed: str) -> Gain:
    """Hands of several matches, as many of each as it has."""
    gains: list[float] = []
    lengths: list[int] = []
    number = 0
    while len(gains) < count:
        match = [*hands(players, f"{seed} {number}")]
        lengths.append(len(match))
        drawn = Seeded(f"{seed} {number} hand")
        for begun in drawn.shuffled(match, min(3, len(match))):
            gains.append(gain_of(begun, f"{seed} {number} {len(gains)}"))
        number += 1
    of_a_hand, length = fmean(gains), fmean(lengths)
    return Gain(players, len(gains), of_a_hand, of_a_hand * length, margin(gains) * length)


if __name__ == "__main__":
    players, count, seed = [*sys.argv[1:], *("2", "60", "reply")[len(sys.argv) - 1 :]]
    gain = measure(int(players), int(count), seed)
    print(gain)
    keep("zocknroll_best_reply", gain._asdict())
