"""A decision holds the events that an action leads to, and the table after them."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import IllegalMove
from stammtisch.server.tables import commands, events
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.decisions import Decision, accept, decide, nothing
from stammtisch.server.tables.events import AnyEvent
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.state import apply
from stammtisch.server.tables.table import Table
from tests.server.offline_table import OfflineTable

NOW = 2000.0


def decide_command(table: Table, person: PersonId, command: commands.TableCommand) -> Decision:
    return decide(table, lambda table, now: accept(table, Caller(person, now), command), NOW)


def kinds(decision: Decision) -> list[type[AnyEvent]]:
    return [type(event) for event in decision.events]


def test_a_decision_holds_the_events_and_the_table_after_them() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    before = offline.table
    decision = decide_command(before, 0, commands.Roll(at=before.at))
    (rolled,) = decision.events
    assert rolled == events.StepPlayed(t=NOW, text=before.running().drawn())
    assert decision.table == apply(before, rolled)
    assert offline.table is before


def test_what_follows_by_itself_belongs_to_the_decision() -> None:
    offline = OfflineTable("zock", "bot:random", "Anna")
    decision = decide_command(offline.table, 0, commands.AddSeed(seed="0" * 16))
    assert kinds(decision)[:3] == [events.SeedAdded, events.MatchStarted, events.StepPlayed]
    table = offline.table
    for event in decision.events:
        table = apply(table, event)
    assert (table.n, table.status, table.running().steps) == (
        decision.table.n,
        "playing",
        decision.table.running().steps,
    )


def test_a_command_that_the_rules_forbid_is_refused_by_the_decision() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    seat = offline.roll_until_choice()
    illegal = next(str(field) for field in range(1, 10) if str(field) not in offline.moves(seat))
    with pytest.raises(IllegalMove):
        decide_command(
            offline.table, offline.person(seat), commands.PlayMove(at=offline.table.at, move=illegal)
        )


def test_the_decision_on_nothing_is_what_is_due() -> None:
    waiting = OfflineTable("zock", "Anna", "Ben").table
    assert decide(waiting, nothing, NOW) == Decision([], waiting)
    due = OfflineTable("zock", "Anna", "bot:random").table
    ready = apply(due, events.SeedAdded(t=NOW, person=0, seed="0" * 16))
    assert kinds(decide(ready, nothing, NOW))[0] is events.MatchStarted
