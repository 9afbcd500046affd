"""After the game: was I unlucky, or did I play badly?

Every decision is measured by what its player could know: what it lost against the best move is skill. What
a roll or a deal changed is luck. The result without luck is what was deserved.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from math import hypot
from statistics import fmean
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET

from stammtisch import bots, catalog
from stammtisch.bots import EvaluatedMove, Evaluation, Rating
from stammtisch.core import turn as turns
from stammtisch.core.chance import Seeded
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Seat
from stammtisch.core.value import Value
from stammtisch.match import Record, replay
from stammtisch.solve.goals import WIN

Mark: TypeAlias = Literal["blunder", "mistake", "inaccuracy"]

MARKS: Final[dict[Mark, float]] = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.02}
"""What a loss is called, by the least part of a whole game that it costs."""

RATINGS: Final[dict[Rating, float]] = {
    "flawless": 1e-6,
    "masterly": 0.001,
    "strong": 0.004,
    "solid": 0.01,
    "casual": 0.025,
    "careless": 0.06,
    "wild": float("inf"),
}
"""How somebody played, by the largest part of a whole game that a decision costs on average; for games that
have no ratings of their own."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many log entries of how many are done."""


class Decision(msgspec.Struct, frozen=True):
    """A choice between several moves: what was played, what was best, and what that lost."""

    entry: int
    seat: Seat
    played: str
    best: str
    loss: float
    error: float
    mark: Mark | Literal[""]


class Throw(msgspec.Struct, frozen=True):
    """A roll or deal, and what it was worth to each seat."""

    entry: int
    seat: Seat | None
    fell: str
    luck: list[float]


class Account(msgspec.Struct, frozen=True):
    """What luck and skill did for one player, in the report's unit.

    `start` and `luck`, less `loss`, and what the play of the `others` changed add up to the `result`. Where
    all is exact, that is what they lost to this player. Elsewhere it also holds what nobody could see, and
    what the estimate cannot explain.
    """

    seat: Seat
    name: str
    decisions: int
    loss: float
    marks: dict[Mark, int]
    rating: Rating
    luck: float
    result: float | None
    deserved: float | None
    start: float
    others: float | None


class Report(msgspec.Struct, frozen=True):
    """The analysis of a game. An estimate has `exact` False, and errors are standard errors.

    `course` holds the value of each position, from the first to the last, for each seat. Players who win
    together have the same value and the same luck; `sides` names the lowest seat of each side.
    """

    game: str
    seats: list[str]
    unit: str
    exact: bool
    goal: str | None
    decisions: list[Decision]
    throws: list[Throw]
    course: list[list[float]]
    accounts: list[Account]
    sides: list[Seat] = []


def analyse(record: Record, goal: str | None = None, progress: Progress | None = None) -> Report:
    """Analyse every decision, roll and deal of the game."""
    steps = analysis(record, goal)
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            report: Report = end.value
            return report
        if progress:
            progress(done, len(record.log))


def analysis(record: Record, goal: str | None = None) -> Generator[int, None, Report]:
    """Analyse in small steps: yields how many log entries are done, and returns the report at the end."""
    return _Analysis(record, goal).report()


def reliability(report: Report) -> str:
    """How far the values of the report can be trusted."""
    if report.exact:
        return f"Exact: every value, in {report.unit}, is computed; none is estimated."
    return (
        f"Estimated: values, in {report.unit}, are estimates with standard errors; "
        "a loss is marked only if it is beyond doubt."
    )


def evaluated(game: AnyGame, state: Value, seat: Seat, goal: str | None = None, seed: str = "") -> Evaluation:
    """The value of the position for the seat, by what it may know."""
    return bots.evaluator(game)(game, game.view(state, seat), seat, Seeded(seed), goal)


def mark_of(game: AnyGame, unit: str, best: EvaluatedMove, made: EvaluatedMove) -> Mark | Literal[""]:
    """The name of what a move loses against the best; none unless it is beyond doubt."""
    loss, doubt = loss_of(best, made)
    part = (loss - 2 * doubt) / bots.stake(game, unit)
    return next((mark for mark, least in MARKS.items() if part >= least), "")


def loss_of(best: EvaluatedMove, made: EvaluatedMove) -> tuple[float, float]:
    """What a move loses against the best, and the standard error of that."""
    if made.loss is not UNSET:
        return made.loss, made.loss_error or 0.0
    doubt = 0.0 if best is made else hypot(made.error or 0.0, best.error or 0.0)
    return max(best.value - made.value, 0.0), doubt


class _Analysis:
    """The analysis of one record."""

    def __init__(self, record: Record, goal: str | None) -> None:
        self.record = record
        self.goal = goal
        self.game = catalog.game(record.game)
        self.states = [played.match.state for played in replay(record)]
        self.sides = bots.sides(self.game, self.states[0], record.players)
        self.course: list[list[float]] = []
        self.exact = True
        self.unit = ""

    def report(self) -> Generator[int, None, Report]:
        """Evaluate the first position, then each entry of the log in turn."""
        decisions: list[Decision] = []
        throws: list[Throw] = []
        self.course.append(self._values(0))
        for number, (seat, text) in enumerate(self.record.log):
            yield number
            if seat is None:
                throws.append(self._throw(number, text))
            else:
                decisions += self._decision(number, seat, text)
        yield len(self.record.log)
        self._end()
        return Report(
            self.record.game,
            list(self.record.seats),
            self.unit,
            self.exact,
            self.goal,
            decisions,
            throws,
            self.course,
            [self._account(seat, decisions, throws) for seat in self._seats()],
            list(self.sides),
        )

    def _end(self) -> None:
        """End the course of a finished game with its result, even if the rest is estimated."""
        results = [result for seat in self._seats() if (result := self._result(seat)) is not None]
        if results and not self.exact:
            self.course[-1] = results

    def _seats(self) -> range:
        return range(self.record.players)

    def _evaluation(self, number: int, seat: Seat) -> Evaluation:
        return self._noted(evaluated(self.game, self.states[number], seat, self.goal, f"{number} {seat}"))

    def _noted(self, evaluation: Evaluation) -> Evaluation:
        self.exact &= evaluation.exact
        self.unit = evaluation.unit
        return evaluation

    def _values(self, number: int) -> list[float]:
        """What the position is worth to each seat; partners share what either of them expects."""
        values = [self._evaluation(number, seat).value for seat in self._seats()]
        shared = {
            side: fmean(value for value, own in zip(values, self.sides, strict=True) if own == side)
            for side in self.sides
        }
        return [shared[side] for side in self.sides]

    def _throw(self, number: int, text: str) -> Throw:
        turn = self.game.turn(self.states[number])
        thrower = turn.seat if isinstance(turn, turns.Throw) else None
        return Throw(number + 1, thrower, text, self._luck(number, text))

    def _luck(self, number: int, text: str) -> list[float]:
        """What the roll or deal changed, as the same seat sees it before and after.

        Estimates before and after it need not agree on average, so there luck is evaluated by itself.
        """
        if not self.exact and self.goal is None:
            found = bots.luck(self.game, self.states[number], text, Seeded(f"luck {number}"))
            if found is not None:
                self.course.append([then + gain for then, gain in zip(self.course[-1], found, strict=True)])
                return found
        before = self.course[number] if self.exact else self._values(number)
        self.course.append(self._values(number + 1))
        return [now - then for now, then in zip(self.course[number + 1], before, strict=True)]

    def _decision(self, number: int, seat: Seat, text: str) -> Iterator[Decision]:
        state = self.states[number]
        view, source = self.game.view(state, seat), Seeded(f"{number} {seat}")
        moves = self._noted(bots.evaluate_choice(self.game, view, seat, text, source, self.goal)).moves
        best = moves[0]
        made = next(move for move in moves if move.move == text)
        if self.exact:
            self.course.append(self._values(number + 1))
        else:
            self.course.append(self._after_move(seat, made.value))
        if len(self.game.moves(state, seat)) > 1:
            loss, doubt = loss_of(best, made)
            mark = mark_of(self.game, self.unit, best, made)
            yield Decision(number + 1, seat, text, best.move, loss, doubt, mark)

    def _after_move(self, seat: Seat, value: float) -> list[float]:
        """The values once the seat's side has this one; the other sides share what is left of the chances."""
        now, own = self.course[-1], self.sides[seat]
        others = sum(now[side] for side in set(self.sides) - {own})
        scale = (1 - value) / others if self.unit == WIN and others > 0 else 1.0
        return [value if side == own else now[side] * scale for side in self.sides]

    def _account(self, seat: Seat, decisions: list[Decision], throws: list[Throw]) -> Account:
        own = [decision for decision in decisions if decision.seat == seat]
        loss = sum(decision.loss for decision in own)
        luck = sum(throw.luck[seat] for throw in throws)
        each = loss / len(own) / bots.stake(self.game, self.unit) if own else 0.0
        result = self._result(seat)
        return Account(
            seat,
            self.record.seats[seat],
            len(own),
            loss,
            {mark: sum(decision.mark == mark for decision in own) for mark in MARKS},
            next(word for word, most in bots.ratings(self.game, RATINGS).items() if each <= most),
            luck,
            result,
            None if result is None else result - luck,
            self.course[0][seat],
            None if result is None else result - self.course[0][seat] - luck + loss,
        )

    def _result(self, seat: Seat) -> float | None:
        """The result of a finished game or match for the seat."""
        if not isinstance(self.game.turn(self.states[-1]), Over):
            return None
        return self.course[-1][seat] if self.exact else self._evaluation(len(self.states) - 1, seat).value
