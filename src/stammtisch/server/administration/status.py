"""The state of the server: its load, its versions, and what it stores."""

from __future__ import annotations

import platform
import time

import msgspec

from stammtisch import __version__, catalog
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.thinking.pool import Workers
from stammtisch.server.thinking.scheduler import Kind
from stammtisch.store.contract import Database
from stammtisch.store.migrations import SCRIPTS


class Load(msgspec.Struct, frozen=True):
    """What this process does now, and has done since it was started, by its metrics.

    `memory` and `started` are None where the system does not tell.
    """

    connections: int
    http_connections: int
    tables: int
    analyses: int
    workers: int
    busy: int
    waiting: dict[str, int]
    moves: int
    refused: int
    memory: int | None
    cpu: float | None
    started: float | None
    now: float


class Versions(msgspec.Struct, frozen=True):
    """What runs here; `rules` has the version of each game's rules."""

    program: str
    python: str
    system: str
    engine: str
    schema: int
    rules: dict[str, int]


class Storage(msgspec.Struct, frozen=True):
    """What is stored, in bytes and in numbers; `free` is None where the disk is elsewhere."""

    taken: int
    free: int | None
    tables: dict[str, int]
    matches: int
    profiles: int
    reports: int
    audit: int


def load(metrics: Metrics, workers: Workers) -> Load:
    """The load of this process."""
    waiting = {kind.value: round(metrics.value("thinking_waiting", kind=kind.value) or 0) for kind in Kind}
    memory = metrics.value("process_resident_memory_bytes")
    return Load(
        connections=round(metrics.value("connections") or 0),
        http_connections=round(metrics.value("http_connections") or 0),
        tables=round(metrics.value("tables_loaded") or 0),
        analyses=round(metrics.value("analyses") or 0),
        workers=workers.number,
        busy=workers.busy,
        waiting=waiting,
        moves=round(metrics.value("moves_total") or 0),
        refused=round(metrics.total("refusals_total")),
        memory=None if memory is None else round(memory),
        cpu=metrics.value("process_cpu_seconds_total"),
        started=metrics.value("process_start_time_seconds"),
        now=time.time(),
    )


async def versions(database: Database) -> Versions:
    """What runs here."""
    return Versions(
        program=__version__,
        python=platform.python_version(),
        system=platform.system(),
        engine=(await database.size()).engine,
        schema=len(SCRIPTS),
        rules={name: catalog.game(name).rules_version for name in catalog.NAMES},
    )


async def storage(database: Database) -> Storage:
    """What is stored."""
    size = await database.size()
    by_status = await database.rows("SELECT status, COUNT(*) FROM tables GROUP BY status ORDER BY status")
    counts = {name: (await database.rows(f"SELECT COUNT(*) FROM {name}"))[0][0] for name in _COUNTED}  # noqa: S608
    return Storage(size.taken, size.free, dict(by_status), **counts)


_COUNTED = ("matches", "profiles", "reports", "audit")
