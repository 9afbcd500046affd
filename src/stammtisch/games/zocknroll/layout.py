"""What a board of Zock'n'Roll needs to know."""

from __future__ import annotations

from stammtisch.core.turn import Seat
from stammtisch.games.zocknroll.figures import ASSUMED, RowName
from stammtisch.games.zocknroll.notation import white_added
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import DECIDE, LAST_ROUND, MARK_PHASE, OWN_DICE, State
from stammtisch.games.zocknroll.tableau import CROSS, CROSSES_AT_MOST, LEFT_FIRST, WON_THIRD, full_rows
from stammtisch.games.zocknroll.wire import RowLayout, ZockNRollLayout, ZockNRollTally


def layout(options: ZockNRollOptions) -> ZockNRollLayout:
    """The dice and the tableau that were agreed on (R1, R3, R9, R11–R13)."""
    order = options.best_first()
    points = options.points_by_row()
    own = options.points.by_row()
    rows: list[RowName] = [*order, *(row for row in points if row not in order)]
    return ZockNRollLayout(
        own_dice=OWN_DICE[options.variant],
        white_dice=[white_added(round_) for round_ in range(1, LAST_ROUND + 1)],
        marks_per_row=CROSSES_AT_MOST,
        rows=[
            RowLayout(
                row=row,
                kind="combination" if row in order else "further",
                points=points[row],
                assumed=row in ASSUMED[options.variant] and row not in own,
            )
            for row in rows
        ],
    )


def tally(state: State) -> ZockNRollTally:
    """The points by row and by seat, and what comes with a mark now."""
    setup = state.setup
    return ZockNRollTally(
        points=setup.options.points_by_row(),
        scores=list(map(setup.points, state.crosses)),
        extra_row=_extra_row(state),
        round_winner=_round_winner(state),
    )


def _extra_row(state: State) -> RowName | None:
    """Leaving in round 1 marks `left-first` too, and a sole winner `won-third` (R5, R6)."""
    if state.phase == DECIDE and state.round == 1:
        return _unless_full(state, state.turn, LEFT_FIRST)
    winner = _round_winner(state)
    return None if winner is None else _unless_full(state, winner, WON_THIRD)


def _round_winner(state: State) -> Seat | None:
    """Who has won round 3; nobody where several share the highest combination (R6, R7)."""
    return state.winners[0] if state.phase == MARK_PHASE and len(state.winners) == 1 else None


def _unless_full(state: State, seat: Seat, row: RowName) -> RowName | None:
    return None if full_rows(state.crosses[seat]) & CROSS[row] else row
