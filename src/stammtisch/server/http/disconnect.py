"""Clients that leave before they have their answer: what was being worked out for them is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

ValueT = TypeVar("ValueT")


async def while_connected(request: Request, work: Coroutine[Any, Any, ValueT]) -> ValueT:
    """The result of the work, which is cancelled, with `ClientDisconnect`, when the client leaves."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
