"""Waiting for something to become true, and never for a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

T = TypeVar("T")

PATIENCE: Final = 30.0
"""Seconds after which something will not happen any more."""


async def until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until the condition is true; `TimeoutError` if it never is."""
    async with asyncio.timeout(patience):
        while not condition():
            await asyncio.sleep(0.01)


async def eventually(ask: Callable[[], Awaitable[T]], wanted: Callable[[T], bool] = bool) -> T:
    """Ask until the answer is the wanted one, and return it; `TimeoutError` if it never is."""
    async with asyncio.timeout(PATIENCE):
        while not wanted(answer := await ask()):
            await asyncio.sleep(0.02)
        return answer
