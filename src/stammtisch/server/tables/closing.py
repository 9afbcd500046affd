"""Closing a table from outside, without loading it: its log and the index say so, and processes are told."""

from __future__ import annotations

import time
from contextlib import suppress

import msgspec

from stammtisch.server.ops.bus import Bus
from stammtisch.server.tables.errors import TableOver, UnknownTable
from stammtisch.server.tables.events import TableClosed, encode_event
from stammtisch.server.tables.queue import TRIES
from stammtisch.server.tables.services import subject
from stammtisch.store.contract import Conflict, Unavailable
from stammtisch.store.log import Log


async def close_table(log: Log, bus: Bus, table: str, why: str) -> None:
    """Close a table for good, after anything that a running server appends."""
    for _ in range(TRIES):
        latest = await log.latest(table, 1)
        with suppress(Conflict):
            await close_after(log, bus, table, latest[0][0] if latest else 0, why, time.time())
            return
    raise Unavailable("a server keeps writing to this table: try again")


async def close_after(log: Log, bus: Bus, table: str, n: int, why: str, now: float) -> None:
    """Close a table at which nothing has happened after event `n`, or `Conflict`."""
    facts = await log.facts(table)
    if facts is None:
        raise UnknownTable("there is no such table")
    if facts.status == "closed":
        raise TableOver("this table is closed already")
    changed = msgspec.structs.replace(facts, status="closed", touched=now, wake=None)
    await log.append(table, n + 1, [encode_event(TableClosed(t=now, why=why))], changed)
    with suppress(Unavailable):  # servers notice when they next write
        await bus.publish(subject(table), msgspec.json.encode({"n": n + 1}))
