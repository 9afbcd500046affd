"""Real bots think in worker processes; workers are lost, stopped and orphaned, and nobody notices."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import uvloop

from stammtisch.analysis.report import analyse
from stammtisch.bots import Evaluation
from stammtisch.core import BadRequest
from stammtisch.engine.serve import answer
from stammtisch.server.thinking import process as module
from stammtisch.server.thinking.contract import Failed
from stammtisch.server.thinking.pool import TRIES, Workers
from stammtisch.store.contract import Unavailable
from support.waiting import until
from tests.server.working import (
    ANNA,
    Analysing,
    alive,
    children,
    ignore,
    in_this_process,
    in_worker,
    kill_all,
    pids,
    position,
    record,
    running_workers,
)


@pytest.mark.parametrize(
    ("game", "bot"), [("zock", "random"), ("zock", "perfect"), ("tock", "easy"), ("kniffel", "random")]
)
async def test_a_bot_in_a_worker_plays_as_in_this_process(game: str, bot: str) -> None:
    async with running_workers() as workers:
        for seed in "abc":
            assert await in_worker(workers, game, bot, seed) == in_this_process(game, bot, seed)


async def test_many_bots_think_at_once_and_each_gets_its_own_answer() -> None:
    async with running_workers() as workers:
        seeds = [str(number) for number in range(50)]
        moves = await asyncio.gather(*(in_worker(workers, "tock", "random", seed) for seed in seeds))
        assert moves == [in_this_process("tock", "random", seed) for seed in seeds]
        assert len(set(moves)) > 1


async def test_workers_start_when_needed_and_stay() -> None:
    async with running_workers() as workers:
        assert not pids(workers)
        await in_worker(workers, "zock", "random")
        first = pids(workers)
        await in_worker(workers, "zock", "random")
        assert pids(workers) == first
        assert len(first) == 1


def test_workers_run_in_the_loop_of_the_server() -> None:
    async def run() -> None:
        workers = Workers(1)
        assert await in_worker(workers, "zock", "random") == in_this_process("zock", "random")
        analysing = Analysing(workers)
        await until(lambda: bool(analysing.progress))
        await analysing.stop()
        await workers.close()

    uvloop.run(run())


async def test_a_worker_killed_while_idle_is_replaced() -> None:
    async with running_workers() as workers:
        await in_worker(workers, "zock", "random")
        (killed,) = pids(workers)
        os.kill(killed, signal.SIGKILL)
        assert await in_worker(workers, "zock", "random") == in_this_process("zock", "random")
        assert killed not in pids(workers)


async def test_a_worker_killed_while_thinking_is_replaced_and_the_move_still_comes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running_workers() as workers:
        thinking = asyncio.create_task(in_worker(workers, "tock", "strong"))
        await until(lambda: bool(pids(workers)))
        kill_all(workers)
        assert await thinking == in_this_process("tock", "strong")
    assert "a worker was lost and is replaced" in caplog.text


async def test_a_bot_that_crashes_every_worker_is_replaced_by_random(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running_workers() as workers:
        thinking = asyncio.create_task(in_worker(workers, "tock", "strong"))
        killed: set[int] = set()
        while len(killed) < TRIES:
            await until(lambda: bool(set(pids(workers)) - killed))
            (pid,) = set(pids(workers)) - killed
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        assert await thinking == in_this_process("tock", "random")
    assert f"random plays tock instead of strong: {TRIES} workers were lost over it" in caplog.text


async def test_an_unknown_bot_is_replaced_by_random(caplog: pytest.LogCaptureFixture) -> None:
    async with running_workers() as workers:
        assert await in_worker(workers, "zock", "retired") == in_this_process("zock", "random")
    assert "random plays zock instead of retired: ZOCK has no bot 'retired'" in caplog.text


async def test_a_worker_that_never_replies_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_workers() as workers:
        await in_worker(workers, "zock", "random")
        (stuck,) = pids(workers)
        os.kill(stuck, signal.SIGSTOP)
        monkeypatch.setattr(module, "SILENCE", 0.2)
        with pytest.raises(Failed, match=r"no reply for 0\.2 seconds"):
            await workers.advise("zock", *position("zock"), asker=ANNA)
        assert not alive(stuck)


async def test_no_bot_plays_where_there_is_nothing_to_decide() -> None:
    async with running_workers() as workers:
        view, seat = position("zock")
        with pytest.raises(BadRequest, match="nothing to decide"):
            await workers.choose("zock", view, 1 - seat, "easy", "seed", asker=ANNA)


async def test_a_hint_has_the_values_that_the_engine_gives_each_move() -> None:
    async with running_workers() as workers:
        view, seat = position("zock")
        asked = {"op": "analyse", "position": view, "seat": seat}
        hint = await workers.advise("zock", view, seat, asker=ANNA)
        expected = msgspec.json.decode(answer(msgspec.json.encode(asked)), type=Evaluation)
        assert [(each.move, each.value) for each in hint.moves] == [
            (each.move, each.value) for each in expected.moves
        ]


async def test_a_seat_or_a_record_that_does_not_exist_is_refused() -> None:
    async with running_workers() as workers:
        with pytest.raises(BadRequest, match="seat is 17, but must be one of 0 to 1"):
            await workers.advise("tock", position("tock")[0], 17, asker=ANNA)
        with pytest.raises(BadRequest, match="bad record"):
            await workers.analyse(b"{}", ignore, asker=ANNA)


async def test_a_bug_in_a_worker_is_logged_and_the_worker_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async with running_workers() as workers:
        view, _ = position("kniffel")
        await in_worker(workers, "zock", "random")
        before = pids(workers)
        with pytest.raises(Failed) as failed:
            await workers.advise("kniffel", view, 17, asker=ANNA)
        assert failed.value.code == "internal"
        assert await in_worker(workers, "zock", "random") == in_this_process("zock", "random")
        assert pids(workers) == before
    assert "Traceback" in caplog.text


async def test_an_analysis_reports_its_progress_and_its_result() -> None:
    reported: list[tuple[int, int]] = []

    async with running_workers() as workers:
        data = record("zock").to_json()
        found = await workers.analyse(data, lambda done, of: reported.append((done, of)), asker=ANNA)
        assert found == msgspec.json.encode(analyse(record("zock")))
    entries = len(record("zock").log)
    assert reported == [(done, entries) for done in range(entries + 1)]


async def test_a_cancelled_analysis_ends_and_frees_its_worker() -> None:
    async with running_workers(1) as workers:
        analysing = Analysing(workers)
        await until(lambda: bool(analysing.progress))
        (busy,) = pids(workers)
        await analysing.stop()
        assert not alive(busy)
        again = Analysing(workers)
        await until(lambda: bool(again.progress))
        await again.stop()


async def test_an_analysis_whose_worker_is_killed_begins_again() -> None:
    async with running_workers() as workers:
        analysing = Analysing(workers)
        await until(lambda: bool(analysing.progress))
        kill_all(workers)
        await until(lambda: [done for done, _ in analysing.progress].count(0) == 2)
        await analysing.stop()


@pytest.mark.slow
async def test_the_loop_goes_on_while_an_analysis_runs() -> None:
    async with running_workers() as workers:
        analysing = Analysing(workers)
        await until(lambda: bool(analysing.progress))
        passes = 0
        while analysing.progress[-1][0] < 3:
            await asyncio.sleep(0)
            passes += 1
        await analysing.stop()
        assert passes > 100, "the analysis ran in the loop"
        assert analysing.threads == {threading.get_ident()}


@pytest.mark.parametrize("processes", [1, 2, 3])
async def test_bots_never_wait_for_analyses(processes: int) -> None:
    async with running_workers(processes) as workers:
        analyses = [Analysing(workers) for _ in range(5)]
        await until(lambda: sum(bool(one.progress) for one in analyses) == max(processes - 2, 1))
        assert await in_worker(workers, "zock", "random") == in_this_process("zock", "random")
        assert not any(one.task.done() for one in analyses)
        assert sum(bool(one.progress) for one in analyses) == max(processes - 2, 1)
        for one in reversed(analyses):
            await one.stop()


async def test_after_closing_nothing_runs_and_nothing_is_answered(caplog: pytest.LogCaptureFixture) -> None:
    async with running_workers() as workers:
        analyses = [Analysing(workers) for _ in range(2)]
        await until(lambda: any(one.progress for one in analyses))
        await in_worker(workers, "zock", "random")
        before = pids(workers)
        await workers.close()
        assert not any(alive(pid) for pid in before)
        for one in analyses:
            with pytest.raises(Unavailable, match="closing"):
                await one.task
        with pytest.raises(Unavailable, match="closing"):
            await in_worker(workers, "zock", "random")
        assert not pids(workers)
    assert not caplog.records


@pytest.mark.parametrize("steps", range(8))
async def test_closing_while_a_worker_starts_leaves_none_behind(steps: int) -> None:
    async with running_workers() as workers:
        before = children()
        asked = asyncio.create_task(in_worker(workers, "zock", "random"))
        for _ in range(steps):
            await asyncio.sleep(0)
        await workers.close()
        assert children() == before
        with pytest.raises(Unavailable, match="closing"):
            await asked
        assert children() == before


SERVER = """
import asyncio, signal, sys
from support.waiting import until
from tests.server.working import Analysing, in_this_process, in_worker, pids
from stammtisch.server.thinking.pool import Workers

async def main():
    interrupted = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupted.set)
    workers = Workers(2)
    analysing = Analysing(workers)
    await until(lambda: bool(analysing.progress))
    await in_worker(workers, "zock", "random")
    before = pids(workers)
    print(*before, flush=True)
    await interrupted.wait()
    assert await in_worker(workers, "zock", "random") == in_this_process("zock", "random")
    assert pids(workers) == before and not analysing.task.done()
    print("still here", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    """A process with one worker that is busy and one that is idle."""
    command = [sys.executable, "-c", SERVER]
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        command, cwd=root, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        yield process
        process.kill()


async def test_ctrl_c_reaches_only_the_server_and_a_killed_server_leaves_no_workers(
    server: subprocess.Popen[str],
) -> None:
    assert server.stdout
    started = [int(word) for word in server.stdout.readline().split()]
    assert len(started) == 2
    os.killpg(server.pid, signal.SIGINT)
    assert server.stdout.readline() == "still here\n"
    server.kill()
    await until(lambda: not any(alive(pid) for pid in started))


def test_a_worker_loads_only_what_it_needs() -> None:
    listing = "import sys, stammtisch.server.thinking.worker; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert "stammtisch.analysis.report" in loaded
    assert not loaded & {"asyncio", "nats", "numba", "numpy", "starlette", "stammtisch.games.tock"}
