"""Waiting for something to become true, and never for a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 30.0
"""Seconds after which something will not happen any more."""


async def until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until the condition is true; `TimeoutError` if it never is."""
    async with asyncio.timeout(patience):
        while not condition():
            await asyncio.sleep(0.01)
