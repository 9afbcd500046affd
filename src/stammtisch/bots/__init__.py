"""Bots and evaluators: from a seat's view to a move, and to the value of each move.

The module named after a game holds its `LEVELS`, the weakest first, its `evaluate`, and in `STAKES` what a
whole game is worth in each unit of the evaluations: 1 for a win probability. Levels that think for as long
as they are allowed are listed in `SEARCHING` too.

Some more is optional. `advise` evaluates for a hint, faster than `evaluate`. `prepare` loads or solves what
an evaluation needs, and `glance` is a rough estimate for those who cannot wait for that. Without NumPy
nothing is solved: `files` names the table files that an evaluation reads instead, and `FROM_FILES` the
levels that read them too. `sides` says who wins together, `luck` what a roll or deal was worth to everybody,
`simulated_luck` what simulations subtract instead, `QUICK_LUCK` whether they save time by it or at which
levels they do, `RATINGS` how well somebody plays by what a decision costs on average, and `PUZZLE_PLAYERS`
for how many players puzzles are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from stammtisch.bots import facts, random
from stammtisch.bots.contract import (
    Bot,
    EvaluatedMove,
    Evaluation,
    Evaluator,
    Fact,
    Rating,
    SearchingBot,
    TimeLeft,
    within,
)
from stammtisch.core.chance import Source
from stammtisch.core.documents import Document, Options, shown
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.core.value import Value
from stammtisch.solve import compact

__all__ = [
    "Bot",
    "EvaluatedMove",
    "Evaluation",
    "Evaluator",
    "Fact",
    "NoEvaluator",
    "Rating",
    "SearchingBot",
    "TimeLeft",
    "advise",
    "bot",
    "check_evaluator",
    "evaluate_choice",
    "evaluator",
    "files",
    "glance",
    "luck",
    "names",
    "prepare",
    "puzzle_players",
    "quick_luck",
    "ratings",
    "sides",
    "simulated_luck",
    "stake",
    "within",
]


class NoEvaluator(BadRequest):
    """A game without an evaluator: nobody can say what its moves are worth."""

    code = "no-evaluator"


def _known(game: AnyGame) -> bool:
    return find_spec(f"{__name__}.{game.id}") is not None


def _levels(game: AnyGame) -> Mapping[str, Bot]:
    levels: dict[str, Bot] = {"random": random.choose}
    if _known(game):
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


def check_evaluator(game: AnyGame) -> None:
    """`NoEvaluator` where the game has none; nothing is loaded for that."""
    if not _known(game):
        raise NoEvaluator(f"there is no evaluator for {game.title}")


def evaluator(game: AnyGame) -> Evaluator:
    """The game's evaluator, or `NoEvaluator`."""
    found: Evaluator = _module(game).evaluate
    return found


def evaluate_choice(
    game: AnyGame, view: Document, seat: Seat, move: str, source: Source, goal: str | None = None
) -> Evaluation:
    """What the position, its best moves and this legal move are worth to the seat; others may be left out.

    That is all an analysis needs, and some games work it out faster and closer than all moves.
    """
    module = _module(game)
    if hasattr(module, "evaluate_choice"):
        found: Evaluation = module.evaluate_choice(game, view, seat, move, source, goal)
        return found
    return evaluator(game)(game, view, seat, source, goal)


def stake(game: AnyGame, unit: str) -> float:
    """What a whole game is worth in that unit, to tell small losses from large ones."""
    found: float = _module(game).STAKES[unit]
    return found


def ratings(game: AnyGame, usual: Mapping[Rating, float]) -> Mapping[Rating, float]:
    """How well somebody plays, by the largest part of a whole game that a decision costs on average: the
    game's own words, which were measured with its bots, or the usual ones."""
    found: Mapping[Rating, float] = getattr(_module(game), "RATINGS", usual)
    return found


def advise(game: AnyGame, view: Document, seat: Seat, source: Source) -> Evaluation:
    """A hint: the evaluation of the seat's moves, with facts about the best of them."""
    module = _module(game)
    found: Evaluation = getattr(module, "advise", module.evaluate)(game, view, seat, source)
    return facts.explained(game, view, seat, found)


def glance(game: AnyGame, view: Document, seat: Seat, source: Source) -> Evaluation:
    """A hint for which nothing has to be loaded or solved first; it may be a rough estimate."""
    module = _module(game)
    if not hasattr(module, "glance"):
        return advise(game, view, seat, source)
    return facts.explained(game, view, seat, module.glance(game, view, seat))


def prepare(game: AnyGame, players: int, options: Options) -> None:
    """Load or solve what evaluations of this game need."""
    load = getattr(_module(game), "prepare", None)
    if load is not None:
        load(players, options)


def files(game: AnyGame, players: int, options: Options, level: str | None = None) -> list[str]:
    """The table files that hints and analyses of this game read, or a bot of that level; none with NumPy."""
    named = getattr(_module(game), "files", None) if compact.NEEDED and _known(game) else None
    if named is None or (level is not None and level not in _module(game).FROM_FILES):
        return []
    found: list[str] = named(players, options)
    return found


def puzzle_players(game: AnyGame) -> int:
    """For how many players puzzles of this game are made."""
    players: int = _module(game).PUZZLE_PLAYERS
    return players


def sides(game: AnyGame, state: Value, players: int) -> tuple[Seat, ...]:
    """By seat, the lowest seat of those who win together."""
    found = getattr(_module(game), "sides", None)
    return tuple(range(players)) if found is None else found(state)


def luck(game: AnyGame, state: Value, outcome: str, source: Source) -> list[float] | None:
    """By seat, what this roll or deal added to the chance of winning; None where nobody can say.

    Whatever the position, the mean over all outcomes is 0, and so is the sum over all seats. The source is
    for what has to be drawn to find out.
    """
    evaluate = getattr(_module(game), "luck", None) if _known(game) else None
    found: list[float] | None = evaluate and evaluate(game, state, outcome, source)
    return found


def simulated_luck(
    game: AnyGame, state: Value, outcome: str, levels: Sequence[str], source: Source
) -> list[float] | None:
    """As `luck`, for simulations: they know everything, and which bots play, so some games foresee more."""
    evaluate = getattr(_module(game), "simulated_luck", None) if _known(game) else None
    if evaluate is None:
        return luck(game, state, outcome, source)
    found: list[float] = evaluate(game, state, outcome, levels, source)
    return found


def quick_luck(game: AnyGame, levels: Iterable[str] = ()) -> bool:
    """Whether these bots are so slow that fewer games save more time than evaluating luck takes."""
    quick: bool | frozenset[str] = _known(game) and getattr(_module(game), "QUICK_LUCK", False)
    return quick if isinstance(quick, bool) else not quick.isdisjoint(levels)


def _module(game: AnyGame) -> Any:
    check_evaluator(game)
    return import_module(f"{__name__}.{game.id}")
