"""Everything that is open while the server runs: database, message bus, workers, tables, profiles."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import IO, Any, Final, Self, final

from stammtisch.server.accounts.cleanup import Cleanup, RegularCleanup
from stammtisch.server.accounts.profiles import Profiles
from stammtisch.server.administration import status
from stammtisch.server.administration.administration import Administration
from stammtisch.server.administration.in_force import InForce
from stammtisch.server.notifications.deliveries import Deliveries, MissedTurn
from stammtisch.server.notifications.devices import PushDevices
from stammtisch.server.notifications.notifier import Notifier
from stammtisch.server.notifications.push import load_push_sender
from stammtisch.server.notifications.webhooks import Webhooks
from stammtisch.server.ops.budgets import SOCKETS_PER_PERSON, SPECTATORS_PER_TABLE, budgets
from stammtisch.server.ops.bus import Bus
from stammtisch.server.ops.limits import ConnectionLimit, Limiter, OpenLimit
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.ops.open_bus import open_bus
from stammtisch.server.ops.recent import RecentLines
from stammtisch.server.ops.slices import Slices
from stammtisch.server.ops.uptime import Uptime
from stammtisch.server.settings import Settings
from stammtisch.server.tables.archive import Archive
from stammtisch.server.tables.listing import Listing
from stammtisch.server.tables.puzzles import DailyPuzzles
from stammtisch.server.tables.registry import TableRegistry
from stammtisch.server.tables.retention import Keep, Retention, keep_days
from stammtisch.server.tables.services import TableServices
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import Notice
from stammtisch.server.tables.wrong_codes import WrongCodes
from stammtisch.server.thinking.pool import Workers
from stammtisch.server.thinking.qr import QrCodes
from stammtisch.store import open_store
from stammtisch.store.backup import temporary_backup
from stammtisch.store.contract import Damage, Database, Unavailable
from stammtisch.store.log import Log

SWEEP_EVERY: Final = 5.0
"""Seconds between two looks at idle tables and overdue clocks."""
HEARTBEAT_EVERY: Final = 2.0
"""Seconds between two looks at the system's clock."""
REPORTED_WITHIN: Final = 2.0
"""Seconds in which other processes say who is connected there to a table that was just loaded here."""
PROBE_SIZE: Final = 1_000_000
"""Bytes that have to fit into the database before play continues: as much as some hundred moves write."""
PROBE_EVERY: Final = 0.5
"""Seconds between two tries to write while the database is unavailable."""

logger: Final = logging.getLogger(__name__)


@final
class Services:
    """What HTTP routes and sockets work with; used as `async with`."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings: Final = settings
        self.metrics: Final = metrics
        self.limiter: Final = Limiter(budgets(settings), refused=metrics.limited)
        self.connections: Final = ConnectionLimit(
            "sockets", settings.most_connections_per_address, settings.most_connections, metrics.limited
        )
        self.in_force: Final = InForce()
        self.recent_lines: Final = RecentLines()
        self._refreshing_in_force: Final = asyncio.Lock()
        self.wrong_codes: Final = WrongCodes()
        self.sockets_of_person: Final = OpenLimit("sockets", SOCKETS_PER_PERSON, "person", metrics.limited)
        self.spectators: Final = OpenLimit("spectators", SPECTATORS_PER_TABLE, "table", metrics.limited)
        self.unavailable: str | None = None
        self._damage = Damage()
        self._uptime: Final = Uptime()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._database: Database
        self._bus: Bus
        self._workers: Workers
        self._cleanup: RegularCleanup
        self.administration: Administration
        self.log: Log
        self.tables: TableRegistry
        self.archive: Archive
        self.puzzles: DailyPuzzles
        self.qr_codes: QrCodes
        self.profiles: Profiles
        self.notifier: Notifier

    async def __aenter__(self) -> Self:
        settings = self.settings
        self._database = await open_store(
            settings.database, shared=settings.bus is not None, on_unavailable=self._database_lost
        )
        self._bus = await open_bus(settings.bus, self._bus_changed)
        self._workers = Workers(settings.workers, memory=settings.worker_memory * 2**20, metrics=self.metrics)
        slices = Slices()
        self.log, self.profiles = Log(self._database), Profiles(self._database)
        self.administration = Administration(self._database)
        self.qr_codes = QrCodes(self._workers)
        self.archive = Archive(self.log, self._workers, self.metrics, slices)
        self.puzzles = DailyPuzzles(self._workers)
        self.tables = self._open_tables(slices)
        retention = Retention(self._database, self._bus, _kept(settings), self.tables.is_loaded)
        self._cleanup = RegularCleanup(Cleanup(retention, self.profiles.sessions))
        self.notifier = await self._open_notifier()
        with suppress(Unavailable):  # they are read again in a moment
            await self.refresh_in_force()
        logging.getLogger().addHandler(self.recent_lines)
        self._uptime.start()
        self._start_work()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.unavailable = "the server is closing; try again when it is back"
        for task in [*self._tasks]:
            task.cancel()
        self.notifier.close()
        await self.tables.close()
        await self._workers.close()
        await self._bus.close()
        await self._database.close()
        logging.getLogger().removeHandler(self.recent_lines)

    def _open_tables(self, slices: Slices) -> TableRegistry:
        return TableRegistry(
            TableServices(
                log=self.log,
                bus=self._bus,
                workers=self._workers,
                process=secrets.token_hex(8),
                metrics=self.metrics,
                finished=lambda table: self._start(self._keep_result(table)),
                uptime=self._uptime,
                bot_seconds=self.settings.bot_seconds,
                prepare_hints=self.settings.prepare_hints == "on",
                slices=slices,
                may_be_listed=Listing().admits,
                missed_turn=lambda table, seats: self._start(self.notifier.tell_turns(table, seats)),
            )
        )

    async def _open_notifier(self) -> Notifier:
        private = self.settings.private_receivers == "on"
        return Notifier(
            Deliveries(self._database),
            PushDevices(self._database),
            Webhooks(self._database, private=private),
            await load_push_sender(self._database, self.settings.push_contact),
            limiter=self.limiter,
            metrics=self.metrics,
            missed=self._missed,
            private=private,
        )

    async def _missed(self, turn: MissedTurn) -> Table | None:
        """The table, if this turn is not over and the player who is to act is not there."""
        known = self.tables.is_loaded(turn.table)
        actor = await self.tables.get(turn.table)
        if not known and self.settings.bus is not None:
            await asyncio.sleep(REPORTED_WITHIN)
        return actor.table if actor.misses(turn.seat, turn.n) else None

    def closing(self) -> None:
        """Tell everybody that the server closes; everything is kept."""
        self.tables.send(Notice(code="closing", message="the server is closing; your game is kept"))

    async def ready(self) -> str | None:
        """Why a load balancer should send nobody here now; None if it may."""
        if self.unavailable is None:
            with suppress(Unavailable):  # then it is unavailable now
                await self._database.rows("SELECT 1")
        return self.unavailable

    def damage(self) -> str | None:
        """What cannot be read although everything else can; None where nothing is damaged."""
        tables = len({*self._damage.tables, *self.tables.damaged})
        reasons = [f"{tables} damaged {'table' if tables == 1 else 'tables'}"] if tables else []
        reasons += ["the database file is damaged"] if self._damage.file else []
        return "; ".join(reasons) or None

    def check_available(self) -> None:
        """`Unavailable` while no commands are accepted."""
        if self.unavailable is not None:
            raise Unavailable(self.unavailable)

    async def administered(self) -> bool:
        """Whether there is an administration: somebody has set a password or a token."""
        return await self.administration.keys.any()

    # What the operator is shown

    def load(self) -> status.Load:
        """What this process does now."""
        return status.load(self.metrics, self._workers)

    async def versions(self) -> status.Versions:
        """What runs here."""
        return await status.versions(self._database)

    async def storage(self) -> status.Storage:
        """What is stored."""
        return await status.storage(self._database)

    async def backup(self) -> IO[bytes]:
        """A backup of the database as it is now, in a file that nobody else can open."""
        return await temporary_backup(self._database)

    # Background work

    def _start_work(self) -> None:
        for work in (
            self._drop_idle,
            self._wake_overdue,
            self.tables.look_after,
            self._clean_up,
            self.refresh_in_force,
            self.notifier.send_due,
        ):
            self._start(self._regularly(work))
        self._start(self._check_database())
        self._start(self._watch_clock())
        self._start(self.profiles.compare_old_names())

    async def _check_database(self) -> None:
        """Log once what is damaged; everything else goes on."""
        self._damage = await self._database.check()
        if self._damage.file:
            logger.error(
                "the database file is damaged: restore it from a copy (%s)", "; ".join(self._damage.file)
            )
        if self._damage.tables:
            count = len(self._damage.tables)
            logger.error("damaged tables, which `stammtisch admin check` lists: %d", count)
        if not self._damage.complete:
            logger.info("the database is large, and only a part of it was checked for damage")

    async def _regularly(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do this at intervals, even after a failure; one that occurs again and again is logged once."""
        logged = ""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await work()
            except Unavailable:
                pass  # everything that is due is done when the database is back
            except Exception as error:
                if repr(error) != logged:
                    logged = repr(error)
                    logger.exception("the regular work on tables failed")

    async def _watch_clock(self) -> None:
        """After the machine has slept, or its clock was set, every table checks its own clocks again."""
        while True:
            await asyncio.sleep(HEARTBEAT_EVERY)
            self.metrics.clock_set_seconds.set(self._uptime.clock_set_by)
            if self._uptime.heartbeat():
                logger.warning("this machine was asleep, or its clock was set; clocks of tables are adjusted")
                self._cleanup.postpone()
                self._go_on()

    async def _drop_idle(self) -> None:
        self.archive.stop_unwanted()
        self._workers.drop_unwanted()
        await self.tables.drop_idle(self.settings.idle_minutes * 60)

    async def _wake_overdue(self) -> None:
        if self.unavailable is None:
            await self.tables.wake_overdue(time.time() - SWEEP_EVERY)

    async def _clean_up(self) -> None:
        if self.unavailable is None:
            await self._cleanup.slice()

    async def refresh_in_force(self) -> None:
        """Read what is blocked and announced, and let it take effect where it has changed."""
        async with self._refreshing_in_force:  # so that what was read last is also the latest
            if await self.in_force.read_announcement(self.administration.announcements):
                self.tables.send(self.in_force.update())
            if await self.in_force.read_blocks(self.administration.blocks):
                self.tables.dismiss(
                    lambda table, device: self.in_force.refusal(device.address, table.names_of(device.person))
                )

    async def _keep_result(self, table: Table) -> None:
        """Count the finished match for players with a profile; a second time changes nothing."""
        while True:
            try:
                await self.profiles.results.finished(table)
            except Unavailable:
                await asyncio.sleep(PROBE_EVERY)
            else:
                return

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Unavailable):
            logger.error("a background task failed", exc_info=error)

    # Unavailable, and available again

    def _bus_changed(self, up: bool) -> None:
        if not up:
            self._stop("the processes of this server cannot reach each other; play continues shortly")

    def _database_lost(self, error: Unavailable) -> None:
        if self.unavailable is None:
            logger.warning("the database is unavailable: %s", error.detail)
            self._stop("the server is temporarily unavailable; nothing is lost, and play continues shortly")

    def _stop(self, why: str) -> None:
        """Accept no commands until everything works again."""
        if self.unavailable is None:
            self.unavailable = why
            self._uptime.stop()
            self.tables.send(Notice(code="halted", message=why))
            self._start(self._recover())

    async def _recover(self) -> None:
        """Try until the database works again; then tell everybody that play continues, and do what is due."""
        while not (self._bus.up and await self._works() and self._bus.up):
            await asyncio.sleep(PROBE_EVERY)
        self.unavailable = None
        self._uptime.start()
        logger.warning("play continues")
        self.tables.send(Notice(code="resumed", message="play continues"))
        self._go_on()

    def _go_on(self) -> None:
        """Let every table do what is due."""
        for actor in self.tables.loaded():
            self._start(actor.go_on())

    async def _works(self) -> bool:
        """Whether the database can be written to, and all tables have been read from it."""
        try:
            await self.log.check_room(PROBE_SIZE)
            return await self.tables.refresh()
        except Unavailable:
            return False
        except Exception:
            logger.exception("the database answers unexpectedly")
            return False


def _kept(settings: Settings) -> Keep:
    return keep_days(settings.keep_unfinished_days, settings.keep_closed_days, settings.keep_guests_days)
