"""Zock'n'Roll's bots, and its evaluator.

`easy` is content with three equal dice, `medium` plays the odds as if nobody left any more. `strong` plays
for the win of the match: between two near its equilibrium, among three too until a row is nearly
full, and else by playouts of the hand against others near equilibrium, and then of the race. `beginner` and
`casual` are the same as `easy` and `medium`, but many of their moves are random.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf, sqrt
from statistics import fmean
from typing import Final, NamedTuple

import msgspec

from stammtisch.bots import random
from stammtisch.bots.contract import (
    Bot,
    EvaluatedMove,
    Evaluation,
    Rating,
    best_first,
    estimate,
    to_decide,
)
from stammtisch.core.chance import Seeded, Source, dice_weights
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.games.zocknroll.dice import dice_of
from stammtisch.games.zocknroll.moves import STAY, Move
from stammtisch.games.zocknroll.notation import DICE
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import DECIDE, STILL_IN, WHITE, Setup, State, setup
from stammtisch.games.zocknroll.tableau import CROSS, WON_THIRD
from stammtisch.solve import compact
from stammtisch.solve.goals import POINTS, WIN, check_goal
from stammtisch.solve.zocknroll.marking import best_mark

STAKES: Final = {WIN: 1.0, POINTS: 60.0}
"""Between equals a point is worth about 1/60 of a win."""

RATINGS: Final[Mapping[Rating, float]] = {
    "flawless": 1e-6,
    "masterly": 0.0006,
    "strong": 0.004,
    "solid": 0.01,
    "casual": 0.02,
    "careless": 0.04,
    "wild": inf,
}
"""Measured with its bots by `python -m benchmarks.words zocknroll`."""
GLANCE_ERROR: Final = 0.08
"""The measured error of a glance."""
PUZZLE_PLAYERS: Final = 4

_BEGINNER_SLIPS: Final = 50
_EASY_SLIPS: Final = 20
_CASUAL_SLIPS: Final = 25
"""How many of 100 decisions are random moves; chosen so that each level beats the one below."""
_CONTENT_WITH: Final = "three-kind"
_SEEDS: Final = 1 << 40
_USUAL_DUEL: Final = setup(ZockNRollOptions(), 2)
_USUAL_SEVERAL: Final = setup(ZockNRollOptions(), 3)
_FEWEST: Final = 2
"""With fewer playouts than this, their spread cannot be estimated."""
_FIRST_PART: Final = 4
"""A bot tries its moves first in so small a part of the playouts of an evaluation."""
_MOST_PARTS: Final = 1 if compact.NEEDED else 4
"""Moves that it cannot tell apart get twice as many again and again, up to so many times those playouts."""
_SPREAD: Final = 0.7
"""Twice the standard deviation of the difference that two moves make in one playout with the same luck."""
_COMPARED: Final = 6 if compact.NEEDED else 16
"""How many other rolls a roll of several dice is compared with; a single die is compared with all."""


def _content(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Leaves with three equal dice or better, and marks the most points."""
    state, moves = _to_decide(game, view, seat)
    setup = state.setup
    content = setup.best_first[: setup.best_first.index(_CONTENT_WITH) + 1]
    if state.phase == DECIDE and not any(move.row in content for move in moves):
        return STAY
    return max(moves, key=lambda move: -1 if move == STAY else setup.points(CROSS[move.row]))


def medium(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Takes the most expected points of the hand, as if none of the others left any more."""
    state, moves = _to_decide(game, view, seat)
    return max(moves, key=lambda move: _points(game, state, seat, move))


def by_playouts(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Takes what wins the most playouts of the hand and the race; more of them where moves hardly differ."""
    from stammtisch.solve.zocknroll.standing import PLAYOUTS, wins

    state, moves = _to_decide(game, view, seat)
    seed = source.below(_SEEDS)
    won, done, count = dict.fromkeys(moves, 0.0), 0, PLAYOUTS // _FIRST_PART
    while len(won) > 1 and done < PLAYOUTS * _MOST_PARTS:
        for move in won:
            won[move] += count * fmean(wins(game.play(state, seat, move)[0], seat, seed + done, count))
        done += count
        count = done
        needed = max(won.values()) - _SPREAD * sqrt(done)
        won = {move: total for move, total in won.items() if total >= needed}
    return max(won, key=lambda move: won[move])


def strong(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Between two, plays near the equilibrium of the match; among three, as long as the present hand
    cannot end it. Else by playouts."""
    state, moves = _to_decide(game, view, seat)
    if len(moves) > 1 and state.setup == _USUAL_DUEL and not compact.NEEDED:
        from stammtisch.solve.zocknroll import duel_hands

        return duel_hands.choice(state, seat, source)
    if len(moves) > 1 and state.setup == _USUAL_SEVERAL and not compact.NEEDED:
        from stammtisch.solve.zocknroll import several_hands

        if not several_hands.can_end(state):
            return several_hands.choice(state, seat, source)
    return by_playouts(game, view, seat, source)


LEVELS: Final[Mapping[str, Bot]] = {
    "beginner": random.slipping(_content, _BEGINNER_SLIPS),
    "easy": random.slipping(_content, _EASY_SLIPS),
    "casual": random.slipping(medium, _CASUAL_SLIPS),
    "medium": medium,
    "strong": strong,
}
FROM_FILES: Final = frozenset({"strong"})


def _points(game: AnyGame, state: State, seat: Seat, move: Move) -> float:
    """The seat's points at the end of the hand, if none of the others leaves any more."""
    after: State = game.play(state, seat, move)[0]
    return state.setup.points(after.crosses[seat]) + (odds(state, seat) if move == STAY else 0)


class _Rating(NamedTuple):
    """A value and its standard error; of playouts the share of each."""

    value: float
    error: float
    shares: Sequence[float] = ()


def evaluate(
    game: AnyGame, view: Document, seat: Seat, source: Source, goal: str | None = None
) -> Evaluation:
    """The chance to win the match, by playouts of the hand and the race.

    The goal `points` asks for the seat's points at the end of the present hand, if the others play near
    equilibrium and the seat its best, whatever that means for the race: computed, not sampled, so without
    a standard error, yet never exact.
    """
    check_goal(goal, POINTS, WIN)
    state: State = game.load(view, viewer=seat)
    seed = source.below(_SEEDS)

    def rated(after: State, move: Move) -> _Rating:
        return _scoring(after, seat, move == STAY) if goal == POINTS else _winning(after, seat, seed)

    ratings = {move: rated(game.play(state, seat, move)[0], move) for move in game.moves(state, seat)}
    best = max(ratings.values(), key=lambda rating: rating.value) if ratings else rated(state, STAY)
    moves = [_evaluated(move, rating, best) for move, rating in ratings.items()]
    return Evaluation(
        exact=False, unit=goal or WIN, value=best.value, error=best.error, moves=best_first(moves)
    )


def _evaluated(move: Move, rating: _Rating, best: _Rating) -> EvaluatedMove:
    """The move and what it loses against the best one, in playouts of the same luck."""
    found = EvaluatedMove(str(move), rating.value, rating.error)
    if len(rating.shares) < _FEWEST or len(rating.shares) != len(best.shares):
        return found
    lost = _mean([more - less for more, less in zip(best.shares, rating.shares, strict=True)])
    return msgspec.structs.replace(found, loss=lost.value, loss_error=lost.error)


def luck(game: AnyGame, state: State, outcome: str, source: Source) -> list[float]:
    """What the roll added to each player's chance of winning, to somebody who sees all cups.

    It is compared with other rolls that were as likely, with the same luck after them.
    """
    seed, chance = source.below(_SEEDS), game.chance(state)
    listed = chance.outcomes() or ()
    if not 0 < len(listed) <= _COMPARED:
        listed = [(chance.sample(source), Fraction(1, _COMPARED)) for _ in range(_COMPARED)]
    others = [(float(part), _chances(game, game.fall(state, text)[0], seed)) for text, part in listed]
    after = _chances(game, game.fall(state, outcome)[0], seed)
    return [now - sum(part * then[seat] for part, then in others) for seat, now in enumerate(after)]


def _chances(game: AnyGame, state: State, seed: int) -> list[float]:
    """Each player's chance of winning; cups mean nothing before there are white dice, so these are rolled."""
    from stammtisch.solve.zocknroll.standing import chances_of_all

    if state.phase == WHITE and not state.white:
        state = game.fall(state, game.chance(state).sample(Seeded(seed)))[0]
    return chances_of_all(state, seed)


def glance(game: AnyGame, view: Document, seat: Seat) -> Evaluation:
    """The chance to win as a rough estimate for which nothing has to be solved: nobody leaves any more,
    and every point ahead counts the same."""
    state: State = game.load(view, viewer=seat)
    chances = [
        (move, _likely(state, seat, _points(game, state, seat, move))) for move in game.moves(state, seat)
    ]
    now = _likely(state, seat, state.setup.points(state.crosses[seat]))
    best = max((chance for _, chance in chances), default=now)
    return estimate(WIN, best, GLANCE_ERROR, [(move, chance, GLANCE_ERROR) for move, chance in chances])


def _likely(state: State, seat: Seat, points: float) -> float:
    """The chance to win at a glance with this number of points."""
    others = [state.setup.points(own) for other, own in enumerate(state.crosses) if other != seat]
    ahead = (points - fmean(others)) / STAKES[POINTS]
    return min(max(1 / state.setup.players + ahead, 0.0), 1.0)


def prepare(players: int, options: ZockNRollOptions) -> None:
    """Load or compile all that an evaluation needs, with a hand that everybody begins."""
    from stammtisch.solve.zocknroll import standing

    standing.prepare(players, options)
    if not compact.NEEDED and setup(options, players) == _USUAL_DUEL:
        from stammtisch.solve.zocknroll import duel_hands

        duel_hands.played_round(0, 0, "1124")
    if not compact.NEEDED and setup(options, players) == _USUAL_SEVERAL:
        from stammtisch.solve.zocknroll import several_hands

        several_hands.second_round(several_hands.Table((0,) * players, (False,) * players), "1124")


def files(players: int, options: ZockNRollOptions) -> list[str]:
    """The table files that take the place of solving."""
    from stammtisch.solve.zocknroll import plain

    return plain.files(players, options)


def _scoring(state: State, seat: Seat, goes_on: bool) -> _Rating:
    """The points at the end of the hand, which for the seat goes on or is over."""
    from stammtisch.solve.zocknroll.standing import points_to_come

    to_come = points_to_come(state, seat) if goes_on else 0.0
    return _Rating(state.setup.points(state.crosses[seat]) + to_come, 0.0)


def _winning(state: State, seat: Seat, seed: int) -> _Rating:
    """The chance to win: the same seed, the same luck in each playout."""
    from stammtisch.solve.zocknroll.standing import wins

    return _mean(list(wins(state, seat, seed)))


def _mean(shares: Sequence[float]) -> _Rating:
    mean = fmean(shares)
    return _Rating(mean, sqrt(fmean((share - mean) ** 2 for share in shares) / len(shares)), shares)


def _to_decide(game: AnyGame, view: Document, seat: Seat) -> tuple[State, tuple[Move, ...]]:
    return to_decide(game, view, seat)


def odds(state: State, seat: Seat) -> float:
    """The points that staying yields, if all others still in stay to the end."""
    setup, white, cup = state.setup, state.white, state.cups[seat]
    others = sum(when == STILL_IN for when in state.left) - 1
    if state.round == 2:
        return _third_round(setup, white, cup, others)
    return fmean(
        max(
            setup.points(best_mark(setup, white + die + cup)),
            _third_round(setup, white + die, cup, others),
        )
        for die in DICE[1].values()
    )


def _third_round(setup: Setup, white: int, cup: int, others: int) -> float:
    """The points that round 3 yields, before its die is rolled."""
    return fmean(_showdown(setup, white + die, cup, others) for die in DICE[1].values())


def _showdown(setup: Setup, white: int, cup: int, others: int) -> float:
    below, up_to = _standing(setup, white, setup.rank(white + cup))
    points = setup.points(best_mark(setup, white + cup))
    return up_to**others * points + below**others * setup.points(CROSS[WON_THIRD])


@lru_cache(maxsize=8192)
def _standing(setup: Setup, white: int, rank: int) -> tuple[float, float]:
    """The part of all cups that form less than that, and that form no more."""
    cups = [(setup.rank(white + dice_of(text)), ways) for text, ways in dice_weights(setup.dice)]
    total = sum(ways for _, ways in cups)
    below = sum(ways for own, ways in cups if own > rank)
    equal = sum(ways for own, ways in cups if own == rank)
    return below / total, (below + equal) / total
