"""The bot that takes any legal move."""

from __future__ import annotations

from typing import Any

from stammtisch.core.chance import Source
from stammtisch.core.documents import Document
from stammtisch.core.errors import NotYourTurn
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat


def choose(game: AnyGame, view: Document, seat: Seat, source: Source) -> Any:
    """Each legal move is equally likely."""
    moves = game.moves(game.load(view, viewer=seat), seat)
    if not moves:
        raise NotYourTurn(f"seat {seat} has nothing to decide here")
    return moves[source.below(len(moves))]
