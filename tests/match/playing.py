"""Matches with fair dice, played by bots."""

from __future__ import annotations

from typing import Any

import msgspec

from stammtisch import bots, catalog
from stammtisch.core import Over, Throw
from stammtisch.match import Fair, Match, Record, commitment

SECRET = bytes(range(32)).hex()
FAIR = Fair(match="m-1", commitment=commitment(SECRET), seeds=("c0ffee", "7e"), secret=SECRET)
NAMES = ("Anna", "Ben", "Cleo", "Dan")


def fair_match(game: str = "zock", fair: Fair = FAIR) -> Match:
    """A match before its first throw, for as many as gave seeds."""
    players = len(fair.seeds)
    return Match.new(catalog.game(game), players, None, NAMES[:players], fair=fair)


def step(match: Match) -> Match:
    """The match after whatever is next; the choice is that of a careless bot."""
    turn = match.turn
    if isinstance(turn, Over):
        return match
    if isinstance(turn, Throw):
        return match.draw().match
    seat = turn.seats[0]
    choose = bots.bot(match.game, "random")
    view = match.game.view(match.state, seat)
    return match.play(seat, choose(match.game, view, seat, match.source())).match


def played(match: Match, steps: int = 10**6) -> Record:
    """The record after this number of steps, or at the end."""
    for _ in range(steps):
        if isinstance(match.turn, Over):
            break
        match = step(match)
    return match.record()


def changed(record: Record, **changes: Any) -> Record:
    """The record with other fairness data."""
    assert record.fair is not None
    return msgspec.structs.replace(record, fair=msgspec.structs.replace(record.fair, **changes))
