"""Long work in the loop: others have their turn after every slice, and several works take turns."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import count

from stammtisch.server.ops.slices import AT_ONCE, SLICE, Slices


def every_look(seconds: float) -> Slices:
    """Slices whose clock goes on by so much whenever it is read."""
    ticks = count()
    return Slices(clock=lambda: next(ticks) * seconds)


async def test_the_result_is_that_of_reduce() -> None:
    for length in (0, 1, AT_ONCE, AT_ONCE + 1, 1000):
        items = [str(number) for number in range(length)]
        assert await every_look(SLICE).fold(str.__add__, items, "") == "".join(items)


async def test_others_have_their_turn_after_every_slice() -> None:
    passes = 0
    steps: Counter[int] = Counter()

    async def others() -> None:
        nonlocal passes
        while True:
            passes += 1
            await asyncio.sleep(0)

    def step(_: int, __: int) -> int:
        steps[passes] += 1
        return 0

    task = asyncio.create_task(others())
    await every_look(SLICE / 10).fold(step, range(1000), 0)
    task.cancel()
    assert steps.total() == 1000
    assert max(steps.values()) <= 11  # ten looks at the clock, and its rounding


async def test_a_short_work_does_not_wait_for_a_long_one() -> None:
    slices, done = every_look(SLICE), []

    async def work(name: str, items: int) -> None:
        await slices.fold(lambda total, item: total + item, range(items), 0)
        done.append(name)

    await asyncio.gather(work("long", 10_000), work("short", AT_ONCE + 1), work("tiny", 1))
    assert done == ["tiny", "short", "long"]


async def test_there_is_one_slice_in_each_pass_of_the_loop() -> None:
    slices, steps, most = every_look(SLICE), [0], 0

    def step(_: int, __: int) -> int:
        steps[0] += 1
        return 0

    works = [asyncio.create_task(slices.fold(step, range(200), 0)) for _ in range(5)]
    while not all(work.done() for work in works):
        before = steps[0]
        await asyncio.sleep(0)
        most = max(most, steps[0] - before)
    assert steps == [1000]
    assert most <= 2  # a slice of this clock is one or two steps


async def test_work_that_fails_holds_up_nobody() -> None:
    slices = every_look(SLICE)

    def fail(_: int, item: int) -> int:
        return 1 // (item - 50)

    results = await asyncio.gather(
        slices.fold(fail, range(100), 0), slices.fold(max, range(100), 0), return_exceptions=True
    )
    assert isinstance(results[0], ZeroDivisionError)
    assert results[1] == 99
