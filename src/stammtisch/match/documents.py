"""Turns, outcomes and events as JSON: the same in the engine protocol, on the socket and over HTTP."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from stammtisch.core.event import Event, Events
from stammtisch.core.turn import Choose, Outcome, Seat, Throw, Turn


class OutcomeInfo(msgspec.Struct, frozen=True):
    """How it ended: winners, a rank for each seat, scores, and the reason in the game's own words."""

    winners: tuple[Seat, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class RollTurn(msgspec.Struct, frozen=True, tag_field="kind", tag="chance"):
    """A roll or deal is next; `seat` rolls or deals, or nobody in particular if it is None."""

    seat: Seat | None


class ChooseTurn(msgspec.Struct, frozen=True, tag_field="kind", tag="choose"):
    """These seats have something to decide."""

    seats: tuple[Seat, ...]


class OverTurn(msgspec.Struct, frozen=True, tag_field="kind", tag="over"):
    """The game is over."""

    outcome: OutcomeInfo


class EventInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened; the detail is `?` where this seat may not know it."""

    event: str
    seat: Seat | None
    detail: str = ""


TurnInfo: TypeAlias = RollTurn | ChooseTurn | OverTurn


def turn_info(turn: Turn) -> TurnInfo:
    """What is next, or how it ended."""
    if isinstance(turn, Throw):
        return RollTurn(turn.seat)
    if isinstance(turn, Choose):
        return ChooseTurn(turn.seats)
    return OverTurn(outcome_info(turn.outcome))


def outcome_info(outcome: Outcome) -> OutcomeInfo:
    """How it ended."""
    return OutcomeInfo(outcome.winners, outcome.places, outcome.scores, outcome.reason)


def event_infos(events: Events) -> list[EventInfo]:
    """The events with nothing hidden."""
    return list(map(_event_info, events))


def events_seen_by(events: Events, seat: Seat | None) -> list[EventInfo]:
    """The events as that seat (None: a spectator) may know them."""
    return [_event_info(event.seen_by(seat)) for event in events]


def _event_info(event: Event) -> EventInfo:
    return EventInfo(event.kind, event.seat, event.detail)
