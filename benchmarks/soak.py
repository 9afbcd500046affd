"""`python -m benchmarks.soak [GAMES]`: does the server hold on to anything? Ten thousand games by default.

Programs play short games of ZOCK at a real server in a process of its own, a few tables at a time. At
every table some things go wrong as well: commands are refused, strangers knock, lobbies are left, records
and unknown tables are asked for. Tables that are left are unloaded after three seconds. Reported are, over
the games, the memory of the server, its open files, loaded tables, the work of the garbage collector and the
size of the database; memory has to stay flat once everything has been used once.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.keeping import keep
from benchmarks.server_load import Server
from support.vital_signs import DATABASE, vital_signs

GAMES: Final = 10_000
AT_ONCE: Final = 8
"""Tables that play at the same time."""
SAMPLES: Final = 10
WARM_UP: Final = 0.5
"""The part of the games after which memory has to stay flat."""
SETTLING: Final = 8.0
"""Seconds after which everything that was left is unloaded."""
FLAT_KB: Final = 1.0
"""Kilobytes a game that still count as flat; a table that stays takes a hundred."""
IDLE: Final = 3.0
"""Seconds until a table without visitors is unloaded."""
REUSED_WITHIN: Final = 2.0
"""Seconds after which an idle connection is not used for another request: the server closes it after five."""
UNLIMITED: Final = ("--most-connections", "1000000", "--most-tables-per-address", "1000000")


class Sample(NamedTuple):
    """The state of the server after a number of games."""

    games: int
    memory_mb: float
    files: int
    tables: int
    sockets: int
    full_collections: int
    collected: int
    uncollectable: int
    disk_mb: float
    events: int


class Figure(NamedTuple):
    """The outcome; `kb_per_game` is what memory grew by for each game after the warm-up."""

    games: int
    seconds: float
    kb_per_game: float
    flat: bool
    samples: list[Sample]


class Soak:
    """A server, and what has been played there."""

    def __init__(self, server: Server, folder: Path, http: httpx.AsyncClient) -> None:
        self._server = server
        self._folder = folder
        self._http = http
        self._sockets = server.sockets
        self._games = 0

    async def play(self, games: int) -> None:
        """Until `games` have been played altogether, a few at a time."""
        await asyncio.gather(*(self._play(games) for _ in range(AT_ONCE)))

    async def _play(self, games: int) -> None:
        while self._games < games:
            self._games += 1
            await self._one(random.Random(self._games))

    async def _one(self, luck: random.Random) -> None:
        table, keys = await self._new_table()
        players = [asyncio.create_task(self._player(table, key, luck)) for key in keys]
        await asyncio.gather(*players)
        await self._misbehave(table, luck)

    async def _new_table(self) -> tuple[str, list[str]]:
        seats = [{"kind": "here", "name": "Anna"}, {"kind": "free"}]
        created = await self._post("/api/tables", {"game": "zock", "seats": seats, "program": True})
        table = created["table"]
        joined = await self._post(f"/api/tables/{table}/seats", {"names": ["Ben"], "program": True})
        return table, [created["token"], joined["token"]]

    async def _post(self, path: str, body: object) -> dict[str, Any]:
        """The answer, as soon as the server's limits allow it."""
        while (answer := await self._http.post(path, json=body)).status_code == httpx.codes.TOO_MANY_REQUESTS:
            await asyncio.sleep(float(answer.headers["Retry-After"]))
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def _connect(self, table: str, key: str) -> connect:
        headers = {"Authorization": f"Bearer {key}"}
        url = f"{self._sockets}/api/tables/{table}/socket"
        return connect(url, additional_headers=headers, compression=None, open_timeout=60)

    async def _player(self, table: str, key: str, luck: random.Random) -> None:
        """Play a whole game; now and then come back to it by another socket."""
        over = False
        while not over:
            async with self._connect(table, key) as socket:
                over = await _play(socket, luck)

    async def _misbehave(self, table: str, luck: random.Random) -> None:
        """What strangers do: knock with a wrong key, ask for what is not there, and leave a lobby."""
        async with self._connect(table, "a wrong key") as socket:
            with suppress(ConnectionClosed):
                async for _ in socket:
                    pass
        for path in (f"/api/tables/{table}", "/api/tables/nowhere", "/nowhere"):
            await self._http.get(path)
        if luck.random() < 0.1:
            await self._new_table()

    async def sample(self) -> Sample:
        """The state of the server now."""
        signs = await vital_signs(self._server.pid, self._folder, self._http, ())
        counted = (await self._http.get("/metrics")).text
        return Sample(
            games=self._games,
            memory_mb=signs.memory,
            files=signs.files,
            tables=signs.tables,
            sockets=signs.sockets,
            full_collections=_by_generation(counted, "collections")[-1],
            collected=sum(_by_generation(counted, "objects_collected")),
            uncollectable=sum(_by_generation(counted, "objects_uncollectable")),
            disk_mb=signs.disk,
            events=signs.events,
        )


def _by_generation(counted: str, what: str) -> list[int]:
    """What the collector has counted in its three generations."""
    return [
        int(float(value))
        for value in re.findall(rf"^python_gc_{what}_total\S* (\S+)$", counted, re.MULTILINE)
    ]


async def _play(socket: ClientConnection, luck: random.Random) -> bool:
    """Whether the game is over; otherwise the socket is to be opened again."""
    await socket.send('{"type":"seed","seed":"0000000000000000"}')
    async for text in socket:
        update = msgspec.json.decode(text)
        if update["type"] != "position" or update["turn"] is None:
            continue
        turn, at = update["turn"], update["at"]
        if turn["kind"] == "over":
            return True
        if luck.random() < 0.05:
            await socket.send(f'{{"type":"throw","at":{at - 1}}}')  # refused: it is stale
        if luck.random() < 0.01:
            return False
        if turn["kind"] == "chance" and turn["seat"] == update["seat"]:
            await socket.send(f'{{"type":"throw","at":{at}}}')
        elif update["moves"]:
            move = {"type": "move", "at": at, "move": luck.choice(update["moves"])}
            await socket.send(msgspec.json.encode(move).decode())
    return False


async def soak(server: Server, folder: Path, games: int) -> Figure:
    began, samples = time.monotonic(), list[Sample]()
    limits = httpx.Limits(keepalive_expiry=REUSED_WITHIN)
    async with httpx.AsyncClient(base_url=server.http, timeout=60, limits=limits) as http:
        under_way = Soak(server, folder, http)
        for part in range(1, SAMPLES + 1):
            await under_way.play(games * part // SAMPLES)
            await asyncio.sleep(SETTLING)
            samples.append(await under_way.sample())
            sys.stdout.write(f"{samples[-1]}\n")
    warm, last = samples[int(SAMPLES * WARM_UP) - 1], samples[-1]
    grown = 1000 * (last.memory_mb - warm.memory_mb) / (last.games - warm.games)
    return Figure(games, round(time.monotonic() - began, 1), round(grown, 2), grown < FLAT_KB, samples)


def measure(games: int = GAMES) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:{folder}/{DATABASE}", "--idle-minutes", str(IDLE / 60), *UNLIMITED)
        try:
            return uvloop.run(soak(server, Path(folder), games))
        finally:
            server.stop()


if __name__ == "__main__":
    figure = measure(*map(int, sys.argv[1:2]))
    sys.stdout.write(f"{figure.kb_per_game} KB a game: {'flat' if figure.flat else 'it grows'}\n")
    keep("soak", {**figure._asdict(), "samples": [sample._asdict() for sample in figure.samples]})
