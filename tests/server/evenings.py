"""An evening in a house of its own, and how to ask there over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from typing import Any

import httpx

from tests.server.asking import code
from tests.server.playing import Door, News, open_house

HERE = {"kind": "here", "name": "Anna"}
FREE = {"kind": "free"}
MARKUP = "<script>alert(1)</script>"


def in_house(folder: Path, evening: Callable[[Door], Awaitable[None]], **settings: Any) -> None:
    """Spend an evening in a house of its own."""

    async def whole() -> None:
        async with open_house(folder, **settings) as door:
            await evening(door)

    asyncio.run(whole())


def bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


async def asked(door: Door, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
    return await door.http.request(method, path, headers=bearer(token), **more)


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, code(answer)


def cookie_of(answer: httpx.Response) -> Morsel[str]:
    cookies = SimpleCookie(answer.headers["set-cookie"])
    return cookies["seat"]


async def played(door: Door, game: str = "zock", *names: str, **terms: Any) -> News:
    """A table at which one device has played a whole game against a bot."""
    table: News = await door.table(game, [*(names or ("Anna",)), "bot:random"], **terms)
    async with door.guest(table["table"], table["token"]) as guest:
        await guest.seed()
        await guest.play_on()
        await guest.until(lambda news: news["type"] == "table" and news["status"] == "over")
    return table
