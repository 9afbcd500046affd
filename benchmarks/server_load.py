"""`python -m benchmarks.server_load TABLES SECONDS [RATE]`: how much the table server carries.

Two guests at each table roll and move in turn at a real server in a process of its own. Counted
are moves per CPU second of the server; latency is from sending to both seats holding the new state.
Without RATE everybody acts as soon as possible; with it each table makes RATE moves a second.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from typing import Any, NamedTuple

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.keeping import keep
from support.processes import UNLIMITED, ServerProcess
from support.tables import open_table
from support.vital_signs import cpu_of, memory_of

WARM_UP = 2.0


class Figure(NamedTuple):
    """What was measured."""

    tables: int
    rate: float
    moves: int
    moves_per_cpu_second: float
    p50_ms: float
    p99_ms: float
    kb_per_table: float


class Server(ServerProcess):
    """A real server in a process of its own, without limits."""

    def __init__(self, database: str, *more: str) -> None:
        super().__init__(database, None, *more, limits=(*UNLIMITED, "--log-level", "warning"))
        self.start()


class Table:
    """Two guests who play one game after the other."""

    def __init__(self, rate: float, luck: int) -> None:
        self.sockets: list[ClientConnection] = []
        self.latencies: list[float] = []
        self.moves = 0
        self._rate = rate
        self._luck = random.Random(luck)
        self._held: list[dict[str, Any]] = [{}, {}]
        self._sent = 0.0
        self._asked = 0

    async def open(self, http: httpx.AsyncClient, server: Server) -> None:
        table, tokens = await open_table(http, "zock", "Ben")
        for token in tokens:
            headers = {"Authorization": f"Bearer {token}"}
            url = f"{server.sockets}/api/tables/{table}/socket"
            self.sockets.append(await connect(url, additional_headers=headers, compression=None))

    async def play(self, guest: int) -> None:
        socket = self.sockets[guest]
        await socket.send('{"type":"seed","seed":"0000000000000000"}')
        async for text in socket:
            update = msgspec.json.decode(text)
            if update["type"] == "position":
                await self._answer(guest, update)
            elif update["type"] == "table" and update["vote"] and update["vote"]["answer"]:
                await socket.send('{"type":"answer","yes":true}')
            elif update["type"] == "table" and guest in update["seedless"]:
                await socket.send('{"type":"seed","seed":"0000000000000000"}')

    async def _answer(self, guest: int, update: dict[str, Any]) -> None:
        """The next player acts once both have the new position."""
        self._held[guest] = update
        if self._held[0].get("at") != self._held[1].get("at"):
            return
        if self._sent:
            self.latencies.append(time.perf_counter() - self._sent)
            self.moves += 1
            self._sent = 0.0
        for seat, held in enumerate(self._held):
            await self._act(seat, held)

    async def _act(self, guest: int, held: dict[str, Any]) -> None:
        turn, at = held["turn"], held["at"]
        if turn is None:
            return
        if turn["kind"] == "over":
            if held["seat"] == 0 and self._asked != at:
                self._asked = at
                await self.sockets[guest].send('{"type":"ask","vote":"rematch"}')
        elif turn["kind"] == "chance" and turn["seat"] == held["seat"]:
            await self._send(guest, {"type": "throw", "at": at})
        elif held["moves"]:
            await self._send(guest, {"type": "move", "at": at, "move": self._luck.choice(held["moves"])})

    async def _send(self, guest: int, message: dict[str, Any]) -> None:
        if self._rate:
            await asyncio.sleep(self._luck.uniform(0.5, 1.5) / self._rate)
        self._sent = time.perf_counter()
        await self.sockets[guest].send(msgspec.json.encode(message).decode())


async def load(server: Server, tables: int, seconds: float, rate: float) -> Figure:
    at = [Table(rate, number) for number in range(tables)]
    before = memory_of(server.pid)
    async with httpx.AsyncClient(base_url=server.http, timeout=60) as http:
        for table in at:
            await table.open(http, server)
    games = [asyncio.create_task(table.play(guest)) for table in at for guest in (0, 1)]
    await asyncio.sleep(WARM_UP)
    cpu, moves = cpu_of(server.pid), sum(table.moves for table in at)
    for table in at:
        table.latencies.clear()
    await asyncio.sleep(seconds)
    cpu, moves = cpu_of(server.pid) - cpu, sum(table.moves for table in at) - moves
    latencies = sorted(latency for table in at for latency in table.latencies)
    for game in games:
        game.cancel()
    memory = memory_of(server.pid) - before
    for table in at:
        await asyncio.gather(*(socket.close() for socket in table.sockets))
    return Figure(
        tables,
        rate,
        moves,
        round(moves / cpu, 1),
        round(1000 * latencies[len(latencies) // 2], 2),
        round(1000 * latencies[len(latencies) * 99 // 100], 2),
        round(memory / tables / 1024, 1),
    )


def measure(tables: int, seconds: float, rate: float = 0.0) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:{folder}/load.sqlite")
        try:
            return uvloop.run(load(server, tables, seconds, rate))
        finally:
            server.stop()


if __name__ == "__main__":
    figure = measure(int(sys.argv[1]), float(sys.argv[2]), *map(float, sys.argv[3:4]))
    sys.stdout.write(f"{figure}\n")
    keep("server_load", figure._asdict())
