"""Bots play only while somebody is there, and the moment of a move says nothing about it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Choose, Throw
from stammtisch.server.tables import presence
from stammtisch.server.tables.actor import TableActor
from stammtisch.server.tables.bots import BotPlayers, until_beat
from stammtisch.server.tables.commands import PlayMove, Roll
from stammtisch.server.tables.decisions import Action
from stammtisch.server.tables.presence import REPORT_LASTS, VISIT_LASTS, Presence
from stammtisch.server.tables.state import replay
from stammtisch.server.tables.table import Table
from stammtisch.server.thinking.contract import Asker
from support.waiting import until
from tests.server.clients import RunningServer, open_server
from tests.server.offline_table import OfflineTable
from tests.server.profiles import ManualClock

BEAT = 1.0


class SlowThinkers:
    """Workers whose bots play the first listed move, after the time that a test says."""

    def __init__(self, offline: OfflineTable, clock: ManualClock, seconds: float) -> None:
        self.asked = 0
        self._offline = offline
        self._clock = clock
        self._seconds = seconds

    async def choose(self, _game: str, _view: Any, seat: int, *_: Any, **__: Any) -> str:
        self.asked += 1
        self._clock.now += self._seconds
        return self._offline.moves(seat)[0]


class Bots:
    """The bots of a table without a server; their clock moves only when somebody thinks or sleeps."""

    def __init__(self, offline: OfflineTable, seconds: float, *, attended: bool = True) -> None:
        self.clock = ManualClock(0.0)
        self.workers = SlowThinkers(offline, self.clock, seconds)
        self.attended = attended
        self.played: list[float] = []
        self.waiting: list[Coroutine[Any, Any, None]] = []
        self._offline = offline
        self._bots = BotPlayers(
            self,
            self.workers,  # type: ignore[arg-type]
            self.waiting.append,
            beat=BEAT,
            clock=self.clock,
            sleep=self._sleep,
        )

    @property
    def table(self) -> Table:
        return self._offline.table

    def asker(self) -> Asker:
        return Asker("127.0.0.1", self.table.id)

    async def run(self, action: Action) -> None:
        self._offline.run(action)
        self.played.append(self.clock.now)

    async def _sleep(self, seconds: float) -> None:
        self.clock.now += seconds

    async def play(self, moves: int) -> list[float]:
        """The moments at which the next moves of bots appear."""
        self._bots.think(0.0)
        while self.waiting and len(self.played) < moves:
            await self.waiting.pop(0)
        for rest in self.waiting:
            rest.close()
        return self.played


def with_a_bot_to_choose(game: str, *names: str) -> OfflineTable:
    """A match in which a bot is to choose."""
    offline = OfflineTable(game, *names).start()
    while not bot_chooses(offline.table):
        offline.step()
    return offline


def bot_chooses(table: Table) -> bool:
    return isinstance(table.turn, Choose) and any(table.seats[seat].bot for seat in table.turn.seats)


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.3, 0.999])
async def test_with_secrets_an_easy_move_takes_as_long_as_a_hard_one(seconds: float) -> None:
    bots = Bots(with_a_bot_to_choose("tock", "bot:random", "Anna", "bot:random", "Ben"), seconds)
    (first, *_) = await bots.play(1)
    assert first == pytest.approx(BEAT)


async def test_a_very_long_thought_ends_on_a_beat_too() -> None:
    bots = Bots(with_a_bot_to_choose("tock", "bot:random", "Anna", "bot:random", "Ben"), 2.4)
    (first, *_) = await bots.play(1)
    assert first == pytest.approx(3 * BEAT)


async def test_bots_among_themselves_play_a_move_a_beat() -> None:
    bots = Bots(with_a_bot_to_choose("zock", "bot:random", "bot:random"), 0.01)
    assert await bots.play(4) == pytest.approx([BEAT, 2 * BEAT, 3 * BEAT, 4 * BEAT])


async def test_without_secrets_people_wait_for_nothing_but_the_choice() -> None:
    bots = Bots(with_a_bot_to_choose("kniffel", "bot:random", "Anna"), 0.01)
    (first, *_) = await bots.play(1)
    assert first == pytest.approx(0.01)


async def test_bots_rest_at_an_empty_table_and_go_on_when_somebody_comes() -> None:
    bots = Bots(with_a_bot_to_choose("zock", "bot:random", "bot:random"), 0.01, attended=False)
    assert await bots.play(1) == []
    assert bots.workers.asked == 0
    bots.attended = True
    assert len(await bots.play(1)) == 1


@given(st.floats(0, 1e4), st.floats(0.01, 60))
def test_a_move_never_comes_before_its_beat(elapsed: float, beat: float) -> None:
    assert 0 < until_beat(elapsed, beat) <= beat


# Who is there


class Someone:
    """A device."""

    def __init__(self, person: int | None) -> None:
        self.person = person
        self.key = None if person is None else "key"
        self.address = "127.0.0.1"

    def send(self, text: bytes) -> None:
        """Nothing is read here."""

    def dismiss(self, error: StammtischError) -> None:
        """Nothing is connected here."""


def test_players_and_spectators_of_every_process_count_as_there() -> None:
    clock = ManualClock(100.0)
    here = Presence(clock)
    assert not here.anyone()
    spectator = Someone(None)
    here.connect(spectator)
    assert here.anyone()
    assert here.watching() == 1
    here.disconnect(spectator)
    assert not here.anyone()
    for people, watching in (([0], 0), ([], 2)):
        here.report("elsewhere", people, watching)
        assert here.anyone()
        assert here.watching() == watching
    clock.now += REPORT_LASTS
    assert not here.anyone()


def test_somebody_who_has_just_left_still_counts_for_a_while() -> None:
    clock = ManualClock(100.0)
    here = Presence(clock)
    here.visit()
    clock.now += VISIT_LASTS - 1
    assert here.anyone()
    clock.now += 1
    assert not here.anyone()


def test_reports_of_processes_that_are_gone_are_forgotten() -> None:
    clock = ManualClock(100.0)
    here = Presence(clock)
    for number in range(50):
        clock.now += REPORT_LASTS
        here.report(f"process {number}", [0], 0)
    assert len(here._reports) == 1


# On a real server


async def moves_of(server: RunningServer, table: str) -> int:
    return len(replay(table, await server.services.log.read(table)).running().steps)


async def test_a_table_of_bots_plays_for_spectators_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "VISIT_LASTS", 0.0)
    async with open_server(tmp_path, bot_seconds=0.01) as server:
        table = (await server.create_table("kniffel", ["bot:random", "bot:random"]))["table"]
        await server.get(f"/api/tables/{table}")  # it is loaded now, and its match has started
        actor = await server.services.tables.get(table)
        await actor.go_on()
        await actor.look_after()
        assert not actor._bots._thinking
        before = await moves_of(server, table)
        async with server.connect(table) as spectator:
            first = await spectator.match_started()
            await spectator.position(lambda update: update["at"] > first["at"] + 4)
        assert await moves_of(server, table) > before


async def table_that_waits_for_a_bot(server: RunningServer) -> tuple[TableActor, Any]:
    """A match of Anna's that waits for its bot, and nobody is there."""
    created = await server.create_table("zock", ["Anna", "bot:random"])
    async with server.connect(created["table"], created["token"]) as anna:
        await anna.add_seed()
        await anna.match_started()
    actor = await server.services.tables.get(created["table"])
    while not bot_chooses(actor.table):
        await play_for_anna(actor)
    return actor, created


async def play_for_anna(actor: TableActor) -> None:
    """One step of hers."""
    done: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
    table = actor.table
    if isinstance(table.turn, Throw):
        actor.command(0, Roll(at=table.at), done.set_result)
    else:
        move = str(table.running().moves(0)[0])
        actor.command(0, PlayMove(at=table.at, move=move), done.set_result)
    assert await done is None


async def test_a_bot_answers_a_move_when_somebody_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "VISIT_LASTS", 0.0)
    async with open_server(tmp_path) as server:
        actor, created = await table_that_waits_for_a_bot(server)
        await actor.go_on()
        assert not actor._bots._thinking
        at = actor.table.at
        async with server.connect(created["table"], created["token"]) as anna:
            await anna.position(lambda update: update["at"] > at)


async def test_a_player_who_asks_over_http_how_a_game_stands_lets_bots_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "VISIT_LASTS", 0.0)
    async with open_server(tmp_path) as server:
        actor, created = await table_that_waits_for_a_bot(server)
        path, at = f"/api/tables/{created['table']}", actor.table.at
        monkeypatch.setattr(presence, "VISIT_LASTS", 60.0)
        await server.get(path)
        assert not actor._bots._thinking, "a stranger's look wakes nobody"
        await server.get(path, created["token"])
        await until(lambda: actor.table.at > at)
