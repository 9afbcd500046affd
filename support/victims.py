"""Quiet tables whose players notice how long everything takes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from support.tables import open_table
from support.waiting import PATIENCE

ADDRESS: Final = "127.0.0.9"
"""Where the players are; attacks come from elsewhere."""
PACE: Final = 0.1
"""Seconds between the answer to a move and the next one, as quick players move."""

Update: TypeAlias = dict[str, Any]


class Waits:
    """How long each of many things took, the one that is still under way included."""

    def __init__(self) -> None:
        self._ended: list[float] = []
        self._since: float | None = None

    def begin(self) -> None:
        self._since = time.perf_counter()

    def end(self) -> None:
        if self._since is not None:
            self._ended.append(time.perf_counter() - self._since)
            self._since = None

    def forget(self) -> None:
        """Start again; what is under way counts from now on."""
        self._ended.clear()
        if self._since is not None:
            self.begin()

    def __len__(self) -> int:
        return len(self._ended)

    def all(self) -> list[float]:
        """Every wait in seconds."""
        under_way = [] if self._since is None else [time.perf_counter() - self._since]
        return self._ended + under_way


def evened_out(waits: Iterable[float], every: float) -> Iterator[float]:
    """The waits of players who act every `every` seconds, whether the server answers or not.

    A player who waits does not act, so a server that stops for five seconds would be noticed once. Here
    it is noticed by everything that should have happened in these seconds.
    """
    for wait in waits:
        yield wait
        late = wait - every
        while late >= every:
            yield late
            late -= every


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed; 0 if there are none."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] if values else 0.0


class Device:
    """One player's connection to a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.position: Update = {"at": -1, "turn": None}
        self.refusals: list[str] = []
        self.numbers: list[int] = []
        self._seeded = ""

    async def send(self, kind: str, **fields: object) -> None:
        await self.socket.send(msgspec.json.encode({"type": kind, **fields}).decode())

    async def hear(self, update: Update) -> None:
        """Remember positions and refusals; add seeds and agree to everything."""
        match update["type"]:
            case "position":
                self.position = update
                self.numbers.append(update["n"])
            case "error":
                self.refusals.append(update["code"])
            case "table":
                await self._add_seed(update)
                if update["vote"] and update["vote"]["answer"]:
                    await self.send("answer", yes=True)

    async def _add_seed(self, table: Update) -> None:
        """Once for each match."""
        if table["match"] != self._seeded and any(
            table["seats"][seat]["yours"] for seat in table["seedless"]
        ):
            self._seeded = table["match"]
            await self.send("seed", seed="00" * 8)


class QuietTable:
    """People at one table, each with a device, who move in turn at a steady pace.

    `round_trips` are from sending a move until everybody holds the new position, `bot_answers` from the
    position at which a bot is to choose until the next one.
    """

    def __init__(self, table: str, devices: Sequence[Device], pace: float) -> None:
        self.id = table
        self.round_trips = Waits()
        self.bot_answers = Waits()
        self.devices = devices
        self.sent = 0
        self._pace = pace
        self._luck = random.Random(table)
        self._changed = asyncio.Event()

    async def play(self) -> None:
        """Play one game after the other; ends only when a connection is lost."""
        async with asyncio.TaskGroup() as tasks:
            for device in self.devices:
                tasks.create_task(self._listen(device))
            tasks.create_task(self._act())

    async def _listen(self, device: Device) -> None:
        async for text in device.socket:
            await device.hear(msgspec.json.decode(text))
            self._note_bots(device)
            self._changed.set()
        raise ConnectionError("a player of a quiet table was disconnected")

    def _note_bots(self, device: Device) -> None:
        """A bot is to choose if no device here has a seat that is to."""
        if device is not self.devices[0]:
            return
        self.bot_answers.end()
        turn = device.position["turn"]
        own = {each.position.get("seat") for each in self.devices}
        if turn and turn["kind"] == "choose" and not own & {*turn["seats"]}:
            self.bot_answers.begin()

    async def _act(self) -> None:
        while True:
            await self._until(lambda: self._next() is not None)
            await asyncio.sleep(self._pace)
            found = self._next()
            if found is not None:
                await self._round_trip(*found)

    async def _round_trip(self, device: Device, command: Update) -> None:
        before = device.position["at"]
        rematch = command["type"] == "ask"
        if not rematch:
            self.round_trips.begin()
            self.sent += 1
        await device.socket.send(msgspec.json.encode(command).decode())
        await self._until(lambda: all(each.position["at"] > before for each in self.devices))
        if not rematch:
            self.round_trips.end()

    def _next(self) -> tuple[Device, Update] | None:
        """Whose turn it is, and what they do; None if nobody here is to act."""
        positions = [device.position for device in self.devices]
        if len({position["at"] for position in positions}) > 1:
            return None
        for device, position in zip(self.devices, positions, strict=True):
            if command := self._command(device is self.devices[0], position):
                return device, command
        return None

    def _command(self, first: bool, position: Update) -> Update | None:
        turn = position["turn"]
        if turn is None:
            return None
        if turn["kind"] == "over":
            return {"type": "ask", "vote": "rematch"} if first else None
        if turn["kind"] == "chance":
            return {"type": "throw", "at": position["at"]} if turn["seat"] == position["seat"] else None
        if position["moves"]:
            return {"type": "move", "at": position["at"], "move": self._luck.choice(position["moves"])}
        return None

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self._changed.clear()
            await self._changed.wait()


@asynccontextmanager
async def quiet_table(
    url: str, *others: str, pace: float = PACE, address: str = ADDRESS
) -> AsyncIterator[QuietTable]:
    """A table of ZOCK: Anna and another person, or "bot:LEVEL"."""
    async with visitor(url, address) as http:
        table, tokens = await open_table(http, "zock", *others)
    place = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    sockets = [
        await connect(
            place,
            additional_headers={"Authorization": f"Bearer {token}"},
            compression=None,
            ping_interval=None,
            max_size=None,
            local_addr=(address, 0),
        )
        for token in tokens
    ]
    try:
        yield QuietTable(table, list(map(Device, sockets)), pace)
    finally:
        for socket in sockets:
            socket.transport.abort()


def visitor(url: str, address: str = ADDRESS) -> httpx.AsyncClient:
    """Somebody at the address of the quiet tables; each request has a connection of its own."""
    limits = httpx.Limits(max_keepalive_connections=0)  # an old one may be closed at any moment
    transport = httpx.AsyncHTTPTransport(local_address=address, limits=limits)
    return httpx.AsyncClient(base_url=url, timeout=PATIENCE, transport=transport)
