"""What every table uses, and where processes publish about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from stammtisch.core.turn import Seat
from stammtisch.server.ops.bus import Bus
from stammtisch.server.ops.slices import Slices
from stammtisch.server.ops.uptime import Uptime
from stammtisch.server.tables.contract import EventLog, TableMetrics
from stammtisch.server.tables.table import Table
from stammtisch.server.thinking.contract import Thinking


class TableServices(msgspec.Struct, frozen=True):
    """What every table uses."""

    log: EventLog
    bus: Bus
    workers: Thinking
    process: str
    metrics: TableMetrics
    finished: Callable[[Table], None]
    uptime: Uptime
    bot_seconds: float
    """The time between two moves of bots where it is measured."""
    prepare_hints: bool = False
    """Whether what hints need is loaded before anyone asks for one."""
    slices: Slices = msgspec.field(default_factory=Slices)
    may_be_listed: Callable[[str, str], bool] = lambda *_: True
    """Whether a public table at which somebody is may be in the list, by its id and their address."""
    missed_turn: Callable[[Table, Sequence[Seat]], None] = lambda *_: None
    """Called with seats that are to act while their players are not connected; more than once, perhaps."""


def subject(table: str) -> str:
    """Where processes publish about a table."""
    return f"stammtisch.{table}"
