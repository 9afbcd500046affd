"""Players and judges: from a seat's view to a move, and to what it is worth.

The module named after a game holds its `LEVELS`, the weakest first, its `judge`, and in
`STAKES` what a whole game is about in each unit of the judge: 1 for a win probability.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from stammtisch.bots import random
from stammtisch.bots.contract import Bot, Judge, Judged, Judgement
from stammtisch.core.documents import shown
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame

__all__ = ["Bot", "Judge", "Judged", "Judgement", "bot", "judge", "names", "stake"]


def _levels(game: AnyGame) -> Mapping[str, Bot]:
    levels: dict[str, Bot] = {"random": random.choose}
    if find_spec(f"{__name__}.{game.id}"):
        levels |= _module(game).LEVELS
    return levels


def names(game: AnyGame) -> list[str]:
    """The bots that play this game, the weakest first."""
    return list(_levels(game))


def bot(game: AnyGame, name: str) -> Bot:
    """The game's bot of that name, or `BadRequest`."""
    levels = _levels(game)
    if name not in levels:
        raise BadRequest(f"{shown(name)} is no bot of {game.title}; there are {', '.join(levels)}")
    return levels[name]


def judge(game: AnyGame) -> Judge:
    """The game's judge, or `BadRequest` where there is none."""
    found: Judge = _module(game).judge
    return found


def stake(game: AnyGame, unit: str) -> float:
    """What a whole game is about in that unit: losses are small or large beside it."""
    found: float = _module(game).STAKES[unit]
    return found


def _module(game: AnyGame) -> Any:
    name = f"{__name__}.{game.id}"
    if not find_spec(name):
        raise BadRequest(f"positions of {game.title} cannot be analysed yet")
    return import_module(name)
