"""Bots and the evaluator of Kniffel.

Alone, points are all there is, and the game is solved: `strong` and `perfect` make no mistake. With
others the chance of winning counts. It is exact in the last three turns of two players and in the very
last turn of more, and estimated before; there `perfect` plays as `strong` does, so that for every number
of players no level is weaker than the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import erf, exp, hypot, inf, sqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from stammtisch.bots import random
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
from stammtisch.core.turn import Over, Seat
from stammtisch.games.kniffel import Kniffel
from stammtisch.games.kniffel.boxes import UPPER_BOXES
from stammtisch.games.kniffel.moves import NOTHING, Move
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import (
    CHOOSE_PHASE,
    EMPTY_SHEET,
    OVER,
    THROW_PHASE,
    UPPER_BONUS,
    UPPER_GOAL,
    State,
)
from stammtisch.solve import compact
from stammtisch.solve.goals import POINTS, WIN, check_goal

if TYPE_CHECKING:
    from stammtisch.solve.kniffel.contest import Contest
    from stammtisch.solve.kniffel.solution import Solution
    from stammtisch.solve.kniffel.turns import Turns

Valued: TypeAlias = list[tuple[Move, float]]

STAKES: Final = {WIN: 1.0, POINTS: 210.0}
"""Between two equals a point is worth about 1/210 of a win."""

USUAL: Final = (1.9, 5.3, 8.6, 12.2, 15.7, 19.2, 21.7, 13.1, 22.6, 29.5, 32.7, 16.9, 22.0)
"""What each box scores on average in a game for points."""
CARELESS: Final = 3
"""The bot `_greedy` keeps dice at random once in this many decisions."""
BEGINNER_SLIPS: Final = 68
EASY_SLIPS: Final = 42
CASUAL_SLIPS: Final = 16
MEDIUM_SLIPS: Final = 16
"""How many of 100 decisions are random moves; chosen so that each level beats the one below."""
TIE_BREAK: Final = 1e-6
"""What a point is worth where the chance of winning is the same."""
VALUE_ERROR: Final = 0.037
"""The error of an even chance of winning with one open box: others do not play for points alone.

It was measured by `python -m benchmarks.kniffel_errors`.
"""
MOVE_ERROR: Final = 0.006
"""The error of one of two moves that are compared; the errors of both make that of their difference."""
LAST_ESTIMATES: Final = 5
LAST_MOVE_ERROR: Final = 0.0145
"""With so few open boxes or fewer, moves of two players differ more from what they seem to be worth."""
PLAIN_VALUE_ERROR: Final = 0.05
PLAIN_MOVE_ERROR: Final = 0.014
"""What is added to both where there is no NumPy, at an even chance: measured against values with NumPy."""
GLANCE_ERROR: Final = 12.0
"""The measured error of a glance, in points."""
BONUS_SLOPE: Final = 6.0
"""The points in the upper part that make the chance of its extra points (K6) e times as high."""
BOX_VARIANCE: Final = 273.0
"""What each open box adds to the variance of the final score, on average over a game."""
RATINGS: Final[Mapping[Rating, float]] = {
    "flawless": 1e-6,
    "masterly": 0.001,
    "strong": 0.004,
    "solid": 0.009,
    "casual": 0.02,
    "careless": 0.05,
    "wild": inf,
}
"""Measured with its bots by `python -m benchmarks.words kniffel`."""
QUICK_LUCK: Final = True
PUZZLE_PLAYERS: Final = 1
"""Alone every value is exact."""

_HARDLY: Final = 1e-9
"""Avoids 0 / 0 where there is nothing to share."""


def _greedy(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Wants points now, whatever a box could score later, and is careless at times."""
    state = _to_choose(game, view, seat)
    keeps = [move for move in state.legal() if move.box == NOTHING]
    if keeps and not source.below(CARELESS):
        return keeps[source.below(len(keeps))]
    turn = _turns(state)
    return _best(turn.move_values(state, turn.points()))


def advanced(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Wants more points than a box usually scores; sees no further than the turn."""
    state = _to_choose(game, view, seat)
    turn = _turns(state)
    return _best(turn.move_values(state, turn.above_usual(USUAL)))


def strong(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Plays for the win; alone, for points."""
    state = _to_choose(game, view, seat)
    points = _solution(state).moves(state)
    if len(state.sheets) == 1:
        return _best(points)
    wins = _contest(state).moves(state)
    return _best(
        [(move, win + TIE_BREAK * value) for (move, win), (_, value) in zip(wins, points, strict=True)]
    )


LEVELS: Final[Mapping[str, Bot]] = {
    "beginner": random.slipping(_greedy, BEGINNER_SLIPS),
    "easy": random.slipping(_greedy, EASY_SLIPS),
    "casual": random.slipping(_greedy, CASUAL_SLIPS),
    "medium": random.slipping(advanced, MEDIUM_SLIPS),
    "advanced": advanced,
    "strong": strong,
    "perfect": strong,
}
FROM_FILES: Final = frozenset({"strong", "perfect"})


def evaluate(
    game: AnyGame, view: Document, seat: Seat, source: Source, goal: str | None = None
) -> Evaluation:
    """Alone the expected final total, which is exact; with others the chance of winning, an estimate until
    the last turns.

    In a series both look at its end: finished games and those to come count too. The goal `points`
    asks for the expected total with others as well.
    """
    check_goal(goal, POINTS)
    state: State = game.load(view, viewer=seat)
    if goal or len(state.sheets) == 1:
        return _by_points(state, seat)
    return _by_wins(game, state, seat)


def luck(game: AnyGame, state: State, outcome: str, source: Source) -> list[float]:
    """What the roll added to each player's chance of winning; one that decides who begins adds nothing.

    What the roller gains, the others lose in proportion to their chances when the turn began.
    """
    if len(state.sheets) == 1 or state.phase != THROW_PHASE:
        return [0.0 for _ in state.sheets]
    contest, roller = _contest(state), state.turn
    gain = contest.value(game.fall(state, outcome)[0], roller) - contest.value(state, roller)
    return [gain if seat == roller else -gain * part for seat, part in enumerate(shares(contest, state))]


def shares(contest: Contest, state: State) -> list[float]:
    """How the others share what the seat to roll does not win; its own share is 0."""
    from stammtisch.solve.kniffel.turns import before_the_turn

    roller, seats = state.turn, range(len(state.sheets))
    if len(seats) == 2:
        return [float(seat != roller) for seat in seats]
    began = before_the_turn(state)
    chances = [0.0 if seat == roller else contest.value(began, seat) + _HARDLY for seat in seats]
    return [chance / sum(chances) for chance in chances]


def glance(game: AnyGame, view: Document, seat: Seat) -> Evaluation:
    """A rough evaluation for which nothing has to be solved: boxes score what they usually do."""
    state: State = game.load(view, viewer=seat)
    turn = _turns(state)
    to_move = seat == state.turn and state.phase == CHOOSE_PHASE
    gains = turn.move_values(state, turn.above_usual(USUAL)) if to_move else []
    totals = [_usual_total(state, each) for each in range(len(state.sheets))]
    if len(totals) == 1:
        rated = [(move, totals[0] + gain, GLANCE_ERROR) for move, gain in gains]
        best = max((value for _, value, _ in rated), default=totals[0])
        return estimate(POINTS, best, GLANCE_ERROR, rated)
    chances = [(move, _usual_chance(state, totals, seat, gain)) for move, gain in gains]
    best = max((chance for _, chance in chances), default=_usual_chance(state, totals, seat, 0.0))
    error = GLANCE_ERROR / STAKES[POINTS]
    return estimate(WIN, best, error, [(move, chance, error) for move, chance in chances])


def prepare(players: int, options: KniffelOptions) -> None:
    """Load or compute all that an evaluation needs."""
    start = Kniffel().start(players, options)
    _solution(start)
    if players > 1:
        _contest(start)


def files(players: int, options: KniffelOptions) -> list[str]:
    """The table files that take the place of solving."""
    from stammtisch.solve.kniffel import plain

    return plain.files(players, options)


def _usual_total(state: State, seat: Seat) -> float:
    """The seat's final score if all its open boxes score what they usually do."""
    sheet = state.sheets[seat]
    still_open = [usual if sheet.open >> box & 1 else 0 for box, usual in enumerate(USUAL)]
    ahead = sheet.upper() + sum(still_open[:UPPER_BOXES]) - UPPER_GOAL
    extra = 0 if sheet.upper_bonus() else UPPER_BONUS / (1 + exp(-ahead / BONUS_SLOPE))
    before = state.totals[seat] if state.totals else 0
    return before + sheet.total(state.setup.options.kniffel_bonus) + sum(still_open) + extra


def _usual_chance(state: State, totals: list[float], seat: Seat, gain: float) -> float:
    """The chance of winning if final scores spread normally around those totals."""
    chance = 1.0
    for other, total in enumerate(totals):
        if other != seat:
            boxes = state.sheets[seat].open.bit_count() + state.sheets[other].open.bit_count()
            chance *= (1 + erf((totals[seat] + gain - total) / sqrt(2 * BOX_VARIANCE * max(boxes, 1)))) / 2
    return chance


def _by_points(state: State, seat: Seat) -> Evaluation:
    solved = _solution(state)
    if state.totals and state.phase == OVER:
        return exact(POINTS, float(state.totals[seat]))
    to_move = seat == state.turn
    games_to_come = state.setup.options.games - state.game
    elsewhere = (state.totals[seat] if state.totals else 0) + games_to_come * solved.expected(EMPTY_SHEET)
    value = solved.value(state) if to_move else solved.expected(state.sheets[seat])
    moves = solved.moves(state) if to_move and state.phase == CHOOSE_PHASE else []
    if error := solved.error * (1 + games_to_come):
        rated = [(move, points + elsewhere, error) for move, points in moves]
        return estimate(POINTS, value + elsewhere, error, rated)
    return exact(POINTS, value + elsewhere, [(move, points + elsewhere) for move, points in moves])


def _by_wins(game: AnyGame, state: State, seat: Seat) -> Evaluation:
    turn = game.turn(state)
    if isinstance(turn, Over):
        winners = turn.outcome.winners
        return exact(WIN, (seat in winners) / len(winners))
    contest = _contest(state)
    value = _chance(contest.value(state, seat))
    moves = contest.moves(state) if seat == state.turn and state.phase == CHOOSE_PHASE else []
    chances = [(move, _chance(win)) for move, win in moves]
    if contest.is_exact(state, seat):
        return exact(WIN, value, chances)
    return estimate(
        WIN,
        value,
        value_error(state, value),
        [(move, chance, move_error(state, chance)) for move, chance in chances],
    )


def _chance(estimate: float) -> float:
    return min(max(estimate, 0.0), 1.0)


def value_error(state: State, chance: float) -> float:
    """The standard error of a chance: the clearer and the further away a result is, the smaller."""
    error = VALUE_ERROR / sqrt(state.sheets[state.turn].open.bit_count())
    return hypot(error, PLAIN_VALUE_ERROR * compact.NEEDED) * _evenness(chance)


def move_error(state: State, chance: float) -> float:
    """The standard error of a move compared with others of the position, which share most of theirs."""
    last = len(state.sheets) == 2 and state.sheets[state.turn].open.bit_count() <= LAST_ESTIMATES
    error = LAST_MOVE_ERROR if last else MOVE_ERROR
    return hypot(error, PLAIN_MOVE_ERROR * compact.NEEDED) * _evenness(chance)


def _evenness(chance: float) -> float:
    """1 where both results are equally likely, 0 where one is certain."""
    return 2 * sqrt(chance * (1 - chance))


def _to_choose(game: AnyGame, view: Document, seat: Seat) -> State:
    state: State = to_decide(game, view, seat)[0]
    return state


def _best(moves: Valued) -> Move:
    """The move of the highest value, of equals the first."""
    return max(moves, key=lambda valued: valued[1])[0]


def _turns(state: State) -> Turns:
    """The turns under these rules; nothing is solved for them."""
    from stammtisch.solve.kniffel.turns import turns

    return turns(state.setup.options)


def _solution(state: State) -> Solution:
    """The solution of these rules; numeric code is loaded when first needed."""
    from stammtisch.solve.kniffel.solution import solution

    return solution(state.setup.options)


def _contest(state: State) -> Contest:
    if TYPE_CHECKING or not compact.NEEDED:
        from stammtisch.solve.kniffel.contest import contest
    else:
        from stammtisch.solve.kniffel.plain_contest import contest
    return contest(state.setup.options)
