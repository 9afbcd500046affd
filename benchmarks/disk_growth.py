"""`python -m benchmarks.disk_growth [DAYS]`: does the database stay the same size? 120 days by default.

Somebody opens tables all day and leaves them: lobbies, games that are begun, and games that guests finish.
Days pass at once: the events bear their times, and after each day the clean-up of a server goes through
everything. Reported are the tables and the size of a SQLite file over the days, with everything kept
permanently and with a retention of a few days, after which the size has to stay flat.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from benchmarks.keeping import keep
from benchmarks.long_tables import LongTable, play
from stammtisch.server.accounts.cleanup import Cleanup
from stammtisch.server.accounts.sessions import Sessions
from stammtisch.server.ops.bus import SingleProcess
from stammtisch.server.tables.events import DAY
from stammtisch.server.tables.retention import Keep, Retention, keep_days
from stammtisch.server.tables.state import history
from stammtisch.server.tokens import fresh_code, fresh_match, fresh_table
from stammtisch.store import Database, Log, open_store
from support.long_games import renamed, store

DAYS: Final = 120
SAMPLES: Final = 6
PERMANENT: Final = keep_days(0, 0, 0)
SHORT: Final = keep_days(unfinished=10, closed=5, guests=30)
"""Everything is gone after 31 days at most."""
A_DAY: Final = ((60, 0), (20, 20), (10, None))
"""How many tables are left after each number of steps; None is a whole game."""
FLAT: Final = 1.05
"""How much larger the file may be at the end than in the middle."""


async def grown(path: Path, kept: Keep, days: int) -> list[tuple[int, int, float]]:
    """Day, number of tables and megabytes, at some of the days."""
    database = await open_store(f"sqlite:{path}")
    try:
        cleanup = Cleanup(Retention(database, SingleProcess(), kept), Sessions(database, lambda: 0.0))
        templates = [(count, play("zock", 2, steps=steps)) for count, steps in A_DAY]
        sizes = [await _day(database, cleanup, templates, day) for day in range(1, days + 1)]
        return [size for size in sizes if size[0] % (days // SAMPLES) == 0]
    finally:
        await database.close()


async def _day(
    database: Database, cleanup: Cleanup, templates: list[tuple[int, LongTable]], day: int
) -> tuple[int, int, float]:
    now = day * DAY
    copies = [_copy(template, now) for count, template in templates for _ in range(count)]
    await asyncio.gather(*(store(Log(database), copy.table, copy.events) for copy in copies))
    await cleanup.slice(now)
    while not cleanup.finished_round:
        await cleanup.slice(now)
    ((tables,),) = await database.rows("SELECT COUNT(*) FROM tables")
    ((size,),) = await database.rows("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    return day, tables, size / 1e6


def _copy(template: LongTable, now: float) -> LongTable:
    """The same as another table that was used at that moment."""
    code, match = fresh_code(), fresh_match()
    events = [replace(renamed(event, match, code), t=now) for event in template.events]
    *_, table = history(fresh_table(), events)
    return LongTable(table, template.token, events)


async def main(days: int) -> None:
    """Print both and keep them."""
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, kept in (("permanently", PERMANENT), ("some days", SHORT)):
            figures[name] = await grown(Path(folder) / f"{name}.sqlite", kept, days)
            for day, tables, size in figures[name]:
                print(f"{name:9}  day {day:4}  {tables:7,} tables  {size:8.2f} MB")
    middle, end = figures["some days"][len(figures["some days"]) // 2][2], figures["some days"][-1][2]
    print(f"with retention, day {days} has {end / middle:.3f} times the size of the middle")
    keep("disk_growth", figures)
    if end > middle * FLAT:
        sys.exit("the database grows although nothing is kept for long")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else DAYS))
