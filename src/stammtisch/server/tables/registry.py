"""The running house: the store, the rooms in use, and what goes on while nobody asks."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any, Final, Self

from starlette.routing import WebSocketRoute

from stammtisch.core.turn import MOST_SEATS
from stammtisch.server.accounts.profiles import Profiles
from stammtisch.server.http import accounts
from stammtisch.server.http import records as archive
from stammtisch.server.http import tables as api
from stammtisch.server.http.endpoint import Endpoint
from stammtisch.server.ops.bus import Bus, open_bus
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.ops.security import Budget, ConnectionLimit, Limiter
from stammtisch.server.settings import Settings
from stammtisch.server.tables.actor import Room, Services
from stammtisch.server.tables.archive import Reports
from stammtisch.server.tables.errors import UnknownTable
from stammtisch.server.tables.messages import Notice
from stammtisch.server.tables.state import Table
from stammtisch.server.thinking.pool import Workers
from stammtisch.server.ws.connection import Sockets
from stammtisch.store import open_store
from stammtisch.store.contract import Database, Halted, Statement
from stammtisch.store.log import Log

HOUR: Final = 3600.0
SWEEP_EVERY: Final = 5.0
"""Seconds between two looks at idle rooms and overdue clocks."""
DUE_AT_ONCE: Final = 100
"""Overdue tables that are woken in one such look."""
PROBE: Final = Statement("UPDATE meta SET version = version")
PROBE_EVERY: Final = 0.5
"""A write that changes nothing, and the seconds between two tries to make it while the store is away."""

logger: Final = logging.getLogger(__name__)


class House:
    """Everything that is open while the server runs; used as `async with`."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings: Final = settings
        self.metrics: Final = metrics
        tables = settings.most_tables_per_address
        self.limiter: Final = Limiter(
            {
                "new tables": _hourly(tables),
                "seats": _hourly(tables * MOST_SEATS),
                **api.BUDGETS,
                **archive.BUDGETS,
                **accounts.BUDGETS,
            }
        )
        self.connections: Final = ConnectionLimit(
            settings.most_connections_per_address, settings.most_connections
        )
        self.halted: str | None = None
        self._rooms: dict[str, asyncio.Task[Room]] = {}
        self._hopeless: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._database: Database
        self._bus: Bus
        self._workers: Workers
        self._services: Services
        self.log: Log
        self.profiles: Profiles
        self.reports: Reports

    @property
    def endpoints(self) -> list[Endpoint]:
        """What the house answers over HTTP."""
        return [
            *api.endpoints(self),
            *archive.endpoints(self),
            *accounts.endpoints(lambda: self.profiles, self.limiter),
        ]

    @property
    def sockets(self) -> list[WebSocketRoute]:
        """Where tables are played."""
        return [WebSocketRoute("/api/tables/{table}/socket", Sockets(self))]

    # Opening and closing

    async def __aenter__(self) -> Self:
        settings = self.settings
        self._database = await open_store(settings.store, shared=settings.bus is not None)
        self._bus = await open_bus(settings.bus, self._bus_changed)
        self._workers = Workers(settings.workers)
        self.log, self.profiles = Log(self._database), Profiles(self._database)
        self.reports = Reports(self.log, self._workers, self.metrics)
        self._services = Services(
            log=self.log,
            bus=self._bus,
            workers=self._workers,
            process=secrets.token_hex(8),
            finished=self._finished,
            halted=self._store_lost,
            metrics=self.metrics,
        )
        self._start(self._keep_house())
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in [*self._tasks]:
            task.cancel()
        for room in self.rooms():
            await room.close()
        await self._workers.close()
        await self._bus.close()
        await self._database.close()

    def closing(self) -> None:
        """Tell everybody; who comes back finds everything as it was."""
        self._tell_all(Notice(code="closing", message="the server closes; your game is kept"))

    async def ready(self) -> str | None:
        """Why nobody should be sent here now; None when all is well."""
        if self.halted is None:
            try:
                await self._database.rows("SELECT 1")
            except Halted as error:
                self._store_lost(str(error))
        return self.halted

    # Rooms

    def rooms(self) -> list[Room]:
        """Every room that is loaded."""
        return [
            task.result()
            for task in self._rooms.values()
            if task.done() and not task.cancelled() and not task.exception()
        ]

    async def room(self, table: str) -> Room:
        """The room of a table, loaded once for everybody who asks; `UnknownTable` where there is none.

        It knows whatever any process has answered to anybody, though the nudge may still be on its way.
        """
        task = self._rooms.get(table)
        if task is None:
            task = self._rooms[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda done: self._forget_failed(table, done))
        room = await asyncio.shield(task)
        await room.refresh()
        return room

    async def _load(self, table: str) -> Room:
        texts = await self.log.read(table)
        if not texts:
            raise UnknownTable("there is no such table: check the link, or ask for a new one")
        room = Room(Table.told(table, texts), self._services)
        try:
            await room.listen()
            await room.go_on()
        except BaseException:
            await room.close()
            raise
        self.metrics.tables_loaded.set(len(self._rooms))
        return room

    def _forget_failed(self, table: str, task: asyncio.Task[Room]) -> None:
        if task.cancelled() or task.exception():
            self._rooms.pop(table, None)

    async def _drop_idle(self) -> None:
        limit = time.monotonic() - self.settings.idle_minutes * 60
        for room in self.rooms():
            if room.idle and room.last_used < limit:
                self._rooms.pop(room.table.id, None)
                await room.close()
        self.metrics.tables_loaded.set(len(self._rooms))

    # What goes on by itself

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self._drop_idle()
                await self._wake_overdue()
                for room in self.rooms():
                    if not room.idle:
                        await room.look_after()
                        await asyncio.sleep(0)  # there may be thousands, and players between them
            except Halted as error:
                self._store_lost(str(error))
            except Exception:
                logger.exception("housekeeping failed")

    async def _wake_overdue(self) -> None:
        """Clocks that ran out while no process had the table loaded."""
        for table in await self.log.due(time.time() - SWEEP_EVERY, DUE_AT_ONCE + len(self._hopeless)):
            if table in self._hopeless:
                continue
            try:
                await (await self.room(table)).go_on()
            except Halted:
                raise
            except Exception:
                logger.exception("a table whose time is up cannot go on")
                self._hopeless.add(table)

    def _finished(self, table: Table) -> None:
        self._start(self._keep_result(table))

    async def _keep_result(self, table: Table) -> None:
        """The game counts for who has a profile; twice is once."""
        while True:
            try:
                await self.profiles.finished(table)
            except Halted:
                await asyncio.sleep(PROBE_EVERY)
            else:
                return

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Halted):
            logger.error("a task of the house failed", exc_info=error)

    # Halting and going on

    def _bus_changed(self, up: bool) -> None:
        if not up:
            self._halt("the processes of this server cannot hear each other; play goes on in a moment")

    def _store_lost(self, why: str) -> None:
        if self.halted is None:
            logger.warning("the store halts play: %s", why)
            self._halt("nothing can be stored just now; play goes on in a moment, and nothing is lost")

    def check_running(self) -> None:
        """`Halted` while nothing is taken from anybody."""
        if self.halted is not None:
            raise Halted(self.halted)

    def _halt(self, why: str) -> None:
        """Nothing more is taken from anybody until all is well again."""
        if self.halted is None:
            self.halted = why
            self._tell_all(Notice(code="halted", message=why))
            self._start(self._go_on())

    async def _go_on(self) -> None:
        """Try until all is well; then everybody hears that play goes on, and rooms do what is due."""
        while self.halted is not None:
            await asyncio.sleep(PROBE_EVERY)
            if self._bus.up and await self._caught_up():
                self.halted = None
        logger.warning("play goes on")
        self._tell_all(Notice(code="resumed", message="play goes on"))
        for room in self.rooms():
            self._start(room.go_on())

    async def _caught_up(self) -> bool:
        """Whether the store takes writes, and every room has read what it may have missed."""
        try:
            await self._database.write(PROBE)
        except Halted:
            return False
        except Exception:
            logger.exception("the store answers with something else")
            return False
        read = await asyncio.gather(*(room.refresh() for room in self.rooms()), return_exceptions=True)
        return not any(isinstance(error, Halted) for error in read)

    def _tell_all(self, notice: Notice) -> None:
        for room in self.rooms():
            room.broadcast(notice)


def _hourly(number: int) -> Budget:
    return Budget(number / HOUR, number)
