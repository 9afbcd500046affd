"""Everything that is open while the server runs: database, message bus, workers, tables, profiles."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any, Final, Self, final

from stammtisch.core.turn import MOST_SEATS
from stammtisch.server.accounts.profiles import Profiles
from stammtisch.server.ops.bus import Bus
from stammtisch.server.ops.limits import Budget, ConnectionLimit, Limiter
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.ops.open_bus import open_bus
from stammtisch.server.settings import Settings
from stammtisch.server.tables.actor import Surroundings
from stammtisch.server.tables.archive import Archive
from stammtisch.server.tables.codes import WrongCodes
from stammtisch.server.tables.registry import TableRegistry
from stammtisch.server.tables.state import Table
from stammtisch.server.tables.updates import Notice
from stammtisch.server.thinking.pool import Workers
from stammtisch.store import open_store
from stammtisch.store.contract import Database, Halted, Statement
from stammtisch.store.log import Log

HOUR: Final = 3600.0
SWEEP_EVERY: Final = 5.0
"""Seconds between two looks at idle tables and overdue clocks."""
PROBE: Final = Statement("UPDATE meta SET version = version")
"""A write that changes nothing."""
PROBE_EVERY: Final = 0.5
"""Seconds between two tries to write while the database is unavailable."""

logger: Final = logging.getLogger(__name__)


@final
class Services:
    """What HTTP routes and sockets work with; used as `async with`."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings: Final = settings
        self.metrics: Final = metrics
        self.limiter: Final = Limiter(budgets(settings))
        self.connections: Final = ConnectionLimit(
            settings.most_connections_per_address, settings.most_connections
        )
        self.wrong_codes: Final = WrongCodes()
        self.unavailable: str | None = None
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._database: Database
        self._bus: Bus
        self._workers: Workers
        self.log: Log
        self.tables: TableRegistry
        self.archive: Archive
        self.profiles: Profiles

    async def __aenter__(self) -> Self:
        settings = self.settings
        self._database = await open_store(settings.database, shared=settings.bus is not None)
        self._bus = await open_bus(settings.bus, self._bus_changed)
        self._workers = Workers(settings.workers)
        self.log, self.profiles = Log(self._database), Profiles(self._database)
        self.archive = Archive(self.log, self._workers, self.metrics)
        self.tables = TableRegistry(
            Surroundings(
                log=self.log,
                bus=self._bus,
                workers=self._workers,
                process=secrets.token_hex(8),
                metrics=self.metrics,
                finished=lambda table: self._start(self._keep_result(table)),
                halted=self._database_lost,
            )
        )
        self._start(self._sweep())
        self._start(self.profiles.compare_old_names())
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in [*self._tasks]:
            task.cancel()
        await self.tables.close()
        await self._workers.close()
        await self._bus.close()
        await self._database.close()

    def closing(self) -> None:
        """Tell everybody that the server closes; everything is kept."""
        self.tables.send(Notice(code="closing", message="the server is closing; your game is kept"))

    async def ready(self) -> str | None:
        """Why nobody should be sent here now; None when all is well."""
        if self.unavailable is None:
            try:
                await self._database.rows("SELECT 1")
            except Halted as error:
                self._database_lost(str(error))
        return self.unavailable

    def check_available(self) -> None:
        """`Halted` while no commands are accepted."""
        if self.unavailable is not None:
            raise Halted(self.unavailable)

    # What goes on by itself

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self.tables.drop_idle(self.settings.idle_minutes * 60)
                await self.tables.wake_overdue(time.time() - SWEEP_EVERY)
                await self.tables.look_after()
            except Halted as error:
                self._database_lost(str(error))
            except Exception:
                logger.exception("the regular sweep failed")

    async def _keep_result(self, table: Table) -> None:
        """Count the finished match for players with a profile; a second time changes nothing."""
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
            logger.error("a background task failed", exc_info=error)

    # Unavailable, and available again

    def _bus_changed(self, up: bool) -> None:
        if not up:
            self._stop("the processes of this server cannot reach each other; play continues shortly")

    def _database_lost(self, why: str) -> None:
        if self.unavailable is None:
            logger.warning("the database is unavailable: %s", why)
            self._stop("the server is temporarily unavailable; nothing is lost, and play continues shortly")

    def _stop(self, why: str) -> None:
        """Accept no commands until all is well again."""
        if self.unavailable is None:
            self.unavailable = why
            self.tables.send(Notice(code="halted", message=why))
            self._start(self._recover())

    async def _recover(self) -> None:
        """Try until all is well; then everybody hears that play continues, and tables do what is due."""
        while self.unavailable is not None:
            await asyncio.sleep(PROBE_EVERY)
            if self._bus.up and await self._database_works() and await self.tables.refresh():
                self.unavailable = None
        logger.warning("play continues")
        self.tables.send(Notice(code="resumed", message="play continues"))
        for actor in self.tables.loaded():
            self._start(actor.go_on())

    async def _database_works(self) -> bool:
        try:
            await self._database.write(PROBE)
        except Halted:
            return False
        except Exception:
            logger.exception("the database answers unexpectedly")
            return False
        return True


def budgets(settings: Settings) -> dict[str, Budget]:
    """How often one address may do what, by the words of the refusal."""
    tables = settings.most_tables_per_address
    return {
        "new tables": Budget(tables / HOUR, tables),
        "seats": Budget(tables * MOST_SEATS / HOUR, tables * MOST_SEATS),
        "codes": Budget(0.2, 20),
        "analyses": Budget(0.1, 20),
        "records": Budget(5.0, 100),
        "sign-ins": Budget(0.1, 20),
        "new profiles": Budget(1 / 300, 10),
    }
