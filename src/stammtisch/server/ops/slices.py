"""Long work on the event loop, in slices so short that nobody else has to wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import reduce
from typing import Final, TypeVar, final

from stammtisch.server.ops.limits import Clock

SLICE: Final = 0.002
"""Seconds after which everybody else has a turn."""
AT_ONCE: Final = 64
"""Items that are too few to be worth slicing."""

ItemT = TypeVar("ItemT")
ValueT = TypeVar("ValueT")


@final
class Slices:
    """Runs at most one slice in each pass of the event loop; several long works take turns."""

    def __init__(self, clock: Clock = time.perf_counter) -> None:
        self._clock: Final = clock
        self._turn: Final = asyncio.Lock()

    async def fold(
        self, function: Callable[[ValueT, ItemT], ValueT], items: Iterable[ItemT], value: ValueT
    ) -> ValueT:
        """What `functools.reduce` returns."""
        listed = list(items)
        if len(listed) <= AT_ONCE:
            return reduce(function, listed, value)
        left = iter(listed)
        while True:
            async with self.turn():
                ends = self._clock() + SLICE
                for item in left:
                    value = function(value, item)
                    if self._clock() >= ends:
                        break
                else:
                    return value

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """What is done in this block is a slice too, and should take no longer."""
        async with self._turn:
            yield
            await asyncio.sleep(0)  # before the next in line, so that there is one slice in each pass
