"""What players report, and what is announced to them, over HTTP."""

from __future__ import annotations

from typing import Final

import msgspec

from stammtisch.core.errors import BadRequest
from stammtisch.server.administration.announcements import Announcement
from stammtisch.server.administration.reports import NewReport, reported_person
from stammtisch.server.http.callers import person_at
from stammtisch.server.http.endpoint import Call, endpoint
from stammtisch.server.http.errors import LOADING
from stammtisch.server.ops.limits import network_of
from stammtisch.server.services import Services
from stammtisch.server.tables.errors import NotSeated


class Announced(msgspec.Struct, frozen=True):
    """What is announced now; None if nothing is."""

    announcement: Announcement | None


class ReportRoutes:
    """The endpoints between players and the server's operator."""

    def __init__(self, services: Services) -> None:
        self._services: Final = services

    @endpoint(
        "GET",
        "/api/announcement",
        summary="What the operator of this server announces to everybody.",
        answer=Announced,
    )
    async def announcement(self, call: Call, _: None) -> Announced:
        return Announced(self._services.in_force.announcement)

    @endpoint(
        "POST",
        "/api/tables/{table}/reports",
        summary="Report somebody at your table to the operator of this server, "
        "who also gets the latest chat messages.",
        body=NewReport,
        status=204,
        errors=(*LOADING, NotSeated, BadRequest),
        limit="reports",
    )
    async def report(self, call: Call, new: NewReport) -> None:
        actor = await self._services.tables.get(call.path["table"])
        table, about = actor.table, reported_person(actor.table, new)
        address = "" if about is None else network_of(actor.address_of(about)).household
        await self._services.administration.reports.add(table, person_at(table, call), new, address)
