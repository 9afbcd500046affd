"""What is under way at a table."""

from __future__ import annotations

import asyncio
from inspect import CORO_CLOSED, getcoroutinestate

from stammtisch.server.tables.tasks import Tasks


async def test_work_that_is_stopped_before_it_began_is_not_left_behind() -> None:
    tasks, begun = Tasks(), []

    async def work() -> None:
        begun.append("work")

    one = work()
    tasks.start(one)
    tasks.cancel()
    while tasks:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert getcoroutinestate(one) == CORO_CLOSED
    assert begun == []
