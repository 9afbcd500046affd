"""Two people in a match at a running server, and what its log says of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from stammtisch.server.tables.state import replay
from stammtisch.server.tables.table import Table
from tests.server.clients import Client, RunningServer, Update


class Failures:
    """Calls a function, and counts how often that fails."""

    def __init__(self, function: Callable[..., Awaitable[Any]]) -> None:
        self._function = function
        self.count = 0

    async def __call__(self, *args: Any, **more: Any) -> Any:
        try:
            return await self._function(*args, **more)
        except Exception:
            self.count += 1
            raise


async def stored(server: RunningServer, table: str) -> Table:
    """The table as its log has it."""
    return replay(table, await server.services.log.read(table))


class Couple(NamedTuple):
    """Anna and Ben at a table."""

    table: str
    anna: Client
    ben: Client


@asynccontextmanager
async def playing(server: RunningServer, **terms: Any) -> AsyncIterator[Couple]:
    """Anna and Ben in a match that has just started."""
    created = await server.create_table("zock", ["Anna", "free"], **terms)
    table = created["table"]
    token = await server.join(table, "Ben")
    async with server.connect(table, created["token"]) as anna, server.connect(table, token) as ben:
        await asyncio.gather(anna.add_seed(), ben.add_seed())
        await asyncio.gather(anna.match_started(), ben.match_started())
        yield Couple(table, anna, ben)


def stand_in(seat: int) -> Callable[[Update], bool]:
    return lambda update: update["seats"][seat]["stand_in"] is not None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Another process writes to the database and does not come to an end."""
    with closing(sqlite3.connect(folder / "tables.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def notice(client: Client, code: str) -> None:
    await client.wait_for(lambda update: update["type"] == "notice" and update["code"] == code)


async def roll(client: Client) -> None:
    await client.send("throw", at=client.latest("position")["at"])
