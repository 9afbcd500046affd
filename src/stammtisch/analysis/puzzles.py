"""Puzzles: a position in which somebody has something to decide, to be tried before the values are shown."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from stammtisch import bots
from stammtisch.analysis.report import Mark, evaluated, mark_of
from stammtisch.bots import EvaluatedMove, Evaluation
from stammtisch.core.documents import Document, Tally
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Seat
from stammtisch.match import Match
from stammtisch.match.documents import TurnInfo, turn_info

FEWEST: Final = 2
"""The fewest moves of a puzzle: there has to be something to decide."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position as the seat to decide sees it, with its legal moves and what each brings at once."""

    game: str
    players: int
    options: Document
    seat: Seat
    view: Document
    tally: Tally
    turn: TurnInfo
    moves: list[str]
    labels: list[str] | UnsetType = UNSET


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """What each move of a puzzle is worth, the best first, and what the loss of each is called.

    A loss within the error of an estimate has no mark: it may be none.
    """

    evaluation: Evaluation
    marks: list[Mark | Literal[""]]


class Problem(NamedTuple):
    """A match at a decision of that seat; the seed is what an estimate takes its luck from."""

    match: Match
    seat: Seat
    seed: str

    def shown(self) -> Puzzle:
        """The puzzle, without any hint at its solution."""
        game, state = self.match.game, self.match.state
        view = game.view(state, self.seat)
        moves = game.moves(state, self.seat)
        labels = [game.preview(state, move) for move in moves]
        return Puzzle(
            game=game.id,
            players=view["players"],
            options=view["options"],
            seat=self.seat,
            view=view,
            tally=game.tally(state),
            turn=turn_info(self.match.turn),
            moves=[str(move) for move in moves],
            labels=labels if any(labels) else UNSET,
        )

    def solution(self) -> Solution:
        """What each move is worth."""
        game = self.match.game
        found = evaluated(game, self.match.state, self.seat, seed=self.seed)
        return Solution(evaluation=found, marks=[_mark(game, found, move) for move in found.moves])


def _mark(game: AnyGame, found: Evaluation, move: EvaluatedMove) -> Mark | Literal[""]:
    return mark_of(game, found.unit, found.moves[0], move)


def of_record(match: Match, position: int) -> Problem:
    """The decision at that position of a finished match, as the analysis evaluates it."""
    bots.check_evaluator(match.game)
    steps = list(match.steps.between(position, position + 1))
    if not steps or steps[0][0] is None:
        raise BadRequest(f"nobody decided anything at position {position} of this game")
    seat = steps[0][0]
    before = match.undo(position)
    if not isinstance(before.turn, Choose) or len(before.moves(seat)) < FEWEST:
        raise BadRequest(f"there was only one move at position {position} of this game")
    return Problem(before, seat, f"{position} {seat}")
