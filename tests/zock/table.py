"""Positions to try the clauses on, and games played at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stammtisch.core import Choose, Document, Outcome, Over, Seeded, Throw
from stammtisch.games.zock import Zock
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import State

GAME = Zock()
NINE = list(range(1, 10))


def position(phase: str, turn: int | None = 0, **keys: object) -> Document:
    """A position document; rows are open where nothing else is said."""
    options = {key: keys.pop(key) for key in tuple(keys) if key in ZockOptions.__struct_fields__}
    return {
        "game": "zock",
        "options": options,
        "players": 2,
        "phase": phase,
        "turn": turn,
        "open": [NINE, NINE],
    } | keys


def moving(dice: str, row: Iterable[int] = NINE, other: Iterable[int] = NINE, **options: object) -> State:
    """Seat 0 has thrown these dice."""
    keys: dict[str, object] = {"handed": []} if options.get("referee") == "players" else {}
    return GAME.load(position("move", 0, dice=dice, open=[list(row), list(other)], **keys, **options))


def listed(state: State) -> set[str]:
    """The legal moves of the seat whose turn it is."""
    moves = [str(move) for move in GAME.moves(state, state.turn)]
    assert len(moves) == len(set(moves))
    return set(moves)


def played(state: State, *texts: str) -> State:
    """The position after these throws and moves."""
    for text in texts:
        if isinstance(GAME.turn(state), Throw):
            state, _ = GAME.fall(state, text)
        else:
            state, _ = GAME.play(state, state.turn, GAME.parse(state, text))
    return state


def in_document(state: State, key: str) -> object:
    """What the document says under that key."""
    return GAME.dump(state)[key]


def outcome(state: State) -> Outcome:
    """How the finished game ended."""
    turn = GAME.turn(state)
    assert isinstance(turn, Over)
    return turn.outcome


def wandered(options: ZockOptions, seed: str, at_most: int = 5000) -> Iterator[State]:
    """The positions of a random game."""
    source = Seeded(seed)
    state = GAME.start(2, options)
    for _ in range(at_most):
        yield state
        turn = GAME.turn(state)
        if isinstance(turn, Throw):
            state, _ = GAME.fall(state, GAME.chance(state).sample(source))
        elif isinstance(turn, Choose):
            moves = GAME.moves(state, turn.seats[0])
            state, _ = GAME.play(state, turn.seats[0], moves[source.below(len(moves))])
        else:
            return
