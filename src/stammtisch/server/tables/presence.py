"""Who is connected to a table right now, on this process or another, and since when others are gone."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final, Protocol, final

from stammtisch.server.tables.parts import PersonId

REPORT_LASTS: Final = 30.0
"""Seconds for which the report of another process counts."""


class Device(Protocol):
    """A connection to the table; `person` is None for a spectator."""

    person: PersonId | None

    def send(self, text: bytes) -> None:
        """Send it, in order, without waiting."""


@final
class Presence:
    """The devices connected here, and the people that other processes report."""

    def __init__(self) -> None:
        self.devices: set[Device] = set()
        self._elsewhere: dict[str, tuple[float, frozenset[PersonId]]] = {}
        self._gone: dict[PersonId, float] = {}

    def here(self) -> list[PersonId]:
        """Everybody with a device on this process."""
        return sorted({device.person for device in self.devices if device.person is not None})

    def everywhere(self) -> set[PersonId]:
        """Everybody with a device on any process."""
        recent = time.monotonic() - REPORT_LASTS
        return {*self.here()}.union(
            *(people for reported, people in self._elsewhere.values() if reported > recent)
        )

    def report(self, process: str, people: Iterable[PersonId]) -> None:
        """Another process says who is connected there."""
        self._elsewhere[process] = (time.monotonic(), frozenset(people))

    def gone(self, expected: Iterable[PersonId]) -> dict[PersonId, float]:
        """Which of these are not connected, and since when; nobody is missed at an empty table."""
        missing = set(expected) - self.everywhere() if self.devices else set()
        now = time.time()
        self._gone = {person: min(self._gone.get(person, now), now) for person in missing}
        return self._gone
