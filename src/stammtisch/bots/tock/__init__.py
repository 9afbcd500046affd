"""Bots and the evaluator of Tock, for every number of players and every option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from statistics import fmean
from typing import TYPE_CHECKING, Final

from stammtisch.bots import random
from stammtisch.bots.contract import (
    Bot,
    EvaluatedMove,
    Evaluation,
    Rating,
    SearchingBot,
    TimeLeft,
    best_first,
    estimate,
    exact,
    moves_of,
    unlimited,
)
from stammtisch.bots.tock.evaluation import chance_of, scale_of
from stammtisch.bots.tock.hands import hand_worth
from stammtisch.bots.tock.plans import Planner, Turn
from stammtisch.bots.tock.playout import Guide
from stammtisch.bots.tock.search import Search
from stammtisch.core.chance import Source
from stammtisch.core.documents import Document, shown
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import rank_of, without
from stammtisch.games.tock.legal import legal_moves
from stammtisch.games.tock.moves import Move
from stammtisch.games.tock.options import TockOptions
from stammtisch.games.tock.playing import played
from stammtisch.games.tock.rules import Tock
from stammtisch.games.tock.state import GIVE, OVER, SEVEN_PHASE, State
from stammtisch.solve import compact
from stammtisch.solve.goals import WIN, check_goal

if TYPE_CHECKING:
    from stammtisch.solve.tock.evaluation import EvaluatedTurn

STAKES: Final = {WIN: 1.0}
NETWORK_ERROR: Final = 0.05
NETWORK_MOVE_ERROR: Final = 0.02
"""How far the network is from the result in many worlds: for a position, and for one of two moves."""
GLANCE_ERROR: Final = 0.15
"""A cautious guess at the error of a glance."""
PUZZLE_PLAYERS: Final = 4
COMPARED: Final = 48
"""With how many other deals one is compared."""
COMPARED_WITHOUT_NUMPY: Final = 16
PLAYOUTS: Final = 16
OTHER_PLAYOUTS: Final = 32
"""How often a simulation plays a round out from its deal, and from how many other deals once each."""
CREDIT: Final = 0.75
"""How much of what playouts promise comes true, because bots play differently. No result depends on it, only
the width of intervals: luck is 0 on average, and so is any part of it."""
STRENGTHS: Final[Mapping[str, float]] = {
    "random": -8.0,
    "beginner": -4.7,
    "easy": -3.1,
    "casual": -1.6,
    "medium": 0.0,
    "advanced": 0.6,
    "strong": 1.75,
}
"""By how much each level beats `medium`, in logits: simulations allow for that. As with `CREDIT`, only the
width of intervals depends on it."""
BEGINNER_SLIPS: Final = 54
EASY_SLIPS: Final = 36
CASUAL_SLIPS: Final = 18
"""How many of 100 decisions are random moves; chosen so that each level beats the one below."""
ADVANCED_SEARCHES: Final = 40
"""How many of 100 decisions are searched."""
RATINGS: Final[Mapping[Rating, float]] = {
    "masterly": 0.0005,
    "strong": 0.0025,
    "solid": 0.0045,
    "casual": 0.0075,
    "careless": 0.03,
    "wild": inf,
}
"""Measured with its bots by `python -m benchmarks.words tock`. Nobody is called flawless by an estimate."""

_SEEDS: Final = 1 << 40


def medium(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """The plan that looks best when it has been carried out."""
    seen, moves = _to_decide(game, view, seat)
    if len(moves) == 1:
        return moves[0]
    if seen.phase == GIVE:
        return Guide(scale_of(seen.setup), seen).gift(seen, seat)
    return Planner(seen, seat).plans()[0].turn[0]


def strong(
    game: AnyGame, view: Document, seat: Seat, source: Source, time_left: TimeLeft = unlimited
) -> Move:
    """Of the turns that the network finds good, the one that does best in possible worlds."""
    seen, moves = _to_decide(game, view, seat)
    if len(moves) == 1:
        return moves[0]
    return Search(seen, seat, source, time_left).best()[0]


def advanced(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """As `strong` at times, else as `medium`."""
    chosen = strong if source.below(100) < ADVANCED_SEARCHES else medium
    return chosen(game, view, seat, source)


LEVELS: Final[Mapping[str, Bot]] = {
    "beginner": random.slipping(medium, BEGINNER_SLIPS),
    "easy": random.slipping(medium, EASY_SLIPS),
    "casual": random.slipping(medium, CASUAL_SLIPS),
    "medium": medium,
    "advanced": advanced,
    "strong": strong,
}
FROM_FILES: Final = frozenset({"advanced", "strong"})
SEARCHING: Final[Mapping[str, SearchingBot]] = {"strong": strong}
QUICK_LUCK: Final = frozenset() if compact.NEEDED else FROM_FILES
"""Playouts of every deal take longer than games of the others."""


def evaluate(
    game: AnyGame, view: Document, seat: Seat, source: Source, goal: str | None = None
) -> Evaluation:
    """An estimate from possible worlds; with `play_on`, of leaving a rival behind (T27)."""
    check_goal(goal, WIN)
    seen = _seen(game, view, seat)
    if seen.phase == OVER:
        return exact(WIN, chance_of(scale_of(seen.setup), seen, seat))
    return _by_network(seen, seat, source) if compact.NEEDED else _in_worlds(seen, seat, source)


def evaluate_choice(
    game: AnyGame, view: Document, seat: Seat, move: str, source: Source, goal: str | None = None
) -> Evaluation:
    """As `evaluate`, closer for this move and without others that are clearly worse than the best."""
    if compact.NEEDED:
        return evaluate(game, view, seat, source, goal)
    check_goal(goal, WIN)
    return _in_worlds(_seen(game, view, seat), seat, source, move)


def _in_worlds(seen: State, seat: Seat, source: Source, chosen: str = "") -> Evaluation:
    """What the position and moves of the seat are worth in possible worlds."""
    from stammtisch.solve.tock.thinking import Thinker

    moves = legal_moves(seen, seat)
    alike = {_alike(move): move for move in reversed(moves)}
    number = next((list(alike).index(_alike(move)) for move in moves if str(move) == chosen), None)
    found = Thinker(seen, seat).evaluated(list(alike.values()), source.below(_SEEDS), number)
    position = next(one for one in found if one)
    by_effect = dict(zip(alike, found, strict=False))
    return Evaluation(
        exact=False,
        unit=WIN,
        value=position.best,
        error=position.best_error,
        moves=best_first([_evaluated(move, one) for move in moves if (one := by_effect[_alike(move)])]),
    )


def _alike(move: Move) -> tuple[object, ...]:
    """A key that moves with the same effect share: suits make no difference."""
    return (move.kind, rank_of(move.card), move.rank, move.stone, move.goal)


def _evaluated(move: Move, turn: EvaluatedTurn) -> EvaluatedMove:
    return EvaluatedMove(str(move), turn.value, turn.error, loss=turn.loss, loss_error=turn.loss_error)


def _by_network(seen: State, seat: Seat, source: Source) -> Evaluation:
    """What the network sees in the position and in each move of the seat, where there is no NumPy."""
    from stammtisch.bots.tock.plain import Thinker

    thinker, moves = Thinker(seen, seat), legal_moves(seen, seat)
    gifts = thinker.gifts(source) if seen.phase == GIVE and moves else {}
    chances = [
        gifts[rank_of(move.card)] if gifts else thinker.at_sight(carried_through(seen, seat, move))
        for move in moves
    ]
    found = [(move, chance, NETWORK_MOVE_ERROR) for move, chance in zip(moves, chances, strict=True)]
    return estimate(WIN, max(chances or [thinker.at_sight(())]), NETWORK_ERROR, found)


def glance(game: AnyGame, view: Document, seat: Seat) -> Evaluation:
    """An estimate from where stones and cards are, with nothing loaded or compiled."""
    seen = _seen(game, view, seat)
    scale = scale_of(seen.setup)
    if seen.phase == OVER:
        return exact(WIN, chance_of(scale, seen, seat))
    found = [(move, _at_a_glance(seen, seat, move)) for move in legal_moves(seen, seat)]
    value = max([chance for _, chance in found], default=chance_of(scale, seen, seat))
    return estimate(WIN, value, GLANCE_ERROR, [(move, chance, GLANCE_ERROR) for move, chance in found])


def _at_a_glance(seen: State, seat: Seat, move: Move) -> float:
    if seen.phase != GIVE:
        return Planner(seen, seat).value(carried_through(seen, seat, move))
    kept = hand_worth(seen.setup, seen.stones, seat, without(seen.hands[seat], move.card))
    return chance_of(scale_of(seen.setup), seen, seat, kept)


def prepare(players: int, options: TockOptions) -> None:
    """Load the network, and have compiled what asks it."""
    begun = Tock().begin(players, options)
    if compact.NEEDED:
        from stammtisch.solve.tock import plain

        plain.chance_of(begun, 0)
        return
    from stammtisch.solve.tock.thinking import Thinker

    thinker = Thinker(begun, 0)
    thinker.turns()
    thinker.chances([()], 0)


def files(players: int, options: TockOptions) -> list[str]:
    """The table file that takes the place of the network with NumPy."""
    from stammtisch.solve.tock.plain import files

    return files(players, options)


def luck(game: AnyGame, state: State, outcome: str, source: Source) -> list[float]:
    """What the deal or the drawn card added to each side's chance of winning, by what its players see of it.

    It is compared with others that were as likely. What one side gains, the others lose.
    """
    fallen = game.fall(state, outcome)[0]
    after, *others = (_in_plain_python if compact.NEEDED else _compared)(game, state, fallen, source)
    gains = [now - fmean(other) for now, other in zip(after, zip(*others, strict=True), strict=True)]
    surplus = fmean(gains)
    return [gain - surplus for gain in gains]


def simulated_luck(
    game: AnyGame, state: State, outcome: str, levels: Sequence[str], source: Source
) -> list[float]:
    """As `luck`, for somebody who sees all hands: what playouts of the round make of it.

    It foresees more of how bots play the round than what their players see of the deal.
    """
    from stammtisch.solve.tock.thinking import played_out_gains

    fallen, own = game.fall(state, outcome)[0], sides(state)
    by_side = {
        side: fmean(STRENGTHS.get(name, 0.0) for name, of in zip(levels, own, strict=True) if of == side)
        for side in own
    }
    strengths = [by_side[side] for side in own]
    gains = played_out_gains(state, fallen, strengths, PLAYOUTS, OTHER_PLAYOUTS, source.below(_SEEDS))
    surplus = fmean(gains)
    return [CREDIT * (gain - surplus) for gain in gains]


def _compared(_game: AnyGame, state: State, fallen: State, source: Source) -> list[list[float]]:
    """By seat, the chance of winning that all see together, and so after other luck."""
    from stammtisch.solve.tock.thinking import chances_compared

    return chances_compared(state, fallen, COMPARED, source.below(_SEEDS))


def _in_plain_python(game: AnyGame, state: State, fallen: State, source: Source) -> list[list[float]]:
    """By seat, the chance of winning that its side sees, and so after other luck."""
    from stammtisch.solve.tock import plain

    own = sides(state)
    others = [game.fall(state, game.chance(state).sample(source))[0] for _ in range(COMPARED_WITHOUT_NUMPY)]
    found = []
    for after in (fallen, *others):
        chances = [plain.chance_of(after, seat) for seat in range(len(own))]
        found.append([fmean(chances[seat] for seat, of in enumerate(own) if of == side) for side in own])
    return found


def sides(state: State) -> tuple[Seat, ...]:
    """By seat, the lowest seat of those who win together (T2)."""
    return scale_of(state.setup).side_of


def _seen(game: AnyGame, view: Document, seat: Seat) -> State:
    """What the seat sees; kernels look up seats without checking them."""
    seen: State = game.load(view, viewer=seat)
    if seat not in range(seen.setup.players):
        raise BadRequest(f"seat is {shown(seat)}, but must be one of 0 to {seen.setup.players - 1}")
    return seen


def _to_decide(game: AnyGame, view: Document, seat: Seat) -> tuple[State, list[Move]]:
    """What the seat sees, and what it may do."""
    seen = _seen(game, view, seat)
    return seen, list(moves_of(game, seen, seat))


def carried_through(seen: State, seat: Seat, move: Move) -> Turn:
    """The move and, where it begins a seven, the best way to go on."""
    after, _ = played(seen, seat, move)
    if after.phase != SEVEN_PHASE:
        return (move,)
    return (move, *Planner(after, seat).plans()[0].turn)
