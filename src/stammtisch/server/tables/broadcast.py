"""Sends what happens at a table to every connected device, each what it may know."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final, final

from stammtisch.core.turn import Seat
from stammtisch.server.ops.limits import Clock
from stammtisch.server.tables.chat import silence_clause
from stammtisch.server.tables.events import AnyEvent, MessageSent
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.presence import Device, Presence
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import AnyUpdate, PresenceUpdate, encode
from stammtisch.server.tables.views import NOTHING_SEEN, SHOWN_STEPS, PositionView, view_message, view_table

SETTLING: Final = 0.2
"""Seconds within which a second change of the number of spectators waits."""


@final
class Broadcast:
    """The devices of one table as an audience."""

    def __init__(self, presence: Presence, clock: Clock = time.monotonic) -> None:
        self._presence: Final = presence
        self._clock: Final = clock
        self._presence_sent: PresenceUpdate | None = None
        self._presence_sent_at = -math.inf

    def send(self, update: AnyUpdate) -> None:
        """Send one update to every device."""
        text = encode(update)
        for device in self._presence.devices:
            device.send(text)

    def send_to(self, person: PersonId | None, update: AnyUpdate) -> None:
        """To all devices of one person."""
        text = encode(update)
        for device in self._presence.devices:
            if device.person == person:
                device.send(text)

    def send_changes(self, before: Table, after: Table, events: Sequence[AnyEvent], *, steps: bool) -> None:
        """What has changed; `steps` says that nothing but the match and the chat has.

        Each update is made once for all who may hear the same.
        """
        if not self._presence.devices:
            return
        changed = not steps or _shown_besides_steps(before) != _shown_besides_steps(after)
        if changed:
            self._send_table(after)
        if changed or before.at != after.at:
            self._send_position(after, before.n)
        for number, event in enumerate(events, before.n + 1):
            if isinstance(event, MessageSent):
                self.send(view_message(after, number, event))

    def _send_table(self, table: Table) -> None:
        encoded: dict[PersonId | None, bytes] = {}
        for device in self._presence.devices:
            person = device.person
            if person not in encoded:
                encoded[person] = encode(view_table(table, person))
            device.send(encoded[person])

    def _send_position(self, table: Table, after: int) -> None:
        position = PositionView(table, after, time.time())
        encoded: dict[Seat | None, bytes] = {}
        for device in self._presence.devices:
            for seat in _visible_seats(table, device):
                if seat not in encoded:
                    encoded[seat] = encode(position.for_seat(seat))
                device.send(encoded[seat])

    def welcome(self, table: Table, device: Device, after: int = NOTHING_SEEN) -> None:
        """All there is to know for a device that connects, or comes back having seen event `after`."""
        device.send(encode(view_table(table, device.person)))
        seats = _visible_seats(table, device)
        position = PositionView(table, after, time.time(), SHOWN_STEPS // max(1, len(seats)))
        for seat in seats:
            device.send(encode(position.for_seat(seat)))
        for number, message in table.chat:
            if number > after:
                device.send(encode(view_message(table, number, message)))
        device.send(encode(self._view_presence(table)))

    def send_presence(self, table: Table) -> None:
        """Whose devices are connected, on any process, if that has changed.

        Where only the number of spectators has, and a moment ago too, the next regular look sends it: a
        crowd that comes back at once would otherwise cause an update for each of its members.
        """
        present, sent, now = self._view_presence(table), self._presence_sent, self._clock()
        only_watching = sent is not None and sent.seats == present.seats
        if present == sent or (only_watching and now < self._presence_sent_at + SETTLING):
            return
        self._presence_sent, self._presence_sent_at = present, now
        self.send(present)

    def _view_presence(self, table: Table) -> PresenceUpdate:
        present = self._presence.everywhere()
        seats = [seat for seat, place in enumerate(table.seats) if place.person in present]
        return PresenceUpdate(seats=seats, watching=self._presence.watching())


def _shown_besides_steps(table: Table) -> tuple[bool, str | None]:
    """What else of a table is shown and may change by a step: whether it is over, and who may write."""
    return table.over, silence_clause(table)


def _visible_seats(table: Table, device: Device) -> Sequence[Seat | None]:
    """The seats whose view a device gets; a spectator, where allowed, gets that of none."""
    return table.seats_of(device.person) or ((None,) if table.terms.spectators else ())
