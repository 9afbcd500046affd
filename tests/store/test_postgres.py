"""What only a server can do: go away and come back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from stammtisch.store import BadStore, Halted, Log, Statement, open_store
from tests.servers import Server, fresh_database, postgres
from tests.store.stores import entry, opened


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that may be ill-treated."""
    with postgres() as running:
        yield running


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_lost_server_halts_everything_until_it_is_back(own_server: Server, end: str) -> None:
    async def scene() -> None:
        async with opened(own_server.url) as store:
            await store.write(entry("a", 1))
            getattr(own_server, end)()
            for _ in range(2):
                with pytest.raises(Halted) as caught:
                    await store.write(entry("a", 2))
                assert caught.value.code == "halted"
                with pytest.raises(Halted):
                    await store.rows("SELECT n FROM log")
            own_server.start()
            await store.write(entry("a", 3))
            assert await store.rows("SELECT n FROM log ORDER BY n") == [(1,), (3,)]

    asyncio.run(scene())


def test_nothing_that_returned_is_lost_when_the_server_dies(own_server: Server) -> None:
    async def write(log: Log, table: str) -> int:
        """How many appends returned before the server was gone."""
        n = 0
        while True:
            try:
                await log.append(table, n + 1, ["x", "y"][: 1 + n % 2])
            except Halted:
                return n
            n += 1 + n % 2

    async def scene() -> None:
        async with opened(own_server.url) as store:
            log = Log(store)
            writers = [asyncio.create_task(write(log, f"t{number}")) for number in range(30)]
            await asyncio.sleep(0.3)
            await asyncio.to_thread(own_server.kill)
            returned = await asyncio.gather(*writers)
            assert sum(returned) > 30
            await asyncio.to_thread(own_server.start)
            for number, count in enumerate(returned):
                assert len(await log.read(f"t{number}")) >= count

    asyncio.run(scene())


def test_a_write_that_is_cut_off_is_halted_and_nothing_of_it_kept(server: Server) -> None:
    url = fresh_database(server)

    async def scene() -> None:
        async with opened(url) as store, opened(url) as other:
            write = asyncio.ensure_future(store.write(entry("a", 1), Statement("SELECT pg_sleep(5)")))
            await asyncio.sleep(0.2)
            await other.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()"
            )
            with pytest.raises(Halted):
                await write
            assert await store.rows("SELECT n FROM log") == []

    asyncio.run(scene())


def test_a_server_that_is_not_there_is_halted(own_server: Server) -> None:
    own_server.stop()
    with pytest.raises(Halted, match="does not answer"):
        asyncio.run(open_store(own_server.url))


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ("/postgres", "/nowhere"),
        ("postgres@", "nobody:secret@"),
        ("127.0.0.1:", "127.0.0.1:9"),
        ("//", "//a:b:c"),
    ],
)
def test_an_address_that_cannot_work_is_refused_without_its_password(
    server: Server, part: str, instead: str
) -> None:
    with pytest.raises(BadStore, match="cannot be used") as caught:
        asyncio.run(open_store(server.url[::-1].replace(part[::-1], instead[::-1], 1)[::-1]))
    assert "secret" not in str(caught.value)
