"""Whole games of bots, as records."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch import bots, catalog
from stammtisch.core import Document, Over, Seeded, Throw, Value
from stammtisch.match import Record


def bot_record(name: str, levels: Sequence[str], seed: str, options: Document | None = None) -> Record:
    """A game of these bots, one for each seat; the same seed gives the same game."""
    game, players, agreed = catalog.game(name), len(levels), options or {}
    state: Value = game.start(players, game.options(agreed, players))
    luck, minds = Seeded(seed), [Seeded(f"{seed} {seat}") for seat in range(players)]
    log: list[tuple[int | None, str]] = []
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Throw):
            log.append((None, game.chance(state).sample(luck)))
            state, _ = game.fall(state, log[-1][1])
        else:
            seat = turn.seats[0]
            move = bots.bot(game, levels[seat])(game, game.view(state, seat), seat, minds[seat])
            log.append((seat, str(move)))
            state, _ = game.play(state, seat, move)
    return Record(
        game=name,
        rules=game.rules_version,
        players=players,
        options=agreed,
        seats=tuple(levels),
        seed=None,
        log=tuple(log),
    )
