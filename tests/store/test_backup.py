"""Backups: the same of either engine, of one moment, and whole or refused."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import os
import stat
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from stammtisch.store import BadStore, Database, Log, Statement, Unavailable
from stammtisch.store.backup import BadBackup, restore, stream_backup, write_backup
from stammtisch.store.log import EndedMatch
from stammtisch.store.migrations import SCRIPTS
from support.servers import Server, fresh_database
from tests.store.stores import FACTS, dialect, entry, largest_file, opened, outside

ENTRIES = 1200
"""More than are read or written at once."""
PROFILE = Statement(
    "INSERT INTO profiles (id, name, name_key, password, recovery, created) VALUES ($1, $2, $3, $4, $5, $6)",
    ("p", "Ödön 🎲", "odon", None, "hash", 12.125),
)


@pytest.fixture(params=["sqlite", "postgresql"])
async def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a second empty database, once of each engine."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'other.db'}"
    server: Server = request.getfixturevalue("server")
    return await fresh_database(server)


async def fill(store: Database) -> None:
    texts = [json.dumps({"e": "said", "t": n / 7, "text": "Jó estét"}) for n in range(ENTRIES)]
    await Log(store).append("t", 1, texts[:90], FACTS, EndedMatch("m", 1, "{}"))
    for start in range(90, ENTRIES, 90):
        await Log(store).append("t", start + 1, texts[start : start + 90])
    await store.write(PROFILE)


async def contents(store: Database) -> dict[str, list[tuple[Any, ...]]]:
    async with store.snapshot() as snapshot:
        columns = await snapshot.columns()
        return {
            table: sorted(await snapshot.rows(f"SELECT {', '.join(names)} FROM {table}"), key=repr)  # noqa: S608
            for table, names in columns.items()
        }


async def backup_of(url: str) -> bytes:
    file = io.BytesIO()
    async with opened(url) as store:
        await fill(store)
        await stream_backup(store, file)
    return file.getvalue()


async def test_a_backup_moves_everything_to_either_engine(url: str, other: str) -> None:
    async with opened(url) as store:
        file = io.BytesIO()
        await fill(store)
        written = await stream_backup(store, file)
        before = await contents(store)
    file.seek(0)
    steps: list[tuple[int, int]] = []
    restored = await restore(other, file, lambda done, of: steps.append((done, of)))
    assert restored == written
    assert written.rows == ENTRIES + 3  # a table, a match, a profile
    assert steps[-1] == (ENTRIES + 3, ENTRIES + 3)
    async with opened(other) as store:
        assert await contents(store) == before
        assert len(await Log(store).read("t")) == ENTRIES


async def test_a_backup_is_of_one_moment(url: str) -> None:
    async with opened(url) as store:
        await store.write(entry("a", 1))
        async with store.snapshot() as snapshot:
            await snapshot.rows("SELECT COUNT(*) FROM log")
            await store.write(entry("a", 2))
            assert await snapshot.rows("SELECT n FROM log") == [(1,)]
            assert [rows async for rows in snapshot.batches("SELECT n FROM log")] == [[(1,)]]
        assert len(await store.rows("SELECT n FROM log")) == 2


NEWER_COLUMNS = {
    "tables": ("seen",),
    "sessions": ("created", "browser", "system"),
    "profiles": ("skeleton",),
    "matches": ("since", "until", "setup", "steps", "record"),
}
NEWER_TABLES = (
    *("snapshots", "admin_keys", "admin_sessions", "audit", "blocks", "announcements", "reports"),
    *("push_keys", "push_devices", "push_tables", "webhooks", "turns_told", "deliveries"),
)
"""What came after version 2; the backup has no rows of these."""


async def test_a_backup_of_an_older_version_is_upgraded(url: str) -> None:
    lines = gzip.decompress(await backup_of(url)).splitlines()
    header = json.loads(lines[0])
    assert header["schema"] == len(SCRIPTS)
    for table in NEWER_TABLES:
        del header["tables"][table]
    for table, new in NEWER_COLUMNS.items():
        columns = header["tables"][table]["columns"]
        added = [columns.index(name) + 1 for name in new]
        columns[:] = [name for name in columns if name not in new]
        lines = [without(line, table, added) for line in lines]
    lines[0] = json.dumps(header | {"schema": 2}).encode()
    older = f"{url}-older" if dialect(url).in_order_of_key else url
    if older == url:
        everything = ("meta", *header["tables"], *NEWER_TABLES)
        await outside(url, *(f"DROP TABLE {table}" for table in everything))
    await restore(older, io.BytesIO(packed(lines)))
    async with opened(older) as store:
        assert await store.rows("SELECT version FROM meta") == [(len(SCRIPTS),)]
        assert await store.rows("SELECT name, skeleton FROM profiles") == [("Ödön 🎲", None)]
        assert len(await Log(store).read("t")) == ENTRIES


def without(line: bytes, table: str, columns: list[int]) -> bytes:
    row = json.loads(line)
    if not isinstance(row, list) or row[0] != table:
        return line
    return json.dumps([value for number, value in enumerate(row) if number not in columns]).encode()


def packed(lines: list[bytes]) -> bytes:
    """A backup of these lines, with a last one that is right."""
    data = b"".join(line + b"\n" for line in lines[:-1])
    return gzip.compress(data + json.dumps({"sha256": sha256(data).hexdigest()}).encode() + b"\n")


# Bad input


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return asyncio.run(backup_of(f"sqlite:{tmp_path_factory.mktemp('backup') / 'store.db'}"))


def changed_header(**changes: object) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        lines = gzip.decompress(data).splitlines()
        return packed([json.dumps(json.loads(lines[0]) | changes).encode(), *lines[1:]])

    return change


def changed_row(change: Callable[[list[Any]], object]) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        first, *lines = gzip.decompress(data).splitlines()
        row = json.loads(lines[0])
        change(row)
        return packed([first, json.dumps(row).encode(), *lines[1:]])

    return changed


def one_bit(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def repacked(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """The change to what is inside, so that gzip has nothing to complain about."""
    return lambda data: gzip.compress(change(gzip.decompress(data)))


BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "an empty file": (lambda _: b"", "cut off"),
    "no backup": (lambda _: b"PGDMP is something else\n" * 100, "not a backup of Stammtisch"),
    "another gzip file": (lambda _: gzip.compress(b"hello\n"), "not a backup of Stammtisch"),
    "another format": (changed_header(format="chess"), "not a backup of Stammtisch"),
    "the first bytes": (lambda data: data[:100], "cut off or damaged"),
    "cut off in the middle": (lambda data: data[: len(data) // 2], "cut off or damaged"),
    "without its last byte": (lambda data: data[:-1], "cut off or damaged"),
    "something after it": (lambda data: data + gzip.compress(b"more\n"), "cut off or damaged"),
    "a wrong bit": (one_bit, "cut off or damaged"),
    "without its last line": (repacked(lambda data: data[: data.rindex(b'{"sha256"')]), "cut off or damaged"),
    "without a row": (
        repacked(lambda data: b"\n".join(data.split(b"\n")[:1] + data.split(b"\n")[2:])),
        "cut off",
    ),
    "a changed row": (
        repacked(lambda data: data.replace(b"Ben", b"Eva").replace(b"est", b"EST", 1)),
        "damaged",
    ),
    "a newer format": (
        changed_header(version=2, program="9.1"),
        r"newer program, 9\.1: restore it with that",
    ),
    "a newer database": (changed_header(schema=len(SCRIPTS) + 1), "newer program"),
    "other tables": (changed_header(schema=2), "does not have the tables of a database of version 2"),
    "a row that is too short": (changed_row(list.pop), "cut off or damaged"),
    "a table that is unknown": (changed_row(lambda row: row.__setitem__(0, "meta")), "cut off or damaged"),
    "a value that is none": (changed_row(lambda row: row.__setitem__(1, [1])), "cut off or damaged"),
}


@pytest.mark.parametrize("kind", BAD)
async def test_a_bad_backup_is_refused_and_leaves_nothing(backup: bytes, kind: str, tmp_path: Path) -> None:
    change, why = BAD[kind]
    damaged = change(backup)
    assert damaged != backup
    with pytest.raises(BadBackup, match=why):
        await restore(f"sqlite:{tmp_path / 'new.db'}", io.BytesIO(damaged))
    assert list(tmp_path.iterdir()) == []


async def test_a_bad_backup_leaves_nothing_in_postgresql(backup: bytes, server: Server) -> None:
    url = await fresh_database(server)
    with pytest.raises(BadBackup, match="cut off"):
        await restore(url, io.BytesIO(backup[:-1]))
    assert await outside(url, dialect(url).columns) == []
    nul = changed_row(lambda row: row.__setitem__(1, "a\0b"))
    with pytest.raises(BadBackup, match="do not fit into the database"):
        await restore(url, io.BytesIO(nul(backup)))
    await restore(url, io.BytesIO(backup))


async def test_a_database_that_is_not_empty_is_left_as_it_is(url: str, backup: bytes) -> None:
    async with opened(url) as store:
        await store.write(entry("a", 1))
    with pytest.raises(BadStore, match="not empty; restore into a new one"):
        await restore(url, io.BytesIO(backup))
    async with opened(url) as store:
        assert await store.rows("SELECT n FROM log") == [(1,)]


async def test_a_database_that_a_server_uses_is_refused(url: str, backup: bytes) -> None:
    async with opened(url) as store:
        with pytest.raises(BadStore, match=r"not empty|another process uses it"):
            await restore(url, io.BytesIO(backup))
        await store.write(entry("a", 1))


async def test_a_folder_that_does_not_exist_is_not_created(tmp_path: Path, backup: bytes) -> None:
    with pytest.raises(BadStore, match="there is no folder"):
        await restore(f"sqlite:{tmp_path / 'none' / 'new.db'}", io.BytesIO(backup))
    assert list(tmp_path.iterdir()) == []


# The file


async def test_only_the_owner_can_read_a_backup_and_nothing_is_overwritten(file: str, tmp_path: Path) -> None:
    target = tmp_path / "tables.backup"
    before, old_mask = time.time(), os.umask(0)
    try:
        async with opened(file) as store:
            written = await write_backup(store, target)
            data = target.read_bytes()
            with pytest.raises(BadBackup, match="exists already"):
                await write_backup(store, target)
    finally:
        os.umask(old_mask)
    assert before <= written.created <= time.time()
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert target.read_bytes() == data
    assert {path.name for path in tmp_path.iterdir()} == {"store.db", "store.db.lock", "tables.backup"}


async def test_a_backup_that_appears_meanwhile_is_left_as_it_is(file: str, tmp_path: Path) -> None:
    target = tmp_path / "tables.backup"
    async with opened(file) as store:
        await store.write(entry("a", 1))
        with pytest.raises(BadBackup, match="somebody else"):
            await write_backup(store, target, lambda _done, _of: target.touch())
    assert target.read_bytes() == b""
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


async def test_a_folder_that_cannot_be_written_is_refused(file: str, tmp_path: Path) -> None:
    async with opened(file) as store:
        with pytest.raises(BadBackup, match="cannot be written: No such file or directory"):
            await write_backup(store, tmp_path / "none" / "tables.backup")
        with pytest.raises(BadBackup, match="cannot be written"):
            await write_backup(store, Path("/proc/tables.backup"))


async def test_a_full_disk_leaves_no_half_backup(file: str, tmp_path: Path) -> None:
    async with opened(file) as store:
        await fill(store)
        with largest_file(4096), pytest.raises(BadBackup, match="cannot be written: File too large"):
            await write_backup(store, tmp_path / "tables.backup")
    assert {path.name for path in tmp_path.iterdir()} == {"store.db", "store.db.lock"}


async def test_a_full_disk_leaves_no_half_database(backup: bytes, tmp_path: Path) -> None:
    with largest_file(4096), pytest.raises(Unavailable) as refused:
        await restore(f"sqlite:{tmp_path / 'new.db'}", io.BytesIO(backup))
    assert "disk" in refused.value.detail
    assert list(tmp_path.iterdir()) == []
