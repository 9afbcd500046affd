"""Finished matches: their records, and what is worked out from them, each once."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, Literal, TypeAlias, final

import msgspec

from stammtisch import bots, catalog
from stammtisch.core.errors import StammtischError
from stammtisch.server.ops.cache import CachedWork, SharedWork, SizedCache
from stammtisch.server.ops.limits import Clock
from stammtisch.server.ops.slices import Slices
from stammtisch.server.tables.contract import EventLog, TableMetrics
from stammtisch.server.tables.errors import UnknownTable
from stammtisch.server.tables.loading import RecordFile, build_record, keep_record, stored_record
from stammtisch.server.thinking.contract import Asker, Failed, Thinking
from stammtisch.store.log import StoredMatch

RECORDS: Final = 32 * 2**20
"""Bytes of records that are kept in memory; others are read from the database when asked for."""
MADE: Final = 64 * 2**20
"""Bytes of what was made from records that are kept: reports, pages, positions and draws."""
ENDED: Final = 1000
"""Analyses whose end is remembered."""
INTEREST: Final = 20.0
"""Seconds after which an analysis that nobody asks about any more is stopped."""

_Key: TypeAlias = tuple[str | int, ...]


class Status(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far an analysis is: `done` of the `of` entries of the record, and with which `code` it failed."""

    status: Literal["running", "done", "failed"]
    done: int
    of: int
    code: str = ""


@final
class _Analysis:
    """An analysis that waits or runs."""

    def __init__(self, steps: int, now: float) -> None:
        self.task: asyncio.Task[bytes]
        self.awaited = 0
        """How many wait for the report."""
        self.asked = now
        """When somebody last asked how far it is."""
        self._done = 0
        self._of = steps

    def progress(self, done: int, of: int) -> None:
        self._done, self._of = done, of

    def status(self, word: Literal["running", "done", "failed"] = "running", code: str = "") -> Status:
        return Status(word, self._done, self._of, code)


@final
class Archive:
    """Records of finished matches, read from the log; what takes longer is made in worker processes."""

    def __init__(
        self,
        log: EventLog,
        workers: Thinking,
        metrics: TableMetrics,
        slices: Slices | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._log: Final = log
        self._metrics: Final = metrics
        self._workers: Final = workers
        self._slices: Final = slices or Slices()
        self._clock: Final = clock
        self._records: Final[SizedCache[str, RecordFile]] = SizedCache(RECORDS)
        self._made: Final[CachedWork[_Key]] = CachedWork(MADE)
        self._reading: Final[SharedWork[str, RecordFile]] = SharedWork()
        self._analyses: Final[dict[str, _Analysis]] = {}
        self._ended: Final[OrderedDict[str, Status]] = OrderedDict()

    # Records, and what is made from them

    async def record(self, match: str) -> RecordFile:
        """The record of a finished match; `UnknownTable` where there is none of that id."""
        found = await self._found(match)
        kept = self._records.get(match)
        return kept or await self._reading.get(match, partial(self._read, match, found))

    async def _found(self, match: str) -> StoredMatch:
        """What is known of the match; nothing is shown of one that has been deleted."""
        found = await self._log.match(match)
        if found is None:
            raise UnknownTable("there is no record of such a game: it may not be over yet")
        return found

    async def _read(self, match: str, found: StoredMatch) -> RecordFile:
        """The record as it is kept in the database; built and kept if nobody has asked for it before."""
        file = await stored_record(self._log, match, found.game)
        if file is None:
            file = await build_record(self._log, match, found, self._slices)
            await keep_record(self._log, match, file)
        self._records.put(match, file, len(file.data))
        return file

    async def moments(self, match: str, start: int, count: int, address: str) -> bytes:
        """So many positions of the match, from number `start` on, as JSON."""
        return await self._made_of(match, address, "moments", self._workers.moments, start, count)

    async def puzzle(self, match: str, position: int, address: str) -> bytes:
        """A decision of the match to try again, as JSON."""
        return await self._made_of(match, address, "puzzle", self._workers.puzzle, position)

    async def solution(self, match: str, position: int, address: str) -> bytes:
        """What each move was worth at that decision, as JSON."""
        return await self._made_of(match, address, "solution", self._workers.solution, position)

    async def draws(self, match: str, address: str) -> bytes:
        """What every roll of the match is derived from, as JSON."""
        return await self._made_of(match, address, "draws", self._workers.draws)

    async def _made_of(
        self, match: str, address: str, what: str, make: Callable[..., Coroutine[Any, Any, bytes]], *args: int
    ) -> bytes:
        """What a worker makes of the record, once for all who ask."""
        record, asker = await self.record(match), Asker(address, match)
        return await self._made.get((what, match, *args), partial(make, record.data, *args, asker=asker))

    async def page(self, match: str, address: str) -> bytes:
        """The finished report as an HTML page; a caller that asks early waits."""
        report, asker = await self.report(match, address), Asker(address, match)
        return await self._made.get(("page", match), partial(self._workers.page, report, asker=asker))

    # Analyses

    async def start(self, match: str, address: str) -> Status:
        """Start the analysis of a game, or say how far it is; one that failed is started again."""
        await self._found(match)
        record = None if self.begun(match) else await self.record(match)
        if record is not None:
            bots.check_evaluator(catalog.game(record.game))
        if record is not None and not self.begun(match):  # others may have asked meanwhile
            analysis = self._analyses[match] = _Analysis(record.steps, self._clock())
            analysis.task = asyncio.create_task(self._analyse(match, record.data, analysis, address))
            analysis.task.add_done_callback(partial(self._finished, match, analysis))
            await asyncio.sleep(0)  # a full queue is refused at once
            if analysis.task.done():
                analysis.task.result()
        return self.status(match)

    async def _analyse(self, match: str, record: bytes, analysis: _Analysis, address: str) -> bytes:
        with self._metrics.analyses.track_inprogress():
            return await self._made.made(
                ("report", match),
                partial(self._workers.analyse, record, analysis.progress, asker=Asker(address, match)),
            )

    def _finished(self, match: str, analysis: _Analysis, task: asyncio.Task[bytes]) -> None:
        del self._analyses[match]
        if task.cancelled():
            return  # nobody waits for it; asking again starts it again
        error = task.exception()
        self._ended[match] = (
            analysis.status("done") if error is None else analysis.status("failed", _code(error))
        )
        self._ended.move_to_end(match)
        if len(self._ended) > ENDED:
            self._ended.popitem(last=False)

    def begun(self, match: str) -> bool:
        """Whether the analysis of a game is under way or done."""
        return match in self._analyses or self._made.kept(("report", match)) is not None

    def status(self, match: str) -> Status:
        """How far the analysis of a game is."""
        if (analysis := self._analyses.get(match)) is not None:
            analysis.asked = self._clock()
            return analysis.status()
        ended = self._ended.get(match)
        if ended is None or (ended.status == "done" and not self.begun(match)):
            raise UnknownTable("nobody has asked for this analysis lately: POST starts it")
        return ended

    async def report(self, match: str, address: str) -> bytes:
        """The finished report as JSON; a caller that asks early waits."""
        await self.start(match, address)
        analysis = self._analyses.get(match)
        if analysis is None:
            return self._made.kept(("report", match)) or await self.report(match, address)
        analysis.awaited += 1
        try:
            return await asyncio.shield(analysis.task)
        finally:
            analysis.awaited -= 1

    def stop(self, match: str) -> None:
        """Stop the analysis of a game; callers that wait for it are told that it was stopped."""
        if (analysis := self._analyses.get(match)) is not None:
            analysis.task.cancel()

    def stop_unwanted(self) -> None:
        """Stop analyses that nobody has asked about for a while."""
        limit = self._clock() - INTEREST
        for analysis in [*self._analyses.values()]:
            if not analysis.awaited and analysis.asked < limit:
                analysis.task.cancel()


def _code(error: BaseException) -> str:
    return error.code if isinstance(error, StammtischError) else Failed.code
