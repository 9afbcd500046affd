"""Processes, databases and message buses die while people play; nothing is lost, and everybody plays on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.audit import audit
from support.faults import Place, play_while_killing
from support.players import Player, create_table
from support.processes import ServerProcess
from support.servers import Server, fresh_database, nats, postgres
from support.waiting import until
from tests.cli.running import run

GAMES = (("zock", "Ben"), ("zocknroll", "Ben"), ("zock", "bot:random"))


@pytest.fixture(scope="module")
def bus() -> Iterator[Server]:
    with nats() as running:
        yield running


@pytest.fixture(scope="module")
def database() -> Iterator[Server]:
    """One that may be stopped: nobody else uses it."""
    with postgres() as running:
        yield running


async def place(request: pytest.FixtureRequest, store: str, processes: int) -> Place:
    if store == "postgresql":
        database = await fresh_database(request.getfixturevalue("server"))
        return Place(database, request.getfixturevalue("bus").url)
    alone = processes == 1
    return Place(request.getfixturevalue("file"), None if alone else request.getfixturevalue("bus").url)


EVERYWHERE = pytest.mark.parametrize(
    ("store", "processes"),
    [
        ("sqlite", 1),
        pytest.param("sqlite", 3, marks=pytest.mark.slow),
        pytest.param("postgresql", 1, marks=pytest.mark.slow),
        ("postgresql", 3),
    ],
)


@EVERYWHERE
async def test_killed_processes_lose_nothing(
    request: pytest.FixtureRequest, store: str, processes: int
) -> None:
    at = await place(request, store, processes)
    figure = await play_while_killing(at, processes, 2, GAMES)
    assert figure.steps > 100
    assert figure.visits > len(GAMES)


@pytest.mark.slow
@EVERYWHERE
async def test_fifty_killed_processes_lose_nothing(
    request: pytest.FixtureRequest, store: str, processes: int
) -> None:
    await play_while_killing(await place(request, store, processes), processes, 50)


@asynccontextmanager
async def opened(*servers: ServerProcess) -> AsyncIterator[None]:
    try:
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
        yield
    finally:
        for server in servers:
            server.stop()


@asynccontextmanager
async def playing(*players: Player) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()


async def finish(*players: Player) -> None:
    """Play the game to its end."""
    for player in players:
        player.rematches, player.pace = False, 0.0
    await until(lambda: all(player.over for player in players))


async def status(server: ServerProcess) -> int:
    async with httpx.AsyncClient() as http:
        return (await http.get(f"{server.http}/readyz")).status_code


async def test_play_stops_while_the_database_or_the_bus_is_away_and_then_goes_on(
    database: Server, bus: Server
) -> None:
    address = await fresh_database(database)
    here, there = ServerProcess(address, bus.url), ServerProcess(address, bus.url)
    faults = (([bus], Server.stop), ([database], Server.stop), ([bus, database], Server.kill))
    async with opened(here, there):
        tables = [await create_table(here, [here], game, "Ben") for game in ("zock", "zocknroll")]
        players = [player for table in tables for player in table]
        for _, ben in tables:
            ben.servers = [there]
        async with playing(*players):
            await until(lambda: all(player.last > 20 for player in players))
            for number, (lost, end) in enumerate(faults, 1):
                for server in lost:
                    await asyncio.to_thread(end, server)
                await until(lambda: all(player.noticed("halted", number) for player in players))  # noqa: B023 - awaited here
                assert [await status(server) for server in (here, there)] == [503, 503]
                await ask_in_vain(*players)
                for server in lost:
                    await asyncio.to_thread(server.start)
                await until(lambda: all(player.noticed("resumed", number) for player in players))  # noqa: B023 - awaited here
                await goes_on(*players)
                assert [await status(server) for server in (here, there)] == [200, 200]
            await finish(*players)
        assert here.runs
        assert there.runs
        assert [player.visits for player in players] == [1] * len(players)
    await audit(address, tables)


async def goes_on(*players: Player) -> None:
    """Until everybody has seen something new, or the end."""
    then = max(player.last for player in players)
    await until(lambda: all(player.last > then or player.over for player in players))


async def ask_in_vain(*players: Player) -> None:
    before = sum(player.refusals["halted"] for player in players)
    for player in players:
        await player.send(type="nod", phrase="hurry")
    await until(lambda: sum(player.refusals["halted"] for player in players) == before + len(players))


def present(player: Player) -> list[int]:
    """The seats that are present, as the player received it last."""
    seats = [update["seats"] for update in player.updates if update["type"] == "presence"]
    return seats[-1] if seats else []


async def test_players_at_different_processes_see_each_other_and_every_move_at_once(
    bus: Server, file: str
) -> None:
    here, there, new = (ServerProcess(file, bus.url) for _ in range(3))
    async with opened(here, there):
        anna, ben = await create_table(here, [here], "zock", "Ben")
        ben.servers = [there]
        async with playing(anna, ben):
            await until(lambda: present(anna) == present(ben) == [0, 1])
            await until(lambda: min(anna.last, ben.last) > 20)
            async with opened(new):
                ben.servers = [new]
                await asyncio.to_thread(there.stop)
                await until(lambda: ben.visits == 2)
                await until(lambda: present(anna) == present(ben) == [0, 1])
                await finish(anna, ben)
    await audit(file, [[anna, ben]])


async def test_a_bot_is_neither_forgotten_nor_doubled_when_the_process_it_thinks_at_is_killed(
    bus: Server, file: str
) -> None:
    here, there = ServerProcess(file, bus.url), ServerProcess(file, bus.url)
    async with opened(here, there):
        anna, ben = await create_table(here, [here, there], "zocknroll", "Ben", "bot:random")
        async with playing(anna, ben):
            for server in (here, there):
                await until(lambda: bots_turn(anna) or anna.over)
                server.kill()
                await goes_on(anna, ben)
                await asyncio.to_thread(server.start)
            await finish(anna, ben)
    await audit(file, [[anna, ben]])


def bots_turn(player: Player) -> bool:
    turn: dict[str, Any] = player.position.get("turn") or {}
    return turn.get("seats") == [2]


def test_a_second_server_on_the_same_file_says_in_one_line_what_to_do(file: str) -> None:
    first = ServerProcess(file)
    first.start()
    try:
        second = run("serve", "--port", "0", "--database", file)
    finally:
        first.stop()
    assert second.returncode == 2
    assert second.stderr.startswith("error: ")
    assert second.stderr.endswith(
        "another process uses it; stop that process, or start all of them with --bus to share the file\n"
    )
    assert second.stderr.count("\n") == 1


async def test_a_server_that_closes_sends_a_notice_and_loses_nothing(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:{tmp_path}/tables.sqlite")
    async with opened(server):
        anna, ben = await create_table(server, [server], "zock", "Ben")
        async with playing(anna, ben):
            await until(lambda: min(anna.last, ben.last) > 20)
            await asyncio.to_thread(server.stop)
            await until(lambda: anna.noticed("closing") and ben.noticed("closing"))
            await asyncio.to_thread(server.start)
            await finish(anna, ben)
    await audit(f"sqlite:{tmp_path}/tables.sqlite", [[anna, ben]])
