"""`python -m benchmarks.server_many [--tables 10000] [--connections 2000]`: play beside many who do nothing.

Tables are opened over HTTP and held in memory with two people at each; some of them are connected,
and nobody moves. Beside them a few tables play, before and with all the others. In the end
everybody goes, the tables leave the memory of the server, and come back when somebody asks.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import click
import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.keeping import keep
from benchmarks.server_load import Server, load
from support.tables import open_table
from support.vital_signs import cpu_of, memory_of, metric

ACTIVE = 50
RATE = 2.0
SECONDS = 10.0
"""How many tables play, how many moves each makes a second, and for how long."""
AT_ONCE = 4
"""People who open tables at the same time."""
IDLE_MINUTES = 0.1
CAME_BACK = 200
"""Tables that are asked for again once they have left."""


class Beside(NamedTuple):
    """Play before there are others, and with them; `opened` tables a second, memory in MB."""

    opened: float
    p50_ms_before: float
    p99_ms_before: float
    p50_ms_with: float
    p99_ms_with: float
    idle_cpu_percent: float
    mb_before: float
    mb_with_tables: float
    mb_with_connections: float


class Leaving(NamedTuple):
    """A server that loaded all tables from its store and let them go; `back`: one is asked for again."""

    mb_left: float
    back_p50_ms: float
    back_p99_ms: float


class Idle(NamedTuple):
    """A table at which nothing happens, and the token of the person who opened it."""

    table: str
    token: str


async def beside(server: Server, tables: int, connections: int) -> tuple[list[Idle], Beside]:
    before, empty = await load(server, ACTIVE, SECONDS, RATE), _megabytes(server)
    begun = time.perf_counter()
    async with _client(server) as http:
        idle = await _in_turns(http, tables)
    opened, held = tables / (time.perf_counter() - begun), _megabytes(server)
    sockets = [await _connected(server, table) for table in idle[:connections]]
    full, cpu = _megabytes(server), await _resting(server)
    after = await load(server, ACTIVE, SECONDS, RATE)
    await asyncio.gather(*(socket.close() for socket in sockets))
    latencies = (before.p50_ms, before.p99_ms, after.p50_ms, after.p99_ms)
    return idle, Beside(round(opened, 1), *latencies, cpu, empty, held, full)


async def leaving(server: Server, idle: list[Idle]) -> Leaving:
    async with _client(server) as http:
        for table in idle:
            await _asked(http, table)
        await _all_unloaded(http)
        left, back = _megabytes(server), sorted([await _asked(http, table) for table in idle[:CAME_BACK]])
    return Leaving(left, back[len(back) // 2], back[len(back) * 99 // 100])


def _client(server: Server) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.http, timeout=60, limits=httpx.Limits(max_connections=AT_ONCE))


def _megabytes(server: Server) -> float:
    return round(memory_of(server.pid) / 2**20, 1)


async def _in_turns(http: httpx.AsyncClient, tables: int) -> list[Idle]:
    """Tables with two people each, a few of them opened at a time."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def opened() -> Idle:
        async with turns:
            table, (token, _) = await open_table(http, "zock", "Ben")
            return Idle(table, token)

    return await asyncio.gather(*(opened() for _ in range(tables)))


async def _connected(server: Server, idle: Idle) -> ClientConnection:
    url = f"{server.sockets}/api/tables/{idle.table}/socket"
    headers = {"Authorization": f"Bearer {idle.token}"}
    return await connect(url, additional_headers=headers, compression=None, ping_interval=None)


async def _resting(server: Server) -> float:
    """How busy the server is, in percent of a core, while nobody does anything."""
    cpu = cpu_of(server.pid)
    await asyncio.sleep(SECONDS)
    return round(100 * (cpu_of(server.pid) - cpu) / SECONDS, 1)


async def _all_unloaded(http: httpx.AsyncClient) -> None:
    """Wait until every table has left the memory of the server."""
    async with asyncio.timeout(60 * IDLE_MINUTES + 60):
        while metric((await http.get("/metrics")).text, "tables_loaded"):
            await asyncio.sleep(1)


async def _asked(http: httpx.AsyncClient, idle: Idle) -> float:
    """The milliseconds until the table is shown."""
    begun = time.perf_counter()
    (await http.get(f"/api/tables/{idle.table}")).raise_for_status()
    return round(1000 * (time.perf_counter() - begun), 2)


def measure(tables: int, connections: int) -> tuple[Beside, Leaving]:
    _allow_files(2 * connections)
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:{folder}/many.sqlite"
        with _served(store, 1000) as server:
            idle, found = uvloop.run(beside(server, tables, connections))
        with _served(store, IDLE_MINUTES) as server:
            return found, uvloop.run(leaving(server, idle))


@contextmanager
def _served(store: str, idle_minutes: float) -> Iterator[Server]:
    server = Server(store, "--idle-minutes", str(idle_minutes))
    try:
        yield server
    finally:
        server.stop()


def _allow_files(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, wanted), hard), hard))


@click.command()
@click.option("--tables", default=10_000)
@click.option("--connections", default=2_000)
def main(tables: int, connections: int) -> None:
    found, left = measure(tables, connections)
    sys.stdout.write(f"{found}\n{left}\n")
    size = {"tables": tables, "connections": connections}
    keep("server_many", size | found._asdict() | left._asdict())


if __name__ == "__main__":
    main()
