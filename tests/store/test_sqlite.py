"""What only a file can do: group its commits, be locked, and be full."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stammtisch.store import (
    Damaged,
    Database,
    Log,
    Statement,
    Unavailable,
    open_store,
    sqlite,
    sqlite_commits,
)
from stammtisch.store import check as checking
from stammtisch.store.sqlite import SQLite
from stammtisch.store.sqlite_commits import placeholders
from stammtisch.store.sqlite_errors import primary
from support.waiting import until
from tests.store.stores import FACTS, entry, largest_file, opened, unavailable


def path(file: str) -> Path:
    return Path(file.removeprefix("sqlite:"))


def commits(file: str) -> int:
    """Commits in the write-ahead log: frames that say how large the database is after them."""
    data = path(file).with_name("store.db-wal").read_bytes()
    size = 24 + int.from_bytes(data[8:12], "big")
    sizes = (int.from_bytes(data[at + 4 : at + 8], "big") for at in range(32, len(data), size))
    return sum(size > 0 for size in sizes)


async def numbers(store: Database) -> list[int]:
    return [n for (n,) in await store.rows("SELECT n FROM log ORDER BY n")]


@contextmanager
def locked(file: str) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path(file), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_placeholders_are_numbered_as_sqlite_does() -> None:
    assert placeholders("SELECT $1, $2, $1 + $10") == "SELECT ?1, ?2, ?1 + ?10"


def test_quoted_text_is_no_placeholder() -> None:
    assert placeholders("SELECT 'it''s $1' || $1 || '$2'") == "SELECT 'it''s $1' || ?1 || '$2'"


async def test_writes_that_wait_together_are_committed_together(file: str) -> None:
    async with opened(file) as store:
        before = commits(file)
        await asyncio.gather(*(store.write(entry("a", n)) for n in range(300)))
        assert commits(file) - before <= 3
        assert await numbers(store) == list(range(300))


async def test_a_write_waits_for_others_only_if_it_came_during_a_commit(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, delays = asyncio.get_running_loop(), list[float]()

    def call_later(delay: float, *call: Any) -> asyncio.TimerHandle:
        delays.append(delay)
        return loop.call_at(loop.time() + delay, *call)

    async with opened(file) as store:
        monkeypatch.setattr(loop, "call_later", call_later)
        for n in range(3):
            await store.write(entry("a", n))
        assert delays == []
        before = commits(file)
        first = store.write(entry("a", 3))
        await asyncio.sleep(0)  # from now on it is on its way to the disk
        await asyncio.gather(first, *(store.write(entry("a", n)) for n in range(4, 100)))
        assert delays == [sqlite_commits.GATHERING]
        assert commits(file) - before == 2
        monkeypatch.undo()


async def test_a_commit_waits_for_the_disk(file: str) -> None:
    async with opened(file) as store:
        assert isinstance(store, SQLite)
        writer = store._commits._connection
        assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert writer.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_a_query_cannot_write(file: str) -> None:
    async with opened(file) as store:
        with unavailable("readonly"):
            await store.rows("DELETE FROM log")


async def test_hosts_are_found_whatever_the_case_of_letters_beyond_ascii(file: str) -> None:
    async with opened(file) as store:
        await Log(store).append("a", 1, ["one"], msgspec.structs.replace(FACTS, name="Özlem"))
        assert [table for table, _ in await Log(store).tables(search="özL")] == ["a"]


async def test_a_lock_that_lasts_halts_writing_and_is_no_obstacle_afterwards(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_commits, "PATIENCE", 0.1)
    async with opened(file) as store:
        await store.write(entry("a", 1))
        with locked(file):
            asked = (store.write(entry("a", n)) for n in (2, 3, 4))
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [Unavailable] * 3
            assert isinstance(outcomes[0], Unavailable)
            assert "locked" in outcomes[0].detail
            assert await numbers(store) == [1]
        await store.write(entry("a", 5))
        assert await numbers(store) == [1, 5]


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Every error that was looked at, to see whether the file is busy."""
    errors: list[Exception] = []

    def noted(error: Exception) -> int:
        errors.append(error)
        return primary(error)

    for module in (sqlite, sqlite_commits):
        monkeypatch.setattr(module, "primary", noted)
    return errors


async def test_a_lock_that_is_short_is_waited_for_while_the_loop_goes_on(
    file: str, busy: list[Exception]
) -> None:
    async with opened(file) as store:
        with locked(file) as other:
            write = asyncio.ensure_future(store.write(entry("a", 1)))
            await until(lambda: len(busy) >= 3)
            assert not write.done()
            other.execute("COMMIT")
            await write
        assert await numbers(store) == [1]


async def test_opening_waits_for_the_process_that_prepares_the_file(file: str, busy: list[Exception]) -> None:
    with locked(file) as other:
        opening = asyncio.create_task(open_store(file))
        await until(lambda: len(busy) >= 3)
        assert not opening.done()
        other.execute("COMMIT")
        await (await opening).close()


async def test_a_full_database_halts_writing_until_there_is_room(file: str) -> None:
    async with opened(file) as store:
        await store.write(entry("a", 1))
        await store.write(Statement("PRAGMA max_page_count = 1"))  # as small as what is there already
        with unavailable("full"):
            await store.write(entry("a", 2, "x" * 100_000))
        with unavailable("full"):
            await store.write(entry("a", 2), entry("a", 3, "x" * 100_000))
        with unavailable("full"):
            await Log(store).append("a", 2, ["x", "x" * 100_000])
        assert await numbers(store) == [1]
        await store.write(Statement("PRAGMA max_page_count = 100000"))
        await store.write(entry("a", 2, "x" * 100_000))
        assert await numbers(store) == [1, 2]


async def test_a_disk_that_fails_at_the_commit_halts_writing_until_it_works_again(file: str) -> None:
    async with opened(file) as store:
        await store.write(entry("a", 1))
        with largest_file(path(file).with_name("store.db-wal").stat().st_size):
            with unavailable("I/O error"):
                await store.write(entry("a", 2))
            assert await numbers(store) == [1]
        await store.write(entry("a", 3))
        assert await numbers(store) == [1, 3]


async def test_what_waits_at_the_close_is_still_written_and_what_comes_later_is_not(file: str) -> None:
    async with opened(file) as store:
        waiting = [asyncio.ensure_future(Log(store).append("a", n, ["x"])) for n in range(1, 1001)]
        await asyncio.sleep(0)
        await store.close()
        assert all(task.done() for task in waiting)
        with unavailable("closed"):
            await store.write(entry("a", 2000))
    async with opened(file) as store:
        assert await numbers(store) == list(range(1, 1001))


async def test_a_damaged_page_concerns_only_writes_that_meet_it(file: str) -> None:
    async with opened(file) as store:
        for table in "abc":
            await Log(store).append(table, 1, ["x" * 200] * 60)
    data = bytearray(path(file).read_bytes())
    pages = [at for at in range(0, len(data), 4096) if data.count(b"x" * 200, at, at + 4096) > 8]
    middle = pages[len(pages) // 2]
    data[middle : middle + 8] = b"\xff" * 8
    path(file).write_bytes(data)
    failures = list[Unavailable]()
    store = await open_store(file, on_unavailable=failures.append)
    writes = [store.write(entry(table, n)) for table, n in (("a", 0), ("b", 30), ("c", 61), ("d", 1))]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), Damaged, type(None), type(None)]
    with pytest.raises(Damaged):
        await Log(store).read("b")
    assert len(await Log(store).read("c")) == 61
    assert (await store.check()).file
    assert failures == []
    await store.close()


class Looks:
    """A clock that stands still, and how often somebody looked at it."""

    def __init__(self) -> None:
        self.count = 0

    def monotonic(self) -> float:
        self.count += 1
        return 0.0


async def test_a_check_that_is_cancelled_ends_soon(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n"
    looks = Looks()
    monkeypatch.setattr(checking, "_PAGES", endless)
    monkeypatch.setattr(checking, "time", looks)
    async with opened(file) as store:
        task = asyncio.create_task(store.check())
        await until(lambda: looks.count > 1)  # the second time, the query is running
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.get_running_loop().shutdown_default_executor()  # waits for the thread


async def test_a_check_that_takes_too_long_ends_early(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "SECONDS", -1.0)
    monkeypatch.setattr(checking, "INSTRUCTIONS", 1)
    async with opened(file) as store:
        await Log(store).append("a", 1, ["{}"] * 100)
        assert not (await store.check()).complete
