"""Who is at a table right now, on this process or another, and since when others are gone."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final, Protocol, final

from stammtisch.server.tables.events import Sitter

HEARD_LASTS: Final = 30.0
"""Seconds for which another process is believed about who is there."""


class Guest(Protocol):
    """A device at the table."""

    sitter: Sitter | None

    def tell(self, text: bytes) -> None:
        """Send it, in order, without waiting."""


@final
class Presence:
    """The devices here, and what other processes say of theirs."""

    def __init__(self) -> None:
        self.guests: set[Guest] = set()
        self._elsewhere: dict[str, tuple[float, frozenset[Sitter]]] = {}
        self._gone: dict[Sitter, float] = {}

    def here(self) -> list[Sitter]:
        """Everybody with a device on this process."""
        return sorted({guest.sitter for guest in self.guests if guest.sitter is not None})

    def everywhere(self) -> set[Sitter]:
        """Everybody with a device on any process."""
        fresh = time.monotonic() - HEARD_LASTS
        return {*self.here()}.union(
            *(sitters for heard, sitters in self._elsewhere.values() if heard > fresh)
        )

    def heard(self, process: str, sitters: Iterable[Sitter]) -> None:
        """Another process says who is there."""
        self._elsewhere[process] = (time.monotonic(), frozenset(sitters))

    def gone(self, awaited: Iterable[Sitter]) -> dict[Sitter, float]:
        """Who of these is not here, and since when; while nobody at all is here, nobody waits."""
        missing = set(awaited) - self.everywhere() if self.guests else set()
        self._gone = {sitter: self._gone.get(sitter, time.time()) for sitter in missing}
        return self._gone
