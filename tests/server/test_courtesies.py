"""Votes, take-backs, leavers, clocks and talk, decided on tables without any socket."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import IllegalMove, NotYourTurn, StammtischError
from stammtisch.core.turn import Choose
from stammtisch.server.tables import commands, events
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.clock import deadline, next_deadline, replace_overdue
from stammtisch.server.tables.decisions import accept
from stammtisch.server.tables.errors import (
    Begun,
    Hushed,
    NotSeated,
    Paused,
    SeatTaken,
    Settled,
    Stale,
    StillHere,
    StillPlaying,
    TableOver,
    TooLate,
)
from stammtisch.server.tables.plays import play_bot_move
from stammtisch.server.tables.seating import (
    NewPlayers,
    create_link,
    join_table,
    use_link,
)
from stammtisch.server.tables.state import replay
from tests.server.sitting import Evening, refused


def why(evening: Evening, seat: int) -> str | None:
    """Why a bot plays for the owner of the seat."""
    return evening.table.seats[seat].stand_in


def test_the_game_begins_when_every_device_has_added_its_seed() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening.say(0, commands.AddSeed(seed="a" * 16))
    assert evening.table.status == "open"
    evening.say(1, commands.AddSeed(seed="b" * 16))
    assert evening.table.status == "playing"
    refused(Begun, evening, 1, commands.AddSeed(seed="c" * 16))


def test_the_log_gives_the_same_table_again() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    evening.to_the_end()
    again = replay("evening", evening.texts)
    assert again.record() == evening.table.record()
    assert again.finished == evening.table.finished
    assert again.n == evening.table.n


def test_a_double_click_plays_once() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    seat = evening.until_choice()
    move = str(evening.table.game.moves(evening.table.running().state, seat)[0])
    message = commands.PlayMove(at=evening.table.at, move=move)
    evening.say(evening.person(seat), message)
    refused(Stale, evening, evening.person(seat), message)


def test_a_throw_made_twice_falls_once() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    message = commands.Roll(at=evening.table.at)
    evening.say(0, message)
    refused(Stale, evening, 0, message)


def test_nobody_moves_or_throws_for_another() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    refused(NotYourTurn, evening, 1, commands.Roll(at=evening.table.at))
    seat = evening.until_choice()
    other = evening.person(1 - seat)
    move = str(evening.table.game.moves(evening.table.running().state, seat)[0])
    refused(NotSeated, evening, other, commands.PlayMove(at=evening.table.at, seat=seat, move=move))
    refused(NotYourTurn, evening, other, commands.PlayMove(at=evening.table.at, move=move))
    refused(NotSeated, evening, None, commands.PlayMove(at=evening.table.at, move=move))


def test_an_illegal_move_leaves_the_table_as_it_was() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    seat = evening.until_choice()
    legal = {str(move) for move in evening.table.game.moves(evening.table.running().state, seat)}
    illegal = next(str(field) for field in range(1, 10) if str(field) not in legal)
    refused(IllegalMove, evening, evening.person(seat), commands.PlayMove(at=evening.table.at, move=illegal))


def test_cards_are_passed_at_once_by_everybody_without_getting_stale() -> None:
    evening = Evening("tock", "Anna", "Ben", "Cleo", "Dora").begin()
    evening.until_choice()
    at = evening.table.at
    for seat in range(4):
        move = str(evening.table.game.moves(evening.table.running().state, seat)[0])
        evening.say(evening.person(seat), commands.PlayMove(at=at, move=move))
    refused(Stale, evening, 0, commands.PlayMove(at=at, move="give 5H"))


# Taking back


def test_a_move_is_taken_back_when_everybody_agrees() -> None:
    evening = Evening("kniffel", "Anna", "Ben").begin()
    seat = evening.until_choice()
    before = evening.table.running().state
    moves = [str(move) for move in evening.table.game.moves(evening.table.running().state, seat)]
    score = next(move for move in moves if move.startswith("score"))
    evening.say(evening.person(seat), commands.PlayMove(at=evening.table.at, move=score))
    evening.say(evening.person(seat), commands.CallVote(vote="takeback"))
    assert evening.table.running().state != before
    evening.say(evening.person(1 - seat), commands.CastVote(yes=True))
    assert evening.table.running().state == before
    assert replay("evening", evening.texts).running().state == before


def test_one_no_keeps_the_move() -> None:
    evening = Evening("kniffel", "Anna", "Ben", "Cleo").begin()
    seat = evening.until_choice()
    score = next(
        str(move)
        for move in evening.table.game.moves(evening.table.running().state, seat)
        if "score" in str(move)
    )
    evening.say(evening.person(seat), commands.PlayMove(at=evening.table.at, move=score))
    after = evening.table.running().state
    others = [person for person in range(3) if person != evening.person(seat)]
    evening.say(evening.person(seat), commands.CallVote(vote="takeback"))
    evening.say(others[0], commands.CastVote(yes=True))
    evening.say(others[1], commands.CastVote(yes=False))
    assert evening.table.running().state == after
    assert evening.table.vote is None


def test_a_question_answered_too_late_is_let_go() -> None:
    evening = Evening("kniffel", "Anna", "Ben").begin()
    seat = evening.until_choice()
    moves = [str(move) for move in evening.table.game.moves(evening.table.running().state, seat)]
    score = next(move for move in moves if move.startswith("score"))
    evening.say(evening.person(seat), commands.PlayMove(at=evening.table.at, move=score))
    evening.say(evening.person(seat), commands.CallVote(vote="takeback"))
    evening.step()
    after = evening.table.running().state
    evening.say(evening.person(1 - seat), commands.CastVote(yes=True))
    assert evening.table.running().state == after
    assert evening.table.vote is None


def test_after_a_throw_nothing_is_taken_back() -> None:
    evening = Evening("kniffel", "Anna", "Ben").begin()
    seat = evening.until_choice()
    score = next(
        str(move)
        for move in evening.table.game.moves(evening.table.running().state, seat)
        if "score" in str(move)
    )
    evening.say(evening.person(seat), commands.PlayMove(at=evening.table.at, move=score))
    evening.step()
    refused(TooLate, evening, evening.person(seat), commands.CallVote(vote="takeback"))


def test_a_card_that_was_shown_is_not_taken_back_but_one_passed_face_down_is() -> None:
    evening = Evening("tock", "Anna", "Ben", "Cleo", "Dora").begin()
    evening.until_choice()
    given = str(evening.table.game.moves(evening.table.running().state, 0)[0])
    evening.say(0, commands.PlayMove(at=evening.table.at, move=given))
    evening.say(0, commands.CallVote(vote="takeback"))
    for person in (1, 2, 3):
        evening.say(person, commands.CastVote(yes=True))
    assert 0 in evening.table.waiting
    for seat in range(4):
        move = str(evening.table.game.moves(evening.table.running().state, seat)[0])
        evening.say(seat, commands.PlayMove(at=evening.table.at, seat=seat, move=move))
    refused(TooLate, evening, 3, commands.CallVote(vote="takeback"))
    player = evening.until_choice()
    evening.step()
    refused(TooLate, evening, player, commands.CallVote(vote="takeback"))


def test_a_part_of_a_seven_is_taken_back_without_asking_before_it_is_complete() -> None:
    evening = Evening("tock", "Anna", "Ben").begin()
    game = evening.table.game
    while True:
        seat = evening.until_choice()
        moves = game.moves(evening.table.running().state, seat)
        short = [
            move for move in moves if game.play(evening.table.running().state, seat, move)[0].phase == "seven"
        ]
        if short:
            break
        evening.step()
    before = evening.table.running().state
    evening.say(evening.person(seat), commands.PlayMove(at=evening.table.at, move=str(short[0])))
    evening.say(evening.person(seat), commands.CallVote(vote="takeback"))
    assert evening.table.running().state == before
    assert evening.table.vote is None


# Leaving, clocks, votes


def test_when_time_is_up_a_bot_plays_on_and_the_owner_can_come_back() -> None:
    evening = Evening("zock", "Anna", "Ben", clock=events.Clock(move=30, reserve=10)).begin()
    thrower = next(iter(evening.table.waiting))
    assert deadline(evening.table, thrower) == 1040.0
    assert replace_overdue(evening.table, 1039.0, ()) == []
    evening.now = 1041.0
    evening.run(lambda table, now: replace_overdue(table, now, ()))
    assert why(evening, thrower) == "time"
    evening.say(evening.person(thrower), commands.TakeSeatBack())
    assert why(evening, thrower) is None


def test_the_reserve_is_used_up_only_by_what_a_move_takes_too_long() -> None:
    evening = Evening("zock", "Anna", "Ben", clock=events.Clock(move=30, reserve=100)).begin()
    for now, left in ((1020.0, (100, 100)), (1060.0, (100, 90))):
        evening.now = now
        evening.step()
        assert evening.table.reserve == left


def test_clocks_stand_still_in_a_pause() -> None:
    evening = Evening("zock", "Anna", "Ben", clock=events.Clock(move=30)).begin()
    evening.now = 1010.0
    evening.say(0, commands.CallVote(vote="pause"))
    evening.say(1, commands.CastVote(yes=True))
    assert next_deadline(evening.table) is None
    refused(Paused, evening, 0, commands.Roll(at=evening.table.at))
    evening.now = 5000.0
    evening.say(1, commands.ResumeMatch())
    assert next_deadline(evening.table) == 5020.0


def test_who_leaves_is_replaced_and_may_come_back() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    evening.say(1, commands.LeaveTable())
    assert why(evening, 1) == "left"
    evening.say(1, commands.TakeSeatBack())
    refused(Settled, evening, 1, commands.TakeSeatBack())


def test_who_leaves_before_the_game_frees_the_seat() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening.say(1, commands.LeaveTable())
    assert evening.table.free == [1]
    refused(NotSeated, evening, 1, commands.SendMessage(text="I am still here"))


def test_a_seat_is_handed_to_a_bot_by_most_of_the_others() -> None:
    evening = Evening("kniffel", "Anna", "Ben", "Cleo", "Dora").begin()
    evening.say(0, commands.CallVote(vote="handover", seat=3))
    assert why(evening, 3) is None
    evening.say(1, commands.CastVote(yes=True))
    assert why(evening, 3) == "vote"
    refused(SeatTaken, evening, 0, commands.CallVote(vote="handover", seat=3))


def test_one_player_alone_hands_over_only_the_seat_of_who_is_gone() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    ask = commands.CallVote(vote="handover", seat=1)
    refused(StillHere, evening, 0, ask)
    led_to = accept(evening.table, Caller(0, evening.now, lambda: [0]), ask)
    assert [type(event) for event in led_to] == [events.VoteCalled, events.StandInStarted]


def test_who_is_here_and_keeps_the_other_waiting_for_ever_holds_up_no_table() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    thrower = next(iter(evening.table.waiting))
    evening.now += evening.table.terms.away
    evening.say(evening.person(1 - thrower), commands.CallVote(vote="handover", seat=thrower))
    assert why(evening, thrower) == "vote"


def test_a_bot_moves_only_where_it_still_is_to_choose() -> None:
    evening = Evening("zock", "Anna", "bot:random").begin()
    while not (isinstance(evening.table.turn, Choose) and evening.table.turn.seats == (1,)):
        evening.step()
    move = str(evening.table.game.moves(evening.table.running().state, 1)[0])
    assert play_bot_move(evening.table, 1, evening.table.at - 1, move, evening.now) == []
    assert play_bot_move(evening.table, 0, evening.table.at, move, evening.now) == []
    evening.run(lambda table, now: play_bot_move(table, 1, table.at, move, now))
    assert (1, move) in evening.table.running().steps


def test_free_seats_are_filled_with_bots_on_request() -> None:
    evening = Evening("zock", "Anna", "bot:easy", public=True)
    lonely = Evening("kniffel", "Anna", "Ben", "Cleo")
    lonely.say(2, commands.LeaveTable())
    lonely.say(0, commands.StartMatch())
    assert lonely.table.seats[2].bot == "medium"
    assert evening.table.free == []


# Rematch


def test_a_rematch_turns_the_seats_and_has_dice_of_its_own() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    refused(StillPlaying, evening, 0, commands.CallVote(vote="rematch"))
    evening.to_the_end()
    first = evening.table.commitment
    refused(TableOver, evening, 0, commands.Roll(at=evening.table.at))
    evening.say(0, commands.CallVote(vote="rematch"))
    evening.say(1, commands.CastVote(yes=True))
    assert evening.table.names == ("Ben", "Anna")
    assert evening.table.status == "open"
    second = evening.table.commitment
    assert first is not None
    assert second is not None
    assert first != second
    evening.begin()
    assert evening.table.status == "playing"


# Talk


def test_partners_say_only_set_phrases_while_cards_are_held() -> None:
    evening = Evening("tock", "Anna", "Ben", "Cleo", "Dora")
    evening.say(0, commands.SendMessage(text="hello"))
    evening.begin()
    evening.until_choice()
    with pytest.raises(Hushed, match="T38"):
        evening.say(0, commands.SendMessage(text="I have a joker"))
    evening.say(0, commands.SendPhrase(phrase="well-played"))
    assert [said_.text or said_.phrase for _, said_ in evening.table.chat] == ["hello", "well-played"]


def test_free_players_too_send_only_quick_phrases_while_cards_are_held() -> None:
    evening = Evening("tock", "Anna", "Ben", "Cleo").begin()
    evening.say(0, commands.SendMessage(text="good luck"))
    evening.until_choice()
    with pytest.raises(Hushed, match="T38"):
        evening.say(0, commands.SendMessage(text="I have a joker"))
    assert len(evening.table.chat) == 1


def test_control_characters_are_not_said() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening.say(0, commands.SendMessage(text="a\x1b[2Jb\u202e"))
    assert evening.table.chat[-1][1].text == "a [2Jb"


# Real dice


def test_a_seat_is_taken_once() -> None:
    evening = Evening("zock", "Anna", "Ben")
    with pytest.raises(SeatTaken):
        join_table(evening.table, NewPlayers(names=["Eve"], seats=[1]), None, "key", None, 0.0)
    with pytest.raises(StammtischError, match="every seat"):
        join_table(evening.table, NewPlayers(names=["Eve"]), None, "key", None, 0.0)


def test_a_personal_link_works_once_and_not_for_ever() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening.run(lambda table, now: create_link(table, 0, "link", now))
    with pytest.raises(StammtischError, match="has expired"):
        use_link(evening.table, "link", None, "key", evening.now + 3600)
    evening.run(lambda table, now: use_link(table, "link", None, "new key", now))
    assert evening.table.people[0].keys == ("key of Anna", "new key")
    with pytest.raises(StammtischError, match="has been used"):
        use_link(evening.table, "link", None, "key", evening.now)
