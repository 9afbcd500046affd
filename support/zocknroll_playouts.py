"""Positions of Zock'n'Roll: what the evaluator says, and what very many playouts say.

Half the time the value of a position is looked at, half the time what one of its moves loses.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from stammtisch import bots, catalog
from stammtisch.analysis.report import evaluated, loss_of
from stammtisch.bots import Evaluation
from stammtisch.core.chance import Seeded
from stammtisch.core.turn import Choose, Over, Seat, Throw
from stammtisch.core.value import Value
from support.kniffel_playouts import Case

GAME: Final = catalog.game("zocknroll")
PLAYERS: Final = (2, 3, 4)
LEVEL: Final = "casual"
MOST_STEPS: Final = 150


def cases(positions: int, evaluations: int, seed: str) -> Iterator[Case]:
    """Estimates of decisions beside the mean of this number of other evaluations."""
    for number in range(positions):
        luck, players = random.Random(f"{seed} {number}"), PLAYERS[number % len(PLAYERS)]
        state, seat = _decision(players, luck)
        found = evaluated(GAME, state, seat, seed=f"{seed} {number}")
        others = [evaluated(GAME, state, seat, seed=f"{seed} {number} {one}") for one in range(evaluations)]
        if number // len(PLAYERS) % 2:
            best, made = found.moves[0], luck.choice(found.moves[1:])
            lost = [_value(other, best.move) - _value(other, made.move) for other in others]
            yield _case("loss", players, made.value, *loss_of(best, made), lost)
        else:
            made = luck.choice(found.moves)
            assert isinstance(made.error, float)
            values = [_value(other, made.move) for other in others]
            yield _case("value", players, made.value, made.value, made.error, values)


def _case(what: str, players: int, chance: float, estimate: float, error: float, others: list[float]) -> Case:
    noise = stdev(others) / sqrt(len(others))
    return Case(what, players, 0, chance, estimate, error, fmean(others), noise)


def _value(found: Evaluation, move: str) -> float:
    return next(one.value for one in found.moves if one.move == move)


def _decision(players: int, luck: random.Random) -> tuple[Value, Seat]:
    """A decision between moves that were played out, somewhere in a game."""
    choose, source = bots.bot(GAME, LEVEL), Seeded(str(luck.random()))
    while True:
        state: Value = GAME.start(players)
        for step in range(luck.randrange(MOST_STEPS)):
            turn = GAME.turn(state)
            if isinstance(turn, Over):
                break
            if isinstance(turn, Throw):
                state, _ = GAME.fall(state, GAME.chance(state).sample(source))
            elif isinstance(turn, Choose):
                seat = turn.seats[0]
                if step > luck.randrange(MOST_STEPS) and _is_played_out(state, seat):
                    return state, seat
                move = choose(GAME, GAME.view(state, seat), seat, source)
                state, _ = GAME.play(state, seat, move)


def _is_played_out(state: Value, seat: Seat) -> bool:
    """Whether no move ends the game at once: what that is worth is certain."""
    moves = GAME.moves(state, seat)
    return len(moves) > 1 and not any(
        isinstance(GAME.turn(GAME.play(state, seat, move)[0]), Over) for move in moves
    )
