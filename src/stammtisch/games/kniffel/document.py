"""Kniffel's position document."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from stammtisch.core.documents import Document, only_with, out_of_place, read_view, shown
from stammtisch.core.errors import BadPosition
from stammtisch.games.kniffel.boxes import ALL_BOXES, BOXES, KNIFFEL, KNIFFEL_POINTS, POSSIBLE
from stammtisch.games.kniffel.dice import DICE, HANDS, INDEX
from stammtisch.games.kniffel.state import (
    BEGIN,
    CHOOSE_PHASE,
    OUT_OF_THE_TIE,
    OVER,
    STILL_TO_THROW,
    THROW_PHASE,
    THROWS,
    Setup,
    Sheet,
    State,
)
from stammtisch.games.kniffel.wire import KniffelView

_PHASES_OF_KEY: Final = {
    "began": (BEGIN,),
    "dice": (CHOOSE_PHASE,),
    "kept": (THROW_PHASE,),
    "throws": (THROW_PHASE, CHOOSE_PHASE),
}
_LISTS_BY_SEAT: Final = ("sheets", "bonus", "began", "totals")
_BOX: Final[dict[str, int]] = {name: box for box, name in enumerate(BOXES)}
_HANDS: Final = {hand: DICE[hand] for hand in HANDS}
_KEPT: Final = set(DICE) - set(_HANDS.values())
_BEGAN_TEXT: Final[dict[int, str | None]] = {STILL_TO_THROW: None, OUT_OF_THE_TIE: "-", **_HANDS}
_BEGAN: Final = {text: throw for throw, text in _BEGAN_TEXT.items()}


def dump(state: State) -> Document:
    """The document without the part that all games share."""
    document: Document = {
        "sheets": [_boxes(sheet) for sheet in state.sheets],
        "bonus": [sheet.bonus for sheet in state.sheets],
    }
    if state.phase == BEGIN:
        document["began"] = [_BEGAN_TEXT[throw] for throw in state.began]
    if state.phase == THROW_PHASE:
        document |= {"kept": DICE[state.dice], "throws": state.throws}
    if state.phase == CHOOSE_PHASE:
        document |= {"dice": DICE[state.dice], "throws": state.throws}
    if state.totals:
        document |= {"match_game": state.game, "totals": list(state.totals)}
    return document


def load(document: Document, players: int, setup: Setup) -> State:
    """The state of a document, or `BadPosition` with every reason."""
    position = read_view(KniffelView, document, players, setup.options)
    reasons = _problems(position, players, setup)
    if reasons:
        raise BadPosition(reasons)
    return State(
        setup,
        position.phase,
        _turn(position),
        tuple(_sheet(boxes, bonus) for boxes, bonus in zip(position.sheets, position.bonus, strict=True)),
        tuple(position.totals or ()),
        position.match_game or 1,
        INDEX[position.dice or position.kept or ""],
        position.throws or 0,
        tuple(_BEGAN[text] for text in position.began or ()),
    )


def _turn(position: KniffelView) -> int:
    """Whose turn it is; nobody's is 0."""
    return position.began.index(None) if position.began else position.turn or 0


def _boxes(sheet: Sheet) -> dict[str, int]:
    return {name: sheet.points[box] for box, name in enumerate(BOXES) if not sheet.open >> box & 1}


def _sheet(boxes: dict[str, int], bonus: int) -> Sheet:
    open_boxes = ALL_BOXES
    for name in boxes:
        open_boxes &= ~(1 << _BOX[name])
    return Sheet(tuple(boxes.get(name, 0) for name in BOXES), bonus, open_boxes)


def _problems(position: KniffelView, players: int, setup: Setup) -> list[str]:
    reasons = out_of_place(position, position.phase, _PHASES_OF_KEY)
    reasons += _length_problems(position, players)
    reasons += _turn_problems(position, players)
    for seat, boxes in enumerate(position.sheets):
        reasons += _sheet_problems(f"sheets[{seat}]", boxes)
    reasons += _bonus_problems(position)
    reasons += _fullness_problems(position)
    reasons += _began_problems(position, players)
    reasons += _dice_problems(position)
    return reasons + _series_problems(position, setup)


def _length_problems(position: KniffelView, players: int) -> list[str]:
    return [
        f"{key}: one entry a seat, so {players}, not {len(entries)}"
        for key in _LISTS_BY_SEAT
        if (entries := getattr(position, key)) is not UNSET and len(entries) != players
    ]


def _turn_problems(position: KniffelView, players: int) -> list[str]:
    if position.phase == OVER:
        return [] if position.turn is None else ["turn is null when the game is over"]
    if position.turn is None:
        # In phase begin the throws say whose turn it is.
        return [] if position.phase == BEGIN else [f"turn is missing in phase {position.phase}"]
    return [] if position.turn < players else [f"turn {position.turn}: the seats are 0 to {players - 1}"]


def _sheet_problems(where: str, boxes: dict[str, int]) -> list[str]:
    reasons = [f"{where}: there is no box {shown(name)} (K1)" for name in boxes if name not in _BOX]
    return reasons + [
        f"{where}: {shown(points)} is never written in {name} (K4)"
        for name, points in boxes.items()
        if name in _BOX and points not in POSSIBLE[_BOX[name]]
    ]


def _bonus_problems(position: KniffelView) -> list[str]:
    """A further Kniffel needs a box with 50 and another one that it was written in."""
    reasons = []
    for seat, (boxes, bonus) in enumerate(zip(position.sheets, position.bonus, strict=False)):
        others = len(boxes.keys() - {BOXES[KNIFFEL]})
        if bonus and boxes.get(BOXES[KNIFFEL]) != KNIFFEL_POINTS:
            reasons.append(f"bonus[{seat}]: there is no bonus without 50 in the kniffel box (K12)")
        if bonus > others:
            reasons.append(f"bonus[{seat}]: {bonus} further Kniffels in {others} other boxes (K12)")
    return reasons


def _fullness_problems(position: KniffelView) -> list[str]:
    full = [seat for seat, boxes in enumerate(position.sheets) if _BOX.keys() <= boxes.keys()]
    if position.phase == OVER:
        return [
            f"over, but the sheet of seat {seat} has open boxes (K13)"
            for seat in range(len(position.sheets))
            if seat not in full
        ]
    if len(full) == len(position.sheets):
        return ["all sheets are full, so the game is over (K13)"]
    if position.phase != BEGIN and position.turn in full:
        return [f"turn {position.turn}: the sheet of that seat is full (K4)"]
    return []


def _began_problems(position: KniffelView, players: int) -> list[str]:
    if position.phase != BEGIN or position.began is UNSET:
        return []
    began = position.began
    reasons = [
        f"began {shown(throw)}: five digits from 1 to 6 in ascending order, - or null"
        for throw in began
        if throw not in _BEGAN
    ]
    if players == 1:
        reasons.append("began: a single player begins without a roll (K2)")
    elif sum(throw != "-" for throw in began) < 2:
        reasons.append("began: at least two seats roll to decide who begins (K2)")
    if None not in began:
        reasons.append("began: all have rolled, so one begins or those who tied roll again (K2)")
    elif position.turn is not None and position.turn != began.index(None):
        reasons.append("turn is not the seat that rolls next to decide who begins (K2)")
    return reasons


def _dice_problems(position: KniffelView) -> list[str]:
    """The dice on the table and the number of rolls agree (K3)."""
    reasons = []
    throws = position.throws
    if position.dice is not UNSET:
        if position.dice not in _HANDS.values():
            reasons.append(f"dice {shown(position.dice)}: write five digits from 1 to 6 in ascending order")
        if throws is not UNSET and not 1 <= throws <= THROWS:
            reasons.append(f"throws {throws}: in phase choose it is 1, 2 or 3 (K3)")
    if position.kept is not UNSET:
        if position.kept not in _KEPT:
            reasons.append(
                f"kept {shown(position.kept)}: write at most four digits from 1 to 6 in ascending order (K3)"
            )
        if throws is not UNSET and throws >= THROWS:
            reasons.append(f"throws {throws}: in phase throw it is 0, 1 or 2 (K3)")
        if throws == 0 and position.kept:
            reasons.append("kept: the first roll is with all five dice (K3)")
    return reasons


def _series_problems(position: KniffelView, setup: Setup) -> list[str]:
    games = setup.options.games
    reasons = only_with(
        position,
        ("match_game", "totals"),
        present=games > 1,
        missing="is missing in a series (K14)",
        surplus="belongs to a series, and games is 1 (K14)",
    )
    if games == 1 or position.match_game is UNSET:
        return reasons
    if position.match_game == 1 and any(position.totals or ()):
        reasons.append("totals: no game of the series is finished yet (K14)")
    if position.match_game > games:
        reasons.append(f"match_game is {position.match_game}, but the series has {games} games (K14)")
    if position.phase == OVER and position.match_game < games:
        reasons.append(f"over, but {games - position.match_game} games of the series are still to come (K14)")
    return reasons
