"""A device for tests: a store in memory, and a page that answers what it is asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from stammtisch import catalog
from stammtisch.local.server import LocalServer
from stammtisch.local.store import TAKEN, StoreFailed
from stammtisch.local.tabs import TabBus
from stammtisch.local.thinking import Bring

SEED = "0123456789abcdef"


class MemoryStore:
    """What the page keeps in IndexedDB; `fail` names the error with which it refuses to write."""

    def __init__(self) -> None:
        self.events: dict[str, list[str]] = {}
        self.facts: dict[str, str] = {}
        self.texts: dict[tuple[str, str], str] = {}
        self.fail = ""

    def _check(self) -> None:
        if self.fail:
            raise StoreFailed(self.fail)

    async def append(self, table: str, first: int, events: str, facts: str) -> None:
        self._check()
        known = self.events.get(table, [])
        if first != len(known) + 1:
            raise StoreFailed(TAKEN)
        self.events[table] = [*known, *json.loads(events)]
        if facts:
            self.facts[table] = facts

    async def read(self, table: str, after: int) -> str:
        return json.dumps(self.events.get(table, [])[after:])

    async def tables(self) -> str:
        return json.dumps([{"id": table, "facts": facts} for table, facts in self.facts.items()])

    async def remove(self, table: str) -> None:
        self._check()
        self.events.pop(table, None)
        self.facts.pop(table, None)

    async def keep(self, kind: str, id: str, text: str) -> None:  # noqa: A002
        self._check()
        self.texts[kind, id] = text

    async def text(self, kind: str, id: str) -> str:  # noqa: A002
        return self.texts.get((kind, id), "")

    async def list(self, kind: str) -> str:
        return json.dumps([name for of, name in self.texts if of == kind])

    async def drop(self, kind: str, id: str) -> None:  # noqa: A002
        self._check()
        self.texts.pop((kind, id), None)


async def no_tables(name: str) -> None:
    """All tables are solved here."""


class Tabs:
    """All tabs of a browser; what one sends, the others hear."""

    def __init__(self) -> None:
        self.channels: list[TabChannel] = []

    def channel(self) -> TabChannel:
        self.channels.append(TabChannel(self))
        return self.channels[-1]


class TabChannel:
    """The end of one tab."""

    def __init__(self, tabs: Tabs) -> None:
        self._tabs = tabs
        self.heard: Callable[[str, str], None] = lambda *_: None

    def send(self, subject: str, text: str) -> None:
        for other in self._tabs.channels:
            if other is not self:
                other.heard(subject, text)

    def listen(self, heard: Callable[[str, str], None]) -> None:
        self.heard = heard


class Device:
    """A server of one device and what its page does with it."""

    def __init__(
        self, store: MemoryStore | None = None, bring: Bring = no_tables, tabs: Tabs | None = None
    ) -> None:
        self.store = store or MemoryStore()
        bus = None if tabs is None else TabBus(tabs.channel())
        self.server = LocalServer(self.store, bring, bus, bot_seconds=0.0)
        self._sockets = 0

    async def ask(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        text = "" if body is None else msgspec.json.encode(body).decode()
        found, answer = await self.server.request(method, path, text)
        assert found == status, answer
        return json.loads(answer) if answer else None

    async def open(self, game: str, seats: list[str], **more: object) -> str:
        """A new table; a seat is the name of a person, or `bot:LEVEL`."""
        choices = [
            {"kind": "bot", "bot": seat[4:]} if seat.startswith("bot:") else {"kind": "here", "name": seat}
            for seat in seats
        ]
        opened = await self.ask("POST", "/api/tables", {"game": game, "seats": choices, **more}, 201)
        table: str = opened["table"]
        return table

    def join(self, table: str, after: int = -1) -> Page:
        self._sockets += 1
        return Page(self.server, self._sockets, table, after)

    async def close(self) -> None:
        await self.server.close()


class Page:
    """A page at a table, which plays for its seats."""

    def __init__(self, server: LocalServer, socket: int, table: str, after: int) -> None:
        self.messages: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self._server = server
        self._socket = socket
        self._heard = asyncio.Event()
        self._sent = 0
        server.connect(socket, table, after, self._message, self._closed)

    def _message(self, text: str) -> None:
        self.messages.append(json.loads(text))
        self._heard.set()

    def _closed(self, code: int, reason: str) -> None:
        self.closed = code, reason
        self._heard.set()

    def send(self, kind: str, **more: object) -> None:
        self._sent = len(self.messages)
        self._server.receive(self._socket, json.dumps({"type": kind, **more}))

    def leave(self) -> None:
        self._server.disconnect(self._socket)

    def latest(self, kind: str, seat: int | None = None) -> dict[str, Any] | None:
        found = (
            each
            for each in reversed(self.messages)
            if each["type"] == kind and (seat is None or each.get("seat") == seat)
        )
        return next(found, None)

    async def until(self, wanted: Callable[[], object]) -> None:
        while not wanted():
            self._heard.clear()
            await self._heard.wait()

    async def hear(self, kind: str) -> dict[str, Any]:
        """The first message of that kind since something was sent."""
        await self.until(lambda: any(each["type"] == kind for each in self.messages[self._sent :]))
        return next(each for each in self.messages[self._sent :] if each["type"] == kind)

    async def play(self, luck: Random, until: Callable[[Page], bool] = lambda _: False) -> None:
        """Play at random for every seat of this page until the game is over, or until that is true."""
        await self.until(lambda: self.latest("table"))
        if not self.begun():
            self.send("seed", seed=SEED)
        while not self.over() and not until(self):
            start = len(self.messages)
            if not self._act(luck):
                await self.until(lambda: len(self.messages) > start)  # noqa: B023 - it is awaited here
            else:
                await self.until(lambda: self._moved(start))  # noqa: B023

    def begun(self) -> bool:
        position = self.latest("position")
        return position is not None and position["turn"] is not None

    def over(self) -> bool:
        table = self.latest("table")
        return table is not None and table["status"] == "over"

    def _moved(self, start: int) -> bool:
        new = self.messages[start:]
        errors = [each for each in new if each["type"] == "error"]
        assert not errors, errors
        return any(each["type"] == "position" for each in new)

    def _act(self, luck: Random) -> bool:
        """Do what a seat of this page is to do. Returns whether there was anything."""
        last: dict[int | None, dict[str, Any]] = {
            each["seat"]: each for each in self.messages if each["type"] == "position"
        }
        newest = max((each["at"] for each in last.values()), default=0)
        for seat, position in last.items():
            turn = position["turn"]
            if position["at"] != newest or turn is None:
                continue
            if turn["kind"] == "chance" and turn["seat"] in (seat, None):
                self.send("throw", at=newest, seat=seat)
                return True
            if turn["kind"] == "choose" and seat in turn["seats"] and position["moves"]:
                self.send("move", at=newest, seat=seat, move=luck.choice(position["moves"]))
                return True
        return False


def seats_of(game: str) -> list[str]:
    """Names for as many people as the game takes at least."""
    fewest = min(catalog.game(game).players)
    return ["Anna", "Ben", "Cleo", "Dora"][:fewest]


def choosing(page: Page) -> dict[str, Any] | None:
    """The position, if seat 0 is the one to choose a move."""
    position = page.latest("position", 0)
    if position is None or position["turn"] is None:
        return None
    chooses = position["turn"]["kind"] == "choose" and position["turn"]["seats"] == [0]
    return position if chooses else None
