"""What is kept has a size, and work that several wait for is done once."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.server.ops.cache import SharedWork, SizedCache


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 60))))
def test_never_more_is_kept_than_allowed(puts: list[tuple[int, int]]) -> None:
    kept: SizedCache[int, int] = SizedCache(100)
    latest: dict[int, int] = {}
    for key, size in puts:
        kept.put(key, size, size)
        latest[key] = size
        found = {key: value for key in latest if (value := kept.get(key)) is not None}
        assert found.items() <= latest.items()
        assert kept.size == sum(found.values()) <= 100
        assert len(kept) == len(found)


def test_what_was_not_used_for_longest_is_forgotten_first() -> None:
    kept: SizedCache[str, bytes] = SizedCache(3)
    for key in "abc":
        kept.put(key, key.encode(), 1)
    assert kept.get("a") == b"a"
    kept.put("d", b"d", 1)
    assert [key for key in "abcd" if kept.get(key)] == ["a", "c", "d"]


def test_what_is_too_large_pushes_nothing_else_out() -> None:
    kept: SizedCache[str, bytes] = SizedCache(3)
    kept.put("a", b"a", 1)
    kept.put("b", b"b" * 4, 4)
    assert kept.get("a") == b"a"
    assert kept.get("b") is None


class Counted:
    """Work that ends when it is told to, and counts how often it was begun and cancelled."""

    def __init__(self) -> None:
        self.begun = 0
        self.cancelled = 0
        self.go_on = asyncio.Event()

    async def __call__(self) -> bytes:
        self.begun += 1
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return b"done"


async def test_those_who_ask_at_the_same_time_share_the_work() -> None:
    shared: SharedWork[str, bytes] = SharedWork()
    work = Counted()
    asked = [asyncio.create_task(shared.get("key", work)) for _ in range(5)]
    await asyncio.sleep(0)
    work.go_on.set()
    assert await asyncio.gather(*asked) == [b"done"] * 5
    assert (work.begun, work.cancelled) == (1, 0)
    await shared.get("key", work)
    assert work.begun == 2


async def test_the_work_goes_on_until_the_last_of_them_has_gone() -> None:
    shared: SharedWork[str, bytes] = SharedWork()
    work = Counted()
    first, second = (asyncio.create_task(shared.get("key", work)) for _ in range(2))
    await asyncio.sleep(0)
    for task, cancelled in ((first, 0), (second, 1)):
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0)
        assert work.cancelled == cancelled
    work.go_on.set()
    assert await shared.get("key", work) == b"done"


async def test_all_hear_of_a_failure_and_the_next_tries_again() -> None:
    shared: SharedWork[str, bytes] = SharedWork()

    async def fail() -> bytes:
        await asyncio.sleep(0)
        raise KeyError("key")

    results = await asyncio.gather(*(shared.get("key", fail) for _ in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [KeyError] * 3
    work = Counted()
    work.go_on.set()
    assert await shared.get("key", work) == b"done"
