"""While somebody attacks the server from another address, others play on, and nothing is left of it.

`python -m benchmarks.victim` measures the same attacks at full size.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import pytest

from support.attacks import ATTACKS
from support.attacks.attacker import Attacker
from support.long_games import played, store_copies
from support.processes import ServerProcess
from support.victims import QuietTable, quiet_table, visitor
from support.vital_signs import DATABASE, metric
from support.waiting import PATIENCE, until

NAMES: Final = tuple(name for name in ATTACKS if name != "nothing")
SHARE: Final = 0.1
"""Of the numbers at full size."""
SOCKETS: Final = 1500
"""At full size; a tenth of them is more than one address may have."""
MOVES: Final = 20
"""At the quiet table, from the moment when the attacker is refused."""
LEFT: Final = ("tables_loaded", "connections", "analyses")

REFUSALS: Final = {
    "long-records": "answered 429",
    "moments": "answered 429",
    "draws": "answered 429",
    "codes": "answered 429",
    "sign-ups": "answered 429",
    "sign-ins": "answered 429",
    "new-tables": "answered 429",
    "large-bodies": "answered 413",
    "idle-sockets": "socket 101",
    "bad-messages": "closed 1008",
    "chat": "error too-many",
}
"""What an attacker gets to hear."""


class Place(NamedTuple):
    """A server with default limits, and the finished games there."""

    server: ServerProcess
    records: list[str]

    def attacker(self, name: str) -> Attacker:
        """One with an address of its own, so that no attack uses up the limits of another."""
        number = list(ATTACKS).index(name)
        return Attacker(
            self.server.port, f"127.0.1.{number + 1}", share=SHARE, sockets=SOCKETS, records=self.records
        )


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    database = f"sqlite:{tmp_path_factory.mktemp('victim')}/{DATABASE}"
    records = asyncio.run(store_copies(database, played("tock", 2, random.Random(0)), 3))
    server = ServerProcess(database, limits=("--idle-minutes", "0.001", "--log-level", "error"))
    server.start()
    yield Place(server, records)
    server.stop()


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
    async with quiet_table(place.server.http, "Ben", pace=0.0) as table:
        game = asyncio.create_task(table.play())
        await plays_on(table)
        yield table
        assert not game.done()
        game.cancel()
        assert table.sent - len(table.round_trips) <= 1
        for device in table.devices:
            assert not device.refusals
            assert device.numbers == sorted(device.numbers)


async def nothing_left(place: Place, names: tuple[str, ...]) -> None:
    """Wait until the server holds nothing of that kind any more."""
    async with visitor(place.server.http) as http, asyncio.timeout(PATIENCE):
        while True:
            counted = (await http.get("/metrics")).raise_for_status().text
            if not any(metric(counted, name) for name in names):
                return
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("name", NAMES)
async def test_a_quiet_table_plays_on_while_an_attacker_is_refused(place: Place, name: str) -> None:
    async with playing(place) as table, attacked(place, name) as (attacker,):
        if name in REFUSALS:
            await until(lambda: attacker.tally[REFUSALS[name]] > 0)
        await plays_on(table)
    await nothing_left(place, ("connections",))


async def test_nothing_is_left_of_all_attacks_at_once(place: Place) -> None:
    async with playing(place) as table, attacked(place, *NAMES):
        await plays_on(table)
    await nothing_left(place, LEFT)
    async with playing(place) as table:
        await plays_on(table)
