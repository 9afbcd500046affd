"""Bots and evaluators: from a seat's view to a move, and to the value of each move.

The module named after a game holds its `LEVELS`, the weakest first, its `evaluate`, and in `STAKES` what a
whole game is about in each unit of the evaluations: 1 for a win probability. Levels that think on as long
as they may are listed in `SEARCHING` too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from stammtisch.bots import random
from stammtisch.bots.contract import (
    Bot,
    EvaluatedMove,
    Evaluation,
    Evaluator,
    Fact,
    SearchingBot,
    TimeLeft,
    within,
)
from stammtisch.core.documents import shown
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame

__all__ = [
    "Bot",
    "EvaluatedMove",
    "Evaluation",
    "Evaluator",
    "Fact",
    "SearchingBot",
    "TimeLeft",
    "bot",
    "evaluator",
    "names",
    "stake",
    "within",
]


def _levels(game: AnyGame) -> Mapping[str, Bot]:
    levels: dict[str, Bot] = {"random": random.choose}
    if find_spec(f"{__name__}.{game.id}"):
        levels |= _module(game).LEVELS
    return levels


def names(game: AnyGame) -> list[str]:
    """The bots that play this game, the weakest first."""
    return list(_levels(game))


def bot(game: AnyGame, name: str, time_left: TimeLeft | None = None) -> Bot:
    """The game's bot of that name, or `BadRequest`; a bot that searches stops when no time is left."""
    levels = _levels(game)
    if name not in levels:
        raise BadRequest(f"{game.title} has no bot {shown(name)}; its bots are {', '.join(levels)}")
    found = levels[name]
    if time_left is None or found is random.choose:
        return found
    searching: Mapping[str, SearchingBot] = getattr(_module(game), "SEARCHING", {})
    return partial(searching[name], time_left=time_left) if name in searching else found


def evaluator(game: AnyGame) -> Evaluator:
    """The game's evaluator, or `BadRequest` where there is none."""
    found: Evaluator = _module(game).evaluate
    return found


def stake(game: AnyGame, unit: str) -> float:
    """What a whole game is about in that unit: losses are small or large beside it."""
    found: float = _module(game).STAKES[unit]
    return found


def _module(game: AnyGame) -> Any:
    name = f"{__name__}.{game.id}"
    if not find_spec(name):
        raise BadRequest(f"there is no evaluator for {game.title}")
    return import_module(name)
