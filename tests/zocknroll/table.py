"""A table for the tests: rolls and moves given by their texts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stammtisch.core import Choose, Document, IllegalMove, Outcome, Over, Seeded, Throw
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.state import State
from stammtisch.testing.playout import random_steps

GAME = ZockNRoll()


def start(players: int, **options: object) -> State:
    return GAME.start(players, GAME.options(options, players))


def on(state: State, *texts: str) -> State:
    """The position after these rolls and moves; each move is that of the lowest seat to choose."""
    for text in texts:
        turn = GAME.turn(state)
        if isinstance(turn, Throw):
            state, _ = GAME.fall(state, text)
        else:
            assert isinstance(turn, Choose)
            state, _ = GAME.play(state, turn.seats[0], GAME.parse(state, text))
    return state


def moves(state: State, seat: int) -> list[str]:
    return [str(move) for move in GAME.moves(state, seat)]


def crosses(state: State) -> list[dict[str, int]]:
    rows: list[dict[str, int]] = GAME.dump(state)["crosses"]
    return rows


def third_round(cups: str, white: str = "13556", **options: object) -> State:
    """The position after round 3 in which nobody has left; seat 0 has started."""
    stays = ["stay"] * (len(cups.split()))
    thrown = (f"white {white[:3]}", *stays, f"white {white[3]}", *stays, f"white {white[4]}")
    return on(start(len(stays), **options), "0", f"own {cups}", *thrown)


def over(*tableaus: dict[str, int], **options: object) -> Outcome:
    """How the game ends with these crosses."""
    document = {"game": "zocknroll", "options": options, "players": len(tableaus), "phase": "over"}
    turn = GAME.turn(GAME.load(document | {"crosses": list(tableaus)}))
    assert isinstance(turn, Over)
    return turn.outcome


def refused(state: State, seat: int, text: str) -> str:
    """The clause that forbids the move."""
    with pytest.raises(IllegalMove) as caught:
        GAME.play(state, seat, GAME.parse(state, text))
    return caught.value.clause


def random_game(state: State, seed: str) -> Iterator[State]:
    """Every position of a game that chance alone plays, the last one over."""
    yield state
    for step in random_steps(GAME, state, Seeded(seed)):
        assert isinstance(step.state, State)
        yield step.state


def decide_document(**changes: object) -> Document:
    """Three players in round 2: seat 1 decides, seat 2 has left."""
    return {
        "game": "zocknroll",
        "options": {},
        "players": 3,
        "phase": "decide",
        "turn": 1,
        "starter": 0,
        "crosses": [{"pair": 2}, {}, {"left-first": 1, "two-pairs": 1}],
        "round": 2,
        "white": "1355",
        "own": ["46", "12", "33"],
        "status": ["in", "in", "left1"],
    } | changes


def mark_document(**changes: object) -> Document:
    """Three players after round 3: seats 0 and 1 share the highest combination, seat 2 has left."""
    marking: Document = {
        "phase": "mark",
        "turn": None,
        "round": 3,
        "white": "13556",
        "own": ["46", "16", "33"],
        "winners": [0, 1],
        "marked": [],
    }
    return decide_document(**(marking | changes))


def without(document: Document, *keys: str) -> Document:
    return {key: value for key, value in document.items() if key not in keys}
