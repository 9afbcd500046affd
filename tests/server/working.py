"""Worker processes in a test, and positions and games to ask them about."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stammtisch import bots, catalog
from stammtisch.core import Choose, Document, Over, Seat, Seeded, Throw
from stammtisch.match import Match, Record
from stammtisch.server.thinking.contract import Asker
from stammtisch.server.thinking.pool import Workers

ANNA = Asker("192.0.2.1", "table of Anna")


@cache
def position(game: str) -> tuple[Document, Seat]:
    """The first view with a real choice."""
    match = new(game)
    while isinstance(match.turn, Throw) or len(choices(match)) < 2:
        match = step(match)
    seat = match.turn.seats[0]  # type: ignore[union-attr]
    return match.game.view(match.state, seat), seat


@cache
def record(game: str) -> Record:
    return played(new(game)).record()


@cache
def long_record() -> bytes:
    """A series whose analysis takes minutes, whatever has been solved or compiled before."""
    rules = catalog.game("kniffel")
    players = rules.players[-1]
    options = rules.options({"games": 20}, players)
    return played(Match.new(rules, players, options, named(players), "workers")).record().to_json()


def played(match: Match) -> Match:
    while not isinstance(match.turn, Over):
        match = step(match)
    return match


def new(game: str) -> Match:
    rules = catalog.game(game)
    players = rules.players[0]
    return Match.new(rules, players, None, named(players), "workers")


def named(players: int) -> list[str]:
    return [f"player {seat}" for seat in range(players)]


def choices(match: Match) -> tuple[Any, ...]:
    assert isinstance(match.turn, Choose)
    return match.game.moves(match.state, match.turn.seats[0])


def step(match: Match) -> Match:
    if isinstance(match.turn, Throw):
        return match.draw().match
    assert isinstance(match.turn, Choose)
    moves = choices(match)
    return match.play(match.turn.seats[0], moves[match.source().below(len(moves))]).match


def in_this_process(game: str, bot: str, seed: str = "seed") -> str:
    """What the bot does in this process."""
    view, seat = position(game)
    found = catalog.game(game)
    return str(bots.bot(found, bot)(found, view, seat, Seeded(seed)))


async def in_worker(workers: Workers, game: str, bot: str, seed: str = "seed") -> str:
    return await workers.choose(game, *position(game), bot, seed, asker=ANNA)


@asynccontextmanager
async def running_workers(processes: int = 2) -> AsyncIterator[Workers]:
    workers = Workers(processes)
    try:
        yield workers
    finally:
        await workers.close()


def pids(workers: Workers) -> list[int]:
    return [worker._running.process.pid for worker in workers._workers if worker._running]


def children() -> set[str]:
    """The processes started by this one and still there."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def kill_all(workers: Workers) -> None:
    for pid in pids(workers):
        os.kill(pid, signal.SIGKILL)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def ignore(done: int, of: int) -> None:
    """Progress that nobody looks at."""


class Analysing:
    """An analysis that takes minutes."""

    def __init__(self, workers: Workers) -> None:
        self.progress: list[tuple[int, int]] = []
        self.threads: set[int] = set()
        self.task = asyncio.create_task(workers.analyse(long_record(), self.report, asker=ANNA))

    def report(self, done: int, of: int) -> None:
        self.progress.append((done, of))
        self.threads.add(threading.get_ident())

    async def stop(self) -> None:
        self.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await self.task
