"""One server after something went wrong: nothing is lost, and nobody waits forever."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from operator import not_
from pathlib import Path

import pytest
from msgspec.structs import replace

from stammtisch.core.turn import Choose
from stammtisch.server import services
from stammtisch.server.ops.open_bus import open_bus
from stammtisch.server.ops.uptime import LONGEST_BREAK
from stammtisch.server.tables import commands, events, presence
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.clock import next_deadline
from stammtisch.server.tables.decisions import accept
from stammtisch.server.tables.events import decode_event, encode_event
from stammtisch.server.tables.services import subject
from stammtisch.server.thinking import process
from stammtisch.server.tokens import hashed
from stammtisch.store import sqlite_commits
from support.servers import nats
from support.waiting import eventually, until
from tests.server.clients import RunningServer, open_server
from tests.server.couples import Failures, locked, notice, playing, roll, stand_in, stored

NEW = {"game": "zock", "seats": [{"kind": "free"}, {"kind": "free"}]}
TOKEN = "a token that Ben got from another process"  # noqa: S105 - it opens nothing


@pytest.fixture(autouse=True)
def _frequent_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SWEEP_EVERY", 0.1)
    monkeypatch.setattr(services, "PROBE_EVERY", 0.1)


# Events of another process


async def store_elsewhere(server: RunningServer, table: str, event: events.AnyEvent) -> int:
    """The number of an event that another process stored without notice."""
    n = (await stored(server, table)).n + 1
    await server.services.log.append(table, n, [encode_event(event)])
    return n


async def test_a_player_who_joined_at_another_process_is_known_although_its_message_was_lost(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.table()
            joined = events.PlayerSeated(t=time.time(), seats=(1,), names=("Ben",), key=hashed(TOKEN))
            await store_elsewhere(server, table["table"], joined)
            async with server.connect(table["table"], TOKEN) as ben:
                assert (await ben.position())["seat"] == 1
            await anna.table(lambda update: update["seats"][1]["name"] == "Ben")


async def test_a_command_is_decided_on_what_another_process_has_stored(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server, playing(server) as (table, anna, ben):
        roll = commands.Roll(at=anna.latest("position")["at"])
        (rolled,) = accept(await stored(server, table), Caller(0, time.time()), roll)
        n = await store_elsewhere(server, table, rolled)
        await ben.send("throw", at=n)
        await ben.position(lambda update: update["n"] > n)
        assert all(update["type"] != "error" for update in ben.received)


@pytest.fixture(scope="module")
def bus() -> Iterator[str]:
    with nats() as running:
        yield running.url


async def test_a_player_at_a_killed_process_counts_as_gone_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bus: str
) -> None:
    monkeypatch.setattr(presence, "REPORT_LASTS", 0.5)
    killed = await open_bus(bus, lambda _: None)
    async with (
        open_server(tmp_path, bus=bus, away_seconds=1) as server,
        playing(server) as (table, anna, ben),
    ):
        await ben.socket.close()
        await anna.wait_for(lambda update: update["type"] == "presence" and update["seats"] == [0])
        seen = len(anna.received)
        await killed.publish(subject(table), json.dumps({"from": "x", "here": [1], "n": 0}).encode())
        for seats in ([0, 1], [0]):
            await anna.wait_for(lambda update: update.get("seats") == seats, seen)  # noqa: B023 - awaited here
        gone = await anna.table(stand_in(1))
        assert gone["seats"][1]["stand_in"] == "away"
    await killed.close()


async def test_every_process_knows_whether_somebody_is_at_a_table(tmp_path: Path, bus: str) -> None:
    elsewhere = await open_bus(bus, lambda _: None)
    async with open_server(tmp_path, bus=bus) as server:
        table = (await server.create_table("zock", ["Anna", "free"]))["table"]
        actor = await server.services.tables.get(table)
        for here, watching in (([0], 0), ([], 0), ([], 1), ([], 0)):
            report = {"from": "x", "here": here, "watching": watching, "n": 0}
            await elsewhere.publish(subject(table), json.dumps(report).encode())
            await until(lambda: actor.attended == bool(here or watching))  # noqa: B023 - awaited here
    await elsewhere.close()


# Clocks and bots


@contextmanager
def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> Iterator[None]:
    """The system clock is ahead by these seconds."""
    now = time.time
    with monkeypatch.context() as clock:
        clock.setattr(time, "time", lambda: now() + seconds)
        yield


class SystemClock:
    """The clock of the system, which can be set; it goes on by itself."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.set_at = 0.0
        self._now = time.time

    def __call__(self) -> float:
        return self._now() + self.ahead

    def jump(self, seconds: float) -> None:
        """Set it, as after a sleep or by hand."""
        self.ahead += seconds
        self.set_at = self()

    async def pass_by(self, server: RunningServer, seconds: float) -> None:
        """Let these seconds pass while the server is awake."""
        while seconds > 0:
            self.ahead += min(seconds, LONGEST_BREAK / 2)
            seconds -= LONGEST_BREAK / 2
            await until(lambda: server.services._uptime._last_beat > self() - LONGEST_BREAK / 4)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SystemClock:
    clock = SystemClock()
    monkeypatch.setattr(time, "time", clock)
    monkeypatch.setattr(services, "HEARTBEAT_EVERY", 0.01)
    return clock


async def stand_ins(server: RunningServer, table: str) -> list[str]:
    return [seat.stand_in for seat in (await stored(server, table)).seats if seat.stand_in]


async def granted(server: RunningServer, table: str) -> list[events.TimeGranted]:
    """Wait until somebody has been granted time."""

    async def found() -> list[events.TimeGranted]:
        log = map(decode_event, await server.services.log.read(table))
        return [event for event in log if isinstance(event, events.TimeGranted)]

    return await eventually(found)


async def assert_fair(server: RunningServer, table: str, clock: SystemClock) -> None:
    """The player who is to move has been granted time once, and is replaced when that is over."""
    (grant,) = await granted(server, table)
    assert grant.t >= clock.set_at
    assert 0 < grant.seconds <= 5
    assert await stand_ins(server, table) == []
    deadline = next_deadline(await stored(server, table))
    assert deadline == pytest.approx(grant.t + grant.seconds, rel=0, abs=0.001)
    await clock.pass_by(server, 6)
    assert await eventually(lambda: stand_ins(server, table)) == ["time"]
    assert await granted(server, table) == [grant]


async def test_a_player_who_could_not_move_because_no_server_ran_gets_time_when_one_starts(
    tmp_path: Path, clock: SystemClock
) -> None:
    """Even next to a table of another version of the rules, which cannot be loaded."""
    async with open_server(tmp_path) as server, playing(server, clock={"move": 5}) as (table, _, _):
        log = server.services.log
        facts = await log.facts(table)
        assert facts is not None
        foreign = [text.replace('"rules":', '"rules":9') for text in await log.read(table)]
        await log.append("foreign", 1, foreign, replace(facts, code="other", wake=1.0))
    clock.jump(60)
    async with open_server(tmp_path) as server:
        await assert_fair(server, table, clock)


@pytest.mark.parametrize("seconds", [3600, -3600])
async def test_nobody_loses_on_time_because_the_machine_slept_or_its_clock_was_set(
    tmp_path: Path, clock: SystemClock, seconds: float
) -> None:
    async with open_server(tmp_path) as server, playing(server, clock={"move": 5}) as (table, _, _):
        clock.jump(seconds)
        await assert_fair(server, table, clock)


async def test_nobody_loses_on_time_while_the_server_is_unavailable(
    tmp_path: Path, clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_commits, "PATIENCE", 0.1)
    async with (
        open_server(tmp_path) as server,
        playing(server, clock={"move": 5}, away=300) as (table, anna, _),
    ):
        with locked(tmp_path):
            await roll(anna)
            await notice(anna, "halted")
            await clock.pass_by(server, 60)
        await notice(anna, "resumed")
        await assert_fair(server, table, clock)


async def test_nobody_counts_as_away_because_the_machine_slept(tmp_path: Path, clock: SystemClock) -> None:
    async with open_server(tmp_path, away_seconds=30) as server, playing(server) as (table, anna, ben):
        await ben.socket.close()
        await anna.wait_for(lambda update: update["type"] == "presence" and update["seats"] == [0])
        clock.jump(3600)
        await until(lambda: server.services._uptime.since > clock() - 60)
        await (await server.services.tables.get(table))._replace_overdue()
        assert await stand_ins(server, table) == []
        await clock.pass_by(server, 35)
        await anna.table(stand_in(1))


async def until_closed(server: RunningServer, table: str) -> None:
    await eventually(lambda: stored(server, table), lambda found: found.status == "closed")


async def until_nothing_is_due(server: RunningServer) -> None:
    """Wait until no table would be closed within the next 30 hours."""
    await eventually(lambda: server.services.log.due(time.time() + 30 * 3600), not_)


async def test_a_lobby_that_nobody_visits_closes_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path) as server:
        usual = await server.create_table("zock", ["Anna", "free"])
        slow = await server.create_table("zock", ["Anna", "free"], clock={"move": 86400})
    with later(monkeypatch, seconds=25 * 3600):
        async with open_server(tmp_path) as server:
            await until_closed(server, usual["table"])
            seen = await server.get(f"/api/tables/{usual['table']}", usual["token"])
            assert (seen["status"], seen["closed"]) == ("closed", "nobody came")
            assert (await stored(server, slow["table"])).status == "open"
    with later(monkeypatch, seconds=8 * 24 * 3600):
        async with open_server(tmp_path) as server:
            await until_closed(server, slow["table"])
            await until(lambda: not server.services.tables.loaded())


async def test_a_lobby_with_a_visitor_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_server(tmp_path) as server:
        created = await server.create_table("zock", ["Anna", "free"])
        table = created["table"]
        async with server.connect(table, created["token"]) as anna:
            await anna.table()
            with later(monkeypatch, seconds=23 * 3600):
                actor = await server.services.tables.get(table)
                await actor.look_after()
            with later(monkeypatch, seconds=25 * 3600):
                await server.services.tables.wake_overdue(time.time())
                assert (await stored(server, table)).status == "open"
        await until_nothing_is_due(server)  # the visit counts, although it left no event


@pytest.mark.parametrize("public", [False, True])
async def test_a_spectator_alone_does_not_keep_a_lobby_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, public: bool
) -> None:
    async with open_server(tmp_path) as server:
        table = (await server.create_table("zock", ["Anna", "free"], public=public))["table"]
        async with server.connect(table) as stranger:
            await stranger.table()
            with later(monkeypatch, seconds=23 * 3600):
                await (await server.services.tables.get(table)).look_after()
            with later(monkeypatch, seconds=25 * 3600):
                await server.services.tables.wake_overdue(time.time())
            await stranger.table(lambda update: update["status"] == "closed")


async def test_a_player_who_only_asks_keeps_a_lobby_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path) as server:
        created = await server.create_table("zock", ["Anna", "free"])
        with later(monkeypatch, seconds=23 * 3600):
            await server.get(f"/api/tables/{created['table']}", created["token"])
        await until_nothing_is_due(server)


async def test_nobody_is_replaced_during_a_pause(tmp_path: Path) -> None:
    async with open_server(tmp_path, away_seconds=1) as server, playing(server) as (table, anna, ben):
        await anna.send("ask", vote="pause")
        await ben.table(lambda update: update["vote"] is not None)
        await ben.send("answer", yes=True)
        await anna.table(lambda update: update["paused"])
        await ben.socket.close()
        await anna.wait_for(lambda update: update["type"] == "presence" and update["seats"] == [0])
        actor = await server.services.tables.get(table)
        await actor.look_after()  # sets an alarm if somebody has been gone for too long
        assert actor._alarm._timer is None
        await anna.send("resume")
        await anna.table(stand_in(1))


async def test_a_bot_plays_on_when_there_are_workers_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stammtisch.server.tables.actor.TAKE_OVER_AFTER", 0.1)
    async with open_server(tmp_path) as server:
        choices = Failures(server.services._workers.choose)
        monkeypatch.setattr(server.services._workers, "choose", choices)
        with monkeypatch.context() as broken:
            broken.setattr(process, "COMMAND", ("false",))
            created = await server.create_table("zock", ["bot:random", "Anna"])
            async with server.connect(created["table"], created["token"]) as anna:
                await anna.add_seed()
                match = asyncio.create_task(anna.play_to_end())
                await until(lambda: choices.count >= 2)
                assert (await stored(server, created["table"])).turn == Choose((0,))
                assert not match.done()
                broken.undo()
                await match
