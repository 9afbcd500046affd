"""One step of a game, told in notation: the same checks in the same order wherever steps come from."""

from __future__ import annotations

from stammtisch.core.errors import BadRequest, NotYourTurn
from stammtisch.core.event import Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Seat, Throw
from stammtisch.core.value import Value


def fall(game: AnyGame, state: Value, outcome: str) -> tuple[Value, Events]:
    """The position after that throw; `BadRequest` where nothing is thrown."""
    if not isinstance(game.turn(state), Throw):
        raise BadRequest("nothing is left to chance here")
    after: tuple[Value, Events] = game.fall(state, outcome)
    return after


def play(game: AnyGame, state: Value, seat: Seat, text: str) -> tuple[str, Value, Events]:
    """The move as the notation has it, and the position after it."""
    turn = game.turn(state)
    if not isinstance(turn, Choose) or seat not in turn.seats:
        raise NotYourTurn(f"seat {seat} has nothing to decide here")
    move = game.parse(state, text)
    after, events = game.play(state, seat, move)
    return str(move), after, events
