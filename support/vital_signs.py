"""What a server process holds: memory, files, tables, sockets, and what it has written."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

import httpx

DATABASE: Final = "tables.sqlite"
"""The file of the server in its folder."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGESIZE")


class VitalSigns(NamedTuple):
    """How a server is: memory and disk space in MB, and what it holds.

    `workers` are the processes of bots and analyses, `events` those of all tables but the quiet ones.
    """

    memory: float
    workers: int
    worker_memory: float
    files: int
    disk: float
    tables: int
    sockets: int
    analyses: int
    events: int


async def vital_signs(
    pid: int, folder: Path, http: httpx.AsyncClient, quiet_tables: Sequence[str]
) -> VitalSigns:
    """The signs of the process, which keeps its files in the folder."""
    workers = list(_children(pid))
    counted = (await http.get("/metrics")).raise_for_status().text
    return VitalSigns(
        memory=_megabytes(pid),
        workers=len(workers),
        worker_memory=round(sum(map(_megabytes, workers)), 1),
        files=len(list(Path(f"/proc/{pid}/fd").iterdir())),
        disk=round(sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 2**20, 1),
        tables=metric(counted, "tables_loaded"),
        sockets=metric(counted, "connections"),
        analyses=metric(counted, "analyses"),
        events=_events(folder, quiet_tables),
    )


def _events(folder: Path, quiet_tables: Sequence[str]) -> int:
    """How many events are stored, those of the quiet tables not counted."""
    others = f"table_id NOT IN ({', '.join('?' * len(quiet_tables))})"
    with closing(sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)) as database:
        sql = f"SELECT count(*) FROM log WHERE {others}"  # noqa: S608 - placeholders only
        (count,) = database.execute(sql, quiet_tables).fetchone()
    return int(count)


def metric(counted: str, name: str) -> int:
    """The value of a metric without labels."""
    found = re.search(rf"^stammtisch_{name} (\S+)$", counted, re.MULTILINE)
    assert found is not None, name
    return int(float(found[1]))


def cpu_seconds(pid: int) -> float:
    """CPU time of the process and its workers."""
    return sum(map(cpu_of, (pid, *_children(pid))))


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):
            yield from map(int, (task / "children").read_text(encoding="ascii").split())


def _megabytes(pid: int) -> float:
    return round(memory_of(pid) / 2**20, 1)


def memory_of(pid: int) -> int:
    """The bytes that a process holds in memory; 0 if it has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * _PAGE
    return 0


def cpu_of(pid: int) -> float:
    """The CPU seconds that a process has used, without its children; 0 if it has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS
    return 0.0
