"""Why a move is good or bad, as facts: the module named after a game says what a move gains and risks.

A fact has a name for which the page has words in every language, and the values to insert: numbers,
or ids of the game's notation, such as a box. Nothing here rates a move; that is what evaluators are for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Final, TypeAlias

from msgspec.structs import replace

from stammtisch.bots.contract import EvaluatedMove, Evaluation, Fact
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat

Facts: TypeAlias = list[Fact]
FactsOf: TypeAlias = Callable[[AnyGame, Document, Seat, EvaluatedMove], Facts]
"""The facts about a legal move of the seat, from its view."""

EXPLAINED: Final = 3
"""How many of the best moves are explained; moves that are worth the same count as one."""


def explained(game: AnyGame, view: Document, seat: Seat, evaluation: Evaluation) -> Evaluation:
    """The evaluation with facts about its best moves, where the game has any."""
    name = f"{__name__}.{game.id}"
    if not find_spec(name):
        return evaluation
    facts_of: FactsOf = import_module(name).facts
    best = list(dict.fromkeys(move.value for move in evaluation.moves))[:EXPLAINED]
    moves = [
        replace(move, facts=tuple(facts_of(game, view, seat, move))) if move.value in best else move
        for move in evaluation.moves
    ]
    return replace(evaluation, moves=tuple(moves))
