"""A database with games in it, and `stammtisch admin` at work on it."""

from __future__ import annotations

import asyncio
import random
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from stammtisch.store import Log
from tests.server.clients import RunningServer, ServerAt
from tests.store.stores import opened

from .running import run

SEED = "5eed" * 8


class Command(Protocol):
    """Runs `stammtisch` with these arguments."""

    def __call__(
        self, *args: str, typed: str = "", folder: Path | None = None, **changes: str
    ) -> subprocess.CompletedProcess[str]: ...


class Played(NamedTuple):
    """A database with a finished game of ZOCK, and a game of Tock that is under way."""

    database: str
    finished: str
    running: str
    code: str
    how: Command = run
    """Beside a running server a command is a process of its own."""

    def admin(self, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return self.how("admin", "--database", self.database, *args, typed=typed, COLUMNS="120")

    def output(self, *args: str) -> str:
        """The output of a command that has to succeed."""
        answer = self.admin(*args)
        assert (answer.returncode, answer.stderr) == (0, "")
        return answer.stdout

    def refusal(self, *args: str) -> str:
        """The one line with which a command is refused."""
        answer = self.admin(*args)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert answer.stderr.count("\n") == 1
        return answer.stderr

    async def log(self, table: str) -> list[str]:
        async with opened(self.database, shared=True) as store:
            return await Log(store).read(table)


async def play(server: RunningServer) -> Played:
    """Anna plays a game of ZOCK to its end, and Ben and Cleo start one of Tock."""
    zock = await server.create_table("zock", ["Anna", "bot:random"])
    async with server.connect(zock["table"], zock["token"]) as anna:
        await anna.add_seed(SEED)
        await anna.play_to_end(random.Random(1).choice)
    tock = await server.create_table("tock", ["Ben", "free"])
    token = await server.join(tock["table"], "Cleo [red]")
    async with (
        server.connect(tock["table"], tock["token"]) as ben,
        server.connect(tock["table"], token) as cleo,
    ):
        await asyncio.gather(ben.add_seed(SEED), cleo.add_seed(SEED))
        await ben.match_started()
    return Played(server.database, zock["table"], tock["table"], tock["code"])


@asynccontextmanager
async def under_load(server: ServerAt) -> AsyncIterator[list[str]]:
    """Four people play while the block lasts, and at least to the end of it; the tables of their games."""
    busy, games = True, list[str]()

    async def play_on(seed: int) -> None:
        while busy:
            table = await server.create_table("zock", ["Anna", "bot:random"])
            games.append(table["table"])
            async with server.connect(table["table"], table["token"]) as anna:
                await anna.add_seed(SEED)
                await anna.play_to_end(random.Random(seed).choice)

    people = [asyncio.create_task(play_on(seed)) for seed in range(4)]
    try:
        yield games
    finally:
        busy = False
        await asyncio.gather(*people)
