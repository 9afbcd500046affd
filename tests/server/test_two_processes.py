"""What is ordered at one process takes effect at another, and every notification is sent once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from operator import not_
from typing import Any, NamedTuple

import pytest

from support.processes import ServerProcess
from support.servers import nats
from support.waiting import eventually, until
from tests.cli.running import run
from tests.server.clients import Client, ServerAt
from tests.server.http_client import refusal
from tests.server.notifications.receivers import Receiver, receiver
from tests.server.notifications.tables import DAYS
from tests.store.conftest import file, server, url
from tests.store.stores import outside

__all__ = ["file", "server", "url"]

ADMIN = "/api/admin"
TABLES = 4


class Pair(NamedTuple):
    """Two servers on one database, and the token of an administrator."""

    here: ServerAt
    there: ServerAt
    database: str
    token: str

    async def order(self, method: str, path: str, body: object) -> None:
        """Let the administrator do something by the first server."""
        answer = await self.here.request(method, f"{ADMIN}/{path}", self.token, json=body)
        assert answer.is_success, answer.text


@asynccontextmanager
async def pair(database: str, bus: str) -> AsyncIterator[Pair]:
    processes = [ServerProcess(database, bus, "--private-receivers", "on") for _ in range(2)]
    try:
        for process in processes:  # the first one creates the database
            await asyncio.to_thread(process.start)
        here, there = (ServerAt(process.http.removeprefix("http://")) for process in processes)
        made = await asyncio.to_thread(run, "admin", "--database", database, "token", "tests")
        async with here.http, there.http:
            yield Pair(here, there, database, made.stdout.strip())
    finally:
        for process in processes:
            process.stop()


@asynccontextmanager
async def absent_ben(servers: Pair, hook: Receiver) -> AsyncIterator[tuple[dict[str, Any], Client]]:
    """Anna plays at the second server, with a webhook that the first one added; Ben has left."""
    table = await servers.here.create_table("zock", ["Anna", "free"], clock=DAYS)
    path = f"/api/tables/{table['table']}"
    await servers.here.post(f"{path}/webhooks", {"url": hook.url}, table["token"])
    ben = await servers.here.join(table["table"], "Ben")
    async with servers.there.connect(table["table"], table["token"]) as anna:
        await anna.add_seed()
        async with servers.here.connect(table["table"], ben) as client:
            await client.add_seed()
            await client.match_started()
        await anna.match_started()
        yield table, anna


async def play_to_ben(anna: Client) -> None:
    while anna.latest("position")["turn"]["seat"] != 1:
        await anna.act()


@pytest.mark.slow
async def test_one_process_hears_of_the_other_and_each_turn_is_announced_once(
    url: str,
) -> None:
    with nats() as bus:
        async with receiver() as hook, pair(url, bus.url) as servers, AsyncExitStack() as tables:
            for _ in range(TABLES):
                table, anna = await tables.enter_async_context(absent_ben(servers, hook))
                await play_to_ben(anna)
            await notified_once(servers, hook)
            await announcement_arrives(servers, anna)
            await block_holds(servers)
            await closing_arrives(servers, table["table"], anna)


async def notified_once(servers: Pair, hook: Receiver) -> None:
    """Everybody has been notified, nothing waits any more, and nothing came twice."""
    await until(lambda: len(hook.received) >= 2 * TABLES)  # each also heard that it was added
    await eventually(lambda: outside(servers.database, "SELECT id FROM deliveries"), not_)
    events = [json.loads(message.body) for message in hook.received]
    turns = Counter((event["table"], event["turn"]) for event in events if event["event"] == "turn")
    ids = Counter(message.headers["stammtisch-delivery"] for message in hook.received)
    assert set(turns.values()) == set(ids.values()) == {1}
    assert (len(turns), len(hook.received)) == (TABLES, 2 * TABLES)


async def announcement_arrives(servers: Pair, anna: Client) -> None:
    await servers.order("PUT", "announcement", {"text": "We restart at ten.", "seconds": 3600})
    update = await anna.wait_for(lambda update: update["type"] == "announcement" and update["text"])
    answer = await servers.there.get("/api/announcement")
    assert update["text"] == answer["announcement"]["text"] == "We restart at ten."


async def block_holds(servers: Pair) -> None:
    await servers.order("POST", "blocks", {"kind": "name", "value": "Rude", "seconds": 3600})
    rude = {"game": "zock", "seats": [{"kind": "here", "name": "Rude"}, {"kind": "free"}]}
    answer = await eventually(
        lambda: servers.there.request("POST", "/api/tables", json=rude), lambda answer: not answer.is_success
    )
    assert refusal(answer) == (403, "blocked")


async def closing_arrives(servers: Pair, table: str, anna: Client) -> None:
    await servers.order("DELETE", f"tables/{table}", {"why": "It is late"})
    assert (await anna.table(lambda update: update["status"] == "closed"))["closed"] == "It is late"
    assert (await servers.there.get(f"/api/tables/{table}"))["status"] == "closed"
