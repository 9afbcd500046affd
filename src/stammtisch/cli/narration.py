"""What happened in a step, in words, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from stammtisch.cli.boards.colours import QUIET, colour
from stammtisch.core.event import UNKNOWN, Event, Events
from stammtisch.core.turn import Outcome, Seat

_PHRASES: Final = {
    "begins": "begins with",
    "bonus": "gets a bonus of",
    "dealer": "deals first",
    "dealt": "picked up",
    "done": "is done in place",
    "highest": "holds the best combination:",
    "hit": "has to take back",
    "opened": "has to open",
    "start-roll": "to see who begins:",
    "threw": "rolled",
    "tied": "tied at",
    "white": "rolled the white dice:",
    "won": "wins with",
}
"""Events whose kind is not yet the right verb."""


def describe_step(events: Events, names: Sequence[str], viewer: Seat | None) -> Text:
    """One step as a line of text, as far as the viewer (None: a spectator) may know it.

    A player who does several things is named once, and so is a thing that several players do.
    """
    line = Text()
    subject: Seat | None = None
    for phrase, group in groupby(events, key=lambda event: _phrase(event.seen_by(viewer))):
        seats = [event.seat for event in group if event.seat is not None]
        line.append(", " if line else "")
        if seats and seats != [subject]:
            line.append(Text(", ").join(Text(names[seat], style=colour(seat)) for seat in seats)).append(" ")
        subject = seats[0] if len(seats) == 1 else None
        line.append(phrase)
    return line


def _phrase(event: Event) -> str:
    verb = _PHRASES.get(event.kind, event.kind.replace("-", " "))
    return f"{verb} {'in secret' if event.detail == UNKNOWN else event.detail}".rstrip()


def describe_result(outcome: Outcome, names: Sequence[str]) -> Group:
    """Who won, and a table of places and scores, the best first."""
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("place", "", "score"):
        table.add_column(column, justify="right" if column else "left", header_style=QUIET)
    for seat in sorted(range(len(names)), key=lambda seat: outcome.places[seat]):
        name = Text(names[seat], style=colour(seat))
        table.add_row(f"{outcome.places[seat]}", name, f"{outcome.scores[seat]}")
    return Group(Text(_headline(outcome, names), style="bold"), table)


def _headline(outcome: Outcome, names: Sequence[str]) -> str:
    winners = " and ".join(names[seat] for seat in outcome.winners)
    reason = outcome.reason.replace("-", " ")
    drawn = len(outcome.winners) == len(names) > 1
    return f"A draw ({reason})" if drawn else f"{winners} won ({reason})"
