"""Which updates are sent to whom, and how often."""

from __future__ import annotations

from typing import Any

import msgspec

from stammtisch.core.errors import StammtischError
from stammtisch.server.tables.broadcast import SETTLING, Broadcast
from stammtisch.server.tables.presence import Presence
from tests.server.offline_table import OfflineTable
from tests.server.profiles import ManualClock


class Device:
    """Keeps what it is sent."""

    def __init__(self, person: int | None = None) -> None:
        self.person = person
        self.address = "127.0.0.1"
        self.key: str | None = None
        self.received: list[dict[str, Any]] = []

    def send(self, text: bytes) -> None:
        self.received.append(msgspec.json.decode(text))

    def dismiss(self, error: StammtischError) -> None:
        """Nobody is sent away here."""


def test_a_crowd_that_returns_at_once_is_not_counted_in_one_update_each() -> None:
    clock, presence, table = ManualClock(0.0), Presence(), OfflineTable("zock", "Anna", "Ben").table
    broadcast, anna = Broadcast(presence, clock), Device(0)
    presence.connect(anna)
    broadcast.send_presence(table)
    for _ in range(50):
        presence.connect(Device())
        broadcast.send_presence(table)
    assert [update.get("watching", 0) for update in anna.received] == [0]
    clock.now += SETTLING
    broadcast.send_presence(table)
    assert anna.received[-1]["watching"] == 50


def test_players_who_come_and_go_are_announced_at_once() -> None:
    clock, presence, table = ManualClock(0.0), Presence(), OfflineTable("zock", "Anna", "Ben").table
    broadcast, anna, ben = Broadcast(presence, clock), Device(0), Device(1)
    presence.connect(anna)
    broadcast.send_presence(table)
    presence.connect(ben)
    broadcast.send_presence(table)
    presence.disconnect(ben)
    broadcast.send_presence(table)
    assert [update["seats"] for update in anna.received] == [[0], [0, 1], [0]]
