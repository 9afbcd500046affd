"""The administration of the server over HTTP, for its page and for programs.

Without a password or a token there is none of it: `HiddenAdministration` answers first.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from stammtisch.core.errors import BadRequest
from stammtisch.server.accounts.passwords import LONGEST
from stammtisch.server.accounts.profiles import BadPassword, NotSignedIn
from stammtisch.server.administration.announcements import Announcement, NewAnnouncement
from stammtisch.server.administration.audit import Administrator, AuditEntry
from stammtisch.server.administration.blocks import Block, NewBlock
from stammtisch.server.administration.errors import BadAddress, UnknownEntry
from stammtisch.server.administration.keys import SESSION_LASTS, KeyInfo
from stammtisch.server.administration.reports import PlayerReport
from stammtisch.server.administration.status import Load, Storage, Versions
from stammtisch.server.administration.table_details import AdminTable, Connected, TableDetails, table_details
from stammtisch.server.http.endpoint import Answer, Call, Cookie, endpoint
from stammtisch.server.http.errors import LOADING, NotFound
from stammtisch.server.ops.limits import network_of
from stammtisch.server.ops.recent import LogLine
from stammtisch.server.services import Services
from stammtisch.server.tables.errors import TableOver
from stammtisch.server.tables.seating import LONGEST_WHY, clean_why, close_for_all
from stammtisch.server.tokens import ADMIN_COOKIE
from stammtisch.store.contract import Unavailable

PATH: Final = "/api/admin"
ADMINISTRATION: Final = (NotFound, NotSignedIn, Unavailable)
"""What may be wrong with every request to the administration."""


class AdminSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the administration, or a token."""

    secret: Annotated[str, Meta(max_length=LONGEST)]


class AdminInfo(msgspec.Struct, frozen=True):
    """The key by which the caller is signed in, and all keys that there are."""

    who: str
    keys: list[KeyInfo]


class TableQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which tables; `search` is an id, a code, a game or a part of the host's name."""

    status: Literal["open", "playing", "over", "closed"] | None = None
    search: Annotated[str, Meta(max_length=100)] = ""
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    offset: Annotated[int, Meta(ge=0, le=10_000_000)] = 0


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why the table is closed; its players read it."""

    why: Annotated[str, Meta(min_length=1, max_length=LONGEST_WHY)]


class ReportQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The latest reports from before a moment; with `settled` also those that are settled."""

    settled: bool = False
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    before: float | None = None


class AuditQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The latest entries from before a moment."""

    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    before: float | None = None


class AdminRoutes:
    """The endpoints of the administration."""

    def __init__(self, services: Services) -> None:
        self._services: Final = services

    @endpoint(
        "POST",
        f"{PATH}/session",
        summary="Sign in to the administration, by its password or a token, for twelve hours. "
        "After a few wrong passwords the next have to wait; a token does not.",
        body=AdminSecret,
        status=204,
        errors=(NotFound, BadPassword, Unavailable),
        limit="sign-ins",
    )
    async def admin_sign_in(self, call: Call, body: AdminSecret) -> Answer:
        session = await self._services.administration.keys.sign_in(body.secret, _address(call))
        return Answer(cookies=(_cookie(session.token, SESSION_LASTS),))

    @endpoint(
        "GET",
        f"{PATH}/session",
        summary="Which key you are signed in with, and which there are.",
        answer=AdminInfo,
        errors=ADMINISTRATION,
    )
    async def admin_session(self, call: Call, _: None) -> AdminInfo:
        by = await self._caller(call)
        return AdminInfo(by.who, await self._services.administration.keys.listed())

    @endpoint(
        "DELETE",
        f"{PATH}/session",
        summary="Sign out of the administration.",
        status=204,
        errors=ADMINISTRATION,
    )
    async def admin_sign_out(self, call: Call, _: None) -> Answer:
        by = await self._caller(call)
        if token := call.cookies.get(ADMIN_COOKIE):
            await self._services.administration.keys.sign_out(token, by)
        return Answer(cookies=(_cookie("", 0),))

    # Tables

    @endpoint(
        "GET",
        f"{PATH}/tables",
        summary="All tables, the newest first.",
        query=TableQuery,
        answer=list[AdminTable],
        errors=ADMINISTRATION,
    )
    async def admin_tables(self, call: Call, _: None) -> list[AdminTable]:
        await self._caller(call)
        query: TableQuery = call.query
        found = await self._services.log.tables(query.status, query.limit, query.offset, query.search.strip())
        return [
            AdminTable(
                *(table, facts.code, facts.game, facts.players, facts.free, facts.status, facts.public),
                *(facts.name, facts.created, facts.touched),
            )
            for table, facts in found
        ]

    @endpoint(
        "GET",
        f"{PATH}/tables/{{table}}",
        summary="A table as a spectator may see it, with its chat and who is connected.",
        answer=TableDetails,
        errors=(*ADMINISTRATION, *LOADING),
    )
    async def admin_table(self, call: Call, _: None) -> TableDetails:
        await self._caller(call)
        actor = await self._services.tables.get(call.path["table"])
        table = actor.table
        connected = [
            Connected(table.names_of(person), _household(address)) for person, address in actor.connected()
        ]
        return table_details(table, connected)

    @endpoint(
        "DELETE",
        f"{PATH}/tables/{{table}}",
        summary="Close a table for good, even during a game. Its finished games can still be read.",
        body=Closing,
        status=204,
        errors=(*ADMINISTRATION, *LOADING, TableOver, BadRequest),
    )
    async def admin_close_table(self, call: Call, body: Closing) -> None:
        by, why = await self._caller(call), clean_why(body.why)
        actor = await self._services.tables.get(call.path["table"])
        close_for_all(actor.table, why, 0.0)  # what is refused is not in the audit log
        await self._services.administration.audit.add(by, "table-closed", f"{actor.table.id}: {why}")
        await actor.run(lambda table, now: close_for_all(table, why, now))

    # How the server is

    @endpoint(
        "GET",
        f"{PATH}/load",
        summary="What this process does now, and has done since it was started.",
        answer=Load,
        errors=ADMINISTRATION,
    )
    async def admin_load(self, call: Call, _: None) -> Load:
        await self._caller(call)
        return self._services.load()

    @endpoint("GET", f"{PATH}/versions", summary="What runs here.", answer=Versions, errors=ADMINISTRATION)
    async def admin_versions(self, call: Call, _: None) -> Versions:
        await self._caller(call)
        return await self._services.versions()

    @endpoint("GET", f"{PATH}/storage", summary="What is stored.", answer=Storage, errors=ADMINISTRATION)
    async def admin_storage(self, call: Call, _: None) -> Storage:
        await self._caller(call)
        return await self._services.storage()

    @endpoint(
        "GET",
        f"{PATH}/errors",
        summary="The latest warnings and errors in the log of this process, the newest first.",
        answer=list[LogLine],
        errors=ADMINISTRATION,
    )
    async def admin_errors(self, call: Call, _: None) -> list[LogLine]:
        await self._caller(call)
        return [*reversed(self._services.recent_lines.lines)]

    # Announcements and blocks

    @endpoint(
        "PUT",
        f"{PATH}/announcement",
        summary="Announce something at all tables and on every page, in place of the current announcement.",
        body=NewAnnouncement,
        answer=Announcement,
        errors=(*ADMINISTRATION, BadRequest),
    )
    async def announce(self, call: Call, body: NewAnnouncement) -> Announcement:
        by = await self._caller(call)
        announced = await self._services.administration.announcements.announce(body, by)
        await self._services.refresh_in_force()
        return announced

    @endpoint(
        "DELETE",
        f"{PATH}/announcement",
        summary="End the announcement.",
        status=204,
        errors=ADMINISTRATION,
    )
    async def end_announcement(self, call: Call, _: None) -> None:
        await self._services.administration.announcements.end(await self._caller(call))
        await self._services.refresh_in_force()

    @endpoint(
        "GET",
        f"{PATH}/blocks",
        summary="The addresses and names that are blocked.",
        answer=list[Block],
        errors=ADMINISTRATION,
    )
    async def blocks(self, call: Call, _: None) -> list[Block]:
        await self._caller(call)
        return await self._services.administration.blocks.listed()

    @endpoint(
        "POST",
        f"{PATH}/blocks",
        summary="Block an address, a network or a name for some time. Its sockets are closed at once.",
        body=NewBlock,
        answer=Block,
        status=201,
        errors=(*ADMINISTRATION, BadAddress, BadRequest),
    )
    async def block(self, call: Call, body: NewBlock) -> Block:
        added = await self._services.administration.blocks.add(body, await self._caller(call))
        await self._services.refresh_in_force()
        return added

    @endpoint(
        "DELETE",
        f"{PATH}/blocks/{{block}}",
        summary="End a block.",
        status=204,
        errors=(*ADMINISTRATION, UnknownEntry),
    )
    async def unblock(self, call: Call, _: None) -> None:
        await self._services.administration.blocks.end(call.path["block"], await self._caller(call))
        await self._services.refresh_in_force()

    # Reports and the audit log

    @endpoint(
        "GET",
        f"{PATH}/reports",
        summary="What players have reported, the latest first, each with the chat that went before it.",
        query=ReportQuery,
        answer=list[PlayerReport],
        errors=ADMINISTRATION,
    )
    async def reports(self, call: Call, _: None) -> list[PlayerReport]:
        await self._caller(call)
        query: ReportQuery = call.query
        return await self._services.administration.reports.listed(
            query.limit, settled=query.settled, before=_before(query.before)
        )

    @endpoint(
        "POST",
        f"{PATH}/reports/{{report}}/settled",
        summary="Mark a report as settled.",
        status=204,
        errors=(*ADMINISTRATION, UnknownEntry),
    )
    async def settle_report(self, call: Call, _: None) -> None:
        await self._services.administration.reports.settle(call.path["report"], await self._caller(call))

    @endpoint(
        "GET",
        f"{PATH}/audit",
        summary="What was done to this server, by whom and from where, the latest first.",
        query=AuditQuery,
        answer=list[AuditEntry],
        errors=ADMINISTRATION,
    )
    async def audit(self, call: Call, _: None) -> list[AuditEntry]:
        await self._caller(call)
        return await self._services.administration.audit.listed(call.query.limit, _before(call.query.before))

    @endpoint(
        "GET",
        f"{PATH}/backup",
        summary="Download a backup of the database as it is now, to be read by `stammtisch admin restore`. "
        "It holds secrets.",
        media_type="application/gzip",
        errors=ADMINISTRATION,
        limit="exports",
        slow=True,
    )
    async def backup(self, call: Call, _: None) -> Answer:
        by = await self._caller(call)
        file = await self._services.backup()
        await self._services.administration.audit.add(by, "backup-made")
        name = f"stammtisch-{datetime.now(UTC):%Y%m%d-%H%M}.backup"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Answer(file=file, headers=headers)

    async def _caller(self, call: Call) -> Administrator:
        """Who asks, or `NotSignedIn`."""
        for token in (call.token, call.cookies.get(ADMIN_COOKIE)):
            if (who := await self._services.administration.keys.caller(token)) is not None:
                return Administrator(who, _address(call))
        raise NotSignedIn("sign in to the administration first, or send a token of it")


def _before(moment: float | None) -> float:
    return math.inf if moment is None else moment


def _address(call: Call) -> str:
    return _household(call.address)


def _household(address: str) -> str:
    """An address as it is counted and blocked."""
    return network_of(address).household


def _cookie(token: str, lasts: int) -> Cookie:
    """The cookie is sent to the administration alone."""
    return Cookie(ADMIN_COOKIE, token, lasts, path=PATH)
