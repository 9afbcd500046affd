"""Asking an application as a client would, without a socket."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
from starlette.types import ASGIApp


def ask(
    app: ASGIApp, method: str, path: str, *, base: str = "http://table.test", **more: Any
) -> httpx.Response:
    async def one() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=base) as client:
            return await client.request(method, path, **more)

    return asyncio.run(one())


def code(response: httpx.Response) -> str:
    error: dict[str, str] = response.json()["error"]
    assert error["message"]
    return error["code"]
