"""Why a move is illegal, by clause."""

from __future__ import annotations

from stammtisch.core.errors import IllegalMove
from stammtisch.games.kniffel.boxes import BOXES
from stammtisch.games.kniffel.dice import DICE, HANDS
from stammtisch.games.kniffel.moves import NOTHING, Move, scores
from stammtisch.games.kniffel.state import THROWS, State


def refusal(state: State, move: Move) -> IllegalMove:
    """The error for a move that the state does not list."""
    clause, why = _reason(state, move)
    return IllegalMove(move.text, clause, why)


def _reason(state: State, move: Move) -> tuple[str, str]:
    dice = DICE[state.dice]
    if move.box == NOTHING:
        if state.throws == THROWS:
            return "K3", "the third roll was the last: fill a box"
        if move.kept in HANDS:
            return "K3", "at most four dice can be kept; to stop rolling, fill a box"
        return "K3", f"these dice are not among {dice}"
    open_boxes = state.sheets[state.turn].open
    if not open_boxes >> move.box & 1:
        return "K4", f"box {BOXES[move.box]} is filled already"
    allowed = scores(state.setup.writable(state.dice, open_boxes))
    return (
        "K11",
        f"the further Kniffel {dice} must go to {' or '.join(BOXES[score.box] for score in allowed)}",
    )
