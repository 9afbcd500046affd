"""Clocks: deadlines, the reserve, and pauses."""

from __future__ import annotations

from stammtisch.server.tables import commands
from stammtisch.server.tables.clock import deadline, next_deadline, replace_overdue
from stammtisch.server.tables.errors import Paused
from stammtisch.server.tables.events import Clock
from tests.server.offline_table import OfflineTable, assert_refused


def test_a_stand_in_takes_over_when_time_is_up_until_the_owner_comes_back() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", clock=Clock(move=30, reserve=10)).start()
    (roller,) = offline.table.waiting
    assert deadline(offline.table, roller) == 1040.0
    assert replace_overdue(offline.table, 1039.0, ()) == []
    offline.now = 1041.0
    offline.run(lambda table, now: replace_overdue(table, now, ()))
    assert offline.stand_in(roller) == "time"
    offline.send(offline.person(roller), commands.TakeSeatBack())
    assert offline.stand_in(roller) is None


def test_only_what_exceeds_the_time_for_a_move_comes_out_of_the_reserve() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", clock=Clock(move=30, reserve=100)).start()
    for now, left in ((1020.0, (100, 100)), (1060.0, (100, 90))):
        offline.now = now
        offline.step()
        assert offline.table.reserve == left


def test_clocks_stand_still_during_a_pause() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", clock=Clock(move=30)).start()
    offline.now = 1010.0
    offline.send(0, commands.CallVote(vote="pause"))
    offline.send(1, commands.CastVote(yes=True))
    assert next_deadline(offline.table) is None
    assert_refused(Paused, offline, 0, commands.Roll(at=offline.table.at))
    offline.now = 5000.0
    offline.send(1, commands.ResumeMatch())
    assert next_deadline(offline.table) == 5020.0
