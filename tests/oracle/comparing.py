"""Compares a game with its oracle: the same clauses again, naively, over plain documents."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from typing import Final, Protocol, TypeVar

from stammtisch.core import AnyGame, Choose, Document, Over, Seat, Seeded, Source, Throw, Turn, Value
from stammtisch.testing.playout import random_steps

T = TypeVar("T")

TRIES: Final = 6
"""How many of a position's moves or throws are followed, picked at random."""


class Oracle(Protocol):
    """What an oracle module offers; it never changes the documents it is given."""

    def start(self, players: int, options: Document) -> Document: ...
    def turn(self, doc: Document) -> Document: ...
    def moves(self, doc: Document, seat: Seat) -> set[str]: ...
    def play(self, doc: Document, seat: Seat, text: str) -> Document: ...
    def chance(self, doc: Document) -> dict[str, Fraction] | None: ...
    def fall(self, doc: Document, outcome: str) -> Document: ...
    def view(self, doc: Document, seat: Seat | None) -> Document: ...


def walk(game: AnyGame, oracle: Oracle, players: int, options: Document, seed: str) -> None:
    """Plays a random game and compares at every position of it, the first one included."""
    document = game.dump(game.start(players, game.options(options, players)))
    assert document == oracle.start(players, options)
    walk_on(game, oracle, document, Seeded(f"{game.id} {players} {options} {seed}"))


def walk_on(
    game: AnyGame, oracle: Oracle, document: Document, source: Source, at_most: int | None = None
) -> None:
    """Plays on at random from any position, to the end or `at_most` steps, and compares all the way."""
    agree_at(game, oracle, document, source)
    steps = random_steps(game, game.load(document), source)
    for step in islice(steps, at_most):
        agree(game, oracle, step.state, source)


def agree_at(game: AnyGame, oracle: Oracle, document: Document, source: Source) -> None:
    """Both say the same about a position that need not come from a game."""
    state: Value = game.load(document)
    assert game.dump(state) == document
    agree(game, oracle, state, source)


def agree(game: AnyGame, oracle: Oracle, state: Value, source: Source) -> None:
    """Both say the same about the position, about what may follow and about what each seat sees."""
    doc = game.dump(state)
    turn = game.turn(state)
    assert turn_document(turn) == oracle.turn(doc), doc
    for seat in range(doc["players"]):
        _agree_on_moves(game, oracle, state, doc, seat, source)
    if isinstance(turn, Throw):
        _agree_on_throws(game, oracle, state, doc, source)
    for viewer in (None, *range(doc["players"])):
        assert game.view(state, viewer) == oracle.view(doc, viewer), (doc, viewer)


def turn_document(turn: Turn) -> Document:
    """The turn in the words of the engine protocol; a reason is worded freely and left out."""
    if isinstance(turn, Throw):
        return {"kind": "chance", "seat": turn.seat}
    if isinstance(turn, Choose):
        return {"kind": "choose", "seats": list(turn.seats)}
    assert isinstance(turn, Over)
    outcome = turn.outcome
    return over(outcome.winners, outcome.places, outcome.scores)


def over(winners: Sequence[Seat], places: Sequence[int], scores: Sequence[int]) -> Document:
    """The end of a game in the words of the engine protocol."""
    outcome = {"winners": list(winners), "places": list(places), "scores": list(scores)}
    return {"kind": "over", "outcome": outcome}


def _agree_on_moves(
    game: AnyGame, oracle: Oracle, state: Value, doc: Document, seat: Seat, source: Source
) -> None:
    moves = game.moves(state, seat)
    assert sorted(map(str, moves)) == sorted(oracle.moves(doc, seat)), (doc, seat)
    for move in _some(moves, source):
        after, _ = game.play(state, seat, move)
        assert game.dump(after) == oracle.play(doc, seat, str(move)), (doc, seat, str(move))


def _agree_on_throws(game: AnyGame, oracle: Oracle, state: Value, doc: Document, source: Source) -> None:
    chance = game.chance(state)
    listed = chance.outcomes()
    expected = oracle.chance(doc)
    assert (listed and sorted(listed)) == (expected and sorted(expected.items())), doc
    outcomes = list(expected) if expected else [chance.sample(source)]
    for outcome in _some(outcomes, source):
        after, _ = game.fall(state, outcome)
        assert game.dump(after) == oracle.fall(doc, outcome), (doc, outcome)


def _some(items: Sequence[T], source: Source) -> list[T]:
    return source.shuffled(items, min(TRIES, len(items)))
