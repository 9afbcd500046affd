"""What a bot and an evaluator of a game are."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from stammtisch.core.chance import Source
from stammtisch.core.documents import Document
from stammtisch.core.errors import NotYourTurn
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.core.value import Value

Rating: TypeAlias = Literal["flawless", "masterly", "strong", "solid", "casual", "careless", "wild"]
"""How well somebody played, the best first."""

TimeLeft: TypeAlias = Callable[[], bool]
"""Says whether there is time left to think."""


def unlimited() -> bool:
    """There is always time left to think."""
    return True


def within(milliseconds: int, clock: Callable[[], float] = time.monotonic) -> TimeLeft:
    """Time until these milliseconds have passed from now on, on a clock that counts in seconds."""
    deadline = clock() + milliseconds / 1000
    return lambda: clock() < deadline


class Bot(Protocol):
    """Chooses one of the seat's moves, knowing nothing but its view."""

    def __call__(self, game: AnyGame, view: Document, seat: Seat, source: Source) -> Any:
        """A legal move; `NotYourTurn` where the seat has none."""


class SearchingBot(Protocol):
    """A bot that looks for something better as long as it may."""

    def __call__(
        self, game: AnyGame, view: Document, seat: Seat, source: Source, time_left: TimeLeft = unlimited
    ) -> Any:
        """As `Bot`; when no time is left, the best move found so far."""


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move gains or, where `risk` is set, what it risks.

    The page has words for each name and inserts the values: numbers, or ids of the game's notation.
    """

    name: str
    values: dict[str, float | str] = {}
    risk: bool = False


class EvaluatedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal move in notation and its value to the seat; an estimate has a standard `error`.

    In a hint the best moves have `facts` that say why they are good. Where moves were tried in the same
    worlds, `loss` is what this one loses against the best: its error is smaller than those of both values
    suggest, and it may come out a little below 0.
    """

    move: str
    value: float
    error: float | UnsetType = UNSET
    facts: tuple[Fact, ...] = ()
    loss: float | UnsetType = UNSET
    loss_error: float | UnsetType = UNSET


class Evaluation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The value of a position to a seat that plays on well, and of each of its moves, best first.

    An `exact` evaluation has no errors; an estimate has standard errors. Where the seat has nothing to
    decide there are no moves.
    """

    exact: bool
    unit: str
    value: float
    error: float | UnsetType = UNSET
    moves: tuple[EvaluatedMove, ...] = ()


def exact(unit: str, value: float, moves: Iterable[tuple[object, float]] = ()) -> Evaluation:
    """An evaluation without any doubt; the moves need not be in order."""
    found = [EvaluatedMove(str(move), worth) for move, worth in moves]
    return Evaluation(exact=True, unit=unit, value=value, moves=best_first(found))


def estimate(
    unit: str, value: float, error: float, moves: Iterable[tuple[object, float, float]] = ()
) -> Evaluation:
    """An evaluation with its standard errors; the moves need not be in order."""
    found = [EvaluatedMove(str(move), worth, doubt) for move, worth, doubt in moves]
    return Evaluation(exact=False, unit=unit, value=value, error=error, moves=best_first(found))


def best_first(moves: list[EvaluatedMove]) -> tuple[EvaluatedMove, ...]:
    """The moves in the order of their values."""
    return tuple(sorted(moves, key=lambda move: -move.value))


class Evaluator(Protocol):
    """Evaluates a position by what the seat may know."""

    def __call__(
        self, game: AnyGame, view: Document, seat: Seat, source: Source, goal: str | None = None
    ) -> Evaluation:
        """The evaluation; `goal` names another aim than the game's usual one, else `BadRequest`."""


def to_decide(game: AnyGame, view: Document, seat: Seat) -> tuple[Any, tuple[Any, ...]]:
    """The state of the seat's view and its legal moves; `NotYourTurn` where it has none."""
    state = game.load(view, viewer=seat)
    return state, moves_of(game, state, seat)


def moves_of(game: AnyGame, state: Value, seat: Seat) -> tuple[Any, ...]:
    """The legal moves of the seat; `NotYourTurn` where it has none."""
    moves: tuple[Any, ...] = game.moves(state, seat)
    if not moves:
        raise NotYourTurn(f"seat {seat} has nothing to decide here")
    return moves
