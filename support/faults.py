"""A server whose processes are killed while people play."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from support.audit import audit
from support.players import Player, create_table
from support.processes import ServerProcess
from support.servers import nats, postgres
from support.waiting import until

TABLES = (
    ("zock", "Ben"),
    ("zocknroll", "Ben"),
    ("tock", "Ben"),
    ("zock", "bot:random"),
    ("kniffel", "bot:random"),
)
"""What is played: the game and the opponent."""
LAST_GAME = 120.0
"""Seconds that the last games may take."""


class Figure(NamedTuple):
    """What was survived; every step was checked."""

    database: str
    processes: int
    kills: int
    tables: int
    steps: int
    visits: int
    longest_wait_s: float
    longest_wait_with_bot_s: float
    seconds: float


class Place(NamedTuple):
    """The database and the message bus of the processes."""

    database: str
    bus: str | None


@contextmanager
def place(database: str, processes: int) -> Iterator[Place]:
    """An empty database of that kind; a file with one process needs no bus."""
    with tempfile.TemporaryDirectory() as folder, nats() as bus, postgres() as server:
        if database == "postgresql":
            yield Place(server.url, bus.url)
        else:
            yield Place(f"sqlite:{folder}/faults.sqlite", bus.url if processes > 1 else None)


async def play_while_killing(
    at: Place, processes: int, kills: int, games: Sequence[tuple[str, str]] = TABLES
) -> Figure:
    """Play while one process after the other is killed, then to the end; then compare with the log."""
    begun = time.monotonic()
    servers = [ServerProcess(*at) for _ in range(processes)]
    try:
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
        tables = [await create_table(random.choice(servers), servers, *who) for who in games]
        players = [player for table in tables for player in table]
        playing = [asyncio.create_task(player.play()) for player in players]
        await _kill(servers, kills, players)
        await _end(players)
        for task in playing:
            task.cancel()
    finally:
        for server in servers:
            server.stop()
    steps = await audit(at.database, tables)
    return Figure(
        at.database.partition(":")[0],
        processes,
        kills,
        len(tables),
        steps,
        sum(player.visits for player in players),
        _longest_wait(table for table in tables if len(table) > 1),
        _longest_wait(table for table in tables if len(table) == 1),
        round(time.monotonic() - begun, 1),
    )


def _longest_wait(tables: Iterable[Sequence[Player]]) -> float:
    """A bot of a new process has to be loaded first, and again if that process is killed."""
    return round(max(player.longest_wait for table in tables for player in table), 2)


async def _kill(servers: list[ServerProcess], kills: int, players: list[Player]) -> None:
    """Every other time at once, so that reconnecting is disturbed too."""
    for number in range(kills):
        await asyncio.sleep(random.uniform(0.2, 0.6))
        if number % 2:
            await _everybody_plays_on(players)
        server = random.choice(servers)
        server.kill()
        await asyncio.sleep(random.uniform(0.0, 0.3))
        await asyncio.to_thread(server.start)


async def _everybody_plays_on(players: list[Player]) -> None:
    then = [player.last for player in players]
    await until(
        lambda: all(player.last > last for player, last in zip(players, then, strict=True)), LAST_GAME
    )


async def _end(players: list[Player]) -> None:
    """Every table plays on after the last kill, and to its end."""
    await _everybody_plays_on(players)
    for player in players:
        player.rematches, player.pace = False, 0.0
    await until(lambda: all(player.over for player in players), LAST_GAME)
