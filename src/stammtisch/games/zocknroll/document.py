"""Zock'n'Roll's position document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from msgspec import UNSET, UnsetType

from stammtisch.core.documents import Document, out_of_place, read_view, shown
from stammtisch.core.errors import BadPosition
from stammtisch.core.event import UNKNOWN
from stammtisch.core.turn import Seat
from stammtisch.games.zocknroll.dice import UNKNOWN_CUP, dice_of, digits
from stammtisch.games.zocknroll.notation import DICE, WHITE_DICE
from stammtisch.games.zocknroll.state import (
    DECIDE,
    LAST_ROUND,
    MARK_PHASE,
    NOBODY,
    OVER,
    OWN,
    WHITE,
    Setup,
    State,
)
from stammtisch.games.zocknroll.tableau import CROSSES_AT_MOST, crosses_in, tableau_of
from stammtisch.games.zocknroll.wire import Status, ZockNRollView

STATUS: Final[tuple[Status, ...]] = get_args(Status)
"""The status of a seat, by the round in which it has left."""

_IN_A_HAND: Final = (WHITE, DECIDE, MARK_PHASE)
_MARKING: Final = {"winners": (MARK_PHASE,), "marked": (MARK_PHASE,)}
_PHASES_OF_KEY: Final = _MARKING | dict.fromkeys(("starter", "round", "white", "own", "status"), _IN_A_HAND)


def dump(state: State) -> Document:
    """The document without the part that all games share."""
    document: Document = {}
    if state.phase != OVER:
        document["starter"] = None if state.starter == NOBODY else state.starter
    document["crosses"] = [crosses_in(tableau) for tableau in state.crosses]
    if state.phase in _IN_A_HAND:
        document["round"] = state.round
        document["white"] = digits(state.white)
        document["own"] = [digits(cup) for cup in state.cups]
        document["status"] = [STATUS[when] for when in state.left]
    if state.phase == MARK_PHASE:
        document["winners"] = list(state.winners)
        document["marked"] = list(state.marked)
    return document


def load(document: Document, setup: Setup, viewer: Seat | None) -> State:
    """The state of a document, or `BadPosition` with every reason; with `viewer` that of its view too."""
    position = read_view(ZockNRollView, document, setup.players, setup.options)
    reasons = _problems(position, setup, viewer)
    if reasons:
        raise BadPosition(reasons)
    state = _state(position, setup)
    reasons = _winner_problems(state)
    if reasons:
        raise BadPosition(reasons)
    return state


def _state(position: ZockNRollView, setup: Setup) -> State:
    starter = position.starter if isinstance(position.starter, int) and position.phase != OVER else NOBODY
    crosses = tuple(map(tableau_of, position.crosses))
    if position.phase not in _IN_A_HAND:
        # Between hands the dice of the last one may still be in the document; they mean nothing.
        return State(setup, position.phase, starter, crosses)
    return State(
        setup,
        position.phase,
        starter,
        crosses,
        position.round or 0,
        dice_of(position.white or ""),
        tuple(UNKNOWN_CUP if cup == UNKNOWN else dice_of(cup) for cup in position.own or ()),
        tuple(map(STATUS.index, position.status or ())),
        position.turn if position.phase == DECIDE and position.turn is not None else NOBODY,
        tuple(sorted(position.winners or ())),
        tuple(sorted(position.marked or ())),
    )


def _problems(position: ZockNRollView, setup: Setup, viewer: Seat | None) -> list[str]:
    reasons = out_of_place(
        position, position.phase, _PHASES_OF_KEY if position.phase in _IN_A_HAND else _MARKING
    )
    reasons += _seat_problems(position, setup.players)
    reasons += _cross_problems(position, setup)
    reasons += _turn_problems(position)
    if position.phase in _IN_A_HAND:
        if position.starter is None:
            reasons.append(
                f"starter is null, but the first starter is drawn before phase {position.phase} (R2)"
            )
        reasons += _round_problems(position)
        reasons += _dice_problems(position, setup, viewer)
    return reasons


def _seat_problems(position: ZockNRollView, players: int) -> list[str]:
    """There is one entry for each seat, and no seat beyond the last."""
    reasons = [
        f"{key} has {len(entries)} entries, not one for each of {players} seats"
        for key in ("crosses", "own", "status")
        if (entries := getattr(position, key)) is not UNSET and len(entries) != players
    ]
    named: dict[str, Sequence[Seat | UnsetType | None]] = {
        "turn": [position.turn],
        "starter": [position.starter],
        "winners": position.winners or [],
        "marked": position.marked or [],
    }
    return reasons + [
        f"{key}: there is no seat {seat} among {players}"
        for key, seats in named.items()
        for seat in seats
        if isinstance(seat, int) and seat >= players
    ]


def _cross_problems(position: ZockNRollView, setup: Setup) -> list[str]:
    known = setup.options.points_by_row()
    reasons = []
    for seat, rows in enumerate(position.crosses):
        for row, number in rows.items():
            if row not in known:
                variant = setup.options.variant
                reasons.append(f"crosses[{seat}]: {shown(row)} is no row of variant {variant} (R9, R12)")
            if not 0 <= number <= CROSSES_AT_MOST:
                reasons.append(f"crosses[{seat}]: {shown(number)} marks in {shown(row)}, not 0 to 6 (R11)")
    full = any(number == CROSSES_AT_MOST for rows in position.crosses for number in rows.values())
    if position.phase == OWN and full:
        reasons.append("a row has six marks, so the game ended with the last hand (R11)")
    if position.phase == OVER and not full:
        reasons.append("over, but no row has six marks (R11)")
    return reasons


def _turn_problems(position: ZockNRollView) -> list[str]:
    turn, phase = position.turn, position.phase
    if phase == DECIDE:
        status = (position.status or [])[turn : turn + 1] if turn is not None else []
        return [] if status == ["in"] else ["turn is not a seat still in, and only these decide (R4)"]
    if turn is None:
        return []
    if phase == WHITE:
        return [] if turn == position.starter else ["turn is not the starter, who rolls the white dice (R3)"]
    if phase == MARK_PHASE:
        to_mark = set(position.winners or ()) - set(position.marked or ())
        return [] if turn in to_mark else ["turn is not a winner who has still to mark (R7)"]
    return [f"turn is null in phase {phase}"]


def _round_problems(position: ZockNRollView) -> list[str]:
    """The phase, the white dice and who has left agree with the round (R3–R6)."""
    phase, round_ = position.phase, position.round
    if round_ is UNSET:
        return []
    reasons = []
    if phase != WHITE and (phase == MARK_PHASE) != (round_ == LAST_ROUND):
        reasons.append(f"phase {phase} does not belong to round {round_} (R4, R6)")
    begun = round_ - 1 if phase == WHITE else round_
    if position.white is not UNSET and position.white not in DICE[WHITE_DICE[begun]]:
        wanted = f"{WHITE_DICE[begun]} ascending digits from 1 to 6" if begun else "no dice yet"
        reasons.append(f"white {shown(position.white)}: in phase {phase} of round {round_} {wanted} (R3)")
    if position.status is not UNSET and "in" not in position.status:
        reasons.append("status: nobody is in, so the hand is over (R10)")
    return reasons + [
        f"status[{seat}]: {status} before that round's decisions (R4)"
        for seat, status in enumerate(position.status or ())
        if STATUS.index(status) > begun
    ]


def _dice_problems(position: ZockNRollView, setup: Setup, viewer: Seat | None) -> list[str]:
    """Every cup holds its dice, and only those that the viewer cannot see are unknown (R3, R4)."""
    lifted = [position.phase == MARK_PHASE or status != "in" for status in position.status or ()]
    reasons = []
    for seat, cup in enumerate(position.own or ()):
        if cup != UNKNOWN:
            if cup not in DICE[setup.dice]:
                reasons.append(
                    f"own[{seat}] {shown(cup)}: not {setup.dice} ascending digits from 1 to 6 (R1)"
                )
        elif viewer is None:
            reasons.append(f"own[{seat}] is unknown: this is a view, not a position")
        elif seat == viewer:
            reasons.append(f"own[{seat}] is unknown, but players see their own dice (R3)")
        elif lifted[seat : seat + 1] == [True]:
            reasons.append(f"own[{seat}] is unknown, but that cup has been lifted (R4, R6)")
    return reasons


def _winner_problems(state: State) -> list[str]:
    """The winners have the highest combination, and at least one of them has still to mark (R6, R7)."""
    if state.phase != MARK_PHASE:
        return []
    reasons = []
    highest = state.setup.highest(state.white, state.cups, state.left)
    if state.winners != highest:
        reasons.append(f"winners: the highest combination is that of {list(highest)} (R6, R7)")
    if list(state.marked) != sorted(set(state.marked) & set(highest)):
        reasons.append("marked: only winners, each once (R7)")
    if state.marked == highest:
        reasons.append("marked: all winners have marked, so the hand is over (R7)")
    return reasons
