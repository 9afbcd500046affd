"""How often an action is decided: once, and again only if the log holds something new."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Container
from typing import Any

import pytest

from stammtisch.server.ops.bus import SingleProcess
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.ops.uptime import Uptime
from stammtisch.server.tables import actor as module
from stammtisch.server.tables.actor import TableActor
from stammtisch.server.tables.commands import Roll
from stammtisch.server.tables.decisions import accept
from stammtisch.server.tables.errors import NotBegun, Settled
from stammtisch.server.tables.events import AnyEvent, MessageSent, decode_event, encode_event
from stammtisch.server.tables.queue import TRIES, facts_of
from stammtisch.server.tables.services import TableServices
from stammtisch.server.tables.table import Table
from stammtisch.server.thinking.pool import Workers
from stammtisch.store import Log, Unavailable
from tests.server.offline_table import OfflineTable
from tests.store.stores import opened

TABLE = OfflineTable("zock", "Anna", "Ben")
CREATED = TABLE.table.n
ALWAYS = range(1000)
"""The numbers of all tables."""


class Setup:
    """A table that is loaded in this process, and its log as another process has opened it."""

    def __init__(self, log: Log, elsewhere: Log) -> None:
        self.log = log
        self.elsewhere = elsewhere
        self.workers = Workers(1)
        self.actor = self.load(log)

    def load(self, log: Log) -> TableActor:
        """The table as it was created, on that log."""
        services = TableServices(
            log=log,
            bus=SingleProcess(),
            workers=self.workers,
            process="here",
            metrics=Metrics(),
            finished=lambda _: None,
            uptime=Uptime(),
            bot_seconds=0.0,
        )
        return TableActor(TABLE.table, services)

    async def stored(self) -> list[str]:
        """The chat messages in the log, in order."""
        events = map(decode_event, await self.log.read(TABLE.table.id))
        return [event.text for event in events if isinstance(event, MessageSent)]

    async def write_elsewhere(self, text: str) -> None:
        """Another process stores a chat message and tells nobody."""
        n = len(await self.elsewhere.read(TABLE.table.id)) + 1
        await self.elsewhere.append(TABLE.table.id, n, [encode_event(message(text))])


@pytest.fixture
async def setup(file: str) -> AsyncIterator[Setup]:
    async with opened(file, shared=True) as here, opened(file, shared=True) as there:
        made = Setup(Log(here), Log(there))
        await made.log.append(TABLE.table.id, 1, TABLE.log, facts_of(TABLE.table))
        yield made
        await made.actor.close()
        await made.workers.close()


def message(text: str) -> MessageSent:
    return MessageSent(t=1.0, person=0, text=text)


class Counted:
    """Sends a chat message, refused on tables with some numbers; notes on which tables it was decided."""

    def __init__(self, text: str = "", refused: Container[int] = ()) -> None:
        self.decided_on: list[int] = []
        self._text = text
        self._refused = refused

    def __call__(self, table: Table, _: float) -> list[AnyEvent]:
        self.decided_on.append(table.n)
        if table.n in self._refused:
            raise Settled("refused")
        return [message(self._text)]


async def test_an_accepted_action_is_decided_once(setup: Setup) -> None:
    action = Counted("hello")
    after = await setup.actor.run(action)
    assert action.decided_on == [CREATED]
    assert after.n == CREATED + 1
    assert await setup.stored() == ["hello"]


async def test_a_refused_action_is_decided_once_if_the_log_holds_nothing_new(setup: Setup) -> None:
    action = Counted(refused=ALWAYS)
    with pytest.raises(Settled):
        await setup.actor.run(action)
    assert action.decided_on == [CREATED]
    assert await setup.stored() == []


async def test_a_refused_command_is_decided_once(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    decided: list[object] = []

    def counted(*args: object) -> list[AnyEvent]:
        decided.append(args)
        return accept(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "accept", counted)
    answered = asyncio.get_running_loop().create_future()
    setup.actor.command(0, Roll(at=1), answered.set_result)
    assert isinstance(await answered, NotBegun)
    assert len(decided) == 1


async def test_a_refused_action_is_decided_again_on_what_another_process_has_stored(setup: Setup) -> None:
    await setup.write_elsewhere("from elsewhere")
    action = Counted(refused=ALWAYS)
    with pytest.raises(Settled):
        await setup.actor.run(action)
    assert action.decided_on == [CREATED, CREATED + 1]
    assert setup.actor.table.n == CREATED + 1


async def test_an_action_that_was_refused_on_an_old_table_can_be_accepted_on_the_new_one(
    setup: Setup,
) -> None:
    await setup.write_elsewhere("from elsewhere")
    action = Counted("hello", refused=[CREATED])
    await setup.actor.run(action)
    assert action.decided_on == [CREATED, CREATED + 1]
    assert await setup.stored() == ["from elsewhere", "hello"]


async def test_an_action_is_decided_again_after_a_conflict(setup: Setup) -> None:
    await setup.write_elsewhere("from elsewhere")
    action = Counted("hello")
    after = await setup.actor.run(action)
    assert action.decided_on == [CREATED, CREATED + 1]
    assert after.n == CREATED + 2
    assert await setup.stored() == ["from elsewhere", "hello"]


async def test_an_action_can_be_refused_after_a_conflict(setup: Setup) -> None:
    await setup.write_elsewhere("from elsewhere")
    action = Counted("hello", refused=[CREATED + 1])
    with pytest.raises(Settled):
        await setup.actor.run(action)
    assert action.decided_on == [CREATED, CREATED + 1]
    assert await setup.stored() == ["from elsewhere"]


async def test_actions_are_decided_one_after_another(setup: Setup) -> None:
    actions = [Counted(str(number)) for number in range(10)]
    await asyncio.gather(*map(setup.actor.run, actions))
    assert [action.decided_on for action in actions] == [[CREATED + number] for number in range(10)]
    assert await setup.stored() == [str(number) for number in range(10)]


async def test_two_processes_at_one_table_lose_no_action(setup: Setup) -> None:
    there = setup.load(setup.elsewhere)
    actions = [Counted(str(number)) for number in range(20)]
    await asyncio.gather(
        *(process.run(action) for process, action in zip([setup.actor, there] * 10, actions, strict=True))
    )
    assert sorted(await setup.stored(), key=int) == [str(number) for number in range(20)]
    await there.close()


async def test_an_action_that_always_meets_a_conflict_is_given_up(setup: Setup) -> None:
    class Contested(Log):
        """Another process is always quicker."""

        async def append(self, table: str, n: int, *events: Any, **more: Any) -> None:
            await setup.write_elsewhere("from elsewhere")
            await super().append(table, n, *events, **more)

    actor, action = setup.load(Contested(setup.log._database)), Counted("hello")
    with pytest.raises(Unavailable, match="try again"):
        await actor.run(action)
    assert action.decided_on == [CREATED + number for number in range(TRIES + 1)]
    assert "hello" not in await setup.stored()
    await actor.close()
