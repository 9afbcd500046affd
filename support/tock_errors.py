"""How true the errors of Tock's evaluator are: what it says, and the results in very many worlds."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import Final, NamedTuple

from msgspec import UnsetType

from stammtisch.bots.tock import evaluate, evaluate_choice
from stammtisch.core import Choose, Seeded, Source
from stammtisch.games.tock import Tock
from stammtisch.games.tock.state import State
from stammtisch.games.tock.view import seen_by
from stammtisch.match import replay
from stammtisch.solve.tock.thinking import Thinker
from support.bot_games import bot_record
from support.margins import CERTAINTY

_GAME: Final = Tock()


class Said(NamedTuple):
    """What the evaluator says with its standard error, and what is true."""

    what: str
    value: float
    error: float
    truth: float

    @property
    def holds(self) -> bool:
        """Whether the interval of 95 % holds the truth."""
        return abs(self.value - self.truth) <= CERTAINTY * self.error + 1e-9


def positions(levels: list[str], every: int, seed: str) -> Iterator[tuple[State, int]]:
    """Positions of a game of these bots in which a seat has a choice, with that seat."""
    found = 0
    for played in replay(bot_record("tock", levels, seed)):
        state = played.match.state
        assert isinstance(state, State)
        turn = _GAME.turn(state)
        if isinstance(turn, Choose) and len(_GAME.moves(state, turn.seats[0])) > 1:
            found += 1
            if found % every == 0:
                yield state, turn.seats[0]


def said(state: State, seat: int, worlds: int, seed: str) -> list[Said]:
    """The value of the position and of one of its moves; what that loses, in a hint and in an analysis."""
    source, view = Seeded(seed), _GAME.view(state, seat)
    hint = evaluate(_GAME, view, seat, source)
    one = hint.moves[source.below(len(hint.moves))]
    analysed = evaluate_choice(_GAME, view, seat, one.move, source)
    chosen = next(each for each in analysed.moves if each.move == one.move)
    made, best = _truth(state, seat, [one.move, *(each.move for each in hint.moves[:4])], worlds, source)
    return [
        Said("value", hint.value, _known(hint.error), best),
        Said("move", one.value, _known(one.error), made),
        Said("loss", _known(one.loss), _known(one.loss_error), best - made),
        Said("analysed loss", _known(chosen.loss), _known(chosen.loss_error), best - made),
    ]


def _truth(state: State, seat: int, moves: list[str], worlds: int, source: Source) -> tuple[float, float]:
    """What the first of these moves is worth, and the best of all of them."""
    by_text = {str(move): move for move in _GAME.moves(state, seat)}
    thinker = Thinker(seen_by(state, seat), seat)
    turns = [thinker.carried_through(by_text[move]) for move in moves]
    table = [thinker.chances(turns, source.below(1 << 40)) for _ in range(worlds)]
    means = [fmean(results) for results in zip(*table, strict=True)]
    return means[0], max(means)


def _known(number: float | UnsetType) -> float:
    assert isinstance(number, float)
    return number
