"""The administration of a database of either engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from stammtisch.core.errors import BadRequest
from stammtisch.server.accounts.profiles import BadPassword
from stammtisch.server.administration import blocks, reports
from stammtisch.server.administration.administration import Administration
from stammtisch.server.administration.announcements import NewAnnouncement
from stammtisch.server.administration.audit import Administrator
from stammtisch.server.administration.blocks import NewBlock, blocking_address
from stammtisch.server.administration.errors import UnknownEntry
from stammtisch.server.administration.reports import REPORTS_LAST, NewReport
from tests.server.profiles import ManualClock, finished_table
from tests.store.stores import opened

TESTER = Administrator("tester")


@asynccontextmanager
async def administration(url: str) -> AsyncIterator[tuple[Administration, ManualClock]]:
    clock = ManualClock(1e9)
    async with opened(url) as store:
        yield Administration(store, clock, clock), clock


async def test_keys_are_set_used_and_revoked(url: str) -> None:
    async with administration(url) as (here, clock):
        assert not await here.keys.any()
        await here.keys.set_password("correct horse", TESTER)
        token = await here.keys.add_token("monitoring", TESTER)
        for name in ("monitoring", "password", "Not a name", ""):
            with pytest.raises(BadRequest):
                await here.keys.add_token(name, TESTER)
        assert await here.keys.caller(token) == "monitoring"
        session = await here.keys.sign_in("correct horse", "192.0.2.1")
        assert await here.keys.caller(session.token) == "password"
        with pytest.raises(BadPassword):
            await here.keys.sign_in("wrong", "192.0.2.1")
        clock.now = session.until
        assert await here.keys.caller(session.token) is None
        await here.keys.revoke("monitoring", TESTER)
        assert await here.keys.caller(token) is None
        with pytest.raises(UnknownEntry):
            await here.keys.revoke("monitoring", TESTER)


async def test_blocks_and_announcements_are_kept_until_they_end(url: str) -> None:
    async with administration(url) as (here, clock):
        block = await here.blocks.add(NewBlock("name", "B\x00en ", 60), TESTER)
        assert block.value == "B en"
        await here.announcements.announce(NewAnnouncement("one", 60), TESTER)
        await here.announcements.announce(NewAnnouncement("two", 120), TESTER)
        assert [each.text for each in [await here.announcements.current()] if each] == ["two"]
        clock.now += 60
        assert await here.blocks.listed() == []
        with pytest.raises(UnknownEntry):
            await here.blocks.end(block.id, TESTER)
        clock.now += 60
        assert await here.announcements.current() is None
        assert [entry.action for entry in await here.audit.listed(10)].count("announced") == 2


async def test_there_is_an_end_to_blocks(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 2)
    async with administration(file) as (here, _):
        for name in ("Anna", "Ben"):
            await here.blocks.add(NewBlock("name", name, 60), TESTER)
        with pytest.raises(BadRequest):
            await here.blocks.add(NewBlock("name", "Carla", 60), TESTER)


async def test_reports_are_kept_for_a_while_and_up_to_a_number(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "MOST_REPORTS", 3)
    table = finished_table(None, None)
    async with administration(url) as (here, clock):
        for number in range(5):
            clock.now += 1
            await here.reports.add(table, 0, NewReport("other", 1, f"number {number}\x00"), "192.0.2.1")
        assert [each.text for each in await here.reports.listed(10)] == ["number 4", "number 3", "number 2"]
        (latest, *_) = await here.reports.listed(1)
        assert (latest.reporter, latest.reported) == ("seat 0", "seat 1")
        await here.reports.settle(latest.id, TESTER)
        await here.reports.settle(latest.id, TESTER)
        assert (await here.reports.get(latest.id)).settled == clock.now
        assert len(await here.reports.listed(10)) == 2
        assert [entry.action for entry in await here.audit.listed(10)] == ["report-settled"]
        clock.now += REPORTS_LAST + 1
        await here.reports.add(table, 0, NewReport("name"), "")
        assert len(await here.reports.listed(10, settled=True)) == 1


@pytest.mark.parametrize(
    ("blocked", "address", "refused"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.0/24", "192.0.2.200", True),
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::/48", "2001:db8:0:ff::1", True),
        ("2001:db8::/48", "192.0.2.1", False),
        ("192.0.2.1", "", False),
    ],
)
async def test_addresses_are_compared_as_networks(
    blocked: str, address: str, refused: bool, file: str
) -> None:
    async with administration(file) as (here, _):
        block = await here.blocks.add(NewBlock("address", blocked, 60), TESTER)
        assert (blocking_address([block], address) is block) is refused
