"""Anna and Ben in a game with days for each move, and Ben has gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from stammtisch.store.contract import Statement
from support.waiting import PATIENCE, eventually
from tests.server.clients import Client, RunningServer, bearer, open_server
from tests.server.notifications.receivers import Received, Receiver

DAYS = {"move": 3 * 24 * 3600, "reserve": 0}


class Absent(NamedTuple):
    """The table, Anna who is there, and the tokens of both."""

    server: RunningServer
    table: str
    anna: Client
    host: str
    ben: str

    @property
    def origin(self) -> dict[str, str]:
        """What a browser sends with everything that changes something."""
        return {"Origin": self.server.origin}

    async def play_to_ben(self) -> None:
        """Anna plays until it is Ben's turn."""
        while await self.turn() != 1:
            await self.anna.act()

    async def turn(self) -> int:
        """The seat that is to act."""
        table = (await self.server.services.tables.get(self.table)).table
        return next(iter(table.waiting))

    async def devices(self) -> Any:
        """The devices that the caller sees."""
        return (await self.server.http.get("/api/push/devices")).json()

    async def settle(self) -> None:
        """Send all that is due."""
        await self.server.services.notifier.send_due()
        await all_sent(self.server)

    async def subscribe(self, subscription: dict[str, object]) -> httpx.Response:
        """Let a browser of Ben get notifications for this table; the cookie of the device is kept."""
        answer = await self.server.http.put("/api/push", json=subscription, headers=self.origin)
        assert answer.is_success, answer.text
        on = await self.server.http.put(
            f"/api/tables/{self.table}/push", headers=self.origin | bearer(self.ben)
        )
        assert on.status_code == 204, on.text
        return answer


async def all_sent(server: RunningServer) -> None:
    """Wait until no message is under way."""
    while under_way := [*server.services.notifier._tasks]:
        await asyncio.wait(under_way)


@asynccontextmanager
async def absent(folder: Path, database: str | None = None, **settings: Any) -> AsyncIterator[Absent]:
    """Ben has added his seed and left, before Anna rolled for the first time."""
    async with open_server(folder, database, private_receivers="on", **settings) as server:
        created = await server.create_table("zock", ["Anna", "free"], clock=DAYS)
        table, host = created["table"], created["token"]
        ben = await server.join(table, "Ben")
        async with server.connect(table, host) as anna:
            await anna.add_seed()
            async with server.connect(table, ben) as client:
                await client.add_seed()
                await client.match_started()
            await anna.wait_for(lambda update: update["type"] == "presence" and update["seats"] == [0])
            yield Absent(server, table, anna, host, ben)


async def heard(game: Absent, endpoint: Receiver, times: int = 1) -> list[Received]:
    """What the endpoint has received, once it has received so much; turns are announced in tasks."""
    async with asyncio.timeout(PATIENCE):
        while len(endpoint.received) < times:
            await game.settle()
            await asyncio.sleep(0)
    return endpoint.received


async def pending(game: Absent) -> int:
    """How many deliveries are pending."""
    rows = await game.server.services._database.rows("SELECT COUNT(*) FROM deliveries")
    return int(rows[0][0])


async def until_pending(game: Absent, count: int) -> None:
    """Wait until this number of deliveries is pending."""
    await eventually(lambda: pending(game), lambda waiting: waiting == count)


async def make_due(game: Absent) -> None:
    """The next try is now."""
    await game.server.services._database.write(Statement("UPDATE deliveries SET due = 0"))
