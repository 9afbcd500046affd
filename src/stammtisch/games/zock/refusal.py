"""Why a move is illegal, by clause."""

from __future__ import annotations

from stammtisch.core.errors import IllegalMove
from stammtisch.games.zock.moves import NONE, OBJECT, THROW, THROWS, Move, fields_of
from stammtisch.games.zock.state import OBJECTION, State

_SUM_CLAUSE = {"basic": "Z3", "a": "Z3", "b": "Z11", "c": "Z12"}


def refusal(state: State, move: Move) -> IllegalMove:
    """The error for a move that the state does not list."""
    clause, why = _reason(state, move)
    return IllegalMove(move.text, clause, why)


def _reason(state: State, move: Move) -> tuple[str, str]:
    if state.phase == OBJECTION:
        return "Z16", "the dice have been handed over: object, or throw"
    if move in (OBJECT, THROW):
        return "Z16", "there is nothing to object to now"
    row = state.rows[state.turn]
    closed = fields_of(move.fields & ~row)
    if closed:
        fields = " and ".join(map(str, closed))
        covered = f"field {fields} is" if len(closed) == 1 else f"fields {fields} are"
        return "Z3", f"{covered} covered already"
    dice = THROWS[state.dice]
    if move == NONE:
        return "Z8", f"{dice} can be used, so it must be used"
    if dice[0] == dice[1] and state.setup.options.variant != "c":
        return "Z5", f"with {dice[0]} and {dice[1]} only the sum counts"
    if len(fields_of(move.fields)) == 1 and move.text in dice:
        return "Z4", f"both dice of {dice} must be used"
    return _SUM_CLAUSE[state.setup.options.variant], f"{dice} does not give these fields"
