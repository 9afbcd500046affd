"""What any position of ZOCK is worth, and each of its moves, by what pairs of rows are worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, NamedTuple

from stammtisch.core.turn import Seat
from stammtisch.games.zock.moves import OBJECT, Move
from stammtisch.games.zock.rules import mistakes
from stammtisch.games.zock.state import BEGIN, MOVE_PHASE, OBJECTION, Setup, State
from stammtisch.solve.goals import Goal
from stammtisch.solve.zock.rules import GAME, whole_of


class ValuedMove(NamedTuple):
    """A move and what it is worth to the seat that makes it."""

    move: Move
    value: float


class PositionValues(ABC):
    """Values when both players pursue the goal: chances of winning, or points won less points lost.

    Where the players are the referees, the opponent objects whenever that is better than letting a
    mistake stand.
    """

    error: float = 0.0
    """The standard error of a value, 0 where all are exact."""

    def __init__(self, agreed: Setup, goal: Goal) -> None:
        self.goal: Final[Goal] = goal
        self._keeps_dice: Final = agreed.keeps_dice
        self._whole: Final = whole_of(goal)

    @abstractmethod
    def pair(self, own: int, other: int) -> float:
        """What two rows are worth to the player of the first one, who is about to roll."""

    @abstractmethod
    def chain(self, row: int, wrong: int, other: int) -> float:
        """To roll on this row, with these fields wrongly covered before in the same turn."""

    def pair_of(self, seat: Seat, own: int, other: int) -> float:
        """The same to that seat."""
        return self.pair(own, other)

    def error_of(self, state: State) -> float:
        """The standard error of a value there."""
        return self.error

    def value(self, state: State, seat: Seat) -> float:
        """What the position is worth to the seat."""
        value = self._to_turn(state)
        return value if seat == state.turn else self._whole - value

    def moves(self, state: State, seat: Seat) -> tuple[ValuedMove, ...]:
        """The seat's moves, the best first; none where it has nothing to decide."""
        worth = self._answer if state.phase == OBJECTION else self._cover
        valued = [ValuedMove(move, worth(state, move)) for move in GAME.moves(state, seat)]
        return tuple(sorted(valued, key=lambda one: one.value, reverse=True))

    def _to_turn(self, state: State) -> float:
        """What the position is worth to the seat whose turn it is or, when it is over, who won."""
        if state.phase in (MOVE_PHASE, OBJECTION):
            return self.moves(state, state.turn)[0].value
        if state.phase == BEGIN:
            return self._beginning(state)
        return self._throwing(state.turn, _own(state), _wrong(state), _other(state))

    def _beginning(self, state: State) -> float:
        """Before either has rolled both are as likely to begin, however often a tie is rolled again (Z2)."""
        own, other = _own(state), _other(state)
        if state.turn == 0:
            return (self.pair_of(0, own, other) + self._whole - self.pair_of(1, other, own)) / 2
        falls = GAME.chance(state).outcomes() or ()
        return sum(float(chance) * self.value(GAME.fall(state, text)[0], 1) for text, chance in falls)

    def _cover(self, state: State, move: Move) -> float:
        row, wrong, other = _own(state) & ~move.fields, _wrong(state), _other(state)
        if move.fields and move not in state.setup.legal(state.dice, _own(state)):
            wrong |= move.fields
        if move.fields and row and self._keeps_dice:
            return self._throwing(state.turn, row, wrong, other)
        stands, opened = (self.pair_of(1 - state.turn, other, left) for left in (row, row | wrong))
        return self._whole - max(stands, opened)

    def _answer(self, state: State, move: Move) -> float:
        opened = _wrong(state) if move == OBJECT else 0
        return self.pair_of(state.turn, _own(state), _other(state) | opened)

    def _throwing(self, seat: Seat, row: int, wrong: int, other: int) -> float:
        return self.chain(row, wrong, other) if wrong else self.pair_of(seat, row, other)


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
