"""Finished matches: their records and analyses."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final, Literal, final

import msgspec

from stammtisch.match import Record
from stammtisch.server.ops.limits import TooMany
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.tables.errors import UnknownTable
from stammtisch.server.tables.state import finished_records
from stammtisch.server.thinking.pool import Workers
from stammtisch.store.log import Log

KEPT: Final = 200
"""Reports that are remembered; others are made again when asked for."""
WAITING_AT_MOST: Final = 50


class Status(msgspec.Struct, frozen=True):
    """How far an analysis is: `done` of so many entries of the record."""

    status: Literal["running", "done", "failed"]
    done: int
    of: int


@final
class _Job:
    """One analysis, under way or finished."""

    def __init__(self) -> None:
        self.done = 0
        self.of = 0
        self.task: asyncio.Task[bytes]

    def progress(self, done: int, of: int) -> None:
        self.done, self.of = done, of

    def status(self) -> Status:
        if not self.task.done():
            return Status("running", self.done, self.of)
        failed = self.task.cancelled() or self.task.exception() is not None
        return Status("failed" if failed else "done", self.done, self.of)


@final
class Archive:
    """Records of finished matches, and their analyses, each made once in a worker process."""

    def __init__(self, log: Log, workers: Workers, metrics: Metrics) -> None:
        self._log: Final = log
        self._metrics: Final = metrics
        self._workers: Final = workers
        self._jobs: OrderedDict[str, _Job] = OrderedDict()

    async def record(self, match: str) -> Record:
        """The record of a finished match; `UnknownTable` where there is none of that id."""
        table = await self._log.match_table(match)
        if table is not None:
            for found, record in finished_records(table, await self._log.read(table)):
                if found == match:
                    return record
        raise UnknownTable("there is no record of such a game: it may not be over yet")

    async def start(self, match: str) -> Status:
        """Start the analysis of a game, or say how far it is; one that failed is started again."""
        record = None if self.begun(match) else await self.record(match)
        if record is not None and not self.begun(match):  # others may have asked meanwhile
            self._make_room()
            job = self._jobs[match] = _Job()
            job.of = len(record.log)
            job.task = asyncio.create_task(self._analyse(record, job))
        self._jobs.move_to_end(match)
        return self._jobs[match].status()

    async def _analyse(self, record: Record, job: _Job) -> bytes:
        with self._metrics.analyses.track_inprogress():
            return await self._workers.analyse(record.to_json(), job.progress)

    def begun(self, match: str) -> bool:
        """Whether the analysis of a game is under way or done."""
        return match in self._jobs and self._jobs[match].status().status != "failed"

    def status(self, match: str) -> Status:
        """How far the analysis of a game is."""
        if match not in self._jobs:
            raise UnknownTable("nobody has asked for this analysis yet: POST starts it")
        return self._jobs[match].status()

    async def report(self, match: str) -> bytes:
        """The finished report as JSON; whoever asks early waits."""
        await self.start(match)
        return await asyncio.shield(self._jobs[match].task)

    def _make_room(self) -> None:
        running = [match for match, job in self._jobs.items() if not job.task.done()]
        if len(running) >= WAITING_AT_MOST:
            raise TooMany("analyses", 60)
        for match in [match for match in self._jobs if match not in running][
            : max(0, len(self._jobs) - KEPT + 1)
        ]:
            del self._jobs[match]
