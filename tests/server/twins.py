"""Tables that differ only in what is hidden: nobody may receive anything that tells them apart."""

from __future__ import annotations

from msgspec.structs import replace

from stammtisch.core.chance import Seeded
from stammtisch.core.event import Event
from stammtisch.core.turn import Seat
from stammtisch.match import Match, Steps
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.views import SHOWN_STEPS

HIDDEN = "what nobody may read"
SOME = 2
"""Earlier positions of a twin that differ, drawn by lot: all of them would take long."""


def twin(table: Table, seat: Seat | None, guesser: Seat, luck: Seeded) -> Table:
    """A table that the seat (None: a spectator) cannot tell from this one."""
    people = (who._replace(keys=(HIDDEN,) * len(who.keys), profile=HIDDEN) for who in table.people)
    hidden = {len(table.recent) - 1 - luck.below(SHOWN_STEPS) for _ in range(SOME)}
    recent = (
        step._replace(
            events=tuple(_concealed(event, seat) for event in step.events),
            match=_twin_match(step.match, guesser, luck) if number in hidden else step.match,
        )
        for number, step in enumerate(table.recent)
    )
    match = None if table.match is None else _twin_match(table.match, guesser, luck)
    return replace(table, people=tuple(people), links={}, recent=tuple(recent), match=match)


def _twin_match(match: Match, guesser: Seat, luck: Seeded) -> Match:
    state = match.game.guess(match.game.view(match.state, guesser), guesser, luck)
    steps = Steps.of((by, HIDDEN) for by, _ in match.steps)
    return replace(match, state=state, turn=match.game.turn(state), steps=steps)


def _concealed(event: Event, seat: Seat | None) -> Event:
    if event.known_to is None or seat in event.known_to:
        return event
    return Event(event.kind, event.seat, HIDDEN, event.known_to)


def secrets(table: Table) -> set[str]:
    """Texts that must not be in any update: keys, links, the secret of the dice, and deals as logged."""
    hidden = {key for person in table.people for key in person.keys} | {*table.links}
    if table.status == "playing":
        hidden.add(table.secret)
    if table.has_secrets and table.match is not None:
        hidden |= {text for seat, text in table.running().steps if seat is None and len(text) > 6}
    return hidden
