"""Connections on which a test writes the bytes itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from support.waiting import PATIENCE


class Wire:
    """A connection that sends any bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        """Send these bytes, or as many of them as the server takes before it closes the connection."""
        with suppress(OSError):
            self.writer.write(data)
            await self.writer.drain()

    async def end(self) -> bytes:
        """Everything that comes until the connection is closed."""
        received = bytearray()
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                while data := await self.reader.read(65536):
                    received += data
        return bytes(received)


@asynccontextmanager
async def wired(place: str, address: str = "127.0.0.1") -> AsyncIterator[Wire]:
    """A connection from that address."""
    host, _, port = place.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
    try:
        yield Wire(reader, writer)
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
