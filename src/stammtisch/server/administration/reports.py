"""Reports: a player tells the server's operator about somebody at the table."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from stammtisch.core.errors import BadRequest
from stammtisch.core.turn import Seat
from stammtisch.server.administration.audit import Administrator, Audit
from stammtisch.server.administration.errors import UnknownEntry
from stammtisch.server.administration.texts import clean_text
from stammtisch.server.tables.errors import NotSeated
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import ChatUpdate
from stammtisch.server.tables.views import view_message
from stammtisch.store.contract import Database, Statement

LONGEST_TEXT: Final = 500
CHAT_ATTACHED: Final = 20
"""The latest messages of the chat that go with a report."""
MOST_REPORTS: Final = 1000
"""Reports that are kept; the oldest are forgotten first."""
REPORTS_LAST: Final = 90 * 24 * 3600
"""Seconds after which a report is forgotten."""

Why: TypeAlias = Literal["chat", "name", "cheating", "other"]


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong, and whom it is about: the seat of a person at the table, or nobody in particular."""

    why: Why
    seat: Seat | None = None
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""


class PlayerReport(msgspec.Struct, frozen=True):
    """A report with the chat that the server attached. Times are seconds since 1970.

    `address` is where the reported player was connected from at that moment, empty if that is not known.
    """

    id: str
    created: float
    table: str
    reporter: str
    reported: str
    address: str
    why: Why
    text: str
    chat: list[ChatUpdate]
    settled: float | None


class Reports:
    """The reports of a database."""

    def __init__(self, database: Database, audit: Audit, clock: Callable[[], float]) -> None:
        self._database: Final = database
        self._audit: Final = audit
        self._clock: Final = clock

    async def add(self, table: Table, person: PersonId | None, new: NewReport, address: str) -> None:
        """Store a report of this person; `address` is that of whom it is about."""
        if not table.seats_of(person) or person is None:
            raise NotSeated("only players of this table can report something here")
        reporter = ", ".join(table.names_of(person))
        reported = "" if reported_person(table, new) is None else table.seats[new.seat or 0].name
        chat = [view_message(table, n, message) for n, message in table.chat[-CHAT_ATTACHED:]]
        now = self._clock()
        await self._database.write(
            Statement(
                "INSERT INTO reports (id, created, table_id, reporter, reported, address, why, text, chat) "
                "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                (
                    *(secrets.token_hex(8), now, table.id, reporter, reported, address),
                    *(new.why, clean_text(new.text), msgspec.json.encode(chat).decode()),
                ),
            ),
            Statement("DELETE FROM reports WHERE created < $1", (now - REPORTS_LAST,)),
            Statement(
                "DELETE FROM reports WHERE id NOT IN "
                "(SELECT id FROM reports ORDER BY created DESC, id LIMIT $1)",
                (MOST_REPORTS,),
            ),
        )

    async def listed(
        self, limit: int, *, settled: bool = False, before: float = math.inf
    ) -> list[PlayerReport]:
        """The latest reports that are open, or all of them, from before that moment."""
        rows = await self._database.rows(
            f"{_SELECT} WHERE created < $1 AND (settled IS NULL OR $2 = 1) "
            "ORDER BY created DESC, id LIMIT $3",
            before,
            int(settled),
            limit,
        )
        return [_report(row) for row in rows]

    async def get(self, report: str) -> PlayerReport:
        """One report, or `UnknownEntry`."""
        rows = await self._database.rows(f"{_SELECT} WHERE id = $1", report)
        if not rows:
            raise UnknownEntry("there is no such report: it may have been forgotten")
        return _report(rows[0])

    async def settle(self, report: str, by: Administrator) -> None:
        """Mark it as settled: nothing more has to be done about it."""
        found = await self.get(report)
        if found.settled is None:
            await self._database.write(
                Statement("UPDATE reports SET settled = $2 WHERE id = $1", (report, self._clock())),
                self._audit.entry(by, "report-settled", report),
            )


_SELECT: Final = (
    "SELECT id, created, table_id, reporter, reported, address, why, text, chat, settled FROM reports"
)


def _report(row: tuple[object, ...]) -> PlayerReport:
    *columns, chat, settled = row
    named = dict(
        zip(PlayerReport.__struct_fields__, (*columns, msgspec.json.decode(str(chat)), settled), strict=True)
    )
    return msgspec.convert(named, PlayerReport)


def reported_person(table: Table, new: NewReport) -> PersonId | None:
    """Whom the report is about; None if it is about nobody in particular."""
    if new.seat is None:
        return None
    seat = table.seats[new.seat] if 0 <= new.seat < len(table.seats) else None
    if seat is None or seat.person is None:
        raise BadRequest(f"nobody has seat {new.seat}: report a person at the table, or leave out the seat")
    return seat.person
