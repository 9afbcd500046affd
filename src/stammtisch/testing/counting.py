"""Counting games step by step: two implementations of the same rules count the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stammtisch.core.chance import Seeded
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Throw
from stammtisch.core.value import Value

DRAW: Final = "count"
"""The seed of the draws where a chance has too many outcomes to list."""


def count_moves(game: AnyGame, state: Value, depth: int) -> int:
    """In how many ways a game can go on for `depth` steps, rolls and moves alike; if it ends earlier, in one.

    Every listed outcome of chance counts; of a chance too large to list, one seeded draw does. Where several
    seats choose, each may be the next to do so.
    """
    return _count(game, state, depth, {})


def _count(game: AnyGame, state: Value, depth: int, known: dict[tuple[Value, int], int]) -> int:
    if depth == 0 or isinstance(game.turn(state), Over):
        return 1
    key = (state, depth)
    if key not in known:
        known[key] = sum(_count(game, after, depth - 1, known) for after in _successors(game, state))
    return known[key]


def _successors(game: AnyGame, state: Value) -> Iterator[Value]:
    turn = game.turn(state)
    if isinstance(turn, Throw):
        chance = game.chance(state)
        listed = chance.outcomes()
        texts = [chance.sample(Seeded(DRAW))] if listed is None else [text for text, _ in listed]
        yield from (game.fall(state, text)[0] for text in texts)
    elif not isinstance(turn, Over):
        yield from (
            game.play(state, seat, move)[0] for seat in turn.seats for move in game.moves(state, seat)
        )
