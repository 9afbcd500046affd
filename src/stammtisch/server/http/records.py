"""Finished games over HTTP: records to download and replay, and their analyses."""

from __future__ import annotations

from typing import Annotated, Final, Protocol

import msgspec
from msgspec import Meta

from stammtisch.analysis.puzzles import Puzzle, Solution
from stammtisch.analysis.report import Report
from stammtisch.bots import NoEvaluator
from stammtisch.core.errors import BadRequest
from stammtisch.match import Draws, Record
from stammtisch.match.moments import Moment
from stammtisch.server.http.endpoint import Answer, Call, endpoint
from stammtisch.server.http.errors import LOADING
from stammtisch.server.tables.archive import Archive, Status
from stammtisch.server.thinking.contract import Failed

MOMENTS_AT_MOST: Final = 200
UNCHANGING: Final = {"Cache-Control": "private, max-age=3600"}
"""A finished game never changes, so browsers may keep it."""


class MomentsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which positions: `count` of them, beginning with number `start`."""

    start: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    count: Annotated[int, Meta(ge=1, le=MOMENTS_AT_MOST)] = MOMENTS_AT_MOST


class PuzzleQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which position: the one before entry number `position` of the log, counted from 0."""

    position: Annotated[int, Meta(ge=0, le=1_000_000)]


class Spending(Protocol):
    """Counts what callers do."""

    def spend(self, kind: str, address: str, person: str | None = None) -> None:
        """One more of this kind; `TooMany` where that is too much."""


class RecordServices(Protocol):
    """What the endpoints of records work with."""

    @property
    def archive(self) -> Archive: ...

    @property
    def limiter(self) -> Spending: ...


class RecordRoutes:
    """The endpoints of records and analyses."""

    def __init__(self, services: RecordServices) -> None:
        self._services: Final = services

    @endpoint(
        "GET",
        "/api/records/{match}",
        summary="The record of a finished game, with everything needed to verify the dice.",
        answer=Record,
        errors=LOADING,
        limit="records",
        slow=True,
    )
    async def record(self, call: Call, _: None) -> Answer:
        record = await self._services.archive.record(call.path["match"])
        return _file(call, record.game, record.data, "json")

    @endpoint(
        "GET",
        "/api/records/{match}/moments",
        summary="The positions of a finished game and the events that led to each, for replaying it.",
        query=MomentsQuery,
        answer=list[Moment],
        errors=(*LOADING, Failed),
        limit="records",
        slow=True,
    )
    async def moments(self, call: Call, _: None) -> Answer:
        match, query = call.path["match"], call.query
        return Answer(
            await self._services.archive.moments(match, query.start, query.count, call.address),
            headers=UNCHANGING,
        )

    @endpoint(
        "GET",
        "/api/records/{match}/puzzle",
        summary="A decision of a finished game to try again: what the player saw, and the moves.",
        query=PuzzleQuery,
        answer=Puzzle,
        errors=(*LOADING, BadRequest, NoEvaluator, Failed),
        limit="records",
        slow=True,
    )
    async def puzzle(self, call: Call, _: None) -> Answer:
        match, position = call.path["match"], call.query.position
        data = await self._services.archive.puzzle(match, position, call.address)
        return Answer(data, headers=UNCHANGING)

    @endpoint(
        "GET",
        "/api/records/{match}/solution",
        summary="What each move was worth at a decision of a finished game.",
        query=PuzzleQuery,
        answer=Solution,
        errors=(*LOADING, BadRequest, NoEvaluator, Failed),
        limit="records",
        slow=True,
    )
    async def solution(self, call: Call, _: None) -> Answer:
        match, position = call.path["match"], call.query.position
        data = await self._services.archive.solution(match, position, call.address)
        return Answer(data, headers=UNCHANGING)

    @endpoint(
        "GET",
        "/api/records/{match}/draws",
        summary="What every roll of a finished game is derived from, to verify it without the rules.",
        answer=Draws,
        errors=(*LOADING, Failed),
        limit="records",
        slow=True,
    )
    async def draws(self, call: Call, _: None) -> Answer:
        return Answer(
            await self._services.archive.draws(call.path["match"], call.address), headers=UNCHANGING
        )

    @endpoint(
        "POST",
        "/api/records/{match}/analysis",
        summary="Start the analysis of a finished game, or report its progress.",
        answer=Status,
        status=202,
        errors=(*LOADING, NoEvaluator),
    )
    async def start_analysis(self, call: Call, _: None) -> Status:
        self._spend(call)
        return await self._services.archive.start(call.path["match"], call.address)

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
        errors=(*LOADING, NoEvaluator, Failed),
        slow=True,
    )
    async def analysis_report(self, call: Call, _: None) -> Answer:
        self._spend(call)
        return Answer(await self._services.archive.report(call.path["match"], call.address))

    @endpoint(
        "GET",
        "/api/records/{match}/analysis/page",
        summary="The analysis as one self-contained page with charts, to keep.",
        answer=bytes,
        media_type="text/html",
        errors=(*LOADING, NoEvaluator, Failed),
        slow=True,
    )
    async def analysis_page(self, call: Call, _: None) -> Answer:
        self._spend(call)
        archive, match = self._services.archive, call.path["match"]
        page = await archive.page(match, call.address)
        return _file(call, (await archive.record(match)).game, page, "html")

    def _spend(self, call: Call) -> None:
        """An analysis counts only if it has to be started."""
        if not self._services.archive.begun(call.path["match"]):
            self._services.limiter.spend("analyses", call.address, call.person)


def _file(call: Call, game: str, data: bytes, kind: str) -> Answer:
    name = f"{game}-{call.path['match'][:8]}.{kind}"
    return Answer(data, headers={"Content-Disposition": f'attachment; filename="{name}"', **UNCHANGING})
