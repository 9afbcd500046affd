"""Deletes what has been kept long enough: tables, and sessions that have ended by themselves."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final, NamedTuple, Self, final

from stammtisch.server.accounts.sessions import PARTS, Sessions
from stammtisch.server.tables.retention import Retention

EVERY: Final = 3600.0
"""Seconds between two rounds of a running server, and before the first."""

logger: Final = logging.getLogger(__name__)


class Cleaned(NamedTuple):
    """How many tables were closed and deleted, and how many sessions deleted."""

    closed: int = 0
    deleted: int = 0
    sessions: int = 0

    def plus(self, other: Self) -> Cleaned:
        """Both together."""
        return Cleaned(*(one + two for one, two in zip(self, other, strict=True)))


@final
class Cleanup:
    """Goes through everything in slices, so that nobody has to wait. A second process does no harm."""

    def __init__(self, retention: Retention, sessions: Sessions) -> None:
        self._retention: Final = retention
        self._sessions: Final = sessions

    @property
    def finished_round(self) -> bool:
        """Whether everything has been checked."""
        return self._retention.finished_round

    async def slice(self, now: float, *, dry_run: bool = False) -> Cleaned:
        """Check the next few tables, and after the last of them all sessions."""
        done: list[str] = []
        async for due in self._retention.due(now):
            if dry_run or await self._retention.carry_out(due, now):
                done.append(due.what)
        sessions = await self._expired(dry_run=dry_run) if self.finished_round else 0
        return Cleaned(done.count("close"), done.count("delete"), sessions)

    async def _expired(self, *, dry_run: bool) -> int:
        total = 0
        for part in range(PARTS):
            if expired := await self._sessions.expired(part):
                total += expired
                if not dry_run:
                    await self._sessions.delete_expired(part)
            await asyncio.sleep(0)
        return total


@final
class RegularCleanup:
    """Cleans up in rounds while the server runs."""

    def __init__(self, cleanup: Cleanup) -> None:
        self._cleanup: Final = cleanup
        self.postpone()

    def postpone(self) -> None:
        """Wait an hour before the next round: a wrong clock can be set before it deletes too much."""
        self._due = time.monotonic() + EVERY

    async def slice(self) -> None:
        """Delete some of what has been kept long enough, if a round is under way."""
        if time.monotonic() < self._due:
            return
        cleaned = await self._cleanup.slice(time.time())
        if any(cleaned):
            logger.info("kept no longer: closed %d tables, deleted %d, and %d sessions", *cleaned)
        if self._cleanup.finished_round:
            self.postpone()
