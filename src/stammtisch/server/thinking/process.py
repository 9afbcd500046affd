"""One worker process, seen from the server."""

from __future__ import annotations

import asyncio
import resource
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, cast, final

from stammtisch.analysis import report as analysis
from stammtisch.server.thinking import worker
from stammtisch.server.thinking.worker import Answer, Progress, Reply, Request

COMMAND: Final = (sys.executable, "-P", "-m", worker.__name__)
SILENCE: Final = 300.0
"""Seconds without a reply after which a worker is given up; loading a solved game may take a minute."""


class _Running(NamedTuple):
    """A process and the pipes to and from it."""

    process: Process
    requests: StreamWriter
    replies: StreamReader


@final
class WorkerProcess:
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

    def memory(self) -> int:
        """The bytes that its process holds for itself; 0 where that cannot be told."""
        return 0 if self._running is None else memory_of(self._running.process.pid)

    async def end(self) -> None:
        """End the process at once, whatever it computes; wait for it if it is just starting."""
        async with self._starting:
            running, self._running = self._running, None
        if running:
            with suppress(ProcessLookupError):
                running.process.kill()
            await running.process.wait()


def memory_of(pid: int) -> int:
    """The bytes that a process holds in memory for itself alone; 0 where /proc is missing."""
    try:
        _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
    except (OSError, ValueError):
        return 0
    return (resident - shared) * resource.getpagesize()


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
