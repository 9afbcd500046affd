"""A few at once, addresses one after another, and nobody waits in an endless queue."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from stammtisch.server.accounts.fair_semaphore import RETRY_AFTER, FairSemaphore, TooBusy
from support.waiting import PATIENCE


class Hall:
    """Addresses that take turns; each keeps its turn until it is told to go."""

    def __init__(self, at_once: int = 1, waiting: int = 10, of_one: int = 4) -> None:
        self.semaphore = FairSemaphore(at_once, waiting, of_one)
        self.order: list[str] = []
        self._go = asyncio.Event()

    @asynccontextmanager
    async def come(self, *addresses: str) -> AsyncIterator[list[asyncio.Task[None]]]:
        """All of them come, in this order; in the end all have had their turn or were refused."""
        tasks = [asyncio.create_task(self._use(address)) for address in addresses]
        await asyncio.sleep(0)
        yield tasks
        self._go.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _use(self, address: str) -> None:
        async with self.semaphore.slot(address):
            self.order.append(address)
            await self._go.wait()


async def test_a_limited_number_have_a_turn_at_once() -> None:
    hall = Hall(at_once=2)
    async with hall.come("a", "b", "c"):
        assert hall.order == ["a", "b"]
    assert hall.order == ["a", "b", "c"]


async def test_an_address_that_asks_often_does_not_delay_the_others() -> None:
    hall = Hall()
    async with hall.come("a", "a", "a", "a", "b", "c", "b"):
        pass
    assert hall.order == ["a", "a", "b", "c", "a", "b", "a"]


async def test_what_would_wait_too_long_is_refused_with_the_time_to_come_back() -> None:
    hall = Hall(waiting=5, of_one=3)
    async with hall.come(*"aaaaa", "b", "c", "d") as tasks:
        refused = [task.done() for task in tasks]
        assert refused == [False] * 4 + [True, False, False, True]
        error = tasks[-1].exception()
        assert isinstance(error, TooBusy)
        assert error.headers == {"Retry-After": str(RETRY_AFTER)}
    assert sorted(hall.order) == [*"aaaa", "b", "c"]


async def test_the_turn_of_somebody_who_has_gone_is_passed_on() -> None:
    hall = Hall()
    async with hall.come("a", "b", "c", "d") as tasks:
        tasks[1].cancel()  # while waiting
        tasks[0].cancel()
        await asyncio.sleep(0)
        tasks[2].cancel()  # it is c's turn, but c has not heard of it
    assert hall.order == ["a", "d"]
    async with asyncio.timeout(PATIENCE), hall.semaphore.slot("e"):
        pass


async def test_a_turn_ends_with_an_error_too() -> None:
    semaphore = FairSemaphore(1, 1, 1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            async with semaphore.slot("a"):
                raise ZeroDivisionError
