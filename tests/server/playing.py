"""A house that is open for a test, and guests who play there over real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stammtisch.server.app import create_app
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.services import Services
from stammtisch.server.settings import read_settings
from tests.server.guesthouse import running

PATIENCE = 20.0
"""Seconds after which a test has waited in vain."""

News = dict[str, Any]


class Door:
    """Where the house is open."""

    def __init__(self, services: Services, place: str) -> None:
        self.services = services
        self.sockets = f"ws://{place}"
        self.http = httpx.AsyncClient(base_url=f"http://{place}", timeout=PATIENCE)

    async def post(self, path: str, body: object = None, token: str | None = None) -> Any:
        """What a POST answers, which has to be a success."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    async def get(self, path: str, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.get(path, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    async def table(self, game: str, seats: list[Any], **terms: Any) -> Any:
        """A new table: a seat is a name for whoever is here, "free", or "bot:LEVEL"."""
        places = [
            {"kind": "free"}
            if seat == "free"
            else {"kind": "bot", "bot": seat.removeprefix("bot:")}
            if seat.startswith("bot:")
            else {"kind": "here", "name": seat}
            for seat in seats
        ]
        return await self.post("/api/tables", {"game": game, "seats": places, "program": True} | terms)

    async def sit(self, table: str, *names: str) -> str:
        """The token of somebody new at the table."""
        answer = await self.post(f"/api/tables/{table}/seats", {"names": list(names), "program": True})
        return str(answer["token"])

    @asynccontextmanager
    async def guest(
        self, table: str, token: str | None = None, after: int | None = None
    ) -> AsyncIterator[Guest]:
        """Somebody's socket to a table."""
        query = "" if after is None else f"?after={after}"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        url = f"{self.sockets}/api/tables/{table}/socket{query}"
        async with connect(url, additional_headers=headers, compression=None, max_size=None) as socket:
            guest = Guest(socket)
            try:
                yield guest
            finally:
                guest.stop()


class Guest:
    """Hears everything, and remembers it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[News] = []
        self._changed = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                async with self._changed:
                    self.heard.append(json.loads(text))
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        async with self._changed:
            self._changed.notify_all()

    def stop(self) -> None:
        self._reader.cancel()

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind} | fields))

    async def seed(self, seed: str = "00" * 16) -> None:
        await self.say("seed", seed=seed)

    def last(self, kind: str, seat: int | None = None) -> News:
        """The newest of a kind; a position of that seat where one is named."""
        return next(
            news
            for news in reversed(self.heard)
            if news["type"] == kind and (seat is None or news.get("seat") == seat)
        )

    async def until(self, meant: Callable[[News], bool], since: int = 0) -> News:
        """The first news since number `since` of those heard that is meant, awaited if need be."""
        async with asyncio.timeout(PATIENCE), self._changed:
            checked = since
            while True:
                for news in self.heard[checked:]:
                    checked += 1
                    if meant(news):
                        return news
                await self._changed.wait()

    async def refused(self, since: int = 0) -> str:
        """The code of the next refusal."""
        return str((await self.until(lambda news: news["type"] == "error", since))["code"])

    async def position(self, meant: Callable[[News], bool] = lambda _: True, since: int = 0) -> News:
        return await self.until(lambda news: news["type"] == "position" and meant(news), since)

    async def act(self, choose: Callable[[list[str]], str] = lambda moves: moves[0]) -> bool:
        """Throw or play wherever this guest is to, once; False when the game is over."""
        seen = len(self.heard)
        for position in self._own_positions():
            turn = position["turn"]
            if turn is None:
                continue
            if turn["kind"] == "over":
                return False
            if turn["kind"] == "chance" and turn["seat"] == position["seat"]:
                await self.say("throw", at=position["at"], seat=position["seat"])
            elif position["moves"]:
                await self.say(
                    "move", at=position["at"], seat=position["seat"], move=choose(position["moves"])
                )
            else:
                continue
            break
        await self.until(lambda news: news["type"] in ("position", "error"), seen)
        return True

    def _own_positions(self) -> list[News]:
        """The newest position of every seat."""
        newest: dict[int | None, News] = {}
        for news in self.heard:
            if news["type"] == "position":
                newest[news["seat"]] = news
        return list(newest.values())

    async def play_on(self, choose: Callable[[list[str]], str] = lambda moves: moves[0]) -> News:
        """Play to the end; the last position."""
        while await self.act(choose):
            pass
        return await self.position(lambda news: bool(news["turn"]) and news["turn"]["kind"] == "over")


@asynccontextmanager
async def open_house(folder: Path, **settings: Any) -> AsyncIterator[Door]:
    """A real server on a free port of this machine, with a store in the folder."""
    usual = {"port": 0, "store": f"sqlite:{folder / 'tables.sqlite'}", "workers": 1}
    agreed = read_settings(usual | settings)
    services = Services(agreed, Metrics())
    async with running(create_app(services), services, agreed) as place:
        door = Door(services, place)
        try:
            yield door
        finally:
            await door.http.aclose()
