"""What the solver of a game takes and returns."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, Protocol, TypeAlias

from stammtisch.core.documents import Options
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame
from stammtisch.solve.cache import Tables

Progress: TypeAlias = Callable[[float], None]
"""Called with the part of the work that is done, from 0 to 1."""


class Opening(NamedTuple):
    """The best first move after a roll, and what it is worth."""

    after: str
    move: str
    value: float


class Solved(NamedTuple):
    """A game under some options: its value before the first roll, openings and all tables.

    `cpu_s` are the processor seconds of the computation itself, 0 where the tables were kept from before.
    `facts` are other figures of interest, by name.
    """

    value: float
    unit: str
    cpu_s: float
    facts: dict[str, float]
    openings: list[Opening]
    tables: Tables


class Solve(Protocol):
    """Solves a game, or takes the tables that are kept; with `fresh` they are computed again."""

    def __call__(
        self,
        players: int,
        options: Options,
        goal: str | None = None,
        progress: Progress | None = None,
        *,
        fresh: bool = False,
        details: bool = False,
    ) -> Solved:
        """The solved game, with `details` also facts that take longer.

        `BadRequest` for a number of players or a goal that is not solved.
        """


def solver(game: AnyGame) -> Solve:
    """How that game is solved, or `BadRequest`."""
    name = f"stammtisch.solve.{game.id}"
    if not find_spec(name) or not find_spec(f"{name}.solver"):
        raise BadRequest(f"{game.title} is not solved: its bots estimate")
    found: Solve = import_module(f"{name}.solver").solve
    return found
