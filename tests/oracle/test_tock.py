"""Tock agrees with its oracle, in random games and in hard positions that games rarely reach."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import pytest

from stammtisch.catalog import game
from stammtisch.core import Document, Over, Seat, Seeded, Throw, Value
from stammtisch.testing.playout import random_steps

from . import tock as oracle
from .comparing import turn_document
from .tock_board import board_of, home, stones_of
from .tock_positions import BOARDS, hard_position, option_sets
from .tock_steps import completable

TOCK: Final = game("tock")
TABLES: Final = [(players, options) for players in TOCK.players for options in option_sets(players)]
FOLLOWED: Final = 3
"""Steps taken from each hard position."""

each_table = pytest.mark.parametrize(("players", "options"), TABLES, ids=str)


def settled(doc: Document) -> Document:
    """The document with hands and discards in one order: which order, no clause says."""
    return doc | {"hands": [sorted(hand) for hand in doc["hands"]], "discard": sorted(doc["discard"])}


def agree(state: Value, moves_followed: int | None = None) -> None:
    """Both say the same about the position and about what follows from it."""
    doc = TOCK.dump(state)
    assert turn_document(TOCK.turn(state)) == oracle.turn(doc), doc
    for seat in range(doc["players"]):
        agree_on_moves(state, doc, seat, moves_followed)
    if isinstance(TOCK.turn(state), Throw):
        agree_on_chance(state, doc)
    for viewer in (None, *range(doc["players"])):
        agree_on_view(state, doc, viewer)


def agree_on_moves(state: Value, doc: Document, seat: Seat, followed: int | None) -> None:
    """The same moves; each of them, or some at random, leads to the same position and turn."""
    plays = oracle.plays(doc, seat)
    moves = TOCK.moves(state, seat)
    assert sorted(map(str, moves)) == sorted(plays), (doc, seat)
    if followed is not None:
        moves = tuple(random.Random(len(plays)).sample(moves, min(followed, len(moves))))
    for move in moves:
        after, _ = TOCK.play(state, seat, move)
        assert settled(TOCK.dump(after)) == settled(plays[str(move)]), (doc, seat, str(move))
        assert turn_document(TOCK.turn(after)) == oracle.turn(plays[str(move)]), (doc, seat, str(move))


def agree_on_chance(state: Value, doc: Document) -> None:
    """The same texts with the same probabilities, and one of them leads to the same position."""
    chance = TOCK.chance(state)
    listed = chance.outcomes()
    assert (None if listed is None else dict(listed)) == oracle.chance(doc), doc
    text = chance.sample(Seeded(doc["round"]))
    after, _ = TOCK.fall(state, text)
    assert settled(TOCK.dump(after)) == settled(oracle.fall(doc, text)), (doc, text)


def agree_on_view(state: Value, doc: Document, viewer: Seat | None) -> None:
    """The same is hidden, and what a seat sees is enough to list its moves."""
    seen = TOCK.view(state, viewer)
    assert settled(seen) == settled(oracle.view(doc, viewer)), (doc, viewer)
    if viewer is not None and viewer in oracle.turn(doc).get("seats", []):
        assert TOCK.moves(TOCK.load(seen, viewer), viewer) == TOCK.moves(state, viewer), (doc, viewer)


def followed(state: Value, luck: random.Random) -> Iterator[Value]:
    """The position and a few after it, sevens and ways into the house first."""
    yield state
    for _ in range(FOLLOWED):
        turn = TOCK.turn(state)
        if isinstance(turn, Over):
            return
        if isinstance(turn, Throw):
            state, _ = TOCK.fall(state, TOCK.chance(state).sample(Seeded(luck.random().hex())))
        else:
            seat = luck.choice(turn.seats)
            moves = TOCK.moves(state, seat)
            decisive = [move for move in moves if ">h" in str(move) or str(move)[0] in "7c"]
            state, _ = TOCK.play(state, seat, luck.choice(luck.choice([decisive, moves]) or moves))
        yield state


def hard_positions(players: int, options: Document, seed: str) -> Iterator[Document]:
    luck = random.Random(f"{players} {options} {seed}")
    while True:
        yield hard_position(players, options, luck)


def near_the_end(doc: Document) -> bool:
    """Whether who moves could win now, or in free play bring home the last stones of two (T22, T27, T33)."""
    if doc["phase"] not in ("play", "seven"):
        return False
    board, stones = board_of(doc), stones_of(doc)
    if board.teams:
        return sum(home(stones, member) for member in board.team(doc["turn"])) == 7
    return sum(home(stones, seat) == 3 for seat in range(board.players)) >= 2


def agree_on_hard_positions(positions: Iterable[Document]) -> None:
    for doc in positions:
        state: Value = TOCK.load(doc)
        assert settled(TOCK.dump(state)) == settled(doc)
        for position in followed(state, random.Random(str(doc))):
            agree(position)
    completable.cache_clear()


@each_table
def test_hard_positions(players: int, options: Document) -> None:
    agree_on_hard_positions(islice(hard_positions(players, options, "short"), 5))


@each_table
def test_hard_positions_near_the_end(players: int, options: Document) -> None:
    agree_on_hard_positions(islice(filter(near_the_end, hard_positions(players, options, "end")), 4))


def last_stone(options: Document, gap: int, field: str) -> Document:
    """Seat 0 lacks one stone, its partner none; it holds a joker and a seven."""
    cells = [f"h{cell}" for cell in (1, 2, 3, 4)]
    doc = oracle.start(4, options | {"no_joker_finish": True})
    doc["stones"][0] = [cell for cell in cells if cell != f"h{gap}"] + [field]
    doc["stones"][2] = cells
    hands = [["X", "7S"], [], [], []]
    return doc | {"phase": "play", "turn": 0, "dealer": 3, "hands": hands, "given": [None] * 4}


def agree_within_sevens(state: Value, known: set[Value]) -> None:
    """Here, and wherever a seven leads from here before its end."""
    if state in known:
        return
    known.add(state)
    agree(state)
    for seat in range(4):
        for move in TOCK.moves(state, seat):
            after, _ = TOCK.play(state, seat, move)
            if TOCK.dump(after)["phase"] == "seven":
                agree_within_sevens(after, known)


@pytest.mark.parametrize("options", BOARDS, ids=str)
@pytest.mark.parametrize("gap", [1, 2, 3, 4])
def test_T33_every_way_home_of_the_eighth_stone(options: Document, gap: int) -> None:
    board = board_of(oracle.start(4, options))
    for before in range(7):
        field = board.beyond(board.gate(0), -before)
        doc = last_stone(options, gap, field if before else field + board.mark)
        agree_within_sevens(TOCK.load(doc), set())


@pytest.mark.slow
@each_table
def test_many_hard_positions(players: int, options: Document) -> None:
    agree_on_hard_positions(islice(hard_positions(players, options, "long"), 60))


@each_table
def test_the_beginning(players: int, options: Document) -> None:
    start: Value = TOCK.start(players, TOCK.options(options, players))
    assert TOCK.dump(start) == oracle.start(players, options)


def agree_in_a_random_game(players: int, options: Document, at_most: int) -> None:
    state: Value = TOCK.start(players, TOCK.options(options, players))
    agree(state)
    source = Seeded(f"{players} {options}")
    for step in islice(random_steps(TOCK, state, source), at_most):
        agree(step.state, moves_followed=3)
    completable.cache_clear()


@each_table
def test_random_games_begin(players: int, options: Document) -> None:
    agree_in_a_random_game(players, options, at_most=20)


@pytest.mark.slow
@each_table
def test_random_games_go_on(players: int, options: Document) -> None:
    agree_in_a_random_game(players, options, at_most=600)
