"""The audit log: who did what to the server, when and from where. It only ever grows."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from stammtisch.store.contract import Database, Statement

Action: TypeAlias = Literal[
    "signed-in",
    "sign-in-refused",
    "signed-out",
    "password-set",
    "token-created",
    "key-revoked",
    "table-closed",
    "table-deleted",
    "profile-deleted",
    "announced",
    "announcement-ended",
    "blocked",
    "unblocked",
    "report-settled",
    "backup-made",
    "pruned",
    "restored",
]
"""What can be done, as programs and the page name it."""

COMMAND_LINE: Final = "command line"
"""Somebody without a key who can open the database."""


class Administrator(NamedTuple):
    """Who acts: the name of their key, and the address they come from."""

    who: str
    address: str = ""


TABLE: Final = "audit"
COLUMNS: Final = ("id", "at", "who", "address", "action", "about")


def new_row(at: float, by: Administrator, action: Action, about: str) -> tuple[str | float, ...]:
    """An entry as the database holds it."""
    return secrets.token_hex(16), at, by.who, by.address, action, about


class AuditEntry(msgspec.Struct, frozen=True):
    """Something that was done; `at` is in seconds since 1970, and `about` names what it was done to."""

    at: float
    who: str
    address: str
    action: Action
    about: str


class Audit:
    """The audit log of a database."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database: Final = database
        self._clock: Final = clock

    def entry(self, by: Administrator, action: Action, about: str = "") -> Statement:
        """Stores the entry, together with what was done."""
        places = ", ".join(f"${number}" for number in range(1, len(COLUMNS) + 1))
        return Statement(
            f"INSERT INTO {TABLE} ({', '.join(COLUMNS)}) VALUES ({places})",  # noqa: S608 - our own names
            new_row(self._clock(), by, action, about),
        )

    async def add(self, by: Administrator, action: Action, about: str = "") -> None:
        """Store an entry about something that is not in the database."""
        await self._database.write(self.entry(by, action, about))

    async def listed(self, limit: int, before: float = math.inf) -> list[AuditEntry]:
        """The latest entries from before that moment, the newest first."""
        rows = await self._database.rows(
            "SELECT at, who, address, action, about FROM audit WHERE at < $1 ORDER BY at DESC, id LIMIT $2",
            before,
            limit,
        )
        return [AuditEntry(*row) for row in rows]
