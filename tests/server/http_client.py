"""Requests to an application without a network, and what its errors say."""

from __future__ import annotations

from typing import Any

import httpx
from starlette.types import ASGIApp


async def request(
    app: ASGIApp, method: str, path: str, *, base: str = "http://table.local", **more: Any
) -> httpx.Response:
    """The answer of the application; a bug in it is answered with status 500."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=base) as client:
        return await client.request(method, path, **more)


def error_code(response: httpx.Response) -> str:
    """The code of an error that also has a message."""
    error: dict[str, str] = response.json()["error"]
    assert error["message"]
    return error["code"]


def refusal(response: httpx.Response) -> tuple[int, str]:
    """The status and the code of an error."""
    return response.status_code, error_code(response)
