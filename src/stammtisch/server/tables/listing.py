"""Which public tables are in the list: only some of each address, so that nobody can fill it alone."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from typing import Final, final

from stammtisch.server.ops.limits import Clock, network_of
from stammtisch.server.tables.presence import SEEN_LASTS

LISTED_PER_ADDRESS: Final = 20
"""Public tables of one address that are in the list at a time; the others can be joined by their links."""


@final
class Listing:
    """Counts the tables in the list by the address of those who are there. Each process counts for itself."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock: Final = clock
        self._listed_until: Final[OrderedDict[tuple[str, str], float]] = OrderedDict()  # soonest first
        self._count: Final[Counter[str]] = Counter()

    def admits(self, table: str, address: str) -> bool:
        """Whether a table at which somebody from this address is may be in the list until the next note."""
        self._forget_past()
        household = network_of(address).household
        listed = household, table
        if listed not in self._listed_until:
            if self._count[household] >= LISTED_PER_ADDRESS:
                return False
            self._count[household] += 1
        self._listed_until[listed] = self._clock() + SEEN_LASTS
        self._listed_until.move_to_end(listed)
        return True

    def _forget_past(self) -> None:
        while self._listed_until and next(iter(self._listed_until.values())) <= self._clock():
            (household, _), _ = self._listed_until.popitem(last=False)
            self._count[household] -= 1
            if not self._count[household]:
                del self._count[household]
