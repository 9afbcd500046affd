"""The sessions of a profile: one for each device that is signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import msgspec

from stammtisch.core.errors import StammtischError
from stammtisch.server.tables.devices import DeviceInfo, known_device
from stammtisch.server.tokens import hashed, key_id
from stammtisch.store.contract import Database, Statement

DAY: Final = 24 * 3600
SESSION_LASTS: Final = 180 * DAY
"""Seconds after which a device that was not used has to sign in again."""
MOST_SESSIONS: Final = 50
"""Sessions of one profile; with one more, the one that was not used for longest ends."""


PARTS: Final = 256
"""The number of parts in which sessions are checked: by the first two digits of their hashes."""

_EXPIRED: Final = "FROM sessions WHERE hash >= $1 AND hash < $2 AND until <= $3"


class UnknownSession(StammtischError):
    """The profile has no such session, or it has ended."""

    code = "unknown-session"
    status: ClassVar[int] = 404


class SessionInfo(msgspec.Struct, frozen=True):
    """A device that is signed in; times are seconds since 1970, and `used` is exact to a day.

    `created` and `device` are None where they are not known, and `current` says that this session asks.
    """

    id: str
    created: float | None
    used: float
    until: float
    device: DeviceInfo | None
    current: bool


class Sessions:
    """The sessions of all profiles."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database: Final = database
        self._clock: Final = clock

    async def listed(self, profile: str, token: str | None = None) -> list[SessionInfo]:
        """The sessions of a profile, the one that lasts longest first."""
        rows = await self._database.rows(
            "SELECT hash, created, until, browser, system FROM sessions "
            "WHERE profile = $1 AND until > $2 ORDER BY until DESC, hash",
            profile,
            self._clock(),
        )
        own = hashed(token) if token else ""
        return [
            SessionInfo(
                key_id(key),
                created,
                until - SESSION_LASTS,
                until,
                known_device(browser, system),
                key == own,
            )
            for key, created, until, browser, system in rows
        ]

    async def end(self, profile: str, session: str) -> None:
        """End one session of the profile, or `UnknownSession`."""
        if session not in {known.id for known in await self.listed(profile)}:
            raise UnknownSession("this profile has no such session: it may have ended already")
        await self._database.write(
            Statement(
                "DELETE FROM sessions WHERE profile = $1 AND SUBSTR(hash, 1, $3) = $2",
                (profile, session, len(session)),
            )
        )

    async def end_others(self, profile: str, token: str) -> None:
        """End all sessions of the profile but that of `token`."""
        await self._database.write(others_end(profile, token))

    async def expired(self, part: int) -> int:
        """How many sessions in one of the `PARTS` parts of all have ended by themselves."""
        rows = await self._database.rows(f"SELECT COUNT(*) {_EXPIRED}", *_hashes(part), self._clock())
        return int(rows[0][0])

    async def delete_expired(self, part: int) -> None:
        """Delete these; in parts, so that nobody has to wait for millions."""
        await self._database.write(Statement(f"DELETE {_EXPIRED}", (*_hashes(part), self._clock())))

    def tidy(self, profile: str) -> tuple[Statement, Statement]:
        """End the sessions of the profile that have expired, and those that are too many."""
        return (
            Statement("DELETE FROM sessions WHERE profile = $1 AND until <= $2", (profile, self._clock())),
            Statement(
                "DELETE FROM sessions WHERE profile = $1 AND hash NOT IN "
                "(SELECT hash FROM sessions WHERE profile = $1 ORDER BY until DESC LIMIT $2)",
                (profile, MOST_SESSIONS),
            ),
        )


def others_end(profile: str, token: str) -> Statement:
    """End all sessions of the profile but that of `token`."""
    return Statement("DELETE FROM sessions WHERE profile = $1 AND hash <> $2", (profile, hashed(token)))


def _hashes(part: int) -> tuple[str, str]:
    """The first hash of a part, and the first after it."""
    return f"{part:02x}", f"{part + 1:02x}" if part + 1 < PARTS else "g"
