"""Players who reconnect by themselves and remember everything they were shown."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from support.processes import ServerProcess
from support.tables import open_table
from support.waiting import PATIENCE

Update = dict[str, Any]


class Player:
    """Plays until stopped, reconnects to any of the servers, and remembers everything it was shown."""

    def __init__(self, servers: Sequence[ServerProcess], table: str, token: str, pace: float = 0.02) -> None:
        self.table = table
        self.servers = servers
        self.pace = pace
        self.rematches = True
        self.shown: dict[tuple[int, int], Any] = {}
        self.views: dict[tuple[int, int], Any] = {}
        self.sent: set[tuple[int, str]] = set()
        self.contradictions: list[object] = []
        self.last = 0
        self.visits = 0
        self.longest_wait = 0.0
        self.updates: list[Update] = []
        self.refusals: Counter[str] = Counter()
        self._socket: ClientConnection | None = None
        self._headers = {"Authorization": f"Bearer {token}"}
        self._luck = random.Random(token)
        self.position: Update = {}
        self._moved = time.monotonic()

    @property
    def over(self) -> bool:
        """Whether the game that was seen last has ended."""
        turn = self.position.get("turn")
        return turn is not None and turn["kind"] == "over"

    async def play(self) -> None:
        """Connect to one of the servers, again and again."""
        while True:
            with suppress(OSError, TimeoutError, WebSocketException):
                await self._visit(self._luck.choice(self.servers))
            await asyncio.sleep(0.05)

    async def _visit(self, server: ServerProcess) -> None:
        url = f"{server.sockets}/api/tables/{self.table}/socket" + (
            f"?after={self.last}" if self.last else ""
        )
        async with connect(url, additional_headers=self._headers, compression=None, open_timeout=5) as table:
            self.visits += 1
            self._socket = table
            async for text in table:
                update = msgspec.json.decode(text)
                self.updates.append(update)
                await self._receive(table, update)

    async def send(self, **message: Any) -> None:
        """Send something besides moves."""
        assert self._socket is not None
        await _send(self._socket, message)

    def noticed(self, code: str, times: int = 1) -> bool:
        """Whether the server has sent this notice `times` times."""
        notices = [update["code"] for update in self.updates if update["type"] == "notice"]
        return notices.count(code) >= times

    async def _receive(self, table: ClientConnection, update: Update) -> None:
        match update["type"]:
            case "position":
                self._remember(update)
                await self._act(table)
            case "table":
                await self._agree(table, update)
            case "notice" if update["code"] == "resumed":
                await self._act(table)
            case "error":
                self.refusals[update["code"]] += 1

    def _remember(self, position: Update) -> None:
        if position["n"] < self.last:
            self.contradictions.append(("back in time", self.last, position["n"]))
        if position["n"] > self.last:
            self.longest_wait = max(self.longest_wait, time.monotonic() - self._moved)
            self._moved = time.monotonic()
        self.last = max(self.last, position["n"])
        self.position = position
        seat = position["seat"]
        if position["view"] is not None:  # otherwise the next match has not started
            self._keep(self.views, (position["at"], seat), (position["view"], position["turn"]))
        for step in position.get("steps", ()):
            self._keep(self.shown, (step["n"], seat), step["events"])

    def _keep(self, memory: dict[tuple[int, int], Any], key: tuple[int, int], what: object) -> None:
        if memory.setdefault(key, what) != what:
            self.contradictions.append((key, memory[key], what))

    async def _act(self, table: ClientConnection) -> None:
        position = self.position
        turn, seat, at = position.get("turn"), position.get("seat"), position.get("at")
        if turn is None or turn["kind"] == "over":
            return
        await asyncio.sleep(self._luck.uniform(0, 2 * self.pace))
        if turn["kind"] == "chance" and turn["seat"] == seat:
            await self._submit(table, at, "throw", {"type": "throw", "at": at})
        elif position["moves"]:
            move = self._luck.choice(position["moves"])
            await self._submit(table, at, move, {"type": "move", "at": at, "move": move})

    async def _submit(self, table: ClientConnection, at: Any, what: str, message: Update) -> None:
        self.sent.add((at, what))
        await _send(table, message)

    async def _agree(self, table: ClientConnection, update: Update) -> None:
        """Send a seed if one is missing, agree to every vote, and ask for another game."""
        own = [seat for seat, place in enumerate(update["seats"]) if place["yours"]]
        if set(own) & {*update["seedless"]}:
            await _send(table, {"type": "seed", "seed": "00" * 8})
        if update["vote"]:
            if update["vote"]["answer"]:
                await _send(table, {"type": "answer", "yes": True})
        elif update["status"] == "over" and self.rematches and own[0] == _first_person(update):
            await _send(table, {"type": "ask", "vote": "rematch"})


def _first_person(table: Update) -> int:
    return [seat["kind"] for seat in table["seats"]].index("program")


async def _send(table: ClientConnection, message: Update) -> None:
    with suppress(ConnectionClosed):  # what the server sent before it closed is still to be read
        await table.send(msgspec.json.encode(message).decode())


async def create_table(
    server: ServerProcess,
    servers: Sequence[ServerProcess],
    game: str,
    *others: str,
    pace: float = 0.02,
    **more: Any,
) -> list[Player]:
    """Create a table and return its players: `others` are names, or "bot:LEVEL"."""
    async with httpx.AsyncClient(base_url=server.http, timeout=PATIENCE) as http:
        table, tokens = await open_table(http, game, *others, **more)
    return [Player(servers, table, token, pace) for token in tokens]
