"""Announcements: one notice at a time that everybody sees until a certain moment."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from stammtisch.core.errors import BadRequest
from stammtisch.server.administration.audit import Administrator, Audit
from stammtisch.server.administration.blocks import Seconds
from stammtisch.store.contract import Database, Statement

LONGEST_TEXT: Final = 300


class Announcement(msgspec.Struct, frozen=True):
    """What is announced, and until when, in seconds since 1970."""

    text: str
    until: float


class NewAnnouncement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to announce, and for how long."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
    seconds: Seconds


class Announcements:
    """The announcement of a database; a new one takes the place of the old one."""

    def __init__(self, database: Database, audit: Audit, clock: Callable[[], float]) -> None:
        self._database: Final = database
        self._audit: Final = audit
        self._clock: Final = clock

    async def current(self) -> Announcement | None:
        """What is announced now."""
        rows = await self._database.rows(
            "SELECT text, until FROM announcements WHERE until > $1 ORDER BY created DESC, id LIMIT 1",
            self._clock(),
        )
        return Announcement(*rows[0]) if rows else None

    async def announce(self, new: NewAnnouncement, by: Administrator) -> Announcement:
        """Announce it from now on, or `BadRequest`."""
        text, now = new.text.strip(), self._clock()
        if not text or not text.isprintable():
            raise BadRequest(f"an announcement has 1 to {LONGEST_TEXT} printable characters in one line")
        await self._database.write(
            Statement("DELETE FROM announcements"),
            Statement(
                "INSERT INTO announcements (id, text, created, until) VALUES ($1, $2, $3, $4)",
                (secrets.token_hex(8), text, now, now + new.seconds),
            ),
            self._audit.entry(by, "announced", text),
        )
        return Announcement(text, now + new.seconds)

    async def end(self, by: Administrator) -> None:
        """End the announcement."""
        if await self.current() is None:
            return
        await self._database.write(
            Statement("DELETE FROM announcements"), self._audit.entry(by, "announcement-ended")
        )
