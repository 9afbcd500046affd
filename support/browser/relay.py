"""A network between browser and server that can stand still without closing anything."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

PIECE: Final = 2**16


class Relay:
    """Passes everything on to a server, at an address of its own, until it stalls."""

    def __init__(self, server: str) -> None:
        self._there: Final = urlsplit(server)
        self._loop: Final = asyncio.new_event_loop()
        self._thread: Final = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._flowing: Final = asyncio.Event()
        self._connections: Final[set[asyncio.Task[None]]] = set()
        self.url = ""

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def stall(self) -> None:
        """Pass nothing on, without closing any connection."""
        self._loop.call_soon_threadsafe(self._flowing.clear)

    def flow(self) -> None:
        """Pass everything on again, first what has waited."""
        self._loop.call_soon_threadsafe(self._flowing.set)

    async def _listen(self) -> None:
        self._flowing.set()
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _close(self) -> None:
        self._server.close()
        await self._server.wait_closed()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = self._loop.create_task(self._connect(reader, writer))
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(self._there.hostname, self._there.port)
        try:
            await asyncio.gather(self._pass_on(reader, there[1]), self._pass_on(there[0], writer))
        finally:
            for end in (writer, there[1]):
                end.close()
                with suppress(OSError):
                    await end.wait_closed()

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await source.read(PIECE):
                await self._flowing.wait()
                target.write(piece)
                await target.drain()
        target.close()
