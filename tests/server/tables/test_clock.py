"""Clocks: deadlines, the reserve, and pauses."""

from __future__ import annotations

import math
import time

import pytest

from stammtisch.server.tables import commands
from stammtisch.server.tables.clock import Alarm, away_limit, deadline, next_deadline, replace_overdue
from stammtisch.server.tables.errors import Paused
from stammtisch.server.tables.events import AnyEvent, Clock, StandInStarted, TimeGranted
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


# The server was away, or its clock was set


def overdue(offline: OfflineTable, back: float) -> list[AnyEvent]:
    return replace_overdue(offline.table, offline.now, (), back)


def test_a_seat_whose_time_was_up_while_the_server_was_away_gets_the_time_for_a_move_again() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", clock=Clock(move=30, reserve=10)).start()
    (roller,) = offline.table.waiting
    offline.now = 5000.0
    assert overdue(offline, back=5000.0) == [TimeGranted(t=5000.0, seat=roller, seconds=30)]
    offline.run(lambda table, now: replace_overdue(table, now, (), 5000.0))
    assert deadline(offline.table, roller) == 5040.0
    assert overdue(offline, back=5000.0) == []
    offline.now = 5025.0
    offline.step()
    assert offline.table.reserve == (10, 10)


def test_a_seat_whose_time_is_up_soon_after_the_server_is_back_gets_more_as_well() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", clock=Clock(move=30)).start()
    offline.now = 1031.0
    assert [type(event) for event in overdue(offline, back=1029.0)] == [TimeGranted]
    assert [type(event) for event in overdue(offline, back=1000.0)] == [StandInStarted]


def test_in_a_correspondence_game_an_hour_is_granted_and_not_days() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", clock=Clock(move=3 * 24 * 3600)).start()
    (roller,) = offline.table.waiting
    offline.now = 1e6
    offline.run(lambda table, now: replace_overdue(table, now, (), 1e6))
    assert deadline(offline.table, roller) == 1e6 + 3600


def test_nobody_is_replaced_while_the_server_is_unavailable() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", clock=Clock(move=30)).start()
    offline.now = 5000.0
    assert replace_overdue(offline.table, offline.now, (0, 1), math.inf) == []


def test_after_the_clock_was_set_back_nobody_has_more_time_than_ever_before() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", clock=Clock(move=30, reserve=10)).start()
    (roller,) = offline.table.waiting
    offline.now = 500.0
    offline.run(lambda table, now: replace_overdue(table, now, (), 500.0))
    assert deadline(offline.table, roller) == 540.0
    assert offline.table.touched == 1000.0


def test_a_pause_is_never_shorter_than_nothing() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", clock=Clock(move=30)).start()
    offline.send(0, commands.CallVote(vote="pause"))
    offline.send(1, commands.CastVote(yes=True))
    offline.now = 400.0
    offline.send(1, commands.ResumeMatch())
    assert next_deadline(offline.table) == 1030.0


def test_an_absent_player_is_not_replaced_at_once_when_the_server_is_back() -> None:
    table = OfflineTable("zock", "Anna", "Ben", away=120).start().table
    assert away_limit(table, since=1000.0, back=900.0) == 1120.0
    assert away_limit(table, since=1000.0, back=5000.0) == 5060.0


@pytest.mark.parametrize("ahead", [2000.0, -2000.0])
async def test_an_alarm_that_is_set_again_follows_the_clock(
    monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    alarm, now = Alarm(lambda: None), time.time
    alarm.set(now() + 5000)
    before = alarm._timer
    assert before is not None
    monkeypatch.setattr(time, "time", lambda: now() + ahead)
    assert alarm._moment is not None
    alarm.set(alarm._moment)
    assert alarm._timer is not None
    assert alarm._timer.when() - before.when() == pytest.approx(-ahead, abs=10)
    assert before.cancelled()
    alarm.cancel()
