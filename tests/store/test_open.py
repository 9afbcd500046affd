from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.store import BadStore, open_store
from stammtisch.store.migrations import SCRIPTS
from tests.store.stores import VERSION, dialect, entry, opened, outside, process, unavailable

HOLDER = """
import asyncio, sys
from stammtisch.store import open_store

async def main():
    store = await open_store(sys.argv[1], shared=sys.argv[2] == "shared")
    print("open", flush=True)
    sys.stdin.readline()
    await store.close()

asyncio.run(main())
"""


async def refused(url: str, *, shared: bool = False) -> str:
    with pytest.raises(BadStore) as caught:
        await open_store(url, shared=shared)
    assert caught.value.code == "bad-store"
    return str(caught.value)


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, today I threw three sixes. " * 100)
    before = path.read_bytes()
    assert "not a database" in await refused(str(path))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


async def test_a_folder_or_a_place_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert str(tmp_path) in await refused(str(tmp_path))
    nowhere = tmp_path / "nowhere"
    assert f"there is no folder {nowhere}; create it" in await refused(str(nowhere / "store.db"))


@pytest.mark.parametrize(("first", "second"), [("alone", "alone"), ("alone", "shared"), ("shared", "alone")])
async def test_a_second_process_is_refused_unless_both_share(file: str, first: str, second: str) -> None:
    with process(HOLDER, file, first) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        assert "--bus" in await refused(file, shared=second == "shared")
    await _opens(file)


async def test_processes_that_share_may_open_the_same_file(file: str) -> None:
    with process(HOLDER, file, "shared") as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        await _opens(file, shared=True)


async def test_orders_are_written_where_another_process_has_the_file(file: str) -> None:
    async with opened(file) as server:
        order = await open_store(file, alongside=True)
        await order.write(entry("a", 1))
        await order.close()
        assert await server.rows("SELECT n FROM log") == [(1,)]
        await server.write(entry("a", 2))
        await outside(file, "UPDATE meta SET version = 1")
        with pytest.raises(BadStore, match="upgrade"):
            await open_store(file, alongside=True)


async def test_a_reader_may_open_a_file_that_another_process_writes(file: str) -> None:
    with process(HOLDER, file, "alone") as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        assert await _read(file) == [(len(SCRIPTS),)]
    assert await _read(file) == [(len(SCRIPTS),)]


async def test_a_reader_cannot_write(url: str) -> None:
    async with opened(url) as store:
        await store.write(entry("a", 1))
    reader = await open_store(url, read_only=True)
    with unavailable("read-?only"):
        await reader.write(entry("a", 2))
    assert await reader.rows("SELECT n FROM log") == [(1,)]
    await reader.close()


async def test_a_reader_neither_creates_nor_upgrades_a_store(url: str) -> None:
    scripts = [sql.format(in_order_of_key=dialect(url).in_order_of_key) for sql in SCRIPTS[0]]
    await outside(url, *scripts, VERSION)
    with pytest.raises(BadStore, match=r"has version 1.*start `stammtisch serve`"):
        await _read(url)
    assert await outside(url, VERSION) == [(1,)]


async def test_a_reader_needs_a_file_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="there is no such file; name the database of a server"):
        await _read(str(tmp_path / "store.db"))
    assert list(tmp_path.iterdir()) == []


async def _read(url: str) -> object:
    store = await open_store(url, read_only=True)
    found = await store.rows(VERSION)
    await store.close()
    return found


async def _opens(url: str, *, shared: bool = False) -> None:
    async with opened(url, shared=shared) as store:
        await store.write(entry("a", 1))
