"""ZOCK's bots: `easy` covers high fields, `medium` looks at the hardest field, `strong` plays for the win
every other time, and `perfect` always."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp, inf, log
from typing import TYPE_CHECKING, Final

from stammtisch.bots.contract import (
    Bot,
    Evaluation,
    Rating,
    estimate,
    exact,
    to_decide,
)
from stammtisch.core.chance import Source
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.games.zock.moves import OBJECT, THROW, Move, fields_of, mask_of
from stammtisch.games.zock.notation import DICE
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.rules import TWO_DICE, mistakes
from stammtisch.games.zock.state import MOVE_PHASE, OBJECTION, Setup, State
from stammtisch.solve import compact
from stammtisch.solve.goals import POINTS, WIN, Goal, check_goal

if TYPE_CHECKING:
    from stammtisch.solve.zock import PositionValues
    from stammtisch.solve.zock.match import Match
    from stammtisch.solve.zock.plain_match import Match as PlainMatch

STAKES: Final = {WIN: 1.0, POINTS: 10.0}
"""What a whole game is worth: a win, or about ten points."""

GLANCE_ERROR: Final = 0.08
"""The measured error of a glance."""
FIRST_TO_ROLL: Final = 0.08
FIELD_AHEAD: Final = 0.12
EASIER: Final = 0.45
"""What makes a win likelier at a glance, in logits: to roll next, each field less than the other has open,
and to have the easier hardest field; fitted to exact values."""
RATINGS: Final[Mapping[Rating, float]] = {
    "flawless": 1e-6,
    "masterly": 0.0005,
    "strong": 0.0025,
    "solid": 0.006,
    "casual": 0.012,
    "careless": 0.055,
    "wild": inf,
}
"""Measured with its bots by `python -m benchmarks.words zock`."""
QUICK_LUCK: Final = True
PUZZLE_PLAYERS: Final = 2

_NOTHING_LOST: Final = 1e-12


def easy(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Covers high numbers every other time, and otherwise anything."""
    honest = _honest(_deciding(game, view, seat))
    if source.below(2):
        return honest[source.below(len(honest))]
    return max(honest, key=lambda move: sum(fields_of(move.fields)))


def medium(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Looks one roll ahead for the row whose hardest field will be the easiest."""
    state = _deciding(game, view, seat)
    row = state.rows[seat]
    return min(_honest(state), key=lambda move: _outlook(state.setup, row & ~move.fields))


def strong(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Plays for winning, but every other time it does not look ahead further than `medium`."""
    chosen = medium if source.below(2) else perfect
    return chosen(game, view, seat, source)


def perfect(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Plays perfectly for winning."""
    return _solved(_deciding(game, view, seat), WIN)


LEVELS: Final[Mapping[str, Bot]] = {"easy": easy, "medium": medium, "strong": strong, "perfect": perfect}
FROM_FILES: Final = frozenset({"strong", "perfect"})


def evaluate(
    game: AnyGame, view: Document, seat: Seat, source: Source, goal: str | None = None
) -> Evaluation:
    """Exact, for the chance of winning or for points won less points lost, in a match those of the match.

    Matches that take too long to solve are estimated; from table files, so are all matches and some options.
    """
    check_goal(goal, WIN, POINTS)
    unit: Goal = POINTS if goal == POINTS else WIN
    state = game.load(view, viewer=seat)
    solution = _solution(state, unit)
    value, moves, error = solution.value(state, seat), solution.moves(state, seat), solution.error_of(state)
    if not error:
        return exact(unit, value, moves)
    return estimate(unit, value, error, [(*move, error) for move in moves])


def glance(game: AnyGame, view: Document, seat: Seat) -> Evaluation:
    """The chance of winning as a rough estimate for which nothing has to be solved."""
    state: State = game.load(view, viewer=seat)
    if seat != state.turn or state.phase not in (MOVE_PHASE, OBJECTION):
        return estimate(WIN, _likely(state.setup, state.rows, seat), GLANCE_ERROR)
    honest = _honest(state)
    chances = [
        (move, _likely(state.setup, game.play(state, seat, move)[0].rows, seat) - (move not in honest) / 2)
        for move in game.moves(state, seat)
    ]
    chances = [(move, max(chance, 0.0)) for move, chance in chances]
    best = max(chance for _, chance in chances)
    return estimate(WIN, best, GLANCE_ERROR, [(move, chance, GLANCE_ERROR) for move, chance in chances])


def luck(game: AnyGame, state: State, outcome: str, source: Source) -> list[float]:
    """What the roll added to each player's chance of winning."""
    solution = _solution(state, WIN)
    gain = solution.value(game.fall(state, outcome)[0], 0) - solution.value(state, 0)
    return [gain, -gain]


def _likely(agreed: Setup, rows: tuple[int, int], seat: Seat) -> float:
    """The chance of winning at a glance, with the other to roll."""
    own, other = rows[seat], rows[1 - seat]
    if not own or not other:
        return float(not own)
    ahead = FIELD_AHEAD * (other.bit_count() - own.bit_count())
    easier = EASIER * log(_hardest(agreed, other) / _hardest(agreed, own))
    return 1 / (1 + exp(FIRST_TO_ROLL - ahead - easier))


def prepare(players: int, options: ZockOptions) -> None:
    """Load or compute all that an evaluation needs."""
    from stammtisch.solve.zock import solution

    if options.games == 1:
        solution(options)
    elif compact.NEEDED:
        _match(options, WIN)
    else:
        _solved_match(options, WIN).beginning(options.games - 1)


def files(players: int, options: ZockOptions) -> list[str]:
    """The table files that take the place of solving."""
    from stammtisch.solve.zock import plain

    return plain.files(players, options)


def _solution(state: State, goal: Goal) -> PositionValues | Match | PlainMatch:
    """The match, if chips are played for."""
    from stammtisch.solve.zock import solution

    options = state.setup.options
    return _match(options, goal) if state.chips else solution(options, goal)


def _match(options: ZockOptions, goal: Goal) -> Match | PlainMatch:
    """Solved or, from table files, estimated."""
    if not compact.NEEDED:
        return _solved_match(options, goal)
    from stammtisch.solve.zock import plain_match

    return plain_match.match(options, goal)


def _solved_match(options: ZockOptions, goal: Goal) -> Match:
    from stammtisch.solve.zock.match import match

    return match(options, goal)


def _deciding(game: AnyGame, view: Document, seat: Seat) -> State:
    """The state of the view, in which the seat has something to decide."""
    state: State = to_decide(game, view, seat)[0]
    return state


def _honest(state: State) -> tuple[Move, ...]:
    """The moves without a mistake: what the roll allows, an objection only if there is a reason."""
    if state.phase == OBJECTION:
        return (OBJECT,) if mistakes(state.setup, state.handed) else (THROW,)
    return state.setup.legal(state.dice, state.rows[state.turn])


def _solved(state: State, goal: Goal) -> Move:
    """The best move, and an honest one where nothing is lost by it."""
    moves = _solution(state, goal).moves(state, state.turn)
    best = [move for move, value in moves if value >= moves[0].value - _NOTHING_LOST]
    honest = _honest(state)
    return next((move for move in best if move in honest), best[0])


@lru_cache(maxsize=4096)
def _outlook(agreed: Setup, row: int) -> float:
    """How hard the hardest field is likely to be after one more roll; a fully covered row is best of all."""
    if row == 0:
        return -1.0
    return sum(
        float(chance) * min(_hardest(agreed, row & ~move.fields) for move in agreed.legal(DICE[text], row))
        for text, chance in TWO_DICE.outcomes()
    )


@lru_cache(maxsize=4096)
def _hardest(agreed: Setup, row: int) -> float:
    """The rolls that it takes, on average, to cover the hardest open field alone."""
    return max((1 / _chance(agreed, field) for field in fields_of(row)), default=0.0)


def _chance(agreed: Setup, field: int) -> float:
    alone = mask_of(field)
    usable = (chance for text, chance in TWO_DICE.outcomes() if agreed.legal(DICE[text], alone)[0].fields)
    return float(sum(usable))
