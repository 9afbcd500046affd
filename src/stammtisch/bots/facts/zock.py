"""What a move of ZOCK gains and risks."""

from __future__ import annotations

from stammtisch.bots.contract import EvaluatedMove, Fact
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.games.zock.moves import OBJECT, Move
from stammtisch.games.zock.notation import DICE
from stammtisch.games.zock.rules import TWO_DICE, mistakes
from stammtisch.games.zock.state import OBJECTION, Setup, State


def facts(game: AnyGame, view: Document, seat: Seat, evaluated: EvaluatedMove) -> list[Fact]:
    """The fields that stay open, and how often the next roll is of no use for them."""
    state: State = game.load(view, viewer=seat)
    move: Move = game.parse(state, evaluated.move)
    return _objection(state, move) if state.phase == OBJECTION else _cover(state, seat, move)


def _objection(state: State, move: Move) -> list[Fact]:
    wrong = sum(throw.covered.bit_count() for throw in mistakes(state.setup, state.handed))
    if move == OBJECT:
        return [Fact("opens", {"n": wrong})] if wrong else [Fact("no-mistake", risk=True)]
    return [Fact("lets-pass", {"n": wrong}, risk=True)] if wrong else []


def _cover(state: State, seat: Seat, move: Move) -> list[Fact]:
    row = state.rows[seat] & ~move.fields
    found = [Fact("leaves", {"n": row.bit_count()}) if row else Fact("finishes")]
    if move.fields and row and state.setup.keeps_dice:
        found.append(Fact("rolls-again"))
    if move.fields and move not in state.setup.legal(state.dice, state.rows[seat]):
        found.append(Fact("wrong", {"n": move.fields.bit_count()}, risk=True))
    if row and (useless := useless_rolls(state.setup, row)):
        found.append(Fact("useless", {"chance": useless}, risk=True))
    return found


def useless_rolls(setup: Setup, row: int) -> float:
    """The chance of a roll that covers none of the open fields."""
    return float(
        sum(chance for text, chance in TWO_DICE.outcomes() if not setup.legal(DICE[text], row)[0].fields)
    )
