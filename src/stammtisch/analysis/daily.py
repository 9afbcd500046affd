"""The puzzle of the day: the same for everybody, found in a game that bots play with the day's dice.

A good puzzle is one that a fair player gets wrong. So it is a decision in which a bot of medium level made a
mistake or, if it made none among those examined, the one that matters most.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from stammtisch import bots
from stammtisch.analysis.puzzles import FEWEST, Problem
from stammtisch.analysis.report import evaluated, mark_of
from stammtisch.core.chance import Seeded
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Over, Throw
from stammtisch.match import Match
from stammtisch.match.record import BOT_PREFIX

BOT: Final = "medium"
STEPS: Final = 160
"""How many steps of a game are played to find a decision."""
LOOKED_AT: Final = 8
"""How many decisions are examined."""
MOST: Final = 40
"""The most moves to choose from: few enough to think about all of them."""
KEPT: Final = 16


@lru_cache(KEPT)
def puzzle(game: AnyGame, day: str) -> Problem:
    """The puzzle of that day, such as 2026-11-16; `NoEvaluator` where nobody can solve it."""
    bots.check_evaluator(game)
    candidates = list(_decisions(game, day))
    looked_at = Seeded(f"which {game.id} {day}").shuffled(candidates, min(LOOKED_AT, len(candidates)))
    most, chosen = -1.0, looked_at[0][0]
    for problem, played in looked_at:
        loss, mistake = _loss(problem, played)
        if mistake:
            return problem
        if loss > most:
            most, chosen = loss, problem
    return chosen


def _decisions(game: AnyGame, day: str) -> Iterator[tuple[Problem, str]]:
    """Every decision worth a look, and what the bot played there."""
    players = bots.puzzle_players(game)
    match = Match.new(game, players, None, [BOT_PREFIX + BOT] * players, f"puzzle of {day}")
    choose = bots.bot(game, BOT)
    for step in range(STEPS):
        turn = match.turn
        if isinstance(turn, Over):
            return
        if isinstance(turn, Throw):
            match = match.draw().match
        elif isinstance(turn, Choose):
            seat = turn.seats[0]
            played = str(choose(game, game.view(match.state, seat), seat, match.source()))
            if FEWEST <= len(match.moves(seat)) <= MOST:
                yield Problem(match, seat, f"{day} {step}"), played
            match = match.play(seat, played).match


def _loss(problem: Problem, played: str) -> tuple[float, bool]:
    """By how much the best move beats the worst, and whether the move that was played is a mistake."""
    game = problem.match.game
    found = evaluated(game, problem.match.state, problem.seat, seed=problem.seed)
    best, made = found.moves[0], next(move for move in found.moves if move.move == played)
    return best.value - found.moves[-1].value, bool(mark_of(game, found.unit, best, made))
