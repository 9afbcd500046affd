"""While somebody attacks the server from another address, others play on, and nothing is left of it.

`python -m benchmarks.victim` measures the same attacks at full size.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from stammtisch.server import services
from stammtisch.server.tables import archive, presence
from support.attacks import ATTACKS
from support.attacks.attacker import Attacker
from support.long_games import played, store_copies
from support.processes import ServerProcess
from support.victims import QuietTable, quiet_table, visitor
from support.vital_signs import DATABASE, metric
from support.waiting import PATIENCE, until
from tests.server.clients import open_server

NAMES: Final = tuple(name for name in ATTACKS if name != "nothing")
HOLDING: Final = (
    *("endless-games", "hints", "analyses", "contests", "seats"),
    *("slow-headers", "slow-bodies", "half-open", "idle-sockets"),
)
"""Attacks that make the server hold something: tables, sockets, connections, work."""
SHARE: Final = 0.1
"""Of the numbers at full size."""
SOCKETS: Final = 1500
"""At full size; a tenth of them is more than one address may have."""
MOVES: Final = 8
"""At the quiet table, from the moment when the attacker is refused."""
ADDRESSES: Final = (f"127.2.{number // 250}.{number % 250 + 1}" for number in count())
"""For everybody else: each has limits of its own."""
PACE: Final = 0.01
"""Seconds between two moves: as fast as the limits allow."""
LONG_GAME: Final = played("tock", 2, random.Random(0))
OPEN: Final = ("connections", "http_connections")
"""Of the latter there is one: that which asks for the number."""

REFUSALS: Final = {
    "long-records": "answered 429",
    "moments": "answered 429",
    "draws": "answered 429",
    "qr-codes": "answered 429",
    "codes": "answered 429",
    "sign-ups": "answered 429",
    "sign-ins": "answered 429",
    "new-tables": "answered 429",
    "large-bodies": "answered 413",
    "unknown-routes": "answered 429",
    "layouts": "answered 429",
    "header-floods": "answered 431",
    "tiny-chunks": "answered 400",
    "slow-bodies": "answered 429",
    "idle-sockets": "error too-many",
    "pings": "closed 1008",
    "continuation-frames": "closed 1008",
    "bad-messages": "closed 1008",
    "chat": "error too-many",
    "seeds": "error too-many",
    "pauses": "error too-many",
}
"""What an attacker gets to hear."""


class Place(NamedTuple):
    """A server with default limits, and the finished games there."""

    url: str
    records: list[str]

    def attacker(self, name: str) -> Attacker:
        """One with an address of its own, so that no attack uses up the limits of another."""
        number = list(ATTACKS).index(name)
        port = int(self.url.rpartition(":")[2])
        return Attacker(port, f"127.0.1.{number + 1}", share=SHARE, sockets=SOCKETS, records=self.records)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    database = f"sqlite:{tmp_path_factory.mktemp('victim')}/{DATABASE}"
    records = asyncio.run(store_copies(database, LONG_GAME, 3))
    server = ServerProcess(database, limits=("--idle-minutes", "0.001", "--log-level", "error"))
    server.start()
    yield Place(server.http, records)
    server.kill()


@asynccontextmanager
async def attacked(place: Place, *names: str) -> AsyncIterator[list[Attacker]]:
    """The attacks go on until the block ends."""
    attackers = [place.attacker(name) for name in names]
    attacks = [
        asyncio.ensure_future(ATTACKS[name](attacker))
        for name, attacker in zip(names, attackers, strict=True)
    ]
    try:
        yield attackers
    finally:
        for attack in attacks:
            attack.cancel()
        await asyncio.gather(*attacks, return_exceptions=True)
        for attacker in attackers:
            attacker.leave()


async def plays_on(table: QuietTable) -> None:
    """The quiet table makes some more moves."""
    wanted = len(table.round_trips) + MOVES
    await until(lambda: len(table.round_trips) >= wanted)


@asynccontextmanager
async def playing(place: Place) -> AsyncIterator[QuietTable]:
    """A quiet table; in the end every move was answered, in order, and none was refused."""
    async with quiet_table(place.url, "Ben", pace=PACE, address=next(ADDRESSES)) as table:
        game = asyncio.create_task(table.play())
        await plays_on(table)
        yield table
        assert not game.done()
        game.cancel()
        await asyncio.gather(game, return_exceptions=True)
        assert table.sent - len(table.round_trips) <= 1
        for device in table.devices:
            assert not device.refusals
            assert device.numbers == sorted(device.numbers)


async def nothing_left(place: Place, names: tuple[str, ...]) -> None:
    """Wait until the server holds nothing of that kind any more."""
    deadline = time.monotonic() + PATIENCE
    while left := await held(place, names):
        assert time.monotonic() < deadline, left
        await asyncio.sleep(0.1)


async def held(place: Place, names: tuple[str, ...]) -> dict[str, int]:
    """What the server holds, of what it holds anything."""
    counted = await metrics(place)
    return {name: held for name in names if (held := metric(counted, name) - (name == "http_connections"))}


async def metrics(place: Place) -> str:
    """What the server has counted."""
    async with visitor(place.url, next(ADDRESSES)) as http:
        return (await http.get("/metrics")).raise_for_status().text


@pytest.mark.parametrize("name", NAMES)
async def test_a_quiet_table_plays_on_while_an_attacker_is_refused(place: Place, name: str) -> None:
    async with playing(place) as table, attacked(place, name) as (attacker,):
        if name in REFUSALS:
            await until(lambda: attacker.tally[REFUSALS[name]] > 0)
        await plays_on(table)
    await nothing_left(place, OPEN)


async def test_nothing_is_left_of_attacks_on_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes away after half a minute or two goes away at once here."""
    for module, name in ((services, "SWEEP_EVERY"), (presence, "VISIT_LASTS"), (archive, "INTEREST")):
        monkeypatch.setattr(module, name, 0.1)
    database = f"sqlite:{tmp_path / DATABASE}"
    records = await store_copies(database, LONG_GAME, 3)
    async with open_server(tmp_path, database, idle_minutes=0.001) as server:
        place = Place(server.origin, records)
        before = asyncio.all_tasks()
        async with playing(place) as table, attacked(place, *HOLDING):
            await plays_on(table)
        await nothing_left(place, (*OPEN, "tables_loaded", "analyses"))
        await until(lambda: asyncio.all_tasks() <= before)
        async with playing(place) as table:
            await plays_on(table)
