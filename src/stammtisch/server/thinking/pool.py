"""Worker processes, so that bots and analyses never block the loop that serves."""

from __future__ import annotations

import asyncio
import logging
from types import NoneType
from typing import Final, TypeVar, final

import msgspec

from stammtisch.analysis import report as analysis
from stammtisch.bots import Evaluation
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest
from stammtisch.core.turn import Seat
from stammtisch.server.ops.limits import TooMany, network_of
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.thinking import process
from stammtisch.server.thinking.contract import SUBSTITUTE, Asker, Failed, Unwanted, Wanted, always
from stammtisch.server.thinking.process import WorkerProcess
from stammtisch.server.thinking.requests import (
    Advise,
    Analyse,
    Choose,
    DrawPage,
    DrawQrCode,
    ListDraws,
    Prepare,
    Request,
    ShowDaily,
    ShowMoments,
    ShowPuzzle,
    SolveDaily,
    SolvePuzzle,
)
from stammtisch.server.thinking.scheduler import Kind, QueueFull, Scheduler
from stammtisch.server.thinking.worker import Answer, Failure, Refusal
from stammtisch.store.contract import Unavailable

logger: Final = logging.getLogger(__name__)

TRIES: Final = 3
"""How many workers may be lost over one request."""
FEWEST: Final = 3
"""Workers, so that no address can have all of them; each is started only when needed."""
LONGEST: Final = 1800.0
"""Seconds that a job may take: others wait for its worker."""
ROUGH_AFTER: Final = 0.7
"""Seconds that a hint waits for what it needs; then a rough one is given."""
MEMORY_AT_MOST: Final = 600 * 2**20
"""Bytes: more than a worker needs for all games at the highest level."""

ValueT = TypeVar("ValueT")


_NAMES: Final = {
    Kind.BOT: "bots",
    Kind.HINT: "hints",
    Kind.PICTURE: "QR codes",
    Kind.RECORD: "records",
    Kind.PREPARE: "preparations",
    Kind.ANALYSIS: "analyses",
}


@final
class _Job:
    """A request of somebody, from the moment it waits until it is answered."""

    def __init__(
        self,
        kind: Kind,
        asker: Asker,
        request: Request,
        progress: analysis.Progress | None = None,
        wanted: Wanted = always,
    ) -> None:
        self.kind: Final = kind
        self.asker: Final = asker
        self.request: Final = request
        self.progress: Final = progress
        self.wanted: Final = wanted
        self.answer: Final[asyncio.Future[Answer]] = asyncio.get_running_loop().create_future()
        self.task: asyncio.Task[None] | None = None

    def succeed(self, answer: Answer) -> None:
        if not self.answer.done():  # otherwise the caller has gone
            self.answer.set_result(answer)

    def fail(self, error: BaseException) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

    def drop(self) -> None:
        self.fail(Unwanted("the position has moved on since you asked"))


@final
class Workers:
    """This many worker processes, at least three. Each is started when first needed and keeps what it loaded.

    `Scheduler` says who is served next. Cancelling a request that waits only gives up its place in the queue.
    A running analysis that is cancelled ends with its process; anything shorter is worked out and forgotten.
    A process that holds more than `memory` bytes after an answer is ended, and started again when needed.
    """

    def __init__(
        self, processes: int, *, memory: int = MEMORY_AT_MOST, metrics: Metrics | None = None
    ) -> None:
        self._workers: Final = [WorkerProcess() for _ in range(max(processes, FEWEST))]
        self._idle: Final = [*self._workers]  # the last used is used first
        self._under_way: Final[list[_Job]] = []
        self._scheduler: Final[Scheduler[_Job]] = Scheduler(len(self._workers))
        self._memory: Final = memory
        self._metrics: Final = metrics or Metrics()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._prepared: Final[set[tuple[str, int, str]]] = set()
        self._closed = False

    @property
    def number(self) -> int:
        """How many there may be."""
        return len(self._workers)

    @property
    def busy(self) -> int:
        """How many work at the moment."""
        return len(self._workers) - len(self._idle)

    # What can be asked: see `Thinking`

    async def choose(
        self,
        game: str,
        view: Document,
        seat: Seat,
        bot: str,
        seed: str,
        *,
        asker: Asker,
        wanted: Wanted = always,
    ) -> str:
        try:
            return await self._ask(Choose(game, view, seat, bot, seed), str, Kind.BOT, asker, wanted=wanted)
        except (BadRequest, Failed) as error:
            logger.warning("%s plays %s instead of %s: %s", SUBSTITUTE, game, bot, error)
            substitute = Choose(game, view, seat, SUBSTITUTE, seed)
            return await self._ask(substitute, str, Kind.BOT, asker, wanted=wanted)

    async def advise(
        self, game: str, view: Document, seat: Seat, *, asker: Asker, wanted: Wanted = always
    ) -> Evaluation:
        preparing = [job.answer for job in self._under_way if _prepares(job.request, game)]
        if preparing:
            await asyncio.wait(preparing, timeout=ROUGH_AFTER)
        request = Advise(game, view, seat, at_once=not all(answer.done() for answer in preparing))
        return await self._ask(request, Evaluation, Kind.HINT, asker, wanted=wanted)

    async def prepare(
        self, game: str, players: int, options: Document, *, asker: Asker, wanted: Wanted = always
    ) -> None:
        key = (game, players, repr(options))
        if key in self._prepared:
            return
        self._prepared.add(key)
        try:
            await self._ask(Prepare(game, players, options), NoneType, Kind.PREPARE, asker, wanted=wanted)
        except (BadRequest, Failed, TooMany, Unwanted, Unavailable):
            self._prepared.discard(key)  # hints take longer, or say themselves what is wrong
        except asyncio.CancelledError:
            self._prepared.discard(key)
            raise

    async def puzzle(self, record: bytes, position: int, *, asker: Asker) -> bytes:
        return await self._ask(ShowPuzzle(record, position), bytes, Kind.RECORD, asker)

    async def solution(self, record: bytes, position: int, *, asker: Asker) -> bytes:
        return await self._ask(SolvePuzzle(record, position), bytes, Kind.RECORD, asker)

    async def daily_puzzle(self, game: str, day: str, *, asker: Asker) -> bytes:
        return await self._ask(ShowDaily(game, day), bytes, Kind.RECORD, asker)

    async def daily_solution(self, game: str, day: str, *, asker: Asker) -> bytes:
        return await self._ask(SolveDaily(game, day), bytes, Kind.RECORD, asker)

    async def moments(self, record: bytes, start: int, count: int, *, asker: Asker) -> bytes:
        return await self._ask(ShowMoments(record, start, count), bytes, Kind.RECORD, asker)

    async def draws(self, record: bytes, *, asker: Asker) -> bytes:
        return await self._ask(ListDraws(record), bytes, Kind.RECORD, asker)

    async def page(self, report: bytes, *, asker: Asker) -> bytes:
        return await self._ask(DrawPage(report), bytes, Kind.RECORD, asker)

    async def qr_code(self, link: str, *, asker: Asker) -> bytes:
        """The link as a QR code, in SVG."""
        return await self._ask(DrawQrCode(link), bytes, Kind.PICTURE, asker)

    async def analyse(self, record: bytes, progress: analysis.Progress, *, asker: Asker) -> bytes:
        return await self._ask(Analyse(record), bytes, Kind.ANALYSIS, asker, progress)

    def drop_unwanted(self) -> None:
        """Let go of what nobody waits for any more; otherwise it would go when its turn comes."""
        for kind in Kind:
            self._scheduler.drop_unwanted(kind)
            self._note_waiting(kind)

    async def close(self) -> None:
        """End all processes; requests that still wait for an answer raise `Unavailable`."""
        self._closed = True
        for job in self._scheduler.clear():
            job.fail(_closing())
        await asyncio.gather(*(each.end() for each in self._workers))
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # How it is answered

    async def _ask(
        self,
        request: Request,
        answer: type[ValueT],
        kind: Kind,
        asker: Asker,
        progress: analysis.Progress | None = None,
        wanted: Wanted = always,
    ) -> ValueT:
        if self._closed:
            raise _closing()
        household = asker._replace(address=network_of(asker.address).household)
        job = _Job(kind, household, request, progress, wanted)
        self._add(job)
        self._start_jobs()
        try:
            return _value(await job.answer, answer)
        except asyncio.CancelledError:
            await self._leave(job)
            raise

    def _add(self, job: _Job) -> None:
        try:
            self._scheduler.add(job)
        except QueueFull as full:
            self._metrics.thinking_refused_total.labels(job.kind.value).inc()
            raise TooMany(
                _NAMES[job.kind], full.seconds, "address" if full.of_address else "server"
            ) from None
        self._note_waiting(job.kind)

    def _start_jobs(self) -> None:
        while self._idle and (start := self._scheduler.start_next()):
            job, waited = start
            self._metrics.thinking_wait_seconds.labels(job.kind.value).observe(waited)
            self._note_waiting(job.kind)
            worker = self._best_for(job)
            self._idle.remove(worker)
            self._under_way.append(job)
            job.task = asyncio.create_task(self._work(worker, job))
            self._tasks.add(job.task)
            job.task.add_done_callback(self._tasks.discard)

    def _best_for(self, job: _Job) -> WorkerProcess:
        """An idle worker: one that is prepared for the game of a hint, else the one that was used last."""
        game = job.request.game if isinstance(job.request, Advise) else None
        return next((worker for worker in reversed(self._idle) if game in worker.prepared), self._idle[-1])

    def _note_waiting(self, kind: Kind) -> None:
        self._metrics.thinking_waiting.labels(kind.value).set(self._scheduler.waiting(kind))

    async def _leave(self, job: _Job) -> None:
        """The caller no longer waits."""
        if self._scheduler.remove(job):
            self._note_waiting(job.kind)
        elif job.kind is Kind.ANALYSIS and job.task is not None:
            job.task.cancel()
            await asyncio.wait({job.task})

    async def _work(self, worker: WorkerProcess, job: _Job) -> None:
        try:
            job.succeed(await self._answered(worker, job))
            if (game := _prepared_by(job.request)) is not None:
                worker.prepared.add(game)
            await self._end_if_large(worker)
        except Exception as error:  # noqa: BLE001 - the caller gets it
            job.fail(error)
        finally:
            self._scheduler.finished(job)
            self._under_way.remove(job)
            self._idle.append(worker)
            if not self._closed:
                self._start_jobs()

    async def _answered(self, worker: WorkerProcess, job: _Job) -> Answer:
        """The answer, from a new process if one is lost over it."""
        for _ in range(TRIES):
            if self._closed:
                raise _closing()
            try:
                async with asyncio.timeout(LONGEST) as limit:
                    return await worker.ask(job.request, job.progress)
            except TimeoutError as error:
                raise Failed(_given_up(limit.expired())) from error
            except (OSError, EOFError) as error:
                if not self._closed:
                    logger.warning("a worker was lost and is replaced: %s", error)
        raise _closing() if self._closed else Failed(f"{TRIES} workers were lost over it")

    async def _end_if_large(self, worker: WorkerProcess) -> None:
        if worker.memory() > self._memory:
            self._metrics.workers_recycled_total.inc()
            await worker.end()


def _prepares(request: Request, game: str) -> bool:
    return isinstance(request, Prepare) and request.game == game


def _prepared_by(request: Request) -> str | None:
    """The game whose tables are loaded once this has been answered; a rough hint needs none."""
    if isinstance(request, Prepare) or (isinstance(request, Advise) and not request.at_once):
        return request.game
    return None


def _given_up(too_long: bool) -> str:
    if too_long:
        return f"it took more than {LONGEST / 60:g} minutes; `stammtisch analyse` has no such limit"
    return f"no reply for {process.SILENCE:g} seconds"


def _closing() -> Unavailable:
    return Unavailable("the server is closing; ask again when it is back")


def _value(answer: Answer, kind: type[ValueT]) -> ValueT:
    """The value of the answer, or the error that it reports."""
    if isinstance(answer, Refusal):
        raise BadRequest(answer.why)
    if isinstance(answer, Failure):
        logger.error("a worker failed: %s", answer.trace)
        raise Failed("something went wrong; the log of the server says more")
    return msgspec.msgpack.decode(answer.value, type=kind)
