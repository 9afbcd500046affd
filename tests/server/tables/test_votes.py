"""What players decide together: rematches, and handing a seat to a bot."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import catalog
from stammtisch.core.turn import Choose, Seat
from stammtisch.match import Match
from stammtisch.server.tables import commands, events
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.clock import replace_overdue
from stammtisch.server.tables.decisions import accept
from stammtisch.server.tables.errors import (
    QuestionOpen,
    RatedSeat,
    SeatTaken,
    Settled,
    StillHere,
    StillPlaying,
    TableOver,
)
from stammtisch.server.tables.views import view_table
from stammtisch.server.tables.votes import RATED_WAIT, VOTE_STANDS
from tests.server.offline_table import OfflineTable, assert_refused

YES = commands.CastVote(yes=True)


def test_after_a_rematch_everybody_has_the_same_seat_and_the_dice_are_new() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    assert_refused(StillPlaying, offline, 0, commands.CallVote(vote="rematch"))
    offline.play_to_end()
    first = offline.table.commitment
    assert_refused(TableOver, offline, 0, commands.Roll(at=offline.table.at))
    offline.send(0, commands.CallVote(vote="rematch"))
    offline.send(1, YES)
    assert offline.table.names == ("Anna", "Ben")
    assert offline.table.status == "open"
    second = offline.table.commitment
    assert first is not None
    assert second is not None
    assert first != second
    offline.start()
    assert offline.table.status == "playing"


def first_to_decide(match: Match) -> Seat:
    """Who has to decide before all others."""
    while not isinstance(turn := match.turn, Choose) or len(turn.seats) > 1:
        if isinstance(turn, Choose):  # all at once, as when partners give each other cards
            for seat in turn.seats:
                match, _ = match.play(seat, str(match.moves(seat)[0]))
        else:
            match, _ = match.draw()
    return turn.seats[0]


@pytest.mark.parametrize("game", catalog.NAMES)
def test_nobody_has_to_change_seats_since_who_begins_is_drawn_in_every_game(game: str) -> None:
    matches = (Match.new(catalog.game(game), 2, None, ["Anna", "Ben"], seed=f"{seed}") for seed in range(30))
    assert {first_to_decide(match) for match in matches} == {0, 1}


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


RATED = {"rated": True, "public": True, "hints": False}


def test_in_a_rated_game_nobody_is_voted_out_who_is_there_and_in_time() -> None:
    for terms in ({}, {"clock": events.Clock(move=60, reserve=600)}):
        offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo", "Dora", **RATED, **terms).start()
        for seat in (1, 2, 3):
            assert_refused(RatedSeat, offline, 0, commands.CallVote(vote="handover", seat=seat))
        absent = Caller(0, offline.now, lambda: [0, 1])
        with pytest.raises(RatedSeat):
            accept(offline.table, absent, commands.CallVote(vote="handover", seat=3))


def test_in_a_rated_game_with_a_clock_the_clock_alone_decides() -> None:
    clock = events.Clock(move=60, reserve=600)
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo", "Dora", **RATED, clock=clock).start()
    (roller,) = offline.table.waiting
    offline.now += 500
    others = [person for person in range(4) if person != offline.person(roller)]
    assert_refused(RatedSeat, offline, others[0], commands.CallVote(vote="handover", seat=roller))
    offline.now += 200
    offline.run(lambda table, now: replace_overdue(table, now, ()))
    assert offline.stand_in(roller) == "time"


def test_in_a_rated_game_without_a_clock_a_vote_needs_minutes_of_waiting() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo", "Dora", **RATED, away=10).start()
    (roller,) = offline.table.waiting
    one, two, *_ = [person for person in range(4) if person != offline.person(roller)]
    handover = commands.CallVote(vote="handover", seat=roller)
    offline.now += RATED_WAIT - 1
    assert_refused(RatedSeat, offline, one, handover)
    offline.now += 1
    offline.send(one, handover)
    offline.send(two, YES)
    assert offline.stand_in(roller) == "time", "the log says why"


@pytest.mark.parametrize(
    ("terms", "seconds"),
    [
        ({"away": 200}, 200),
        ({**RATED, "away": 10}, RATED_WAIT),
        ({**RATED, "away": 200}, 200),
        ({**RATED, "clock": events.Clock(move=60, reserve=600)}, None),
    ],
)
def test_devices_learn_for_how_long_somebody_may_keep_them_waiting(
    terms: dict[str, Any], seconds: int | None
) -> None:
    assert view_table(OfflineTable("kniffel", "Anna", "Ben", **terms).table, 0).handover_after == seconds


def test_a_vote_that_passes_too_late_takes_no_rated_seat() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo", "Dora", **RATED).start()
    (roller,) = offline.table.waiting
    one, two, *_ = [person for person in range(4) if person != offline.person(roller)]
    offline.now += RATED_WAIT
    offline.send(one, commands.CallVote(vote="handover", seat=roller))
    offline.step()
    offline.send(two, YES)
    assert offline.stand_in(roller) is None


def test_the_owner_takes_a_seat_back_at_once_even_one_that_was_voted_away() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo", "Dora").start()
    offline.send(0, commands.CallVote(vote="handover", seat=3))
    offline.send(1, YES)
    assert offline.stand_in(3) == "vote"
    offline.send(3, commands.TakeSeatBack())
    assert offline.stand_in(3) is None


def test_in_a_rated_game_starting_replaces_nobody() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben", **RATED)
    offline.send(0, commands.AddSeed(seed="0" * 16))
    with pytest.raises(RatedSeat, match="Ben is not here"):
        accept(offline.table, Caller(0, offline.now, lambda: [0]), commands.StartMatch())


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
