"""The tables that are loaded in this process."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import Final, final

from stammtisch.server.tables.actor import Refusal, TableActor
from stammtisch.server.tables.contract import EventLog, TableMetrics
from stammtisch.server.tables.errors import UnknownTable
from stammtisch.server.tables.loading import load_table
from stammtisch.server.tables.services import TableServices
from stammtisch.server.tables.updates import AnyUpdate
from stammtisch.store.contract import Damaged, Unavailable

DUE_AT_ONCE: Final = 100
"""Overdue tables that are loaded in one go."""
TRIED_AGAIN: Final = 3600.0
"""Seconds after which a table is to wake again that could not be loaded."""

logger: Final = logging.getLogger(__name__)


@final
class TableRegistry:
    """Loads tables on demand, each once, and drops those that nobody uses."""

    def __init__(self, services: TableServices) -> None:
        self._services: Final = services
        self._loading: Final[dict[str, asyncio.Task[TableActor]]] = {}
        self.damaged: Final[set[str]] = set()
        """Tables whose logs could not be read."""

    @property
    def _log(self) -> EventLog:
        return self._services.log

    @property
    def _metrics(self) -> TableMetrics:
        return self._services.metrics

    def loaded(self) -> list[TableActor]:
        """Every table that is loaded."""
        return [
            task.result()
            for task in self._loading.values()
            if task.done() and not task.cancelled() and not task.exception()
        ]

    def is_loaded(self, table: str) -> bool:
        """Whether this process has the table, or is loading it."""
        return table in self._loading

    async def get(self, table: str) -> TableActor:
        """The table, loaded once for everybody who asks; `UnknownTable` where there is none.

        It includes everything that any process has confirmed to anybody.
        """
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(partial(self._forget_failed, table))
        actor = await asyncio.shield(task)
        await actor.refresh()
        return actor

    async def _load(self, table: str) -> TableActor:
        found = await load_table(self._log, table, self._services.slices)
        if found is None:
            raise UnknownTable("there is no such table: check the link, or ask for a new one")
        actor = TableActor(found, self._services)
        try:
            await actor.listen()
            await actor.go_on()
        except BaseException:
            await actor.close()
            raise
        self._metrics.tables_loaded.set(len(self._loading))
        return actor

    def _forget_failed(self, table: str, task: asyncio.Task[TableActor]) -> None:
        error = None if task.cancelled() else task.exception()
        if task.cancelled() or error:
            self._loading.pop(table, None)
        if isinstance(error, Damaged) and table not in self.damaged:
            self.damaged.add(table)
            logger.error("a table is damaged: %s; `stammtisch admin check` says which", error.detail)

    def send(self, update: AnyUpdate) -> None:
        """Send one update to every device at every table."""
        for actor in self.loaded():
            actor.send(update)

    def dismiss(self, refusal: Refusal) -> None:
        """End the connections of all devices that are refused from now on."""
        for actor in self.loaded():
            actor.dismiss(refusal)

    async def forget(self, table: str) -> None:
        """Unload the table, which has been deleted, and end the connections to it."""
        task = self._loading.pop(table, None)
        if task is not None:
            actor = await task
            actor.dismiss(_deleted)
            await actor.close()

    async def drop_idle(self, seconds: float) -> None:
        """Unload tables that nobody has used for so long."""
        limit = time.monotonic() - seconds
        for actor in self.loaded():
            if actor.idle and (actor.last_used < limit or actor.table.closed is not None):
                self._loading.pop(actor.table.id, None)
                await actor.close()
        self._metrics.tables_loaded.set(len(self._loading))

    async def wake_overdue(self, before: float) -> None:
        """Load tables that were to wake before that moment while no process had them loaded."""
        for table in await self._log.due(before, DUE_AT_ONCE):
            try:
                await (await self.get(table)).wake()
            except Unavailable:
                raise
            except Exception:
                logger.exception("a table that is to wake cannot be loaded")
                with suppress(Damaged):  # its row in the index may be damaged too
                    await self._log.postpone(table, before, before + TRIED_AGAIN)

    async def look_after(self) -> None:
        """Look after every table at which somebody is or something is under way."""
        for actor in self.loaded():
            if not actor.idle:
                try:
                    await actor.look_after()
                except Exception:
                    logger.exception("a table cannot be looked after")
                await asyncio.sleep(0)  # there may be thousands, and commands waiting between them

    async def refresh(self) -> bool:
        """Catch all tables up with the log. Returns whether the database could be read."""
        read = await asyncio.gather(*(actor.refresh() for actor in self.loaded()), return_exceptions=True)
        return not any(isinstance(error, Unavailable) for error in read)

    async def close(self) -> None:
        """Unload everything."""
        for actor in self.loaded():
            await actor.close()


def _deleted(_: object, __: object) -> UnknownTable:
    return UnknownTable("this table has been deleted")
