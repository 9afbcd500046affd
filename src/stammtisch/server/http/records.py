"""Finished games over HTTP: records to download and replay, and their analyses."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from stammtisch.analysis.html import page
from stammtisch.analysis.report import Report
from stammtisch.core.documents import Document, Tally
from stammtisch.match import Draws, Record, draws, replay
from stammtisch.match.documents import EventInfo, TurnInfo, event_infos, turn_info
from stammtisch.server.http.endpoint import Answer, Call, endpoint
from stammtisch.server.ops.limits import TooMany
from stammtisch.server.services import Services
from stammtisch.server.tables.archive import Status
from stammtisch.server.tables.errors import OtherVersion, UnknownTable
from stammtisch.server.thinking.pool import Failed
from stammtisch.store.contract import Damaged, Halted

MOMENTS_AT_MOST: Final = 200
LOADING: Final = (UnknownTable, OtherVersion, Damaged, Halted)
"""What may go wrong when a record is read."""


class Moment(msgspec.Struct, frozen=True):
    """A position of a finished game with nothing hidden, and the events that led to it."""

    position: Document
    turn: TurnInfo
    tally: Tally
    events: list[EventInfo]


class MomentsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which positions: `count` of them, beginning with number `start`."""

    start: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    count: Annotated[int, Meta(ge=1, le=MOMENTS_AT_MOST)] = MOMENTS_AT_MOST


class RecordRoutes:
    """The endpoints of records and analyses."""

    def __init__(self, services: Services) -> None:
        self._services: Final = services

    @endpoint(
        "GET",
        "/api/records/{match}",
        summary="The record of a finished game, with everything needed to verify the dice.",
        answer=Record,
        errors=(*LOADING, TooMany),
    )
    async def record(self, call: Call, _: None) -> Answer:
        record = await self._record(call)
        return _file(record.to_json(), f"{record.game}-{call.path['match'][:8]}.json")

    @endpoint(
        "GET",
        "/api/records/{match}/moments",
        summary="The positions of a finished game and the events that led to each, for replaying it.",
        query=MomentsQuery,
        answer=list[Moment],
        errors=(*LOADING, TooMany),
    )
    async def moments(self, call: Call, _: None) -> list[Moment]:
        record = await self._record(call)
        return await asyncio.to_thread(_moments, record, call.query.start, call.query.count)

    @endpoint(
        "GET",
        "/api/records/{match}/draws",
        summary="What every roll of a finished game is derived from, to verify it without the rules.",
        answer=Draws,
        errors=(*LOADING, TooMany),
    )
    async def draws(self, call: Call, _: None) -> Draws:
        return await asyncio.to_thread(draws, await self._record(call))

    @endpoint(
        "POST",
        "/api/records/{match}/analysis",
        summary="Start the analysis of a finished game, or report its progress.",
        answer=Status,
        status=202,
        errors=(*LOADING, TooMany),
    )
    async def start_analysis(self, call: Call, _: None) -> Status:
        self._spend(call)
        return await self._services.archive.start(call.path["match"])

    @endpoint(
        "GET",
        "/api/records/{match}/analysis",
        summary="The progress of the analysis.",
        answer=Status,
        errors=LOADING,
    )
    async def analysis_status(self, call: Call, _: None) -> Status:
        return self._services.archive.status(call.path["match"])

    @endpoint(
        "GET",
        "/api/records/{match}/analysis/report",
        summary="The analysis; the answer comes when it is finished.",
        answer=Report,
        errors=(*LOADING, TooMany, Failed),
    )
    async def analysis_report(self, call: Call, _: None) -> Answer:
        return Answer(await self._report(call))

    @endpoint(
        "GET",
        "/api/records/{match}/analysis/page",
        summary="The analysis as one self-contained page with charts, to keep.",
        answer=bytes,
        media_type="text/html",
        errors=(*LOADING, TooMany, Failed),
    )
    async def analysis_page(self, call: Call, _: None) -> Answer:
        report = msgspec.json.decode(await self._report(call), type=Report)
        return _file(page(report).encode(), f"{report.game}-{call.path['match'][:8]}.html")

    async def _record(self, call: Call) -> Record:
        self._services.limiter.spend("records", call.address)
        return await self._services.archive.record(call.path["match"])

    async def _report(self, call: Call) -> bytes:
        self._spend(call)
        return await self._services.archive.report(call.path["match"])

    def _spend(self, call: Call) -> None:
        """An analysis counts only if it has to be started."""
        if not self._services.archive.begun(call.path["match"]):
            self._services.limiter.spend("analyses", call.address)


def _moments(record: Record, start: int, count: int) -> list[Moment]:
    return [
        Moment(
            match.game.dump(match.state),
            turn_info(match.turn),
            match.game.tally(match.state),
            event_infos(events),
        )
        for match, events in islice(replay(record), start, start + count)
    ]


def _file(data: bytes, name: str) -> Answer:
    return Answer(data, headers={"Content-Disposition": f'attachment; filename="{name}"'})
