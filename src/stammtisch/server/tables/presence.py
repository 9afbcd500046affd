"""Who is connected to a table right now, on this process or another, and since when others are gone."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, Protocol, final

from stammtisch.core.errors import StammtischError
from stammtisch.server.tables.parts import PersonId

REPORT_LASTS: Final = 30.0
"""Seconds for which the report of another process counts."""
VISIT_LASTS: Final = 30.0
"""Seconds for which somebody who has just left still counts as there: bots answer their last move."""

SEEN_EVERY: Final = 15.0
"""Seconds between two notes in the index that somebody is at a table of the public list."""
SEEN_LASTS: Final = 45.0
"""Seconds without such a note after which a table leaves the list."""
LOBBY_SEEN_EVERY: Final = 900.0
"""Seconds between two notes for other tables that wait for their players, which keep them from closing."""


class Device(Protocol):
    """A connection to the table; `person` and the key of their seats are None for a spectator."""

    person: PersonId | None
    key: str | None
    address: str

    def send(self, text: bytes) -> None:
        """Send it, in order, without waiting."""

    def dismiss(self, error: StammtischError) -> None:
        """Say why the connection ends, and end it."""


class Report(NamedTuple):
    """Who is connected to another process, and when it said so."""

    at: float
    people: frozenset[PersonId]
    watching: int


@final
class Presence:
    """The devices connected here, and the people that other processes report."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.devices: Final[set[Device]] = set()
        self._here: Final[Counter[PersonId | None]] = Counter()  # the devices of each; there may be many
        self._clock: Final = clock
        self._reports: dict[str, Report] = {}
        self._gone: dict[PersonId, float] = {}
        self._visited = -math.inf

    def connect(self, device: Device) -> None:
        """A device is connected here."""
        if device not in self.devices:
            self.devices.add(device)
            self._here[device.person] += 1

    def disconnect(self, device: Device) -> None:
        """It no longer is; a second call changes nothing."""
        if device in self.devices:
            self.devices.discard(device)
            self._here[device.person] -= 1
            if not self._here[device.person]:
                del self._here[device.person]

    def here(self) -> list[PersonId]:
        """Everybody with a device on this process."""
        return sorted(person for person in self._here if person is not None)

    def has(self, person: PersonId | None) -> bool:
        """Whether a device of this person is connected here."""
        return person in self._here

    def address_of(self, person: PersonId | None = None) -> str:
        """Where this person is connected from, or else the first player here; a spectator only if alone.

        Work for a table counts for its players: a stranger who watches cannot make it wait.
        """

        def rank(device: Device) -> tuple[bool, bool, int]:
            return device.person is None, device.person != person, device.person or 0

        first = min(self.devices, key=rank, default=None)
        return "" if first is None else first.address

    def watching_here(self) -> int:
        """How many spectators are connected to this process."""
        return self._here[None]

    def everywhere(self) -> set[PersonId]:
        """Everybody with a device on any process."""
        return {*self.here()}.union(*(report.people for report in self._recent()))

    def is_connected(self, person: PersonId) -> bool:
        """Whether a device of this person is connected to any process."""
        return self.has(person) or any(person in report.people for report in self._recent())

    def watching(self) -> int:
        """How many spectators are connected to any process."""
        return self.watching_here() + sum(report.watching for report in self._recent())

    def anyone(self) -> bool:
        """Whether a player or a spectator is connected to any process, or has just been here."""
        return (
            bool(self.devices)
            or self._clock() < self._visited + VISIT_LASTS
            or any(report.people or report.watching for report in self._recent())
        )

    def visit(self) -> None:
        """Somebody is here at this moment, or was until now."""
        self._visited = self._clock()

    def report(self, process: str, people: Iterable[PersonId], watching: int) -> None:
        """Another process says who is connected there."""
        self._reports = {name: report for name, report in self._reports.items() if self._is_recent(report)}
        self._reports[process] = Report(self._clock(), frozenset(people), watching)

    def _recent(self) -> list[Report]:
        return [report for report in self._reports.values() if self._is_recent(report)]

    def _is_recent(self, report: Report) -> bool:
        return report.at > self._clock() - REPORT_LASTS

    def gone(self, expected: Iterable[PersonId]) -> dict[PersonId, float]:
        """Which of these are not connected, and since when; nobody is missed at an empty table."""
        missing = set(expected) - self.everywhere() if self.devices else set()
        now = time.time()
        self._gone = {person: min(self._gone.get(person, now), now) for person in missing}
        return self._gone
