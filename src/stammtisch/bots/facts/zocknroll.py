"""What a decision of Zock'n'Roll gains and risks."""

from __future__ import annotations

from stammtisch.bots.contract import EvaluatedMove, Fact
from stammtisch.bots.zocknroll import odds
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.games.zocknroll.moves import STAY, Move
from stammtisch.games.zocknroll.state import DECIDE, STILL_IN, State


def facts(game: AnyGame, view: Document, seat: Seat, evaluated: EvaluatedMove) -> list[Fact]:
    """Points that are certain, or what staying may gain and what it puts at stake."""
    state: State = game.load(view, viewer=seat)
    move: Move = game.parse(state, evaluated.move)
    if move == STAY:
        return _stay(game, state, seat)
    sure = _points(game, state, seat, move)
    if not sure:
        return [Fact("no-points", risk=True)]
    return [Fact("sure" if state.phase == DECIDE else "marks", {"points": sure})]


def _stay(game: AnyGame, state: State, seat: Seat) -> list[Fact]:
    others = sum(when == STILL_IN for when in state.left) - 1
    leaving = [_points(game, state, seat, move) for move in game.moves(state, seat) if move != STAY]
    found = [Fact("to-come", {"points": odds(state, seat)})]
    if sure := max(leaving, default=0):
        found.append(Fact("gives-up", {"points": sure}, risk=True))
    found.append(Fact("rivals", {"n": others}, risk=True))
    return found


def _points(game: AnyGame, state: State, seat: Seat, move: Move) -> int:
    """What the move adds to the seat's tableau at once."""
    after: State = game.play(state, seat, move)[0]
    return state.setup.points(after.crosses[seat]) - state.setup.points(state.crosses[seat])
