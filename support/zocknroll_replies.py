"""The best reply of one seat to Zock'n'Roll's `strong` in a hand among several.

Scenarios say which cups the others have. What the bots do with each cup in each position of the hand is asked
for when it is needed, and kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from stammtisch import bots
from stammtisch.core.chance import Seeded, dice_weights
from stammtisch.core.turn import Seat
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.moves import STAY, Move
from stammtisch.games.zocknroll.notation import DICE
from stammtisch.games.zocknroll.state import DECIDE, STILL_IN, WHITE, Setup, State, with_cups
from stammtisch.games.zocknroll.tableau import CROSS, LEFT_FIRST, WON_THIRD
from stammtisch.solve.zocknroll.hands import outlook
from stammtisch.solve.zocknroll.playouts import raced
from stammtisch.solve.zocknroll.standing import zeal_of
from stammtisch.solve.zocknroll.tables import FACES, Floats, Ints, best_marks, cups_of, strengths, worth

GAME: Final = ZockNRoll()
BOT: Final = bots.bot(GAME, "strong")
STAYS: Final = -1
_UNKNOWN: Final = -2
MOST_PLAYERS: Final = 4
RACES: Final = 8000
"""How many races say what a hand was worth that ended so."""
THINNED: Final = 3
"""Once the seat has left, the hand goes on in one of so many scenarios."""
CLEAR: Final = 0.002
"""The reply differs from what the bot does only where that seems to gain as much."""

Task: TypeAlias = Literal["choose", "reply", "as the bot"]
JUDGED: Final[tuple[Task, ...]] = ("reply", "as the bot")
ROUNDS: Final = 2
"""How often each of the others has every roll of its cup."""


class Scenes(NamedTuple):
    """Scenarios that have come so far: the number of each seat's cup, the fourth and fifth die if the seat
    that replies has left, and the tableaus."""

    cups: Ints
    dice: Ints
    tableaus: Ints

    def some(self, which: Ints) -> Scenes:
        return Scenes(*(part[which] for part in self))


class Bots:
    """What the bots do in one hand."""

    def __init__(self, seed: str) -> None:
        self._seed: Final = seed
        self._marks: Final[dict[tuple[object, ...], Ints]] = {}

    def marks(self, state: State, cups: Ints) -> Ints:
        """What the seat that is asked marks with each of these cups as it leaves, or that it stays."""
        key = state.turn, state.white, state.left, state.crosses
        if key not in self._marks:
            self._marks[key] = np.full(len(cups_of(state.setup.dice)), _UNKNOWN)
        known = self._marks[key]
        for cup in np.unique(cups[known[cups] == _UNKNOWN]).tolist():
            known[cup] = self._mark(state, cup)
        found: Ints = known[cups]
        return found

    def _mark(self, state: State, cup: int) -> int:
        seat = state.turn
        asked = with_cup(state, cup)
        source = Seeded(f"{self._seed} {seat} {cup} {state.white} {state.left} {state.crosses}")
        move = BOT(GAME, GAME.view(asked, seat), seat, source)
        return marked(state, move)


def with_cup(state: State, cup: int) -> State:
    """The position in which the seat that is asked has that cup."""
    cups = list(state.cups)
    cups[state.turn] = cups_of(state.setup.dice)[cup]
    return with_cups(state, tuple(cups))


def marked(state: State, move: Move) -> int:
    """All that is marked by somebody who decides so."""
    if move == STAY:
        return STAYS
    return CROSS[move.row] + (CROSS[LEFT_FIRST] if state.round == 1 else 0)


@lru_cache(1 << 10)
def shown(setup: Setup, white: int) -> tuple[Ints, Ints]:
    """By cup, how high it ranks with five white dice, and its best mark."""
    return np.array(strengths(setup, white)), np.array(best_marks(setup, white))


class Reply:
    """The best reply of one seat, as long as it is still in, after the first white dice."""

    def __init__(self, begun: State, seat: Seat, others: Bots, seed: str) -> None:
        self._begun: Final = begun
        self._seat: Final = seat
        self._bots: Final = others
        source = Seeded(seed)
        self._choice: Final = source.below(1 << 40)
        self._judgement: Final = source.below(1 << 40)
        self._leaves: Final[dict[tuple[object, ...], bool]] = {}
        self._races: Final[dict[tuple[tuple[int, ...], int], float]] = {}
        self._deviates = False

    def gain(self, cup: int, random: np.random.Generator) -> float:
        """What is gained with that cup: the reply is chosen in some scenarios and races, valued in others."""
        chosen, judged = (self._scenes(cup, random) for _ in range(2))
        self._leaves.clear()
        self._deviates = False
        self._value(self._begun, chosen, "choose", self._choice)
        if not self._deviates:
            return 0.0
        best, own = (self._value(self._begun, judged, task, self._judgement) for task in JUDGED)
        return float((best - own).mean())

    def _scenes(self, cup: int, random: np.random.Generator) -> Scenes:
        """The seat has that cup, and each of the others every roll of its cup equally often."""
        weights = dice_weights(self._begun.setup.dice)
        rolls = np.tile([number for number, (_, ways) in enumerate(weights) for _ in range(ways)], ROUNDS)
        tableaus = np.array(self._begun.crosses)
        cups = np.stack([random.permutation(rolls) for _ in tableaus], axis=1)
        cups[:, self._seat] = cup
        dice = np.stack([random.permutation(np.arange(len(rolls)) % FACES) for _ in range(2)], axis=1)
        return Scenes(cups, dice, np.tile(tableaus, (len(rolls), 1)))

    def _rated(self, tableaus: Ints, seed: int) -> Floats:
        """The chances of winning, by races with the same luck."""
        return np.array([self._raced(line, seed) for line in map(tuple, tableaus.tolist())])

    def _raced(self, tableaus: tuple[int, ...], seed: int) -> float:
        if (tableaus, seed) not in self._races:
            setup, begun = self._begun.setup, self._begun.starter + 1
            gains = outlook(setup.options, min(setup.players, MOST_PLAYERS), zeal_of(setup)).gains
            none = np.zeros((RACES, len(tableaus)), np.int64)
            shares = raced(np.array(tableaus), worth(setup), none, begun, gains, self._seat, seed)
            self._races[tableaus, seed] = float(shares.mean())
        return self._races[tableaus, seed]

    def _value(self, state: State, scenes: Scenes, task: Task, seed: int) -> Floats:
        """By scenario, the chance of winning."""
        if state.phase == WHITE:
            return self._after_a_die(state, scenes, task, seed)
        if state.phase != DECIDE:
            return self._rated(scenes.tableaus, seed)
        if state.turn == self._seat:
            return self._own(state, scenes, task, seed)
        return self._played(state, scenes, self._bots.marks(state, scenes.cups[:, state.turn]), task, seed)

    def _played(self, state: State, scenes: Scenes, marks: Ints, task: Task, seed: int) -> Floats:
        found = np.zeros(len(marks))
        for mark in np.unique(marks).tolist():
            which = np.flatnonzero(marks == mark)
            some = scenes.some(which)
            some.tableaus[:, state.turn] += max(mark, 0)
            asked = with_cup(state, int(some.cups[0, state.turn]))
            move = next(move for move in GAME.moves(asked, state.turn) if marked(state, move) == mark)
            found[which] = self._value(GAME.play(asked, state.turn, move)[0], some, task, seed)
        return found

    def _own(self, state: State, scenes: Scenes, task: Task, seed: int) -> Floats:
        cup = int(scenes.cups[0, self._seat])
        usual = int(self._bots.marks(state, scenes.cups[:1, self._seat])[0])
        moves = GAME.moves(with_cup(state, cup), self._seat)[1:]
        most = max(moves, key=lambda move: state.setup.points(CROSS[move.row]))
        leaving = marked(state, most) if usual == STAYS else usual
        key = state.white, state.left, state.crosses
        if task == "choose":
            stay, leave = (self._decided(state, scenes, mark, task, seed) for mark in (STAYS, leaving))
            ahead = float((leave - stay).mean())
            self._leaves[key] = ahead > (CLEAR if usual == STAYS else -CLEAR)
            self._deviates |= self._leaves[key] != (usual != STAYS)
            return leave if self._leaves[key] else stay
        leaves = self._leaves.get(key, usual != STAYS) if task == "reply" else usual != STAYS
        return self._decided(state, scenes, leaving if leaves else STAYS, task, seed)

    def _decided(self, state: State, scenes: Scenes, mark: int, task: Task, seed: int) -> Floats:
        """After the seat's own decision; what others do after it has left matters less."""
        if mark == STAYS:
            return self._played(state, scenes, np.full(len(scenes.cups), mark), task, seed)
        some = scenes.some(np.arange(0, len(scenes.cups), THINNED))
        mean = self._played(state, some, np.full(len(some.cups), mark), task, seed).mean()
        return np.full(len(scenes.cups), mean)

    def _after_a_die(self, state: State, scenes: Scenes, task: Task, seed: int) -> Floats:
        """The mean over all dice, or with one for each scenario where the seat has left."""
        inside = state.left[self._seat] == STILL_IN
        found = np.zeros(len(scenes.cups))
        for face, text in enumerate(DICE[1]):
            if inside:
                which = np.arange(len(found))
            else:
                which = np.flatnonzero(scenes.dice[:, state.round - 2] == face)
            if len(which):
                some = scenes.some(which)
                if state.round == 3:
                    value = self._rated(lifted(state, state.white + DICE[1][text], some), seed)
                else:
                    value = self._value(GAME.fall(state, f"{WHITE} {text}")[0], some, task, seed)
                found[which] += value / FACES if inside else value
        return found


def lifted(state: State, white: int, scenes: Scenes) -> Ints:
    """The tableaus after round 3."""
    seats = [seat for seat, when in enumerate(state.left) if when == STILL_IN]
    ranks, marks = shown(state.setup, white)
    rank = ranks[scenes.cups[:, seats]]
    wins = rank == rank.max(axis=1, keepdims=True)
    alone = wins.sum(axis=1, keepdims=True) == 1
    after = scenes.tableaus.copy()
    after[:, seats] += wins * (marks[scenes.cups[:, seats]] + alone * CROSS[WON_THIRD])
    return after


def gains(begun: State, seed: str) -> list[float]:
    """By seat, what the best reply gains in the hand, on average over its cups."""
    others = Bots(seed)
    return [_gain(begun, seat, others, f"{seed} {seat}") for seat in range(len(begun.cups))]


def _gain(begun: State, seat: Seat, others: Bots, seed: str) -> float:
    reply = Reply(begun, seat, others, seed)
    random = np.random.default_rng(Seeded(seed).below(1 << 40))
    weights = dice_weights(begun.setup.dice)
    found = [ways * reply.gain(cup, random) for cup, (_, ways) in enumerate(weights)]
    return sum(found) / sum(ways for _, ways in weights)
