from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
import pytest

from stammtisch.store import Conflict, Facts, Log
from stammtisch.store.log import EndedMatch, StoredRecord
from tests.store.stores import FACTS, opened


@pytest.fixture
async def log(url: str) -> AsyncIterator[Log]:
    async with opened(url) as store:
        yield Log(store)


def facts(code: str, **changes: object) -> Facts:
    return msgspec.structs.replace(FACTS, code=code, **changes)


async def test_entries_are_read_in_order_from_any_number_on(log: Log) -> None:
    await log.append("a", 1, ["one", "two", "three"])
    await log.append("a", 4, ["four"])
    await log.append("b", 1, ["other"])
    assert await log.read("a") == ["one", "two", "three", "four"]
    assert await log.read("a", 2) == ["three", "four"]
    assert await log.read("a", 4) == []
    assert await log.read("nobody") == []


async def test_a_long_log_may_come_at_once(log: Log) -> None:
    entries = [str(n) for n in range(5000)]
    await log.append("a", 1, entries)
    assert await log.read("a") == entries


async def test_a_number_that_is_taken_keeps_the_first_and_nothing_of_the_second(log: Log) -> None:
    await log.append("a", 1, ["one", "two"], FACTS)
    with pytest.raises(Conflict):
        await log.append("a", 2, ["late", "later"], facts("abc", free=0))
    assert await log.read("a") == ["one", "two"]
    assert await log.facts("a") == FACTS


async def test_facts_come_back_as_they_were_and_the_last_ones_hold(log: Log) -> None:
    later = Facts(
        code="xyz",
        game="tock",
        players=4,
        status="over",
        public=False,
        name="Béla ♞",
        free=0,
        created=1730000000.123456,
        touched=1730000001.25,
        wake=1730000002.5,
    )
    assert await log.facts("a") is None
    await log.append("a", 1, ["one"], FACTS)
    assert await log.facts("a") == FACTS
    await log.append("a", 2, ["two"], later)
    assert await log.facts("a") == later


async def test_facts_alone_leave_the_log_as_it_is(log: Log) -> None:
    await log.append("a", 1, [], FACTS)
    assert await log.facts("a") == FACTS
    assert await log.read("a") == []


async def test_a_code_leads_to_one_table(log: Log) -> None:
    await log.append("a", 1, ["one"], facts("abc"))
    with pytest.raises(Conflict):
        await log.append("b", 1, ["one"], facts("abc"))
    assert await log.read("b") == []
    assert await log.by_code("abc") == "a"
    assert await log.by_code("xyz") is None


async def test_a_code_leads_to_a_table_only_while_people_gather_there(log: Log) -> None:
    found = {
        "open": facts("1", public=False),
        "public": facts("2", status="playing", free=0),
        "seats free": facts("3", status="playing", public=False, free=1),
    }
    hidden = {
        "playing": facts("4", status="playing", public=False, free=0),
        "over": facts("5", status="over"),
        "closed": facts("6", status="closed"),
    }
    for table, known in (found | hidden).items():
        await log.append(table, 1, ["one"], known)
    assert [await log.joinable(known.code) for known in found.values()] == [*found]
    assert [await log.joinable(known.code) for known in hidden.values()] == [None] * len(hidden)
    assert [await log.by_code(known.code) for known in hidden.values()] == [*hidden]


async def test_the_public_list_has_what_can_be_joined_or_watched_newest_first(log: Log) -> None:
    shown = {
        "old": facts("1", created=1.0, status="playing"),
        "new": facts("2", created=3.0),
        "middle": facts("3", created=2.0),
    }
    hidden = {
        "private": facts("4", public=False),
        "over": facts("5", status="over"),
        "closed": facts("6", status="closed"),
    }
    for table, known in (shown | hidden).items():
        await log.append(table, 1, ["one"], known)
        await log.visited(table, 100.0, 200.0)
    listed = [table for table, _ in await log.listed(100.0)]
    assert listed == ["new", "middle", "old"]
    assert [table for table, _ in await log.listed(100.0, limit=1)] == ["new"]


async def test_the_public_list_has_tables_at_which_somebody_was_lately(log: Log) -> None:
    for table, seen in {"empty": None, "left": 40.0, "visited": 60.0}.items():
        await log.append(table, 1, ["one"], facts(table))
        if seen is not None:
            await log.visited(table, seen, 200.0)
    assert [table for table, _ in await log.listed(50.0)] == ["visited"]
    await log.append("visited", 2, ["two"], facts("visited", free=0))
    assert [table for table, _ in await log.listed(50.0)] == ["visited"]


async def test_a_visit_puts_off_the_end_of_a_lobby_and_no_clock(log: Log) -> None:
    await log.append("lobby", 1, ["one"], facts("lobby", wake=20.0))
    await log.append("match", 1, ["one"], facts("match", status="playing", wake=20.0))
    for table in ("lobby", "match"):
        await log.visited(table, 10.0, 90.0)
    assert await log.due(50.0) == ["match"]
    assert await log.due(90.0) == ["match", "lobby"]


async def test_a_spectator_does_not_put_off_the_end_of_a_lobby(log: Log) -> None:
    await log.append("lobby", 1, ["one"], facts("lobby", wake=20.0))
    await log.visited("lobby", 10.0, None)
    assert await log.due(20.0) == ["lobby"]
    assert [table for table, _ in await log.listed(10.0)] == ["lobby"]


async def test_only_a_table_that_is_due_is_postponed(log: Log) -> None:
    for table, wake in {"due": 20.0, "later": 30.0, "never": None}.items():
        await log.append(table, 1, ["one"], facts(table, wake=wake))
        await log.postpone(table, 25.0, 90.0)
    assert await log.due(80.0) == ["later"]
    assert await log.due(90.0) == ["later", "due"]


async def test_a_clock_that_has_run_out_is_found_the_longest_overdue_first(log: Log) -> None:
    for table, wake in {"later": 30.0, "late": 20.0, "now": 25.0, "never": None}.items():
        await log.append(table, 1, ["one"], facts(table, wake=wake))
    assert await log.due(25.0) == ["late", "now"]
    assert await log.due(25.0, limit=1) == ["late"]
    await log.append("late", 2, ["two"], facts("late", wake=None))
    assert await log.due(25.0) == ["now"]


async def test_all_tables_come_page_by_page_or_by_status(log: Log) -> None:
    for n in range(5):
        await log.append(f"t{n}", 1, ["one"], facts(str(n), created=float(n), status=("over", "open")[n % 2]))
    assert [table for table, _ in await log.tables()] == ["t4", "t3", "t2", "t1", "t0"]
    assert [table for table, _ in await log.tables("over")] == ["t4", "t2", "t0"]
    assert [table for table, _ in await log.tables(None, limit=2, offset=1)] == ["t3", "t2"]


@pytest.mark.parametrize(
    ("search", "found"),
    [("t1", "t1"), ("ONE", "t1"), ("Tock", "t1"), ("ÖR", "t1"), ("100%_", "t2"), ("_", "t2"), ("T1", "")],
)
async def test_tables_are_found_by_id_code_game_or_part_of_a_name(log: Log, search: str, found: str) -> None:
    await log.append("t1", 1, ["one"], facts("one", game="tock", name="JÖRG"))
    await log.append("t2", 1, ["one"], facts("two", game="zock", name="100%_!"))
    assert [table for table, _ in await log.tables(search=search)] == ([found] if found else [])


async def test_a_match_leads_to_its_table_and_is_kept_once(log: Log) -> None:
    assert await log.match("m") is None
    await log.append("a", 1, ["one"], facts("a"))
    await log.append("a", 2, ["two", "three"], facts("a"), EndedMatch("m", 1, "setup"))
    await log.append("b", 1, ["one"], facts("b"), EndedMatch("m", 1, "another"))
    assert await log.match("m") == ("a", "zock", 1, 3, "setup")


async def test_a_record_is_kept_with_its_match(log: Log) -> None:
    await log.append("a", 1, ["one"], facts("a"), EndedMatch("m", 1, "setup"))
    assert await log.record("m") is None
    kept = StoredRecord(7, bytes(range(256)))
    for match in ("m", "deleted meanwhile"):
        await log.keep_record(match, kept)
    assert await log.record("m") == kept
    assert await log.record("deleted meanwhile") is None


async def test_a_deleted_table_is_gone_with_its_log_and_matches_and_no_other(log: Log) -> None:
    for table in ("a", "b"):
        await log.append(table, 1, ["one"], facts(table), EndedMatch(f"match of {table}", 1, ""))
    await log.delete("a")
    assert (await log.read("a"), await log.facts("a"), await log.match("match of a")) == ([], None, None)
    assert await log.read("b") == ["one"]
    assert await log.by_code("b") == "b"
    assert await log.match("match of b") is not None
