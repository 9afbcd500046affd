"""What only a server can do: go away and come back."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest

from stammtisch.store import BadStore, Log, Statement, Unavailable, open_store
from support.servers import Server, fresh_database, postgres
from support.waiting import until
from tests.store.stores import entry, opened, unavailable


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that may be ill-treated."""
    with postgres() as running:
        yield running


@pytest.mark.parametrize("end", ["stop", "kill"])
async def test_a_lost_server_halts_everything_until_it_is_back(own_server: Server, end: str) -> None:
    async with opened(own_server.url) as store:
        await store.write(entry("a", 1))
        getattr(own_server, end)()
        for _ in range(2):
            with pytest.raises(Unavailable) as caught:
                await store.write(entry("a", 2))
            assert caught.value.code == "halted"
            with pytest.raises(Unavailable):
                await store.rows("SELECT n FROM log")
        own_server.start()
        await store.write(entry("a", 3))
        assert await store.rows("SELECT n FROM log ORDER BY n") == [(1,), (3,)]


async def test_nothing_that_returned_is_lost_when_the_server_dies(own_server: Server) -> None:
    stored: Counter[str] = Counter()

    async def write(log: Log, table: str) -> None:
        """Append one or two entries at a time until the server is gone."""
        with suppress(Unavailable):
            while True:
                size = 1 + stored[table] % 2
                await log.append(table, stored[table] + 1, ["x", "y"][:size])
                stored[table] += size

    async with opened(own_server.url) as store:
        log = Log(store)
        writers = [asyncio.create_task(write(log, f"t{number}")) for number in range(30)]
        await until(lambda: stored.total() > 300)
        await asyncio.to_thread(own_server.kill)
        await asyncio.gather(*writers)
        await asyncio.to_thread(own_server.start)
        for table, count in stored.items():
            assert len(await log.read(table)) >= count


async def test_a_write_that_is_cut_off_is_refused_and_nothing_of_it_kept(server: Server) -> None:
    url = await fresh_database(server)
    sleeping = "FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()"
    async with opened(url) as store, opened(url) as other:
        write = asyncio.ensure_future(store.write(entry("a", 1), Statement("SELECT pg_sleep(60)")))
        while await other.rows(f"SELECT 1 {sleeping}") == []:
            assert not write.done()
        await other.rows(f"SELECT pg_terminate_backend(pid) {sleeping}")
        with pytest.raises(Unavailable):
            await write
        assert await store.rows("SELECT n FROM log") == []


async def test_a_server_that_is_not_there_is_unavailable(own_server: Server) -> None:
    own_server.stop()
    with unavailable("does not answer"):
        await open_store(own_server.url)


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ("/postgres", "/nowhere"),
        ("postgres@", "nobody:secret@"),
        ("127.0.0.1:", "127.0.0.1:9"),
        ("//", "//a:b:c"),
    ],
)
async def test_an_address_that_cannot_work_is_refused_without_its_password(
    server: Server, part: str, instead: str
) -> None:
    with pytest.raises(BadStore, match="cannot be used") as caught:
        await open_store(server.url[::-1].replace(part[::-1], instead[::-1], 1)[::-1])
    assert "secret" not in str(caught.value)
