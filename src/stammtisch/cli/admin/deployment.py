"""The servers that a command of `stammtisch admin` manages: their database and their message bus."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar

from stammtisch.server.ops.bus import Bus
from stammtisch.server.ops.open_bus import open_bus
from stammtisch.store import Database, open_store

Found = TypeVar("Found")


class Deployment(NamedTuple):
    """The database to work on, and the message bus of the servers that use it."""

    database: str
    bus: str | None

    def read(self, work: Callable[[Database], Awaitable[Found]]) -> Found:
        """The result of work that only reads the database, which may be in use."""
        return asyncio.run(self._run(work, read_only=True))

    def write(self, work: Callable[[Database], Awaitable[Found]]) -> Found:
        """The result of work that changes something: no server may use the file, unless there is a bus."""
        return asyncio.run(self._run(work, read_only=False))

    def write_alongside(self, work: Callable[[Database], Awaitable[Found]]) -> Found:
        """The result of work that changes only what servers read every few seconds: they may use the file."""
        return asyncio.run(self._run(work, read_only=False, alongside=True))

    @asynccontextmanager
    async def open_bus(self) -> AsyncIterator[Bus]:
        """The message bus, for as long as the block lasts."""
        bus = await open_bus(self.bus, lambda _: None)
        try:
            yield bus
        finally:
            await bus.close()

    async def _run(
        self, work: Callable[[Database], Awaitable[Found]], *, read_only: bool, alongside: bool = False
    ) -> Found:
        database = await open_store(
            self.database, shared=self.bus is not None, read_only=read_only, alongside=alongside
        )
        try:
            return await work(database)
        finally:
            await database.close()
