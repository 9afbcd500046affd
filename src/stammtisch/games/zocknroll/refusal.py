"""Why a move is illegal, by clause."""

from __future__ import annotations

from stammtisch.core.errors import IllegalMove
from stammtisch.core.turn import Seat
from stammtisch.games.zocknroll.combinations import formed
from stammtisch.games.zocknroll.dice import digits
from stammtisch.games.zocknroll.moves import Move
from stammtisch.games.zocknroll.state import DECIDE, State
from stammtisch.games.zocknroll.tableau import CROSS, NO_ROW


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """The error for a move that the state does not list for a seat that is to move."""
    clause, why = _reason(state, seat, move)
    return IllegalMove(str(move), clause, why)


def _reason(state: State, seat: Seat, move: Move) -> tuple[str, str]:
    if state.phase == DECIDE and move.verb == "mark":
        return "R6", "rows are marked after round 3; now leave or stay"
    if state.phase != DECIDE and move.verb != "mark":
        return "R6", "round 3 is over; now mark a combination"
    dice = digits(state.cups[seat] + state.white)
    if move.row == NO_ROW:
        return "R8", f"{dice} form a combination with a free place, so one must be marked"
    if move.row not in state.setup.best_first:
        return "R9", "the basic game has no such combination"
    if not formed(state.cups[seat] + state.white) & CROSS[move.row]:
        return "R8", f"{dice} do not form it"
    return "R11", "the row already has six marks"
