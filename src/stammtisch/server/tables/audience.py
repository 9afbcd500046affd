"""Whoever is at a table hears what happens there, each what they may know."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, final

from stammtisch.core.turn import Seat
from stammtisch.server.tables import events as log
from stammtisch.server.tables import messages as said
from stammtisch.server.tables.decisions import Entries, hushed
from stammtisch.server.tables.events import Sitter
from stammtisch.server.tables.presence import Guest, Presence
from stammtisch.server.tables.state import Table
from stammtisch.server.tables.views import NOTHING_SEEN, Position, about_table, about_talk


@final
class Audience:
    """The guests of one table."""

    def __init__(self, presence: Presence) -> None:
        self._presence: Final = presence
        self._presence_told: said.Presence | None = None

    def broadcast(self, news: said.AnyNews) -> None:
        """The same to everybody here."""
        text = said.told(news)
        for guest in self._presence.guests:
            guest.tell(text)

    def tell(self, before: Table, after: Table, entries: Entries, *, only_steps: bool) -> None:
        """What has changed; each message is made once for all who may hear the same."""
        if not self._presence.guests:
            return
        changed = not only_steps or _aspects(before) != _aspects(after)
        if changed:
            self._tell_table(after)
        if changed or before.at != after.at:
            self._tell_position(after, before.n)
        for number, entry in enumerate(entries, before.n + 1):
            if isinstance(entry, log.Said):
                self.broadcast(about_talk(after, number, entry))

    def _tell_table(self, table: Table) -> None:
        told: dict[Sitter | None, bytes] = {}
        for guest in self._presence.guests:
            sitter = guest.sitter
            if sitter not in told:
                told[sitter] = said.told(about_table(table, sitter))
            guest.tell(told[sitter])

    def _tell_position(self, table: Table, after: int) -> None:
        position = Position(table, after, time.time())
        told: dict[Seat | None, bytes] = {}
        for guest in self._presence.guests:
            for seat in _shown_to(table, guest):
                if seat not in told:
                    told[seat] = said.told(position.told_to(seat))
                guest.tell(told[seat])

    def greet(self, table: Table, guest: Guest, after: int = NOTHING_SEEN) -> None:
        """All there is to know for somebody who comes, or comes back having seen number `after`."""
        guest.tell(said.told(about_table(table, guest.sitter)))
        position = Position(table, after, time.time())
        for seat in _shown_to(table, guest):
            guest.tell(said.told(position.told_to(seat)))
        for number, entry in table.talk:
            if number > after:
                guest.tell(said.told(about_talk(table, number, entry)))
        guest.tell(said.told(self._about_presence(table)))

    def tell_presence(self, table: Table) -> None:
        """Whose devices are here, on whatever process, if that has changed."""
        present = self._about_presence(table)
        if present != self._presence_told:
            self._presence_told = present
            self.broadcast(present)

    def _about_presence(self, table: Table) -> said.Presence:
        present = self._presence.everywhere()
        seats = [seat for seat, chair in enumerate(table.chairs) if chair.sitter in present]
        watching = sum(guest.sitter is None for guest in self._presence.guests)
        return said.Presence(seats=seats, watching=watching)


def _aspects(table: Table) -> tuple[str, str | None]:
    """What else of a table is told when a step changes it."""
    return table.status, hushed(table)


def _shown_to(table: Table, guest: Guest) -> Sequence[Seat | None]:
    """The seats through whose eyes a guest sees the game; a spectator, if allowed, looks from nowhere."""
    return table.seats_of(guest.sitter) or ((None,) if table.terms.spectators else ())
