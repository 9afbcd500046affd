"""What a player and a judge of a game are."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from stammtisch.core.chance import Source
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat


class Bot(Protocol):
    """Chooses one of the seat's moves, knowing nothing but its view."""

    def __call__(self, game: AnyGame, view: Document, seat: Seat, source: Source) -> Any:
        """A legal move; `NotYourTurn` where the seat has none."""


class Judged(NamedTuple):
    """A legal move and what it is worth to the seat; `error` is the standard error, 0 if exact."""

    move: Any
    value: float
    error: float


class Judgement(NamedTuple):
    """What a position is worth to a seat that plays on well, and each of its moves, best first.

    An `exact` judgement has no errors; an estimate says how far it may be off. Where the seat
    has nothing to decide there are no moves.
    """

    exact: bool
    unit: str
    value: float
    error: float
    moves: tuple[Judged, ...]


class Judge(Protocol):
    """Judges a position by what the seat may know."""

    def __call__(
        self, game: AnyGame, view: Document, seat: Seat, source: Source, goal: str | None = None
    ) -> Judgement:
        """The judgement; `goal` names another aim than the game's usual one, else `BadRequest`."""
