"""Serving processes that can be killed, and players who come back by themselves and remember all they saw."""

from __future__ import annotations

import asyncio
import random
import signal
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.cli.running import PROGRAM
from tests.servers import HOST

PATIENCE = 30.0
"""Seconds after which something will not happen any more."""
LIMITLESS = (
    *("--most-tables-per-address", "100000", "--most-connections-per-address", "100000"),
    *("--messages-per-second", "100000", "--log-level", "error", "--workers", "1"),
)

News = dict[str, Any]


class Process:
    """One `stammtisch serve`, at the same address however often it is started."""

    def __init__(self, store: str, bus: str | None = None, *more: str) -> None:
        self.port = steady_port()
        self.http = f"http://{HOST}:{self.port}"
        self.sockets = f"ws://{HOST}:{self.port}"
        joined = () if bus is None else ("--bus", bus)
        where = ("--port", str(self.port), "--store", store)
        self._command = [*PROGRAM, "serve", *where, *joined, *LIMITLESS, *more]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Open on return."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline().startswith("Stammtisch is open"), "it does not start"

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Dead at once; nothing is finished, nobody is told."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Down in good order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.communicate(timeout=PATIENCE)
            self._process = None


def steady_port() -> int:
    """A free port below those that systems hand out: nobody gets it while its process is down."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port


class Player:
    """Plays on until told to stop, at whichever process lets it in, and keeps everything it was shown."""

    def __init__(self, doors: Sequence[Process], table: str, token: str, pace: float = 0.02) -> None:
        self.table = table
        self.doors = doors
        self.pace = pace
        self.rematches = True
        self.shown: dict[tuple[int, int], Any] = {}
        self.views: dict[tuple[int, int], Any] = {}
        self.sent: set[tuple[int, str]] = set()
        self.contradictions: list[object] = []
        self.last = 0
        self.visits = 0
        self.longest_wait = 0.0
        self.heard: list[News] = []
        self.refusals: Counter[str] = Counter()
        self._socket: ClientConnection | None = None
        self._headers = {"Authorization": f"Bearer {token}"}
        self._luck = random.Random(token)
        self.position: News = {}
        self._moved = time.monotonic()

    @property
    def over(self) -> bool:
        """Whether the game has ended that was seen last."""
        turn = self.position.get("turn")
        return turn is not None and turn["kind"] == "over"

    async def play(self) -> None:
        """Come in by whichever door is open, again and again."""
        while True:
            with suppress(OSError, TimeoutError, WebSocketException):
                await self._visit(self._luck.choice(self.doors))
            await asyncio.sleep(0.05)

    async def _visit(self, door: Process) -> None:
        url = f"{door.sockets}/api/tables/{self.table}/socket" + (f"?after={self.last}" if self.last else "")
        async with connect(url, additional_headers=self._headers, compression=None, open_timeout=5) as table:
            self.visits += 1
            self._socket = table
            async for text in table:
                news = msgspec.json.decode(text)
                self.heard.append(news)
                await self._hear(table, news)

    async def say(self, **message: Any) -> None:
        """Something besides the moves."""
        assert self._socket is not None
        await _say(self._socket, message)

    def noticed(self, code: str) -> bool:
        """Whether the server has said so."""
        return any(news["type"] == "notice" and news["code"] == code for news in self.heard)

    async def _hear(self, table: ClientConnection, news: News) -> None:
        match news["type"]:
            case "position":
                self._remember(news)
                await self._act(table)
            case "table":
                await self._be_polite(table, news)
            case "notice" if news["code"] == "resumed":
                await self._act(table)
            case "error":
                self.refusals[news["code"]] += 1

    def _remember(self, position: News) -> None:
        if position["n"] < self.last:
            self.contradictions.append(("back in time", self.last, position["n"]))
        if position["n"] > self.last:
            self.longest_wait = max(self.longest_wait, time.monotonic() - self._moved)
            self._moved = time.monotonic()
        self.last = max(self.last, position["n"])
        self.position = position
        seat = position["seat"]
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
            await self._send(table, at, "throw", {"type": "throw", "at": at})
        elif position["moves"]:
            move = self._luck.choice(position["moves"])
            await self._send(table, at, move, {"type": "move", "at": at, "move": move})

    async def _send(self, table: ClientConnection, at: Any, what: str, message: News) -> None:
        self.sent.add((at, what))
        await _say(table, message)

    async def _be_polite(self, table: ClientConnection, news: News) -> None:
        """Give a seed when it is wanted, agree to what is asked, and ask for another game."""
        own = [seat for seat, place in enumerate(news["seats"]) if place["yours"]]
        if set(own) & {*news["seedless"]}:
            await _say(table, {"type": "seed", "seed": "00" * 8})
        if news["vote"]:
            if news["vote"]["answer"]:
                await _say(table, {"type": "answer", "yes": True})
        elif news["status"] == "over" and self.rematches and own[0] == _first_person(news):
            await _say(table, {"type": "ask", "vote": "rematch"})


def _first_person(table: News) -> int:
    return [seat["kind"] for seat in table["seats"]].index("program")


async def _say(table: ClientConnection, message: News) -> None:
    await table.send(msgspec.json.encode(message).decode())


async def until(what: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait for it, in vain at most so many seconds."""
    async with asyncio.timeout(patience):
        while not what():
            await asyncio.sleep(0.02)


async def founded(
    door: Process, doors: Sequence[Process], game: str, *others: str, pace: float = 0.02, **terms: Any
) -> list[Player]:
    """A new table, and those who will play there: `others` are names, or "bot:LEVEL"."""
    seats: list[object] = [{"kind": "here", "name": "Anna"}]
    for other in others:
        kind, _, level = other.partition(":")
        seats.append({"kind": "bot", "bot": level} if kind == "bot" else {"kind": "free"})
    async with httpx.AsyncClient(base_url=door.http, timeout=PATIENCE) as http:
        wish = {"game": game, "seats": seats, "program": True} | terms
        opened = (await http.post("/api/tables", json=wish)).json()
        table, tokens = opened["table"], [opened["token"]]
        for name in others:
            if not name.startswith("bot:"):
                body = {"names": [name], "program": True}
                tokens.append((await http.post(f"/api/tables/{table}/seats", json=body)).json()["token"])
    return [Player(doors, table, token, pace) for token in tokens]
