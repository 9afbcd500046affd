"""Thinking in processes of its own, so that it never stops the serving loop."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from contextlib import suppress
from typing import Any, ClassVar, Final, NamedTuple, cast

import msgspec

from stammtisch.analysis import report as analysis
from stammtisch.bots import Evaluation
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest, StammtischError
from stammtisch.core.turn import Seat
from stammtisch.server.thinking import worker as thinking
from stammtisch.server.thinking.worker import (
    Analyse,
    Choose,
    Evaluate,
    Failure,
    LastWord,
    Progress,
    Question,
    Refusal,
    Word,
)
from stammtisch.store.contract import Halted

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-P", "-m", thinking.__name__)
SUBSTITUTE: Final = "random"
"""The bot that plays for one that fails."""
TRIES: Final = 3
"""How many workers may be lost over one question."""
SILENCE: Final = 300.0
"""Seconds without a word after which a worker is given up; tables of a game may take a minute."""


class Failed(StammtischError):
    """No fault of whoever asked: the log says what went wrong."""

    code = "internal"
    status: ClassVar[int] = 500


class Workers:
    """So many processes, but at least two; each is started when first needed and keeps what it loaded.

    One of them is always left to bots and hints, however many analyses are asked for.
    """

    def __init__(self, processes: int) -> None:
        self._workers: Final = [_Worker() for _ in range(max(processes, 2))]
        self._idle: Final[asyncio.LifoQueue[_Worker]] = asyncio.LifoQueue()  # the warmest first
        self._analyses: Final = asyncio.Semaphore(len(self._workers) - 1)
        self._closed = False
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def choose(self, game: str, view: Document, seat: Seat, bot: str, seed: str) -> str:
        """The bot's move in notation; for a bot that fails `random` plays."""
        try:
            return str(await self._ask(Choose(game, view, seat, bot, seed)))
        except (BadRequest, Failed) as error:
            log.warning("%s plays %s instead of %s: %s", SUBSTITUTE, game, bot, error)
            return str(await self._ask(Choose(game, view, seat, SUBSTITUTE, seed)))

    async def evaluate(self, game: str, view: Document, seat: Seat, goal: str | None) -> Evaluation:
        """What the engine would answer to `analyse`; `BadRequest` where that cannot be said."""
        return msgspec.convert(await self._ask(Evaluate(game, view, seat, goal)), Evaluation)

    async def analyse(self, record: bytes, progress: analysis.Progress) -> bytes:
        """The report as JSON. Who stops waiting stops it; `BadRequest` for a bad record."""
        async with self._analyses:
            found: bytes = await self._ask(Analyse(record), progress)
            return found

    async def close(self) -> None:
        """End all processes; whoever still waits for an answer gets `Halted`."""
        self._closed = True
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def _ask(self, question: Question, progress: analysis.Progress | None = None) -> Any:
        """The answer, of another worker if one is lost over it."""
        for _ in range(TRIES):
            worker = await self._idle.get()
            try:
                self._check_open()
                return _found(await worker.ask(question, progress))
            except TimeoutError as error:
                raise Failed(f"not a word for {SILENCE:.0f} seconds") from error
            except (OSError, EOFError) as error:
                self._check_open()
                log.warning("a worker was lost and is replaced: %s", error)
            finally:
                self._idle.put_nowait(worker)
        raise Failed(f"{TRIES} workers were lost over it")

    def _check_open(self) -> None:
        if self._closed:
            raise Halted("the server is closing; ask again when it is back")


class _Running(NamedTuple):
    """A process and the pipes to and from it."""

    process: Process
    questions: StreamWriter
    words: StreamReader


class _Worker:
    """One process, started when first asked, and again when it was ended or lost."""

    def __init__(self) -> None:
        self._running: _Running | None = None
        self._starting: Final = asyncio.Lock()

    async def ask(self, question: Question, progress: analysis.Progress | None) -> LastWord:
        """What it has to say; `OSError` or `EOFError` where it is lost. Who stops waiting ends it."""
        try:
            async with self._starting:
                running = self._running = self._running or await _started()
            await _send(running.questions, question)
            while isinstance(word := await _word(running.words), Progress):
                if progress:
                    progress(word.done, word.of)
        except BaseException:
            await self.end()
            raise
        return word

    async def end(self) -> None:
        """At once, whatever it is thinking about; one that just starts is waited for."""
        async with self._starting:
            running, self._running = self._running, None
        if running:
            with suppress(ProcessLookupError):
                running.process.kill()
            await running.process.wait()


async def _started() -> _Running:
    """A new worker, in a session of its own: the keyboard interrupts the server, which ends its workers."""
    process = await create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True)
    return _Running(process, cast(StreamWriter, process.stdin), cast(StreamReader, process.stdout))


async def _send(pipe: StreamWriter, question: Question) -> None:
    pipe.write(thinking.framed(question))
    await pipe.drain()


async def _word(pipe: StreamReader) -> Word:
    async with asyncio.timeout(SILENCE):
        head = await pipe.readexactly(thinking.HEAD)
        return thinking.WORDS.decode(await pipe.readexactly(int.from_bytes(head)))


def _found(word: LastWord) -> Any:
    """What the answer says, or the error that it is."""
    if isinstance(word, Refusal):
        raise BadRequest(word.why)
    if isinstance(word, Failure):
        log.error("a worker failed: %s", word.trace)
        raise Failed("something went wrong here, and the log says what")
    return word.found
