from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from stammtisch.store import BadStore, Log, open_store
from stammtisch.store.migrations import SCRIPTS
from tests.store.stores import FACTS, VERSION, dialect, entry, opened, outside, process

WEEK = 7 * 24 * 3600

OPENER = """
import asyncio, sys
from stammtisch.store import open_store

async def main():
    print("ready", flush=True)
    sys.stdin.readline()
    await (await open_store(sys.argv[1], shared=True)).close()

asyncio.run(main())
"""


async def of_version_1(url: str) -> None:
    await outside(
        url, *(sql.format(in_order_of_key=dialect(url).in_order_of_key) for sql in SCRIPTS[0]), VERSION
    )


async def test_an_old_lobby_closes_a_week_after_the_upgrade_at_the_earliest(url: str) -> None:
    await of_version_1(url)
    for table, status, wake in (("lobby", "open", "NULL"), ("over", "over", "NULL"), ("clock", "playing", 5)):
        values = f"'{table}', '{table}', 'zock', 2, '{status}', 1, 'Anna', 1, 10.5, 11.5, {wake}"
        await outside(url, f"INSERT INTO tables VALUES ({values})", VERSION)  # noqa: S608
    ((before,),) = await outside(url, f"SELECT {dialect(url).now}")
    async with opened(url) as store:
        wakes = dict(await store.rows("SELECT id, wake FROM tables"))
        ((after,),) = await store.rows(f"SELECT {dialect(url).now}")
    assert before + WEEK <= wakes.pop("lobby") <= after + WEEK
    assert wakes == {"over": None, "clock": 5}


async def contents(url: str) -> object:
    """All there is to see; of a file every byte."""
    if url.startswith("sqlite:"):
        return Path(url.removeprefix("sqlite:")).read_bytes()
    columns = sorted(await outside(url, dialect(url).columns))
    return columns, [await outside(url, f"SELECT * FROM {table}") for table, _ in columns]  # noqa: S608


async def test_a_new_store_has_the_newest_version(url: str) -> None:
    async with opened(url) as store:
        assert await store.rows(VERSION) == [(len(SCRIPTS),)]
        for table in ("profiles", "sessions", "results", "ratings"):
            assert await store.rows(f"SELECT * FROM {table}") == []  # noqa: S608


async def test_an_old_store_is_upgraded_and_keeps_its_data(url: str) -> None:
    await of_version_1(url)
    await outside(
        url,
        "INSERT INTO log VALUES ('a', 1, 'one')",
        "INSERT INTO tables VALUES ('a', 'abc', 'zock', 2, 'open', 1, 'Anna', 1, 10.5, 11.5, NULL)",
        VERSION,
    )
    assert await outside(url, VERSION) == [(1,)]
    async with opened(url) as store:
        assert await store.rows(VERSION) == [(len(SCRIPTS),)]
        assert await Log(store).read("a") == ["one"]
        facts = await Log(store).facts("a")
        assert facts is not None
        assert facts.wake is not None
        assert replace(facts, wake=None) == FACTS
        assert await store.rows("SELECT id FROM profiles") == []


async def test_an_upgrade_that_fails_leaves_the_old_version(url: str) -> None:
    await of_version_1(url)
    await outside(url, "CREATE TABLE ratings (mine BIGINT)", VERSION)
    with pytest.raises(Exception, match="ratings"):
        await open_store(url)
    assert await outside(url, VERSION) == [(1,)]
    assert ("profiles", "id") not in await outside(url, dialect(url).columns)


async def test_a_newer_version_is_refused_and_left_alone(url: str) -> None:
    async with opened(url) as store:
        await store.write(entry("a", 1))
    await outside(url, "UPDATE meta SET version = 99", VERSION)
    before = await contents(url)
    with pytest.raises(BadStore, match="version 99"):
        await open_store(url)
    assert await contents(url) == before


@pytest.mark.parametrize(
    "tables",
    [
        ["CREATE TABLE customers (id BIGINT)", "INSERT INTO customers VALUES (1)"],
        ["CREATE TABLE meta (version BIGINT)", "INSERT INTO meta VALUES (1)"],
        ["CREATE TABLE meta (program TEXT, version BIGINT)", "INSERT INTO meta VALUES ('x', 1)"],
        ["CREATE TABLE meta (program TEXT, version BIGINT)"],
    ],
    ids=["no meta", "another meta", "another program", "an empty meta"],
)
async def test_a_foreign_database_is_refused_and_left_alone(url: str, tables: list[str]) -> None:
    await outside(url, *tables, "SELECT 1")
    before = await contents(url)
    with pytest.raises(BadStore, match="another program"):
        await open_store(url)
    assert await contents(url) == before


async def test_processes_that_start_at_once_make_the_tables_once(url: str) -> None:
    openers = [process(OPENER, url) for _ in range(4)]
    for opener in openers:
        assert opener.stdout is not None
        assert opener.stdout.readline() == "ready\n"
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.close()
    for opener in openers:
        with opener:
            assert opener.stderr is not None
            assert opener.stderr.read() == ""
    assert await outside(url, VERSION) == [(len(SCRIPTS),)]
