"""The bot that takes any legal move, and bots that do so at times."""

from __future__ import annotations

from typing import Any, Final

from stammtisch.bots.contract import Bot, to_decide
from stammtisch.core.chance import Source
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat


def choose(game: AnyGame, view: Document, seat: Seat, source: Source) -> Any:
    """Each legal move is equally likely."""
    _, moves = to_decide(game, view, seat)
    return moves[source.below(len(moves))]


_PERCENT: Final = 100


def slipping(bot: Bot, percent: int) -> Bot:
    """The bot, except that `percent` of 100 decisions are random moves."""

    def slips(game: AnyGame, view: Document, seat: Seat, source: Source) -> Any:
        chosen = choose if source.below(_PERCENT) < percent else bot
        return chosen(game, view, seat, source)

    return slips
