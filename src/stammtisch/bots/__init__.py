"""Players: from a seat's view to a move."""

from __future__ import annotations

from typing import Any, Final, Protocol

from stammtisch.bots import random
from stammtisch.core.chance import Source
from stammtisch.core.documents import Document, shown
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat


class Bot(Protocol):
    """Chooses one of the seat's moves, knowing nothing but its view."""

    def __call__(self, game: AnyGame, view: Document, seat: Seat, source: Source) -> Any:
        """A legal move; `NotYourTurn` where the seat has none."""


_BOTS: Final[dict[str, Bot]] = {"random": random.choose}


def names(game: AnyGame) -> list[str]:  # noqa: ARG001 - so far every bot plays every game
    """The bots that play this game, the weakest first."""
    return list(_BOTS)


def bot(name: str) -> Bot:
    """The bot of that name, or `BadRequest`."""
    if name not in _BOTS:
        raise BadRequest(f"{shown(name)} is no bot here; there are {', '.join(_BOTS)}")
    return _BOTS[name]
