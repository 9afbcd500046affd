"""Wrong codes: when too many arrive from everywhere, each address has only a few tries.

A code leads to a table, so nobody may try out codes from many addresses. Each process counts for itself.
"""

from __future__ import annotations

import math
import time
from typing import Final, final

from stammtisch.server.ops.limits import Budget, Clock, TokenBucket, TooMany, network_of

WRONG: Final = Budget(per_second=1.0, burst=100)
"""So many wrong codes of all addresses together are nothing unusual."""
CAREFUL_FOR: Final = 15 * 60.0
"""Seconds for which each address has few tries, after there were more wrong codes than that."""
FEW: Final = 3
"""Tries of one address in that time."""
ADDRESSES_AT_MOST: Final = 100_000
"""Addresses whose tries are counted; when there are more, new ones have to wait for the end of that time."""


@final
class WrongCodes:
    """Counts wrong codes of all addresses, and tries of each while there are too many."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock: Final = clock
        self._wrong: Final = TokenBucket(WRONG, clock)
        self._careful_until = -math.inf
        self._tries: Final[dict[str, int]] = {}

    def check(self, address: str) -> None:
        """`TooMany` if this address has to wait before it tries another code, right or wrong."""
        left = self._careful_until - self._clock()
        if left <= 0:
            return
        household = network_of(address).household
        tries = self._tries.get(household, 0)
        if tries >= FEW or (not tries and len(self._tries) >= ADDRESSES_AT_MOST):
            raise TooMany("codes", left)
        self._tries[household] = tries + 1

    def wrong(self) -> None:
        """No table has the code."""
        if not self._wrong.take():
            return
        now = self._clock()
        if now >= self._careful_until:
            self._tries.clear()
            self._careful_until = now + CAREFUL_FOR
