"""What players decide together: rematches, and handing a seat to a bot."""

from __future__ import annotations

from stammtisch.server.tables import commands, events
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.decisions import accept
from stammtisch.server.tables.errors import (
    QuestionOpen,
    SeatTaken,
    Settled,
    StillHere,
    StillPlaying,
    TableOver,
)
from stammtisch.server.tables.votes import VOTE_STANDS
from tests.server.offline_table import OfflineTable, assert_refused

YES = commands.CastVote(yes=True)


def test_a_rematch_moves_everybody_one_seat_on_and_has_dice_of_its_own() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    assert_refused(StillPlaying, offline, 0, commands.CallVote(vote="rematch"))
    offline.play_to_end()
    first = offline.table.commitment
    assert_refused(TableOver, offline, 0, commands.Roll(at=offline.table.at))
    offline.send(0, commands.CallVote(vote="rematch"))
    offline.send(1, YES)
    assert offline.table.names == ("Ben", "Anna")
    assert offline.table.status == "open"
    second = offline.table.commitment
    assert first is not None
    assert second is not None
    assert first != second
    offline.start()
    assert offline.table.status == "playing"


def test_a_seat_is_handed_to_a_bot_by_a_majority_of_the_others() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo", "Dora").start()
    offline.send(0, commands.CallVote(vote="handover", seat=3))
    assert offline.stand_in(3) is None
    offline.send(1, YES)
    assert offline.stand_in(3) == "vote"
    assert_refused(SeatTaken, offline, 0, commands.CallVote(vote="handover", seat=3))


def test_one_player_alone_hands_over_only_the_seat_of_somebody_who_is_gone() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    handover = commands.CallVote(vote="handover", seat=1)
    assert_refused(StillHere, offline, 0, handover)
    led_to = accept(offline.table, Caller(0, offline.now, lambda: [0]), handover)
    assert [type(event) for event in led_to] == [events.VoteCalled, events.StandInStarted]


def test_one_player_alone_hands_over_the_seat_of_somebody_who_keeps_everyone_waiting() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    (roller,) = offline.table.waiting
    offline.now += offline.table.terms.away
    offline.send(offline.person(1 - roller), commands.CallVote(vote="handover", seat=roller))
    assert offline.stand_in(roller) == "vote"


def test_an_open_question_can_be_replaced_by_its_caller_at_once_and_by_others_later() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    pause = commands.CallVote(vote="pause")
    offline.send(0, pause)
    assert_refused(QuestionOpen, offline, 1, pause)
    offline.send(0, pause)
    offline.now += VOTE_STANDS
    offline.send(1, pause)
    assert offline.table.vote is not None
    assert offline.table.vote.by == 1


def test_an_answer_without_an_open_question_is_refused() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    assert_refused(Settled, offline, 0, YES)
