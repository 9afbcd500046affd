"""`python -m benchmarks.server_faults [--kills 50] [--store sqlite] [--processes 1]`: killed during play.

Players at several tables come back by themselves to any of the processes, while one after the
other is killed and started again. In the end all that anybody was shown must stand in the log.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import click
from tests.server.enduring import Player, Process, founded, until
from tests.server.reckoning import reckon
from tests.servers import nats, postgres

from benchmarks.keeping import keep

TABLES = (
    ("zock", "Ben"),
    ("zocknroll", "Ben"),
    ("tock", "Ben"),
    ("zock", "bot:random"),
    ("kniffel", "bot:random"),
)
"""What is played: the game, and who sits opposite."""
LAST_GAME = 120.0
"""Seconds that the last games may take."""


class Figure(NamedTuple):
    """What was endured; every step was checked."""

    store: str
    processes: int
    kills: int
    tables: int
    steps: int
    visits: int
    longest_wait_s: float
    longest_wait_with_bot_s: float
    seconds: float


class Place(NamedTuple):
    """Where tables are kept, and what joins the processes."""

    store: str
    bus: str | None


@contextmanager
def place(store: str, processes: int) -> Iterator[Place]:
    """A store of that kind; a file with one process needs no bus."""
    with tempfile.TemporaryDirectory() as folder, nats() as bus, postgres() as server:
        if store == "postgresql":
            yield Place(server.url, bus.url)
        else:
            yield Place(f"sqlite:{folder}/faults.sqlite", bus.url if processes > 1 else None)


async def evening(at: Place, processes: int, kills: int, games: Sequence[tuple[str, str]] = TABLES) -> Figure:
    """Play while one process after the other is killed, then to the end; all is held against the log."""
    begun = time.monotonic()
    doors = [Process(*at) for _ in range(processes)]
    try:
        await asyncio.gather(*(asyncio.to_thread(door.start) for door in doors))
        tables = [await founded(random.choice(doors), doors, *who) for who in games]
        players = [player for table in tables for player in table]
        playing = [asyncio.create_task(player.play()) for player in players]
        await _kill(doors, kills, players)
        await _end(players)
        for task in playing:
            task.cancel()
    finally:
        for door in doors:
            door.stop()
    steps = await reckon(at.store, tables)
    return Figure(
        at.store.partition(":")[0],
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
    """A bot of a new process has to be loaded first, and is lost again if that is killed meanwhile."""
    return round(max(player.longest_wait for table in tables for player in table), 2)


async def _kill(doors: list[Process], kills: int, players: list[Player]) -> None:
    """Every other time as soon as may be, so that coming back is disturbed too."""
    for number in range(kills):
        await asyncio.sleep(random.uniform(0.2, 0.6))
        if number % 2:
            await _everybody_goes_on(players)
        door = random.choice(doors)
        door.kill()
        await asyncio.sleep(random.uniform(0.0, 0.3))
        await asyncio.to_thread(door.start)


async def _everybody_goes_on(players: list[Player]) -> None:
    then = [player.last for player in players]
    await until(
        lambda: all(player.last > last for player, last in zip(players, then, strict=True)), LAST_GAME
    )


async def _end(players: list[Player]) -> None:
    """Every table goes on after the last kill, and comes to its end."""
    await _everybody_goes_on(players)
    for player in players:
        player.rematches, player.pace = False, 0.0
    await until(lambda: all(player.over for player in players), LAST_GAME)


@click.command()
@click.option("--kills", default=50)
@click.option("--database", type=click.Choice(["sqlite", "postgresql"]), default="sqlite")
@click.option("--processes", default=1)
def main(kills: int, store: str, processes: int) -> None:
    with place(store, processes) as at:
        figure = asyncio.run(evening(at, processes, kills))
    sys.stdout.write(f"{figure}\n")
    keep("server_faults", figure._asdict())


if __name__ == "__main__":
    main()
