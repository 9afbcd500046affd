"""The positions of a finished game, to step through."""

from __future__ import annotations

from itertools import islice

import msgspec

from stammtisch.core.documents import Document, Tally
from stammtisch.match.documents import EventInfo, TurnInfo, event_infos, turn_info
from stammtisch.match.match import Match, Played


class Moment(msgspec.Struct, frozen=True):
    """A position of a finished game with nothing hidden, and the events that led to it."""

    position: Document
    turn: TurnInfo
    tally: Tally
    events: list[EventInfo]


def moments(match: Match, start: int, count: int) -> list[Moment]:
    """`count` positions from number `start` on; 0 is the one before the first step."""
    return [_moment(played) for played in islice(match.replay(start), count)]


def _moment(played: Played) -> Moment:
    match, events = played
    game, state = match.game, match.state
    return Moment(game.dump(state), turn_info(match.turn), game.tally(state), event_infos(events))
