"""Worker processes, so that bots and analyses never block the loop that serves."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from contextlib import suppress
from typing import ClassVar, Final, NamedTuple, TypeVar, cast

import msgspec

from stammtisch.analysis import report as analysis
from stammtisch.bots import Evaluation
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest, StammtischError
from stammtisch.core.turn import Seat
from stammtisch.server.thinking import worker
from stammtisch.server.thinking.worker import (
    Analyse,
    Answer,
    Choose,
    Evaluate,
    Failure,
    Progress,
    Refusal,
    Reply,
    Request,
)
from stammtisch.store.contract import Halted

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-P", "-m", worker.__name__)
SUBSTITUTE: Final = "random"
"""The bot that plays for one that fails."""
TRIES: Final = 3
"""How many workers may be lost over one request."""
SILENCE: Final = 300.0
"""Seconds without a reply after which a worker is given up; loading a solved game may take a minute."""

ValueT = TypeVar("ValueT")


class Failed(StammtischError):
    """A bug or a lost worker, not a bad request; the log says more."""

    code = "internal"
    status: ClassVar[int] = 500


class Workers:
    """This many worker processes, at least two. Each is started when first needed and keeps what it loaded.

    However many analyses are requested, one worker is always left for bots and hints.
    """

    def __init__(self, processes: int) -> None:
        self._workers: Final = [_Worker() for _ in range(max(processes, 2))]
        self._idle: Final[asyncio.LifoQueue[_Worker]] = asyncio.LifoQueue()  # the last used first
        self._analyses: Final = asyncio.Semaphore(len(self._workers) - 1)
        self._closed = False
        for each in self._workers:
            self._idle.put_nowait(each)

    async def choose(self, game: str, view: Document, seat: Seat, bot: str, seed: str) -> str:
        """The bot's move in notation; if the bot fails, `random` plays."""
        try:
            return await self._ask(Choose(game, view, seat, bot, seed), str)
        except (BadRequest, Failed) as error:
            log.warning("%s plays %s instead of %s: %s", SUBSTITUTE, game, bot, error)
            return await self._ask(Choose(game, view, seat, SUBSTITUTE, seed), str)

    async def evaluate(self, game: str, view: Document, seat: Seat, goal: str | None) -> Evaluation:
        """What the engine would answer to `analyse`, or `BadRequest`."""
        return await self._ask(Evaluate(game, view, seat, goal), Evaluation)

    async def analyse(self, record: bytes, progress: analysis.Progress) -> bytes:
        """The report as JSON; `BadRequest` for a bad record. Cancelling it stops the analysis."""
        async with self._analyses:
            return await self._ask(Analyse(record), bytes, progress)

    async def close(self) -> None:
        """End all processes; requests that still wait for an answer raise `Halted`."""
        self._closed = True
        await asyncio.gather(*(each.end() for each in self._workers))

    async def _ask(
        self, request: Request, kind: type[ValueT], progress: analysis.Progress | None = None
    ) -> ValueT:
        """The answer, from another worker if one is lost over it."""
        for _ in range(TRIES):
            chosen = await self._idle.get()
            try:
                self._check_open()
                return _value(await chosen.ask(request, progress), kind)
            except TimeoutError as error:
                raise Failed(f"no reply for {SILENCE:g} seconds") from error
            except (OSError, EOFError) as error:
                self._check_open()
                log.warning("a worker was lost and is replaced: %s", error)
            finally:
                self._idle.put_nowait(chosen)
        raise Failed(f"{TRIES} workers were lost over it")

    def _check_open(self) -> None:
        if self._closed:
            raise Halted("the server is closing; ask again when it is back")


class _Running(NamedTuple):
    """A process and the pipes to and from it."""

    process: Process
    requests: StreamWriter
    replies: StreamReader


class _Worker:
    """One process, started by its first request, and again after it was ended or lost."""

    def __init__(self) -> None:
        self._running: _Running | None = None
        self._starting: Final = asyncio.Lock()

    async def ask(self, request: Request, progress: analysis.Progress | None) -> Answer:
        """Its answer; `OSError` or `EOFError` if it is lost. Cancelling this ends the process."""
        try:
            async with self._starting:
                running = self._running = self._running or await _start()
            await _send(running.requests, request)
            while isinstance(reply := await _read(running.replies), Progress):
                if progress:
                    progress(reply.done, reply.of)
        except BaseException:
            await self.end()
            raise
        return reply

    async def end(self) -> None:
        """End the process at once, whatever it computes; wait for it if it is just starting."""
        async with self._starting:
            running, self._running = self._running, None
        if running:
            with suppress(ProcessLookupError):
                running.process.kill()
            await running.process.wait()


async def _start() -> _Running:
    """A new process, in a session of its own: Ctrl-C interrupts the server, which then ends its workers."""
    process = await create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True)
    return _Running(process, cast(StreamWriter, process.stdin), cast(StreamReader, process.stdout))


async def _send(pipe: StreamWriter, request: Request) -> None:
    pipe.write(worker.framed(request))
    await pipe.drain()


async def _read(pipe: StreamReader) -> Reply:
    async with asyncio.timeout(SILENCE):
        head = await pipe.readexactly(worker.HEAD)
        return worker.REPLIES.decode(await pipe.readexactly(int.from_bytes(head)))


def _value(answer: Answer, kind: type[ValueT]) -> ValueT:
    """The value of the answer, or the error that it reports."""
    if isinstance(answer, Refusal):
        raise BadRequest(answer.why)
    if isinstance(answer, Failure):
        log.error("a worker failed: %s", answer.trace)
        raise Failed("something went wrong; the log of the server says more")
    return msgspec.msgpack.decode(answer.value, type=kind)
