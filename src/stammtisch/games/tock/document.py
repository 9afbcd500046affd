"""Tock's position document."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from stammtisch.core.documents import Document, out_of_place, read_view
from stammtisch.core.errors import BadPosition
from stammtisch.core.event import UNKNOWN
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import CARDS, HIDDEN, NO_CARD, TEXTS, Card
from stammtisch.games.tock.check import problems
from stammtisch.games.tock.moves import CENTER, HOUSE, PLACE_TEXTS, RESERVE, STONE_TEXTS, STONES
from stammtisch.games.tock.notation import parse_stone
from stammtisch.games.tock.state import (
    CENTER_PHASE,
    DEAL,
    DRAW,
    GIVE,
    MARKED,
    NOBODY,
    OVER,
    PLACE,
    PLAY,
    PROTECTED,
    SEVEN_PHASE,
    Setup,
    State,
)
from stammtisch.games.tock.wire import TockView

_PHASES_OF_KEY: Final = {
    "given": (GIVE, PLAY, SEVEN_PHASE, CENTER_PHASE, DRAW, OVER),
    "seven": (SEVEN_PHASE,),
    "center": (CENTER_PHASE,),
    "draw": (DRAW,),
}


def dump(state: State) -> Document:
    """The document without the part that all games share."""
    document: Document = {
        "dealer": None if state.dealer == NOBODY else state.dealer,
        "round": state.round,
        "stones": [
            [_stone_text(state, stone) for stone in range(first, first + STONES)]
            for first in range(0, len(state.stones), STONES)
        ],
        "hands": [[TEXTS[card] for card in hand] for hand in state.hands],
    }
    if state.phase != DEAL:
        document["given"] = [None if card == NO_CARD else TEXTS[card] for card in state.given]
    if state.phase == SEVEN_PHASE:
        document["seven"] = {
            "left": state.left,
            "as": "X" if state.joker else "7",
            "moved": [STONE_TEXTS[stone] for stone in state.moved],
        }
    if state.phase == CENTER_PHASE:
        document["center"] = [STONE_TEXTS[stone] for stone in state.center]
    if state.phase == DRAW:
        document["draw"] = {"from": state.draw_from}
    document["discard"] = [TEXTS[card] for card in state.discard]
    document["places"] = list(state.places)
    return document


def _stone_text(state: State, stone: int) -> str:
    code = state.stones[stone]
    text = PLACE_TEXTS[code & PLACE]
    if code & PROTECTED:
        text += "!"
    if code & MARKED:
        text += "*" if state.setup.touched else "*2"
    return text


def load(document: Document, setup: Setup, viewer: Seat | None) -> State:
    """The state of a document, or `BadPosition` with every reason.

    With `viewer` cards may be unknown that this seat may not know.
    """
    position = read_view(TockView, {"places": []} | document, setup.players, setup.options)
    reasons = out_of_place(position, position.phase, _PHASES_OF_KEY) + _shape_problems(position, setup)
    if reasons:
        raise BadPosition(reasons)
    state = _state(position, setup)
    reasons = problems(state, viewer)
    if reasons:
        raise BadPosition(reasons)
    return state


def _shape_problems(position: TockView, setup: Setup) -> list[str]:
    """What keeps the document from being a state at all."""
    players = setup.players
    lists = {
        "stones": position.stones,
        "hands": position.hands,
        "given": None if position.given is UNSET else position.given,
    }
    reasons = [
        f"{key}: {len(rows)} seats, but {players} play"
        for key, rows in lists.items()
        if rows is not None and len(rows) != players
    ]
    seats = [
        position.turn,
        position.dealer,
        *position.places,
        position.draw.source if position.draw else None,
    ]
    reasons += [f"there is no seat {seat}" for seat in seats if seat is not None and seat >= players]
    named = (position.center or []) + (position.seven.moved if position.seven else [])
    reasons += [f"there is no stone {stone}" for stone in named if parse_stone(stone) >= players * STONES]
    if UNKNOWN in position.discard:
        reasons.append("discard: every card of the pile is known")
    return reasons + [
        f"stone {text!r} of seat {seat}: {why}"
        for seat, stones in enumerate(position.stones)
        for text in stones
        for why in _stone_problems(text, setup)
    ]


def _stone_problems(text: str, setup: Setup) -> list[str]:
    place, _, mark = _stone_parts(text)
    entry = setup.options.house_entry
    reasons = []
    if place.isdigit() and int(place) >= setup.size:
        reasons.append(f"the track ends at {setup.size - 1} (T4)")
    if place == "c" and not setup.has_center:
        reasons.append("only the eight-arm board has a centre (T34)")
    if mark and mark != {"touched": "*", "twice": "*2"}.get(str(entry)):
        reasons.append(f"the mark {mark} does not go with house_entry {entry}")
    return reasons


def _stone_parts(text: str) -> tuple[str, str, str]:
    """Place, protection and mark of a stone's text."""
    place = text.rstrip("2").rstrip("*") if "*" in text else text
    return place.rstrip("!"), "!" if "!" in text else "", text[len(place) :]


def _state(position: TockView, setup: Setup) -> State:
    seven, draw = position.seven, position.draw
    return State(
        setup,
        position.phase,
        NOBODY if position.turn is None else position.turn,
        NOBODY if position.dealer is None else position.dealer,
        position.round,
        tuple(_stone_code(text) for stones in position.stones for text in stones),
        tuple(tuple(sorted(_card(text) for text in hand)) for hand in position.hands),
        tuple(NO_CARD if text is None else _card(text) for text in position.given or ()),
        bytes(_card(text) for text in position.discard),
        () if setup.teams else tuple(position.places),
        seven.left if seven else 0,
        seven.played_as == "X" if seven else False,
        tuple(parse_stone(stone) for stone in seven.moved) if seven else (),
        tuple(sorted(parse_stone(stone) for stone in position.center or ())),
        draw.source if draw else NOBODY,
    )


def _card(text: str) -> Card:
    return CARDS.get(text, HIDDEN)


def _stone_code(text: str) -> int:
    place, protected, mark = _stone_parts(text)
    code = int(place) if place.isdigit() else _named_place(place)
    return code | (PROTECTED if protected else 0) | (MARKED if mark else 0)


def _named_place(place: str) -> int:
    if place == "-":
        return RESERVE
    return CENTER if place == "c" else HOUSE + int(place[1])
