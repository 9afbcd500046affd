"""ZOCK's position document."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET

from stammtisch.core.documents import Document, only_with, out_of_place, read_view
from stammtisch.core.errors import BadPosition
from stammtisch.games.zock.moves import THROWS, fields_of, mask_of
from stammtisch.games.zock.notation import DICE
from stammtisch.games.zock.state import (
    BEGIN,
    CHIPS_OF_A_COLOUR,
    COLOURS,
    MOVE_PHASE,
    NO_DICE,
    OBJECTION,
    OVER,
    THROW_PHASE,
    Handed,
    Setup,
    State,
)
from stammtisch.games.zock.wire import ZockView

_PHASES_OF_KEY: Final = {"dice": (MOVE_PHASE,), "began": (BEGIN,)}
_HANDED_PHASES: Final = (THROW_PHASE, MOVE_PHASE, OBJECTION)


def dump(state: State) -> Document:
    """The document without the part that all games share."""
    document: Document = {"open": [fields_of(row) for row in state.rows]}
    if state.phase == MOVE_PHASE:
        document["dice"] = THROWS[state.dice]
    if state.phase == BEGIN:
        document["began"] = [THROWS[state.began] if state.turn == 1 else None, None]
    if not state.setup.strict and state.phase in _HANDED_PHASES:
        document["handed"] = [
            {
                "dice": THROWS[throw.dice],
                "open": fields_of(throw.row),
                "covered": fields_of(throw.covered),
            }
            for throw in state.handed
        ]
    if state.chips:
        document["chips"] = [dict(zip(COLOURS, chips, strict=True)) for chips in state.chips]
        document["match_game"] = state.game
    return document


def load(document: Document, setup: Setup) -> State:
    """The state of a document, or `BadPosition` with every reason."""
    position = read_view(ZockView, document, 2, setup.options)
    reasons = _problems(position, setup)
    if reasons:
        raise BadPosition(reasons)
    began = position.began[0] if position.began else None
    return State(
        setup,
        position.phase,
        _turn(position),
        (mask_of(*position.open[0]), mask_of(*position.open[1])),
        DICE[position.dice] if position.dice else NO_DICE,
        DICE[began] if began else NO_DICE,
        tuple(
            Handed(DICE[throw.dice], mask_of(*throw.open), mask_of(*throw.covered))
            for throw in position.handed or ()
        ),
        tuple((chips.red, chips.blue, chips.yellow, chips.green) for chips in position.chips or ()),
        position.match_game or 1,
    )


def _turn(position: ZockView) -> int:
    """Whose turn it is; when it is over, the winner of the last game."""
    if position.turn is not None:
        return position.turn
    return int(position.began[0] is not None) if position.began else int(position.open[0] != [])


def _problems(position: ZockView, setup: Setup) -> list[str]:
    reasons = out_of_place(position, position.phase, _PHASES_OF_KEY)
    for name, row in (("open[0]", position.open[0]), ("open[1]", position.open[1])):
        if len(set(row)) < len(row):
            reasons.append(f"{name}: a field is named twice")
    if position.phase == OVER and position.turn is not None:
        reasons.append("turn is null when the game is over")
    if position.phase not in (OVER, BEGIN) and position.turn is None:
        reasons.append(f"turn is missing in phase {position.phase}")
    if position.dice and position.dice not in DICE:
        reasons.append(f"dice {position.dice!r}: the larger die is written first")
    reasons += _began_problems(position)
    reasons += _row_problems(position)
    reasons += _match_problems(position, setup)
    return reasons + _handed_problems(position, setup)


def _began_problems(position: ZockView) -> list[str]:
    if not position.began:
        return []
    first, second = position.began
    reasons = [
        f"began {throw!r}: the larger die is written first"
        for throw in position.began
        if throw and throw not in DICE
    ]
    if second is not None:
        reasons.append("began: seat 1 rolls last, so its roll is still null (Z2)")
    if position.turn is not None and position.turn != (0 if first is None else 1):
        reasons.append("turn is not the seat that rolls next to decide who begins (Z2)")
    return reasons


def _row_problems(position: ZockView) -> list[str]:
    """A fully covered row has won, unless an objection is still possible (Z9, Z17)."""
    empty = [seat for seat, row in enumerate(position.open) if not row]
    if position.phase == OVER:
        return [] if len(empty) == 1 else ["over, but not exactly one row is fully covered (Z9)"]
    if position.phase == OBJECTION and position.turn is not None:
        empty = [seat for seat in empty if seat == position.turn]
    return [f"the row of seat {seat} is fully covered, so the game is over (Z9)" for seat in empty]


def _match_problems(position: ZockView, setup: Setup) -> list[str]:
    games = setup.options.games
    reasons = only_with(
        position,
        ("chips", "match_game"),
        present=games > 1,
        missing="is missing in a match (Z18)",
        surplus="belongs to a match, and games is 1 (Z18)",
    )
    if games == 1:
        return reasons
    if position.match_game and position.match_game > games:
        reasons.append(f"match_game is {position.match_game}, but the match has {games} games (Z18)")
    out_of_chips = any(not any(msgspec.structs.astuple(chips)) for chips in position.chips or ())
    if position.phase == OVER and not out_of_chips and (position.match_game or games) < games:
        reasons.append("over, but games are still to come and nobody is out of chips (Z18)")
    for colour in COLOURS if position.chips else ():
        total = sum(getattr(chips, colour) for chips in position.chips or ())
        if total != CHIPS_OF_A_COLOUR:
            reasons.append(f"{total} {colour} chips, but there are {CHIPS_OF_A_COLOUR} (Z1)")
    return reasons


def _handed_problems(position: ZockView, setup: Setup) -> list[str]:
    if setup.strict:
        reasons = ["phase objection is for referee players only (Z16)"] if position.phase == OBJECTION else []
        return reasons + (
            ["handed is for referee players only (Z16)"] if position.handed is not UNSET else []
        )
    if position.phase not in _HANDED_PHASES:
        return ["handed has no meaning here"] if position.handed else []
    if position.handed is UNSET:
        return [f"handed is missing in phase {position.phase} (Z16)"]
    if position.turn is None:
        return []
    mover = 1 - position.turn if position.phase == OBJECTION else position.turn
    return _chain_problems(position, setup, mover)


def _chain_problems(position: ZockView, setup: Setup, mover: int) -> list[str]:
    """The rolls of a turn follow from each other and lead to the present row."""
    handed = position.handed or []
    objection = position.phase == OBJECTION
    reasons = [
        f"handed dice {throw.dice!r}: the larger die is written first"
        for throw in handed
        if throw.dice not in DICE
    ]
    if objection and not handed:
        reasons.append("handed: an objection needs a roll to look at (Z16)")
    if not setup.keeps_dice and len(handed) > (1 if objection else 0):
        reasons.append("handed: the dice are handed over after each roll (Z14)")
    rows = [set(throw.open) for throw in handed[1:]] + [set(position.open[mover])]
    for index, (throw, after) in enumerate(zip(handed, rows, strict=False)):
        if not set(throw.covered) <= set(throw.open):
            reasons.append(f"handed[{index}]: a field was covered that was not open")
        elif set(throw.open) - set(throw.covered) != after:
            reasons.append(f"handed[{index}]: does not lead to the row that follows it")
        if not throw.covered and not (objection and index == len(handed) - 1):
            reasons.append(f"handed[{index}]: covering none hands the dice over (Z16)")
    if objection and handed and setup.keeps_dice and handed[-1].covered and position.open[mover]:
        reasons.append("handed: in variant A the dice are kept after a cover (Z10)")
    return reasons
