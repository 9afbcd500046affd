"""Since when the server has run without a break: what happened during the break counts against nobody."""

from __future__ import annotations

import math
import sys
import time
from typing import Final, final

LONGEST_BREAK: Final = 8.0
"""Seconds between two heartbeats after which the process counts as having been asleep."""
TOLERANCE: Final = 1.0
"""Seconds by which a clock may be set back without anybody noticing."""


@final
class Uptime:
    """Notices, by regular heartbeats, a suspended machine, a stopped process and a clock that was set."""

    def __init__(self) -> None:
        self._since = self._last_beat = time.time()
        self._ahead: Final = self._since - _steady()

    def heartbeat(self) -> bool:
        """Note that the process runs. Returns whether it slept, or the clock was set, in between."""
        now = time.time()
        broken = not -TOLERANCE <= now - self._last_beat <= LONGEST_BREAK
        self._last_beat = now
        if broken and self.available:
            self._since = now
        return broken

    @property
    def clock_set_by(self) -> float:
        """Seconds by which the clock was set since the process started; sleep does not count."""
        return time.time() - _steady() - self._ahead

    def stop(self) -> None:
        """From now on no commands are accepted."""
        self._since = math.inf

    def start(self) -> None:
        """Commands are accepted again."""
        self._since = self._last_beat = time.time()

    @property
    def available(self) -> bool:
        """Whether commands are accepted."""
        return self._since < math.inf

    @property
    def since(self) -> float:
        """When the server was last back, in seconds since 1970; infinite while it accepts no commands."""
        self.heartbeat()
        return self._since


def _steady() -> float:
    """Seconds on a clock that nobody sets; where the system has one that runs on in sleep, on that one."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    else:  # noqa: RET505 - type checkers know that only one of the two is reached
        return time.monotonic()
