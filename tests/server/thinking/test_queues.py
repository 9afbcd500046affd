"""Real workers serve several askers; what nobody waits for any more goes away."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from stammtisch.core import BadRequest
from stammtisch.server.ops.limits import TooMany
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.thinking.contract import Asker, Unwanted
from stammtisch.server.thinking.pool import Workers
from stammtisch.server.thinking.process import memory_of
from stammtisch.server.thinking.scheduler import LIMITS, Kind, Start
from support.waiting import until
from tests.server.clients import RunningServer, open_server, play_game
from tests.server.working import alive, in_this_process, in_worker, long_record, pids, position, record

EVE = "192.0.2.66"
ANNA = "192.0.2.1"


@asynccontextmanager
async def workers_with(memory: int = 2**40) -> AsyncIterator[tuple[Workers, Metrics]]:
    metrics = Metrics()
    workers = Workers(2, memory=memory, metrics=metrics)
    try:
        yield workers, metrics
    finally:
        await workers.close()


async def hint(workers: Workers, address: str, table: str = "1", **more: bool) -> None:
    wanted = more.get("wanted", True)
    asker = Asker(address, table)
    await workers.advise("zock", *position("zock"), asker=asker, wanted=lambda: wanted)


@contextmanager
def held(workers: Workers) -> Iterator[None]:
    """The workers do nothing for a while."""
    stopped = pids(workers)
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in stopped:
            if alive(pid):
                os.kill(pid, signal.SIGCONT)


def waiting(workers: Workers, kind: Kind) -> int:
    return workers._scheduler.waiting(kind)


def value(metrics: Metrics, name: str, kind: Kind | None = None) -> float:
    """What a metric says; nothing has been counted where it has no line."""
    start = f"{name} " if kind is None else f'{name}{{kind="{kind.value}"}} '
    lines = metrics.text().decode().splitlines()
    return next((float(line.removeprefix(start)) for line in lines if line.startswith(start)), 0.0)


async def test_one_address_with_many_hints_does_not_starve_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a process takes is up to the machine; who is served next is not."""
    happened: list[tuple[str, str]] = []

    async def noted(address: str, table: str) -> None:
        await hint(workers, address, table)
        happened.append(("done", address))

    async with workers_with() as (workers, _):
        await asyncio.gather(hint(workers, EVE), hint(workers, ANNA))
        start_next = workers._scheduler.start_next

        def noted_start() -> Start[Any] | None:
            if (start := start_next()) is not None:
                happened.append(("started", start.job.asker.address))
            return start

        monkeypatch.setattr(workers._scheduler, "start_next", noted_start)
        with held(workers):
            asked = [asyncio.create_task(noted(EVE, str(table))) for table in range(15)]
            await until(lambda: waiting(workers, Kind.HINT) == 14)
            asked += [asyncio.create_task(noted(ANNA, "1")) for _ in range(2)]
            await until(lambda: waiting(workers, Kind.HINT) == 15)
        await asyncio.gather(*asked)
    started = [who for what, who in happened[: happened.index(("done", ANNA)) + 3] if what == "started"]
    assert started.count(ANNA) == 2


async def test_an_address_whose_bots_take_long_does_not_have_all_workers() -> None:
    async with workers_with() as (workers, _):
        await in_worker(workers, "zock", "random")
        with held(workers):
            slow = [asyncio.create_task(in_worker(workers, "zock", "random")) for _ in range(5)]
            await until(lambda: waiting(workers, Kind.BOT) == 4)
            await hint(workers, EVE)
            assert not any(task.done() for task in slow)
        await asyncio.gather(*slow)


async def test_ipv6_addresses_of_one_household_wait_in_one_line() -> None:
    async with workers_with() as (workers, _):
        await hint(workers, EVE)
        with held(workers):
            asked = [
                asyncio.create_task(hint(workers, f"2001:db8::{number:x}"))
                for number in range(LIMITS[Kind.HINT].per_address + 1)
            ]
            await until(lambda: waiting(workers, Kind.HINT) == LIMITS[Kind.HINT].per_address)
            with pytest.raises(TooMany, match="too many hints from your address; try again in"):
                await hint(workers, "2001:db8::ffff")
        await asyncio.gather(*asked)


async def test_a_full_queue_is_in_the_metrics() -> None:
    async with workers_with() as (workers, metrics):
        await hint(workers, EVE)
        with held(workers):
            asked = [asyncio.create_task(hint(workers, EVE)) for _ in range(21)]
            await until(lambda: waiting(workers, Kind.HINT) == 20)
            assert value(metrics, "stammtisch_thinking_waiting", Kind.HINT) == 20
            with pytest.raises(TooMany) as refused:
                await hint(workers, EVE)
            assert int(refused.value.headers["Retry-After"]) >= 1
            assert value(metrics, "stammtisch_thinking_refused_total", Kind.HINT) == 1
        await asyncio.gather(*asked)
        assert value(metrics, "stammtisch_thinking_waiting", Kind.HINT) == 0
        assert value(metrics, "stammtisch_thinking_wait_seconds_count", Kind.HINT) == 22


async def test_what_waits_goes_away_when_it_is_cancelled() -> None:
    async with workers_with() as (workers, _):
        await hint(workers, EVE)
        with held(workers):
            running, queued = (asyncio.create_task(hint(workers, EVE)) for _ in range(2))
            await until(lambda: waiting(workers, Kind.HINT) == 1)
            queued.cancel()
            await until(queued.done)
            assert waiting(workers, Kind.HINT) == 0
        await running


async def test_a_running_hint_that_is_cancelled_costs_no_worker() -> None:
    async with workers_with() as (workers, _):
        await hint(workers, EVE)
        before = pids(workers)
        with held(workers):
            running = asyncio.create_task(hint(workers, EVE))
            await until(lambda: len(workers._idle) == 2)
            running.cancel()
            await until(running.done)
        await until(lambda: len(workers._idle) == 3)
        await hint(workers, EVE)
        assert pids(workers) == before


async def test_a_hint_that_is_no_longer_of_use_is_not_worked_out() -> None:
    async with workers_with() as (workers, _):
        with pytest.raises(Unwanted):
            await hint(workers, ANNA, wanted=False)
        assert not pids(workers)


async def test_a_request_is_dropped_when_its_answer_is_no_longer_needed() -> None:
    needed = True
    async with workers_with() as (workers, _):
        await hint(workers, EVE)
        with held(workers):
            asked = [
                asyncio.create_task(
                    workers.advise("zock", *position("zock"), asker=Asker(EVE, "1"), wanted=lambda: needed)
                )
                for _ in range(3)
            ]
            await until(lambda: waiting(workers, Kind.HINT) == 2)
            workers.drop_unwanted()
            assert waiting(workers, Kind.HINT) == 2
            needed = False
            workers.drop_unwanted()
            results = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(result) for result in results] == [Unwanted] * 3
        await hint(workers, EVE)


async def test_a_bot_is_served_while_hints_and_analyses_wait() -> None:
    async with workers_with() as (workers, _):
        analysis = asyncio.create_task(workers.analyse(long_record(), lambda *_: None, asker=Asker(EVE, "x")))
        await until(lambda: len(pids(workers)) == 1)
        asked = [asyncio.create_task(hint(workers, EVE, str(table))) for table in range(20)]
        assert await in_worker(workers, "zock", "random") == in_this_process("zock", "random")
        await asyncio.gather(*asked)
        analysis.cancel()
        with pytest.raises(asyncio.CancelledError):
            await analysis


async def test_a_worker_that_grew_is_replaced_after_its_answer() -> None:
    async with workers_with(memory=1) as (workers, metrics):
        for _ in range(2):
            assert await in_worker(workers, "zock", "random") == in_this_process("zock", "random")
            await until(lambda: len(workers._idle) == 3)
            assert not pids(workers)
        assert value(metrics, "stammtisch_workers_recycled_total") == 2


async def test_a_worker_of_usual_size_stays() -> None:
    async with workers_with(memory=500 * 2**20) as (workers, metrics):
        await in_worker(workers, "zock", "perfect")
        (pid,) = pids(workers)
        assert 2**20 < memory_of(pid) < 500 * 2**20
        assert value(metrics, "stammtisch_workers_recycled_total") == 0
    assert memory_of(pid) == 0


async def test_a_bad_record_is_refused_and_positions_beyond_its_end_are_none() -> None:
    async with workers_with() as (workers, _):
        asker = Asker(ANNA, "x")
        with pytest.raises(BadRequest, match="bad record"):
            await workers.moments(b"{}", 0, 1, asker=asker)
        assert await workers.moments(record("zock").to_json(), 10_000, 1, asker=asker) == b"[]"


# At a real server


@asynccontextmanager
async def server_with_record(folder: Path) -> AsyncIterator[tuple[RunningServer, str]]:
    """A server with a worker that has been used, and the address of a record there."""
    async with open_server(folder) as server:
        path = f"/api/records/{(await play_game(server))['match']}"
        await server.get(f"{path}/moments?start=1")
        yield server, path


async def test_what_waits_for_a_client_goes_away_with_it(tmp_path: Path) -> None:
    async with server_with_record(tmp_path) as (server, path):
        workers = server.services._workers
        with held(workers):
            first, second = (
                asyncio.create_task(server.request("GET", f"{path}/moments?start={start}"))
                for start in (2, 3)
            )
            await until(lambda: waiting(workers, Kind.RECORD) == 1)
            second.cancel()
            await until(lambda: waiting(workers, Kind.RECORD) == 0)
        assert (await first).status_code == 200


async def test_a_hint_waits_no_longer_than_its_position(tmp_path: Path) -> None:
    async with server_with_record(tmp_path) as (server, _):
        workers = server.services._workers
        tables = [await server.create_table("zock", ["Anna", "bot:random"]) for _ in range(2)]
        async with (
            server.connect(tables[0]["table"], tables[0]["token"]) as first,
            server.connect(tables[1]["table"], tables[1]["token"]) as second,
        ):
            for client in (first, second):
                await client.add_seed()
                await client.act_until_choice()
            with held(workers):
                await first.send("hint")
                await until(lambda: len(workers._idle) == 2)
                await second.send("hint", id=7)
                await until(lambda: waiting(workers, Kind.HINT) == 1)
                await second.act()
            error = await second.wait_for(lambda update: update["type"] == "error")
            assert (error["code"], error["re"]) == ("stale", 7)
            await first.wait_for(lambda update: update["type"] == "advice")


async def test_a_hint_goes_away_with_the_device_that_asked(tmp_path: Path) -> None:
    async with server_with_record(tmp_path) as (server, _):
        workers = server.services._workers
        table = await server.create_table("zock", ["Anna", "bot:random"])
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.add_seed()
            await anna.act_until_choice()
        before = value(server.services.metrics, "stammtisch_thinking_wait_seconds_count", Kind.HINT)
        with held(workers):
            busy = asyncio.create_task(hint(workers, "127.0.0.1"))
            await until(lambda: len(workers._idle) == 2)
            async with server.connect(table["table"], table["token"]) as anna:
                await anna.send("hint")
                await until(lambda: waiting(workers, Kind.HINT) == 1)
            actor = await server.services.tables.get(table["table"])
            await until(lambda: not actor._presence.devices)
        await busy
        await until(lambda: waiting(workers, Kind.HINT) == 0)
        assert (
            value(server.services.metrics, "stammtisch_thinking_wait_seconds_count", Kind.HINT) == before + 1
        )
