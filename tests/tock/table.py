"""A table for the tests: positions in a few words, rolls and moves given by their texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

import pytest

from stammtisch.core import (
    BadPosition,
    Choose,
    Document,
    Event,
    IllegalMove,
    Outcome,
    Over,
    Seeded,
    Throw,
)
from stammtisch.games.tock import Tock
from stammtisch.games.tock.state import State
from stammtisch.testing.playout import random_steps

GAME = Tock()
PLAYERS = (2, 3, 4, 5, 6, 8)
TEAMS = (4, 6, 8)
FREE = (2, 3, 5)


def start(players: int, **options: object) -> State:
    return GAME.start(players, GAME.options(options, players))


def document(
    players: int,
    stones: str = "",
    hands: str | Mapping[int, str] = "",
    *,
    options: Document | None = None,
    **changes: object,
) -> Document:
    """A position in phase play, seat 0 to move; stones not named are in reserve.

    `stones` reads like "0a:20 0b:h2 1a:18!"; `hands` is the hand of seat 0 or those of several.
    """
    rows = [["-"] * 4 for _ in range(players)]
    for word in stones.split():
        name, place = word.split(":")
        rows[int(name[0])]["abcd".index(name[1])] = place
    held = {0: hands} if isinstance(hands, str) else hands
    return {
        "game": "tock",
        "options": options or {},
        "players": players,
        "phase": "play",
        "turn": 0,
        "dealer": players - 1,
        "round": 1,
        "stones": rows,
        "hands": [held.get(seat, "").split() for seat in range(players)],
        "given": [None] * players,
        "discard": [],
        "places": [],
    } | changes


def position(
    players: int,
    stones: str = "",
    hands: str | Mapping[int, str] = "",
    *,
    options: Document | None = None,
    **changes: object,
) -> State:
    """The state of such a document."""
    return GAME.load(document(players, stones, hands, options=options, **changes))


def without(document: Document, *keys: str) -> Document:
    return {key: value for key, value in document.items() if key not in keys}


def dealing(players: int, discard: list[str] | None = None, **changes: object) -> State:
    """Before a deal of seat 0, stones all in reserve."""
    before = {"phase": "deal", "turn": None, "dealer": 0, "discard": discard or []} | changes
    return GAME.load(without(document(players, **before), "given"))  # type: ignore[arg-type]


def whole_pack() -> list[str]:
    """The 110 cards, written down here once more (T7)."""
    return [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"] * 2 + ["X"] * 6


def pack_without(*kept: str) -> list[str]:
    """All cards but these."""
    cards = whole_pack()
    for card in kept:
        cards.remove(card)
    return cards


def seat_to_move(state: State) -> int:
    turn = GAME.turn(state)
    assert isinstance(turn, Choose)
    return turn.seats[0]


def on(state: State, *texts: str) -> State:
    """The position after these rolls and moves; each move is that of the lowest seat to choose."""
    for text in texts:
        state = step(state, text)[0]
    return state


def step(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    """The position after one roll or move, with its events."""
    if isinstance(GAME.turn(state), Throw):
        return GAME.fall(state, text)
    return GAME.play(state, seat_to_move(state), GAME.parse(state, text))


def moves(state: State) -> list[str]:
    """The legal moves of the seat to move."""
    return [str(move) for move in GAME.moves(state, seat_to_move(state))]


def goals(state: State, stone: str) -> set[str]:
    """Where the stone may go, by whatever card."""
    return {text.split(">")[1] for text in moves(state) if f"{stone}>" in text and "<>" not in text}


def stone(state: State, name: str) -> str:
    """Where the stone is, as the document tells it."""
    text: str = GAME.dump(state)["stones"][int(name[0])]["abcd".index(name[1])]
    return text


def stones(state: State, names: str) -> list[str]:
    return [stone(state, name) for name in names.split()]


def hand(state: State, seat: int) -> str:
    return " ".join(GAME.dump(state)["hands"][seat])


def refused(state: State, text: str) -> str:
    """The clause that forbids the move."""
    with pytest.raises(IllegalMove) as caught:
        GAME.play(state, seat_to_move(state), GAME.parse(state, text))
    return caught.value.clause


def reasons(document: Document, viewer: int | None = None) -> list[str]:
    """Why the document is refused."""
    with pytest.raises(BadPosition) as caught:
        GAME.load(document, viewer)
    return list(caught.value.reasons)


def outcome(state: State) -> Outcome:
    turn = GAME.turn(state)
    assert isinstance(turn, Over)
    return turn.outcome


def random_game(state: State, seed: str, most: int = 10**6) -> Iterator[State]:
    """The positions of a game that chance alone plays, up to a number."""
    yield state
    for step in islice(random_steps(GAME, state, Seeded(seed)), most - 1):
        assert isinstance(step.state, State)
        yield step.state
