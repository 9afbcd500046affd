"""One house after something went wrong: nothing is forgotten, and nobody waits in vain."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from stammtisch.core.turn import Choose
from stammtisch.server import services
from stammtisch.server.ops.open_bus import open_bus
from stammtisch.server.tables import commands, events, presence
from stammtisch.server.tables.actor import subject
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.decisions import accept
from stammtisch.server.tables.events import decode_event, encode_event
from stammtisch.server.tables.state import Table, replay
from stammtisch.server.thinking import pool as workers
from stammtisch.server.tokens import hashed
from stammtisch.store import Statement, sqlite
from support.servers import nats
from tests.server.playing import PATIENCE, Door, Guest, open_house
from tests.server.profiling import played

BEN = "a token that Ben got from another process"


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SWEEP_EVERY", 0.1)
    monkeypatch.setattr(services, "PROBE_EVERY", 0.1)


async def kept(door: Door, table: str) -> Table:
    """The table as the store has it."""
    return replay(table, await door.services.log.read(table))


async def eventually(door: Door, table: str, meant: Any) -> Table:
    async with asyncio.timeout(PATIENCE):
        while not meant(found := await kept(door, table)):
            await asyncio.sleep(0.02)
        return found


@asynccontextmanager
async def couple(door: Door, **terms: Any) -> Any:
    """Anna and Ben in the middle of a game."""
    opened = await door.table("zock", ["Anna", "free"], **terms)
    table = opened["table"]
    token = await door.sit(table, "Ben")
    async with door.guest(table, opened["token"]) as anna, door.guest(table, token) as ben:
        await asyncio.gather(anna.seed(), ben.seed())
        await asyncio.gather(
            *(guest.position(lambda news: news["turn"] is not None) for guest in (anna, ben))
        )
        yield table, anna, ben


# What another process did


async def stored_elsewhere(door: Door, table: str, entry: events.AnyEvent) -> int:
    """The number under which a process that died at once has stored the entry: nobody was told."""
    n = (await kept(door, table)).n + 1
    await door.services.log.append(table, n, [encode_event(entry)])
    return n


async def test_who_sat_down_at_another_process_is_known_though_its_nudge_was_lost(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "free"])
        async with door.guest(table["table"], table["token"]) as anna:
            await anna.until(lambda news: news["type"] == "table")
            sat = events.PlayerSeated(t=time.time(), seats=(1,), names=("Ben",), key=hashed(BEN))
            await stored_elsewhere(door, table["table"], sat)
            async with door.guest(table["table"], BEN) as ben:
                assert (await ben.position())["seat"] == 1
            await anna.until(lambda news: news["type"] == "table" and news["seats"][1]["name"] == "Ben")


async def test_nobody_is_refused_by_a_table_that_another_process_has_played_on(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door, couple(door) as (table, anna, ben):
        at = anna.last("position")["at"]
        throw = accept(await kept(door, table), Caller(0, time.time()), commands.Roll(at=at))
        n = await stored_elsewhere(door, table, throw[0])
        await ben.say("throw", at=n)
        await ben.position(lambda news: news["n"] > n)
        assert all(news["type"] != "error" for news in ben.heard)


def test_who_was_at_a_killed_process_is_gone_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "REPORT_LASTS", 0.5)

    async def evening(address: str) -> None:
        killed = await open_bus(address, lambda _: None)
        async with (
            open_house(tmp_path, bus=address, away_seconds=1) as door,
            couple(door) as (table, anna, ben),
        ):
            await ben.socket.close()
            await anna.until(lambda news: news["type"] == "presence" and news["seats"] == [0])
            await killed.publish(subject(table), json.dumps({"from": "x", "here": [1], "n": 0}).encode())
            seen = len(anna.heard)
            await anna.until(lambda news: news["type"] == "presence" and news["seats"] == [0, 1], seen)
            await anna.until(lambda news: news["type"] == "presence" and news["seats"] == [0], seen)
            away = await anna.until(
                lambda news: news["type"] == "table" and news["seats"][1]["stand_in"] is not None
            )
            assert away["seats"][1]["stand_in"] == "away"
        await killed.close()

    with nats() as bus:
        asyncio.run(evening(bus.url))


# Clocks and bots


def test_a_clock_that_ran_out_while_nobody_served_is_honoured(tmp_path: Path) -> None:
    """Even behind a table of another version of the rules, which cannot be played on."""

    async def before() -> str:
        async with open_house(tmp_path) as door, couple(door, clock={"move": 5}) as (table, _, _):
            texts = await door.services.log.read(table)
            foreign = [text.replace('"rules":', '"rules":9') for text in texts]
            facts = await door.services.log.facts(table)
            assert facts is not None
            await door.services.log.append(
                "foreign", 1, foreign, type(facts)(**_fields(facts) | {"code": "other", "wake": 1.0})
            )
            return str(table)

    async def after(table: str) -> None:
        async with open_house(tmp_path) as door:
            found = await eventually(door, table, lambda found: any(chair.stand_in for chair in found.seats))
            assert [chair.stand_in for chair in found.seats if chair.stand_in] == ["time"]

    table = asyncio.run(before())
    time.sleep(5)
    asyncio.run(after(table))


def _fields(facts: Any) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in facts.__struct_fields__}


async def test_in_a_pause_nobody_is_waited_for(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, away_seconds=1) as door,
        couple(door) as (table, anna, ben),
    ):
        await anna.say("ask", vote="pause")
        await ben.until(lambda news: news["type"] == "table" and news["vote"] is not None)
        await ben.say("answer", yes=True)
        await anna.until(lambda news: news["type"] == "table" and news["paused"])
        await ben.socket.close()
        await asyncio.sleep(1.5)
        actor = await door.services.tables.get(table)
        assert actor._alarm._timer is None
        await anna.say("resume")
        await anna.until(lambda news: news["type"] == "table" and news["seats"][1]["stand_in"] is not None)


def test_a_bot_whose_workers_were_lost_plays_when_there_are_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with open_house(tmp_path) as door:
            with monkeypatch.context() as broken:
                broken.setattr(workers, "COMMAND", ("false",))
                opened = await door.table("zock", ["bot:random", "Anna"])
                async with door.guest(opened["table"], opened["token"]) as anna:
                    await anna.seed()
                    playing = asyncio.create_task(anna.play_on())
                    await eventually(door, opened["table"], lambda found: found.turn == Choose((0,)))
                    await asyncio.sleep(0.5)
                    assert not playing.done()
                    broken.undo()
                    await playing

    monkeypatch.setattr("stammtisch.server.tables.actor.OTHERS_FIRST", 0.1)
    asyncio.run(evening())


# A file that cannot be written


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Somebody else writes and does not come to an end."""
    with closing(sqlite3.connect(folder / "tables.sqlite", isolation_level=None)) as somebody:
        somebody.execute("BEGIN IMMEDIATE")
        yield
        somebody.execute("ROLLBACK")


async def notice(guest: Guest, code: str, since: int = 0) -> None:
    await guest.until(lambda news: news["type"] == "notice" and news["code"] == code, since)


async def throw(guest: Guest) -> None:
    await guest.say("throw", at=guest.last("position")["at"])


async def test_a_lock_that_is_soon_given_back_is_waited_for(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door, couple(door) as (_, anna, ben):
        at = anna.last("position")["at"]
        with locked(tmp_path):
            await throw(anna)
            await asyncio.sleep(2)
            assert anna.last("position")["at"] == at
        await ben.position(lambda news: news["at"] > at)
        assert all(news["type"] not in ("notice", "error") for news in anna.heard)


async def test_a_lock_that_lasts_halts_play_until_it_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.3)

    async with open_house(tmp_path) as door, couple(door) as (table, anna, ben):
        at = anna.last("position")["at"]
        with locked(tmp_path):
            await throw(anna)
            assert await anna.refused() == "halted"
            await notice(ben, "halted")
            await ben.say("nod", phrase="hurry")
            assert await ben.refused() == "halted"
            async with door.guest(table) as late:
                await notice(late, "halted")
        await notice(anna, "resumed")
        await notice(ben, "resumed")
        await throw(anna)
        await ben.position(lambda news: news["at"] > at)
        secrets = [news["message"] for news in anna.heard + ben.heard if "tables.sqlite" in str(news)]
        assert not secrets


async def test_a_full_file_halts_play_until_there_is_room(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door, couple(door) as (table, anna, _):
        await door.services._database.write(Statement("PRAGMA max_page_count = 1"))
        await say_until_refused(anna)
        await notice(anna, "halted")
        await door.services._database.write(Statement("PRAGMA max_page_count = 100000"))
        await notice(anna, "resumed")
        await anna.say("say", text="There is room again")
        await anna.until(lambda news: news.get("text") == "There is room again")
        told = [news["text"] for news in anna.heard if news["type"] == "talk"]
        texts = map(decode_event, await door.services.log.read(table))
        assert told == [entry.text for entry in texts if isinstance(entry, events.MessageSent)]


async def say_until_refused(guest: Guest) -> None:
    for number in range(200):
        seen = len(guest.heard)
        await guest.say("say", text=f"{number} " + "x" * 250)
        if (await guest.until(lambda news: news["type"] in ("talk", "error"), seen))["type"] == "error":
            assert guest.last("error")["code"] == "halted"
            return
    pytest.fail("there was room for everything")


async def test_a_result_that_could_not_be_kept_is_kept_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.1)

    async with open_house(tmp_path) as door:
        profiles = door.services.profiles
        ada, bob = [(await profiles.sign_up(name)).profile for name in ("Ada", "Bob")]
        with locked(tmp_path):
            door.services.tables._around.finished(played(ada.id, bob.id))
            await asyncio.sleep(0.5)
        async with asyncio.timeout(PATIENCE):
            while not await profiles.results.history(bob.id):
                await asyncio.sleep(0.02)
