"""Boards: a view as something that rich can draw. A board knows nothing but the view it is given."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from rich.console import RenderableType

from stammtisch.core.documents import Document
from stammtisch.core.turn import Seat


class Draw(Protocol):
    """How a board is drawn for the person on `seat`, or for everybody where it is None."""

    def __call__(self, view: Document, names: list[str], seat: Seat | None) -> RenderableType:
        """The board of that view."""


def draw(view: Document, names: list[str], seat: Seat | None) -> RenderableType:
    """The board of the game that the view is of."""
    board = import_module(f"{__name__}.{view['game']}")
    return cast("Draw", board.draw)(view, names, seat)
