"""A real server for a test, and clients that play there over real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stammtisch.server.app import create_app
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.services import Services
from stammtisch.server.settings import read_settings
from support.serving import running
from support.waiting import PATIENCE

ANNA = {"kind": "here", "name": "Anna"}
FREE = {"kind": "free"}
MARKUP = "<script>alert(1)</script>"
"""A name that a page must not run."""

AT_ONCE = 60
"""Moves that a client makes as fast as it can; a socket may send 100 messages at once."""
PACE = 1 / 40
"""Seconds between later moves; a socket may send 50 messages a second."""

Update: TypeAlias = dict[str, Any]


class ServerAt:
    """A server at a host and port, in whatever process it runs."""

    def __init__(self, place: str) -> None:
        self.sockets = f"ws://{place}"
        self.http = httpx.AsyncClient(base_url=f"http://{place}", timeout=PATIENCE)

    @property
    def origin(self) -> str:
        """What a browser sends as the origin of our own page."""
        return str(self.http.base_url).rstrip("/")

    async def request(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        """Any answer, refusals included."""
        return await self.http.request(method, path, headers=bearer(token), **more)

    async def post(self, path: str, body: object = None, token: str | None = None) -> Any:
        """The body of the answer, which has to be a success."""
        return _body(await self.request("POST", path, token, json=body))

    async def get(self, path: str, token: str | None = None) -> Any:
        """The body of the answer, which has to be a success."""
        return _body(await self.request("GET", path, token))

    async def create_table(self, game: str, seats: list[str], **terms: Any) -> Any:
        """A new table: a seat is the name of somebody here, "free", or "bot:LEVEL"."""
        new = {"game": game, "seats": list(map(_seat, seats)), "program": True}
        return await self.post("/api/tables", new | terms)

    async def join(self, table: str, *names: str) -> str:
        """The token of somebody new at the table."""
        answer = await self.post(f"/api/tables/{table}/seats", {"names": list(names), "program": True})
        return str(answer["token"])

    @asynccontextmanager
    async def connect(
        self,
        table: str,
        token: str | None = None,
        *,
        after: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[Client]:
        """A client at a table; without a token it watches."""
        query = "" if after is None else f"?after={after}"
        url = f"{self.sockets}/api/tables/{table}/socket{query}"
        sent = {**(headers or {}), **bearer(token)}
        async with connect(url, additional_headers=sent, compression=None, max_size=None) as socket:
            client = Client(socket)
            try:
                yield client
            finally:
                client.stop()


class RunningServer(ServerAt):
    """A server that is open for a test, in this process."""

    def __init__(self, services: Services, place: str, database: str) -> None:
        super().__init__(place)
        self.services = services
        self.database = database


def bearer(token: str | None) -> dict[str, str]:
    """The header that sends a token."""
    return {"Authorization": f"Bearer {token}"} if token else {}


def _body(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


def _seat(text: str) -> dict[str, str]:
    if text == "free":
        return FREE
    if text.startswith("bot:"):
        return {"kind": "bot", "bot": text.removeprefix("bot:")}
    return {"kind": "here", "name": text}


class Client:
    """Remembers every update it receives."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[Update] = []
        self._changed = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                async with self._changed:
                    self.received.append(json.loads(text))
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        async with self._changed:
            self._changed.notify_all()

    def stop(self) -> None:
        """Read no more."""
        self._reader.cancel()

    async def send(self, kind: str, **fields: Any) -> None:
        """Send a command."""
        await self.socket.send(json.dumps({"type": kind} | fields))

    async def add_seed(self, seed: str = "00" * 16) -> None:
        """Send this client's part of the dice."""
        await self.send("seed", seed=seed)

    def latest(self, kind: str, seat: int | None = None) -> Update:
        """The newest update of a kind; with `seat`, of that seat."""
        return next(
            update
            for update in reversed(self.received)
            if update["type"] == kind and (seat is None or update.get("seat") == seat)
        )

    async def wait_for(self, fits: Callable[[Update], bool], since: int = 0) -> Update:
        """The first update that fits, of those received since number `since` or still to come."""
        async with asyncio.timeout(PATIENCE), self._changed:
            checked = since
            while True:
                for update in self.received[checked:]:
                    checked += 1
                    if fits(update):
                        return update
                await self._changed.wait()

    async def table(self, fits: Callable[[Update], bool] = lambda _: True, since: int = 0) -> Update:
        """The first table update that fits."""
        return await self.wait_for(lambda update: update["type"] == "table" and fits(update), since)

    async def position(self, fits: Callable[[Update], bool] = lambda _: True, since: int = 0) -> Update:
        """The first position that fits."""
        return await self.wait_for(lambda update: update["type"] == "position" and fits(update), since)

    async def match_started(self) -> Update:
        """The first position of a match that has started."""
        return await self.position(lambda update: update["turn"] is not None)

    async def error_code(self, since: int = 0) -> str:
        """The code of the first error."""
        return str((await self.wait_for(lambda update: update["type"] == "error", since))["code"])

    async def closed(self) -> int:
        """Wait until the server has closed the connection; the close code."""
        async with asyncio.timeout(PATIENCE):
            await self._reader
        assert self.socket.close_code is not None
        return self.socket.close_code

    async def act(self, choose: Callable[[list[str]], str] = lambda moves: moves[0]) -> bool:
        """Roll or move once where it is this client's turn; False when the game is over."""
        seen = len(self.received)
        for position in self._own_positions():
            turn = position["turn"]
            if turn is None:
                continue
            if turn["kind"] == "over":
                return False
            if turn["kind"] == "chance" and turn["seat"] == position["seat"]:
                await self.send("throw", at=position["at"], seat=position["seat"])
            elif position["moves"]:
                await self.send(
                    "move", at=position["at"], seat=position["seat"], move=choose(position["moves"])
                )
            else:
                continue
            break
        await self.wait_for(lambda update: update["type"] in ("position", "error"), seen)
        return True

    async def act_until_choice(self) -> Update:
        """The first position at which this client has moves to choose from."""
        while not any(update.get("moves") for update in self.received):
            await self.act()
        return next(update for update in self.received if update.get("moves"))

    def _own_positions(self) -> list[Update]:
        """The newest position of every seat."""
        newest: dict[int | None, Update] = {}
        for update in self.received:
            if update["type"] == "position":
                newest[update["seat"]] = update
        return list(newest.values())

    async def play_to_end(self, choose: Callable[[list[str]], str] = lambda moves: moves[0]) -> Update:
        """Play until the game is over; the last position. In a long game no faster than is allowed."""
        acted = 0
        while await self.act(choose):
            acted += 1
            if acted > AT_ONCE:
                await asyncio.sleep(PACE)
        return await self.position(lambda update: bool(update["turn"]) and update["turn"]["kind"] == "over")


async def play_game(server: RunningServer, game: str = "zock", *names: str, **terms: Any) -> Update:
    """A table at which people at one device have played a whole game against a bot."""
    table: Update = await server.create_table(game, [*(names or ("Anna",)), "bot:random"], **terms)
    async with server.connect(table["table"], table["token"]) as client:
        await client.add_seed()
        await client.play_to_end()
        await client.table(lambda update: update["status"] == "over")
    return table


DEFAULTS = {"port": 0, "workers": 1, "bot_seconds": 0, "prepare_hints": "off"}
"""Settings for tests: they wait for no beat of bots, and workers load only what is asked for."""


@asynccontextmanager
async def open_server(
    folder: Path, database: str | None = None, **settings: Any
) -> AsyncIterator[RunningServer]:
    """A real server on a free port of this machine; without `database` it keeps a file in the folder."""
    database = database or f"sqlite:{folder / 'tables.sqlite'}"
    read = read_settings(DEFAULTS | {"database": database} | settings)
    services = Services(read, Metrics())
    async with running(create_app(services), services, read) as place:
        server = RunningServer(services, place, database)
        try:
            yield server
        finally:
            await server.http.aclose()
