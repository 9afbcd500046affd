"""Bots and the evaluator of Tock, for every number of players and every option."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Final

from stammtisch.bots.contract import Bot, Evaluation, SearchingBot, TimeLeft, estimate, exact, unlimited
from stammtisch.bots.tock.evaluation import chance_of, scale_of
from stammtisch.bots.tock.hands import hand_worth
from stammtisch.bots.tock.plans import Planner, Turn
from stammtisch.bots.tock.playout import Guide
from stammtisch.bots.tock.search import Search, Trial
from stammtisch.core.chance import Source
from stammtisch.core.documents import Document, shown
from stammtisch.core.errors import BadRequest, NotYourTurn
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import without
from stammtisch.games.tock.legal import legal_moves
from stammtisch.games.tock.moves import Move
from stammtisch.games.tock.options import TockOptions
from stammtisch.games.tock.playing import played
from stammtisch.games.tock.rules import Tock
from stammtisch.games.tock.state import GIVE, OVER, SEVEN_PHASE, State

EVALUATED_WORLDS: Final = 32
"""In how many worlds the evaluator tries every move."""
WIN: Final = "win probability"
STAKES: Final = {WIN: 1.0}
GLANCE_ERROR: Final = 0.15
"""A cautious guess at the error of a glance."""
PUZZLE_PLAYERS: Final = 4
COMPARED: Final = 48
"""With how many other deals one is compared."""
LOOKED_AT: Final = 8
FIRST_LOOK: Final = 6
"""In how many worlds a hint tries every move; the best of them are tried in all."""


def easy(game: AnyGame, view: Document, seat: Seat, source: Source) -> Move:
    """Plays any move that looks like one of the better half, and passes any card on."""
    seen, moves = _to_decide(game, view, seat)
    if seen.phase != GIVE:
        swings = Guide(scale_of(seen.setup), seen).swings(seen)
        moves = sorted(moves, key=swings.of, reverse=True)[: (len(moves) + 1) // 2]
    return moves[source.below(len(moves))]


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


LEVELS: Final[Mapping[str, Bot]] = {"easy": easy, "medium": medium, "strong": strong}
SEARCHING: Final[Mapping[str, SearchingBot]] = {"strong": strong}


def evaluate(
    game: AnyGame, view: Document, seat: Seat, source: Source, goal: str | None = None
) -> Evaluation:
    """An estimate from possible worlds; with `play_on`, of leaving a rival behind (T27)."""
    if goal not in (None, WIN):
        raise BadRequest(f"goal is {shown(goal)}, but must be {WIN}")
    seen: State = game.load(view, viewer=seat)
    if seen.phase == OVER:
        return exact(WIN, chance_of(scale_of(seen.setup), seen, seat))
    moves = legal_moves(seen, seat)
    trials = [Trial(carried_through(seen, seat, move)) for move in moves] or [Trial(())]
    Search(seen, seat, source).try_out(trials, EVALUATED_WORLDS)
    best = max(trials, key=Trial.mean)
    found = [(trial.turn[0], trial.mean(), trial.error()) for trial in trials if trial.turn]
    return estimate(WIN, best.mean(), best.error(), found)


def advise(game: AnyGame, view: Document, seat: Seat, source: Source) -> Evaluation:
    """As `evaluate`, but sooner: only the moves that look best are tried in all worlds."""
    seen: State = game.load(view, viewer=seat)
    moves = legal_moves(seen, seat)
    if seen.phase == OVER or len(moves) <= LOOKED_AT:
        return evaluate(game, view, seat, source)
    trials = [Trial(carried_through(seen, seat, move)) for move in moves]
    search = Search(seen, seat, source)
    search.try_out(trials, FIRST_LOOK)
    trials.sort(key=Trial.mean, reverse=True)
    search.try_out(trials[:LOOKED_AT], EVALUATED_WORLDS - FIRST_LOOK)
    best = max(trials[:LOOKED_AT], key=Trial.mean)
    found = [(trial.turn[0], min(trial.mean(), best.mean()), trial.error()) for trial in trials]
    return estimate(WIN, best.mean(), best.error(), found)


def glance(game: AnyGame, view: Document, seat: Seat) -> Evaluation:
    """An estimate from where stones and cards are, with nothing loaded or compiled."""
    seen: State = game.load(view, viewer=seat)
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
    from stammtisch.solve.tock.thinking import Thinker

    thinker = Thinker(Tock().begin(players, options), 0)
    thinker.turns()
    thinker.chances([()], 0)


def luck(game: AnyGame, state: State, outcome: str, source: Source) -> list[float]:
    """What the deal added to each side's chance of winning, by what its players see of it.

    It is compared with other deals that were as likely. What one side gains, the others lose.
    """
    chance, own = game.chance(state), sides(state)
    texts = [chance.sample(source) for _ in range(COMPARED)]
    after, *others = (_by_side(game.fall(state, text)[0]) for text in (outcome, *texts))
    gains = {side: after[side] - fmean(other[side] for other in others) for side in after}
    surplus = fmean(gains.values())
    return [gains[side] - surplus for side in own]


def _by_side(state: State) -> dict[Seat, float]:
    """The chance of winning that each side sees, on average over its players."""
    from stammtisch.solve.tock.thinking import chances_of_all

    chances, own = chances_of_all(state), sides(state)
    return {side: fmean(chances[seat] for seat, of in enumerate(own) if of == side) for side in own}


def sides(state: State) -> tuple[Seat, ...]:
    """By seat, the lowest seat of those who win together (T2)."""
    return scale_of(state.setup).side_of


def _to_decide(game: AnyGame, view: Document, seat: Seat) -> tuple[State, list[Move]]:
    """What the seat sees, and what it may do."""
    seen: State = game.load(view, viewer=seat)
    moves = legal_moves(seen, seat)
    if not moves:
        raise NotYourTurn(f"seat {seat} has nothing to decide here")
    return seen, list(moves)


def carried_through(seen: State, seat: Seat, move: Move) -> Turn:
    """The move and, where it begins a seven, the best way to go on."""
    after, _ = played(seen, seat, move)
    if after.phase != SEVEN_PHASE:
        return (move,)
    return (move, *Planner(after, seat).plans()[0].turn)
