"""What a seat may know: the cups of the others stay secret until they are lifted (R3, R4)."""

from __future__ import annotations

from stammtisch.core.chance import Source
from stammtisch.core.turn import Seat
from stammtisch.games.zocknroll.dice import UNKNOWN_CUP, dice_of
from stammtisch.games.zocknroll.state import MARK_PHASE, STILL_IN, State, throw_cups, with_cups


def seen_by(state: State, seat: Seat | None) -> State:
    """The position with every cup unknown that the seat (None: a spectator) may not look under."""
    if state.phase == MARK_PHASE:
        return state
    return with_cups(
        state,
        tuple(
            UNKNOWN_CUP if state.left[owner] == STILL_IN and owner != seat else cup
            for owner, cup in enumerate(state.cups)
        ),
    )


def guessed(seen: State, source: Source) -> State:
    """The position with every unknown cup rolled again."""
    return with_cups(
        seen,
        tuple(
            dice_of(throw_cups(1, seen.setup.dice, source)[0]) if cup == UNKNOWN_CUP else cup
            for cup in seen.cups
        ),
    )
