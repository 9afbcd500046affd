"""Boards: a position as something that rich can draw. A board holds no rules: it draws what it is given."""

from __future__ import annotations

from importlib import import_module
from typing import Generic, NamedTuple, Protocol, TypeVar, cast

from rich.console import RenderableType

from stammtisch.core.documents import Document, Layout, Tally
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.core.value import Value

LayoutT = TypeVar("LayoutT", bound=Layout)
TallyT = TypeVar("TallyT", bound=Tally)


class Scene(NamedTuple, Generic[LayoutT, TallyT]):
    """What a board is drawn from, for the person on `seat` or for everybody where it is None."""

    view: Document
    layout: LayoutT
    tally: TallyT
    names: list[str]
    seat: Seat | None


class Board(Protocol):
    """The module of a game's board."""

    def draw(self, scene: Scene[Layout, Tally]) -> RenderableType:
        """The board of that scene."""


def draw(
    game: AnyGame, state: Value, names: list[str], seat: Seat | None, *, everything: bool = False
) -> RenderableType:
    """The board of a position as the seat may know it, or with everything there is to know."""
    view = game.dump(state) if everything else game.view(state, seat)
    layout = game.layout(view["players"], game.agreed_options(view["options"], view["players"]))
    board = cast("Board", import_module(f"{__name__}.{game.id}"))
    return board.draw(Scene(view, layout, game.tally(state), names, seat))
