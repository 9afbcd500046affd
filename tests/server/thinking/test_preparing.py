"""What hints need is prepared before anyone asks; until then a rough hint comes at once."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from stammtisch.server.thinking import pool
from stammtisch.server.thinking.contract import Asker
from stammtisch.server.thinking.pool import Workers
from stammtisch.server.thinking.scheduler import Kind
from support.waiting import until
from tests.server.clients import open_server
from tests.server.thinking.test_queues import EVE, workers_with
from tests.server.working import pids, position

HERE = Asker("192.0.2.1", "1")


async def test_a_hint_goes_to_the_worker_that_is_prepared_for_the_game() -> None:
    async with workers_with() as (workers, _):
        await workers.prepare("zock", 2, {}, asker=HERE)
        (prepared,) = (worker for worker in workers._workers if worker.prepared)
        await workers.choose("tock", *position("tock"), "random", "", asker=HERE)
        workers._idle.insert(0, workers._idle.pop())  # as if another one had been used last
        assert workers._idle[-1] is not prepared
        hint = await workers.advise("zock", *position("zock"), asker=HERE)
        assert hint.exact
        assert workers._idle[-1] is prepared
        assert len(pids(workers)) == 1


async def test_a_hint_does_not_wait_for_long_until_the_game_is_prepared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "ROUGH_AFTER", 0.0)
    async with workers_with() as (workers, _):
        await workers.choose("zock", *position("zock"), "random", "", asker=HERE)
        (busy,) = pids(workers)
        os.kill(busy, signal.SIGSTOP)
        preparing = asyncio.create_task(workers.prepare("zock", 2, {}, asker=HERE))
        await until(lambda: len(workers._under_way) == 1)
        hint = await workers.advise("zock", *position("zock"), asker=HERE)
        assert not hint.exact
        assert not preparing.done()
        assert not any(worker.prepared for worker in workers._workers)
        os.kill(busy, signal.SIGCONT)
        await preparing
        assert (await workers.advise("zock", *position("zock"), asker=HERE)).exact


async def test_each_game_is_prepared_once_and_never_for_too_many() -> None:
    async with workers_with() as (workers, metrics):
        await asyncio.gather(*(workers.prepare("zock", 2, {}, asker=HERE) for _ in range(5)))
        assert b'thinking_wait_seconds_count{kind="prepare"} 1.0' in metrics.text()
        await workers.prepare("no game", 2, {}, asker=HERE)  # a hint will say what is wrong
        many = [workers.prepare("zock", 2, {"games": games}, asker=Asker(EVE, "1")) for games in range(1, 9)]
        await asyncio.gather(*many)
        assert workers._scheduler.waiting(Kind.PREPARE) == 0


async def test_a_player_who_comes_to_a_table_finds_its_hints_prepared(tmp_path: Path) -> None:
    async with open_server(tmp_path, prepare_hints="on") as server:
        workers: Workers = server.services._workers
        silent = await server.create_table("zock", ["Anna", "bot:random"], hints=False)
        async with server.connect(silent["table"], silent["token"]):
            table = await server.create_table("zock", ["Anna", "bot:random"])
            async with server.connect(table["table"]) as spectator:
                await spectator.table(lambda _: True)
                assert not workers._prepared
            async with server.connect(table["table"], table["token"]):
                await until(lambda: any("zock" in worker.prepared for worker in workers._workers))
