"""The contract of a database, on both engines."""

from __future__ import annotations

import asyncio
from itertools import groupby

import pytest

from stammtisch.store import Conflict, Database, Statement
from tests.store.stores import entry, opened, process

WRITER = """
import asyncio, os, sys
from itertools import count
from stammtisch.store import Log, open_store

left = iter(range(int(sys.argv[2])))

async def write(log, table):
    for n in count(1):
        await log.append(table, n, [f"{table} {n}"])
        os.write(1, f"{table} {n}\\n".encode())
        if next(left, None) is None:
            os._exit(1)

async def main():
    log = Log(await open_store(sys.argv[1]))
    await asyncio.gather(*(write(log, f"t{number}") for number in range(10)))

asyncio.run(main())
"""


async def entries(store: Database, table: str) -> list[str]:
    rows = await store.rows("SELECT entry FROM log WHERE table_id = $1 ORDER BY n", table)
    return [text for (text,) in rows]


async def test_what_was_written_can_be_read(url: str) -> None:
    async with opened(url) as store:
        await store.write(entry("a", 1, "jäger ♞ 'x' $1"), entry("a", 2, "two"))
        assert await entries(store, "a") == ["jäger ♞ 'x' $1", "two"]
    async with opened(url) as store:
        assert await entries(store, "a") == ["jäger ♞ 'x' $1", "two"]


async def test_a_taken_key_is_a_conflict_and_changes_nothing(url: str) -> None:
    async with opened(url) as store:
        await store.write(entry("a", 1, "first"))
        with pytest.raises(Conflict):
            await store.write(entry("a", 1, "second"))
        assert await entries(store, "a") == ["first"]


async def test_several_statements_are_all_kept_or_none(url: str) -> None:
    async with opened(url) as store:
        await store.write(entry("a", 2))
        with pytest.raises(Conflict):
            await store.write(entry("a", 1), entry("a", 2), entry("a", 3))
        assert await store.rows("SELECT n FROM log") == [(2,)]


async def test_conflicts_undo_only_their_own_writes(url: str) -> None:
    """Every third write asks for a key that is taken, alone or after a good statement."""

    async with opened(url) as store:
        await store.write(entry("taken", 1))
        asked = [
            [[entry("a", n)], [entry("a", n), entry("taken", 1)], [entry("taken", 1)]][n % 3]
            for n in range(60)
        ]
        outcomes = await asyncio.gather(*(store.write(*one) for one in asked), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, Conflict] * 20
        kept = await store.rows("SELECT n FROM log WHERE table_id = 'a' ORDER BY n")
        assert kept == [(n,) for n in range(0, 60, 3)]


async def test_a_statement_that_makes_no_sense_harms_nobody_else(url: str) -> None:
    async with opened(url) as store:
        asked = (
            store.write(entry("a", 1)),
            store.write(Statement("INSERT INTO nowhere VALUES (1)")),
            store.write(entry("a", 2), Statement("INSERT INTO log VALUES ($1, $2, NULL)", ("a", 3))),
            store.write(Statement("INSERT INTO log VALUES ('a', $1, '')", (2**70,))),
            store.write(entry("a", 4)),
        )
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [outcome is None for outcome in outcomes] == [True, False, False, False, True]
        assert not any(isinstance(outcome, Conflict) for outcome in outcomes)
        assert await store.rows("SELECT n FROM log ORDER BY n") == [(1,), (4,)]


async def test_of_two_connections_exactly_one_gets_the_number(url: str) -> None:
    def pair(one: Database, other: Database) -> list[tuple[Database, str]]:
        return [(one, "one"), (other, "other")]

    async with opened(url, shared=True) as one, opened(url, shared=True) as other:
        asked = [store.write(entry("a", n, name)) for n in range(100) for store, name in pair(one, other)]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        winners = await entries(one, "a")
        for n, (mine, theirs) in enumerate(zip(outcomes[::2], outcomes[1::2], strict=True)):
            assert {type(mine), type(theirs)} == {type(None), Conflict}
            assert winners[n] == ("one" if mine is None else "other")


async def test_one_connection_reads_what_the_other_wrote(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as other:
        for n in range(20):
            await one.write(entry("a", n))
            assert len(await entries(other, "a")) == n + 1


async def test_a_caller_that_stops_waiting_stops_nobody_else(url: str) -> None:
    async with opened(url) as store:
        impatient = asyncio.ensure_future(store.write(entry("a", 1)))
        patient = asyncio.ensure_future(store.write(entry("a", 2)))
        await asyncio.sleep(0)
        impatient.cancel()
        await patient
        assert (2,) in await store.rows("SELECT n FROM log")


@pytest.mark.parametrize("leaves_after", [200, 1_000_000], ids=["leaves", "is killed"])
async def test_nothing_that_returned_is_lost_when_a_writer_dies(url: str, leaves_after: int) -> None:
    with process(WRITER, url, str(leaves_after)) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline().rstrip() for _ in range(200)]
        if leaves_after > 200:
            writer.kill()
        said += writer.stdout.read().splitlines()

    async with opened(url) as store:
        for table, texts in groupby(sorted(said), key=lambda text: text.split()[0]):
            kept = await entries(store, table)
            assert set(texts) <= set(kept)
            assert kept == [f"{table} {n}" for n in range(1, len(kept) + 1)]
