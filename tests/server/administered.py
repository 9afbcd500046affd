"""A server that has a password and a token of its administration."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from stammtisch.server.administration.audit import Administrator
from stammtisch.server.http.administration import PATH
from tests.server.clients import RunningServer, open_server

PASSWORD = "correct horse"  # noqa: S105 - of a server that lives for a test
TESTER = Administrator("tester", "192.0.2.1")


class Administered:
    """A server with a password and a token of the administration."""

    def __init__(self, server: RunningServer, token: str) -> None:
        self.server = server
        self.token = token

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The body of an answer, which has to be a success, to a request with this token."""
        answer = await self.refusable(method, path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def refusable(self, method: str, path: str, body: object = None) -> httpx.Response:
        return await self.server.request(method, f"{PATH}{path}", self.token, json=body)

    async def actions(self) -> list[tuple[str, str, str]]:
        """Who did what to what, the latest first."""
        return [(entry["who"], entry["action"], entry["about"]) for entry in await self.ask("GET", "/audit")]

    @asynccontextmanager
    async def page(self) -> AsyncIterator[httpx.AsyncClient]:
        """A browser with our page."""
        headers = {"Origin": self.server.origin}
        async with httpx.AsyncClient(base_url=self.server.origin, headers=headers) as browser:
            yield browser


@asynccontextmanager
async def administered(folder: Path) -> AsyncIterator[Administered]:
    async with open_server(folder) as server:
        keys = server.services.administration.keys
        await keys.set_password(PASSWORD, TESTER)
        yield Administered(server, await keys.add_token("tests", TESTER))
