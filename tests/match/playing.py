"""Matches with fair dice, played by bots."""

from __future__ import annotations

from typing import Any

import msgspec

from stammtisch import bots, catalog
from stammtisch.core import Over, Throw
from stammtisch.match.fairness import commitment
from stammtisch.match.match import Match
from stammtisch.match.record import Fair, Record

SECRET = bytes(range(32)).hex()
FAIR = Fair(match="m-1", commitment=commitment(SECRET), seeds=("c0ffee", "7e"), secret=SECRET)
NAMES = ("Anna", "Ben", "Cleo", "Dan")


def fair_match(game: str = "zock", fair: Fair = FAIR) -> Match:
    """A match before its first throw, for as many as gave seeds."""
    players = len(fair.seeds)
    return Match.new(catalog.game(game), players, None, NAMES[:players], fair=fair)


def step(match: Match) -> None:
    """Whatever is next; the choice is that of a careless bot."""
    turn = match.turn
    if isinstance(turn, Throw):
        match.draw()
    elif not isinstance(turn, Over):
        seat = turn.seats[0]
        choose = bots.bot(match.game, "random")
        match.play(seat, choose(match.game, match.game.view(match.state, seat), seat, match.source()))


def played(match: Match, steps: int = 10**6) -> Record:
    """The record after so many steps, or at the end."""
    for _ in range(steps):
        if isinstance(match.turn, Over):
            break
        step(match)
    return match.record()


def changed(record: Record, **changes: Any) -> Record:
    """The record with other fairness data."""
    assert record.fair is not None
    return msgspec.structs.replace(record, fair=msgspec.structs.replace(record.fair, **changes))
