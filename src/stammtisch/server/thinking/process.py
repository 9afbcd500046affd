"""One worker process, seen from the server."""

from __future__ import annotations

import asyncio
import mmap
import sys
from asyncio import ReadTransport, StreamReader, StreamReaderProtocol, StreamWriter
from functools import partial
from pathlib import Path
from subprocess import PIPE
from typing import Final, NamedTuple, final

from stammtisch.analysis import report as analysis
from stammtisch.server.thinking import worker
from stammtisch.server.thinking.requests import Request
from stammtisch.server.thinking.worker import Answer, Progress, Reply

if sys.platform == "win32":
    from asyncio.windows_utils import Popen  # its pipes can be used by the loop
    from subprocess import BELOW_NORMAL_PRIORITY_CLASS, CREATE_NEW_PROCESS_GROUP

    _FLAGS: Final = BELOW_NORMAL_PRIORITY_CLASS | CREATE_NEW_PROCESS_GROUP
else:
    from subprocess import Popen

    _FLAGS: Final = 0

COMMAND: Final = (sys.executable, "-P", "-m", worker.__name__)
SILENCE: Final = 300.0
"""Seconds without a reply after which a worker is given up; loading a solved game may take a minute."""


class _Running(NamedTuple):
    """A process and the pipes to and from it."""

    process: Popen[bytes]
    requests: StreamWriter
    replies: StreamReader
    pipe: ReadTransport
    """Where the replies come from."""


@final
class WorkerProcess:
    """One process, started by its first request, and again after it was ended or lost."""

    def __init__(self) -> None:
        self.prepared: Final[set[str]] = set()
        """The games for which it has loaded what hints need."""
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
        """The bytes that its process holds for itself; 0 where that is not known."""
        return 0 if self._running is None else memory_of(self._running.process.pid)

    async def end(self) -> None:
        """End the process at once, whatever it computes; wait for it if it is just starting."""
        async with self._starting:
            running, self._running = self._running, None
        self.prepared.clear()
        if running:
            running.process.kill()
            running.requests.close()
            running.pipe.close()
            await asyncio.to_thread(running.process.wait)


def memory_of(pid: int) -> int:
    """The bytes that a process holds in memory for itself alone; 0 where /proc is missing."""
    try:
        _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
    except (OSError, ValueError):
        return 0
    return (resident - shared) * mmap.PAGESIZE


async def _start() -> _Running:
    """A new process, apart from the server: Ctrl-C interrupts the server, which then ends its workers.

    The loop of uvloop would fork to start it, and stand still while the memory of a large server is copied.
    """
    process: Popen[bytes] = Popen(  # noqa: S603 - our own
        COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True, creationflags=_FLAGS
    )
    try:
        return _Running(process, *await _connected(process))
    except BaseException:
        process.kill()
        process.wait()
        raise


async def _connected(process: Popen[bytes]) -> tuple[StreamWriter, StreamReader, ReadTransport]:
    loop, reader = asyncio.get_running_loop(), StreamReader()
    pipe, _ = await loop.connect_read_pipe(partial(StreamReaderProtocol, reader), process.stdout)
    written, protocol = await loop.connect_write_pipe(
        partial(StreamReaderProtocol, StreamReader()), process.stdin
    )
    return StreamWriter(written, protocol, None, loop), reader, pipe


async def _send(pipe: StreamWriter, request: Request) -> None:
    pipe.write(worker.framed(request))
    await pipe.drain()


async def _read(pipe: StreamReader) -> Reply:
    async with asyncio.timeout(SILENCE):
        head = await pipe.readexactly(worker.HEAD)
        return worker.REPLIES.decode(await pipe.readexactly(int.from_bytes(head)))
