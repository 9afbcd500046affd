"""What any position of ZOCK is worth, and each of its moves."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, final

from stammtisch.core.turn import Seat
from stammtisch.games.zock.moves import OBJECT, Move
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.rules import mistakes
from stammtisch.games.zock.state import BEGIN, MOVE_PHASE, OBJECTION, Setup, State
from stammtisch.solve.cache import Tables, cached
from stammtisch.solve.recent import Recent
from stammtisch.solve.zock.compiled import GAME, WIN, Floats, Goal, compiled, single

SOLUTIONS_KEPT: Final = 8
"""A solution takes 4 to 16 MB; there are 64, by variant, digits, pairs, referee and goal."""

_FORMAT: Final = 1


class Valued(NamedTuple):
    """A move and what it is worth to the seat that makes it."""

    move: Move
    value: float


@final
class Solution:
    """Exact values when both players pursue the goal: chances of winning, or points won less points lost.

    Of a match only the present game counts. Where the players are the referees, the opponent
    objects whenever that is better than letting a mistake stand.
    """

    def __init__(self, agreed: Setup, goal: Goal, tables: Tables) -> None:
        self.values: Final[Floats] = tables["values"]
        """By the row of the player about to roll and the other row, both as bit masks."""
        self.throws: Final[Floats] = tables["throws"]
        """Rolls of both players still to be expected, where the goal is pursued."""
        self._rules: Final = compiled(agreed, goal, len(self.values))
        self._chains: Final = Recent[int, Floats](32)

    def value(self, state: State, seat: Seat) -> float:
        """What the position is worth to the seat."""
        value = self._to_turn(state)
        return value if seat == state.turn else self._rules.whole - value

    def moves(self, state: State, seat: Seat) -> tuple[Valued, ...]:
        """The seat's moves, the best first; none where it has nothing to decide."""
        worth = self._answer if state.phase == OBJECTION else self._cover
        valued = [Valued(move, worth(state, move)) for move in GAME.moves(state, seat)]
        return tuple(sorted(valued, key=lambda one: one.value, reverse=True))

    def _to_turn(self, state: State) -> float:
        """What the position is worth to the seat whose turn it is or, when it is over, who won."""
        if state.phase in (MOVE_PHASE, OBJECTION):
            return self.moves(state, state.turn)[0].value
        if state.phase == BEGIN:
            return self._beginning(state)
        return self._throwing(_own(state), _wrong(state), _other(state))

    def _beginning(self, state: State) -> float:
        """Before either has rolled both are as likely to begin, however often a tie is rolled again (Z2)."""
        own, other = _own(state), _other(state)
        if state.turn == 0:
            return float(self.values[own, other] + self._rules.whole - self.values[other, own]) / 2
        falls = GAME.chance(state).outcomes() or ()
        return sum(float(chance) * self.value(GAME.fall(state, text)[0], 1) for text, chance in falls)

    def _cover(self, state: State, move: Move) -> float:
        row, wrong, other = _own(state) & ~move.fields, _wrong(state), _other(state)
        if move.fields and move not in state.setup.legal(state.dice, _own(state)):
            wrong |= move.fields
        if move.fields and row and self._rules.keeps_dice:
            return self._throwing(row, wrong, other)
        return self._rules.whole - float(max(self.values[other, row], self.values[other, row | wrong]))

    def _answer(self, state: State, move: Move) -> float:
        opened = _wrong(state) if move == OBJECT else 0
        return float(self.values[_own(state), _other(state) | opened])

    def _throwing(self, row: int, wrong: int, other: int) -> float:
        """To roll on this row, with these fields wrongly covered before in the same turn."""
        if not wrong:
            return float(self.values[row, other])
        places = self._rules.places
        return float(self._chains.get(other, self._chains_against)[places[row] + 2 * places[wrong], 0])

    def _chains_against(self, other: int) -> Floats:
        from stammtisch.solve.zock import kernel  # noqa: PLC0415 - a compiler, seldom needed

        return kernel.chains(self._rules, kernel.Tables(self.values, self.throws), other)


def _own(state: State) -> int:
    return state.rows[state.turn]


def _other(state: State) -> int:
    return state.rows[1 - state.turn]


def _wrong(state: State) -> int:
    """The fields that an objection to the turn so far would open (Z16)."""
    fields = 0
    for throw in mistakes(state.setup, state.handed):
        fields |= throw.covered
    return fields


def tables(options: ZockOptions, goal: Goal = WIN, *, fresh: bool = False) -> Tables:
    """Values and expected rolls by pairs of rows; kept, unless `fresh` has them computed again."""
    agreed = single(options)
    key = (_FORMAT, GAME.rules_version, goal, agreed.keeps_dice, agreed.strict, agreed.ways)
    return cached(GAME.id, key, lambda: _solved(agreed, goal), fresh=fresh)


def _solved(agreed: Setup, goal: Goal) -> Tables:
    from stammtisch.solve.zock import kernel  # noqa: PLC0415 - a compiler, only when solving

    return kernel.solved(compiled(agreed, goal))._asdict()


def solution(options: ZockOptions, goal: Goal = WIN) -> Solution:
    """The solution for these options and that goal; those used last are kept."""
    return _solution(single(options), goal)


@lru_cache(SOLUTIONS_KEPT)
def _solution(agreed: Setup, goal: Goal) -> Solution:
    return Solution(agreed, goal, tables(agreed.options, goal))
