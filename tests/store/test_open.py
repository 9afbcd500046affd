from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stammtisch.store import BadStore, open_store
from tests.store.stores import entry, opened, process

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


def refused(url: str, *, shared: bool = False) -> str:
    with pytest.raises(BadStore) as caught:
        asyncio.run(open_store(url, shared=shared))
    assert caught.value.code == "bad-store"
    return str(caught.value)


def test_a_plain_path_is_a_file_of_sqlite(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(str(tmp_path / "plain.db")) as store:
            await store.write(entry("a", 1))
        async with opened(f"sqlite:{tmp_path / 'plain.db'}") as store:
            assert await store.rows("SELECT table_id FROM log") == [("a",)]

    asyncio.run(scene())


@pytest.mark.parametrize("url", ["", "sqlite:", "sqlite:///store.db", "mysql://anna:secret@host/db"])
def test_an_unknown_address_is_refused_without_its_password(url: str) -> None:
    message = refused(url)
    assert "sqlite:PATH or postgresql://" in message
    assert "secret" not in message


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, today I threw three sixes. " * 100)
    before = path.read_bytes()
    assert "not a database" in refused(str(path))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_or_a_place_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert str(tmp_path) in refused(str(tmp_path))
    assert "unable to open" in refused(str(tmp_path / "nowhere" / "store.db"))


@pytest.mark.parametrize(("first", "second"), [("alone", "alone"), ("alone", "shared"), ("shared", "alone")])
def test_a_second_process_is_refused_unless_both_share(file: str, first: str, second: str) -> None:
    with process(HOLDER, file, first) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        assert "--bus" in refused(file, shared=second == "shared")
    asyncio.run(_opens(file))


def test_processes_that_share_may_open_the_same_file(file: str) -> None:
    with process(HOLDER, file, "shared") as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        asyncio.run(_opens(file, shared=True))


async def _opens(url: str, *, shared: bool = False) -> None:
    async with opened(url, shared=shared) as store:
        await store.write(entry("a", 1))
