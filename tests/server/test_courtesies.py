"""Votes, take-backs, leavers, clocks and talk, decided on tables without any socket."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import IllegalMove, NotYourTurn, StammtischError
from stammtisch.core.turn import Choose
from stammtisch.server.tables import events as log
from stammtisch.server.tables import messages as said
from stammtisch.server.tables.decisions import Caller, bot_played, decide, times_up
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
from stammtisch.server.tables.seating import (
    NewGuests,
    redeemed,
    seated,
    ticketed,
)
from stammtisch.server.tables.state import Table
from tests.server.sitting import Evening, refused


def why(evening: Evening, seat: int) -> str | None:
    """Why a bot plays for the owner of the seat."""
    return evening.table.chairs[seat].stand_in


def test_the_game_begins_when_every_device_has_added_its_seed() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening.say(0, said.Seed(seed="a" * 16))
    assert evening.table.status == "open"
    evening.say(1, said.Seed(seed="b" * 16))
    assert evening.table.status == "playing"
    refused(Begun, evening, 1, said.Seed(seed="c" * 16))


def test_the_log_gives_the_same_table_again() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    evening.to_the_end()
    again = Table.told("evening", evening.texts)
    assert again.record() == evening.table.record()
    assert again.finished == evening.table.finished
    assert again.n == evening.table.n


def test_a_double_click_plays_once() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    seat = evening.until_choice()
    move = str(evening.table.game.moves(evening.table.state, seat)[0])
    message = said.Move(at=evening.table.at, move=move)
    evening.say(evening.sitter(seat), message)
    refused(Stale, evening, evening.sitter(seat), message)


def test_a_throw_made_twice_falls_once() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    message = said.Throw(at=evening.table.at)
    evening.say(0, message)
    refused(Stale, evening, 0, message)


def test_nobody_moves_or_throws_for_another() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    refused(NotYourTurn, evening, 1, said.Throw(at=evening.table.at))
    seat = evening.until_choice()
    other = evening.sitter(1 - seat)
    move = str(evening.table.game.moves(evening.table.state, seat)[0])
    refused(NotSeated, evening, other, said.Move(at=evening.table.at, seat=seat, move=move))
    refused(NotYourTurn, evening, other, said.Move(at=evening.table.at, move=move))
    refused(NotSeated, evening, None, said.Move(at=evening.table.at, move=move))


def test_an_illegal_move_leaves_the_table_as_it_was() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    seat = evening.until_choice()
    legal = {str(move) for move in evening.table.game.moves(evening.table.state, seat)}
    illegal = next(str(field) for field in range(1, 10) if str(field) not in legal)
    refused(IllegalMove, evening, evening.sitter(seat), said.Move(at=evening.table.at, move=illegal))


def test_cards_are_passed_at_once_by_everybody_without_getting_stale() -> None:
    evening = Evening("tock", "Anna", "Ben", "Cleo", "Dora").begin()
    evening.until_choice()
    at = evening.table.at
    for seat in range(4):
        move = str(evening.table.game.moves(evening.table.state, seat)[0])
        evening.say(evening.sitter(seat), said.Move(at=at, move=move))
    refused(Stale, evening, 0, said.Move(at=at, move="give 5H"))


# Taking back


def test_a_move_is_taken_back_when_everybody_agrees() -> None:
    evening = Evening("kniffel", "Anna", "Ben").begin()
    seat = evening.until_choice()
    before = evening.table.state
    moves = [str(move) for move in evening.table.game.moves(evening.table.state, seat)]
    score = next(move for move in moves if move.startswith("score"))
    evening.say(evening.sitter(seat), said.Move(at=evening.table.at, move=score))
    evening.say(evening.sitter(seat), said.Ask(vote="takeback"))
    assert evening.table.state != before
    evening.say(evening.sitter(1 - seat), said.Answer(yes=True))
    assert evening.table.state == before
    assert Table.told("evening", evening.texts).state == before


def test_one_no_keeps_the_move() -> None:
    evening = Evening("kniffel", "Anna", "Ben", "Cleo").begin()
    seat = evening.until_choice()
    score = next(
        str(move) for move in evening.table.game.moves(evening.table.state, seat) if "score" in str(move)
    )
    evening.say(evening.sitter(seat), said.Move(at=evening.table.at, move=score))
    after = evening.table.state
    others = [sitter for sitter in range(3) if sitter != evening.sitter(seat)]
    evening.say(evening.sitter(seat), said.Ask(vote="takeback"))
    evening.say(others[0], said.Answer(yes=True))
    evening.say(others[1], said.Answer(yes=False))
    assert evening.table.state == after
    assert evening.table.vote is None


def test_a_question_answered_too_late_is_let_go() -> None:
    evening = Evening("kniffel", "Anna", "Ben").begin()
    seat = evening.until_choice()
    moves = [str(move) for move in evening.table.game.moves(evening.table.state, seat)]
    score = next(move for move in moves if move.startswith("score"))
    evening.say(evening.sitter(seat), said.Move(at=evening.table.at, move=score))
    evening.say(evening.sitter(seat), said.Ask(vote="takeback"))
    evening.step()
    after = evening.table.state
    evening.say(evening.sitter(1 - seat), said.Answer(yes=True))
    assert evening.table.state == after
    assert evening.table.vote is None


def test_after_a_throw_nothing_is_taken_back() -> None:
    evening = Evening("kniffel", "Anna", "Ben").begin()
    seat = evening.until_choice()
    score = next(
        str(move) for move in evening.table.game.moves(evening.table.state, seat) if "score" in str(move)
    )
    evening.say(evening.sitter(seat), said.Move(at=evening.table.at, move=score))
    evening.step()
    refused(TooLate, evening, evening.sitter(seat), said.Ask(vote="takeback"))


def test_a_card_that_was_shown_is_not_taken_back_but_one_passed_face_down_is() -> None:
    evening = Evening("tock", "Anna", "Ben", "Cleo", "Dora").begin()
    evening.until_choice()
    given = str(evening.table.game.moves(evening.table.state, 0)[0])
    evening.say(0, said.Move(at=evening.table.at, move=given))
    evening.say(0, said.Ask(vote="takeback"))
    for sitter in (1, 2, 3):
        evening.say(sitter, said.Answer(yes=True))
    assert 0 in evening.table.asked
    for seat in range(4):
        move = str(evening.table.game.moves(evening.table.state, seat)[0])
        evening.say(seat, said.Move(at=evening.table.at, seat=seat, move=move))
    refused(TooLate, evening, 3, said.Ask(vote="takeback"))
    player = evening.until_choice()
    evening.step()
    refused(TooLate, evening, player, said.Ask(vote="takeback"))


def test_a_part_of_a_seven_is_taken_back_without_asking_before_it_is_complete() -> None:
    evening = Evening("tock", "Anna", "Ben").begin()
    game = evening.table.game
    while True:
        seat = evening.until_choice()
        moves = game.moves(evening.table.state, seat)
        short = [move for move in moves if game.play(evening.table.state, seat, move)[0].phase == "seven"]
        if short:
            break
        evening.step()
    before = evening.table.state
    evening.say(evening.sitter(seat), said.Move(at=evening.table.at, move=str(short[0])))
    evening.say(evening.sitter(seat), said.Ask(vote="takeback"))
    assert evening.table.state == before
    assert evening.table.vote is None


# Leaving, clocks, votes


def test_when_time_is_up_a_bot_plays_on_and_the_owner_can_come_back() -> None:
    evening = Evening("zock", "Anna", "Ben", clock=log.Clock(move=30, reserve=10)).begin()
    thrower = next(iter(evening.table.asked))
    assert evening.table.deadline(thrower) == 1040.0
    assert times_up(evening.table, 1039.0, ()) == []
    evening.now = 1041.0
    evening._apply(times_up(evening.table, evening.now, ()))
    assert why(evening, thrower) == "time"
    evening.say(evening.sitter(thrower), said.Back())
    assert why(evening, thrower) is None


def test_the_reserve_is_used_up_only_by_what_a_move_takes_too_long() -> None:
    evening = Evening("zock", "Anna", "Ben", clock=log.Clock(move=30, reserve=100)).begin()
    for now, left in ((1020.0, (100, 100)), (1060.0, (100, 90))):
        evening.now = now
        evening.step()
        assert evening.table.reserve == left


def test_clocks_stand_still_in_a_pause() -> None:
    evening = Evening("zock", "Anna", "Ben", clock=log.Clock(move=30)).begin()
    evening.now = 1010.0
    evening.say(0, said.Ask(vote="pause"))
    evening.say(1, said.Answer(yes=True))
    assert evening.table.wake is None
    refused(Paused, evening, 0, said.Throw(at=evening.table.at))
    evening.now = 5000.0
    evening.say(1, said.Resume())
    assert evening.table.wake == 5020.0


def test_who_leaves_is_replaced_and_may_come_back() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    evening.say(1, said.Leave())
    assert why(evening, 1) == "left"
    evening.say(1, said.Back())
    refused(Settled, evening, 1, said.Back())


def test_who_leaves_before_the_game_frees_the_seat() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening.say(1, said.Leave())
    assert evening.table.free == [1]
    refused(NotSeated, evening, 1, said.Say(text="I am still here"))


def test_a_seat_is_handed_to_a_bot_by_most_of_the_others() -> None:
    evening = Evening("kniffel", "Anna", "Ben", "Cleo", "Dora").begin()
    evening.say(0, said.Ask(vote="handover", seat=3))
    assert why(evening, 3) is None
    evening.say(1, said.Answer(yes=True))
    assert why(evening, 3) == "vote"
    refused(SeatTaken, evening, 0, said.Ask(vote="handover", seat=3))


def test_one_player_alone_hands_over_only_the_seat_of_who_is_gone() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    ask = said.Ask(vote="handover", seat=1)
    refused(StillHere, evening, 0, ask)
    assert [type(entry) for entry in decide(evening.table, Caller(0, evening.now, lambda: [0]), ask)] == [
        log.Asked,
        log.Standin,
    ]


def test_who_is_here_and_keeps_the_other_waiting_for_ever_holds_up_no_table() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    thrower = next(iter(evening.table.asked))
    evening.now += evening.table.terms.away
    evening.say(evening.sitter(1 - thrower), said.Ask(vote="handover", seat=thrower))
    assert why(evening, thrower) == "vote"


def test_a_bot_moves_only_where_it_still_is_to_choose() -> None:
    evening = Evening("zock", "Anna", "bot:random").begin()
    while not (isinstance(evening.table.turn, Choose) and evening.table.turn.seats == (1,)):
        evening.step()
    move = str(evening.table.game.moves(evening.table.state, 1)[0])
    assert bot_played(evening.table, 1, evening.table.at - 1, move, evening.now) == []
    assert bot_played(evening.table, 0, evening.table.at, move, evening.now) == []
    evening._apply(bot_played(evening.table, 1, evening.table.at, move, evening.now))
    assert evening.table.steps[-1][0] in (1, None)


def test_free_seats_are_filled_with_bots_on_request() -> None:
    evening = Evening("zock", "Anna", "bot:easy", public=True)
    lonely = Evening("kniffel", "Anna", "Ben", "Cleo")
    lonely.say(2, said.Leave())
    lonely.say(0, said.Start())
    assert lonely.table.chairs[2].bot == "medium"
    assert evening.table.free == []


# Rematch


def test_a_rematch_turns_the_seats_and_has_dice_of_its_own() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    refused(StillPlaying, evening, 0, said.Ask(vote="rematch"))
    evening.to_the_end()
    first = evening.table.fair(revealed=True)
    refused(TableOver, evening, 0, said.Throw(at=evening.table.at))
    evening.say(0, said.Ask(vote="rematch"))
    evening.say(1, said.Answer(yes=True))
    assert evening.table.names == ("Ben", "Anna")
    assert evening.table.status == "open"
    second = evening.table.fair(revealed=True)
    assert first is not None
    assert second is not None
    assert first.commitment != second.commitment
    evening.begin()
    assert evening.table.status == "playing"


# Talk


def test_partners_say_only_set_phrases_while_cards_are_held() -> None:
    evening = Evening("tock", "Anna", "Ben", "Cleo", "Dora")
    evening.say(0, said.Say(text="hello"))
    evening.begin()
    evening.until_choice()
    with pytest.raises(Hushed, match="T10"):
        evening.say(0, said.Say(text="I have a joker"))
    evening.say(0, said.Nod(phrase="well-played"))
    assert [said_.text or said_.phrase for _, said_ in evening.table.talk] == ["hello", "well-played"]


def test_free_players_may_talk() -> None:
    evening = Evening("tock", "Anna", "Ben", "Cleo").begin()
    evening.say(0, said.Say(text="I have a joker"))
    assert len(evening.table.talk) == 1


def test_control_characters_are_not_said() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening.say(0, said.Say(text="a\x1b[2Jb\u202e"))
    assert evening.table.talk[-1][1].text == "a [2Jb"


# Real dice


def test_a_seat_is_taken_once() -> None:
    evening = Evening("zock", "Anna", "Ben")
    with pytest.raises(SeatTaken):
        seated(evening.table, NewGuests(names=["Eve"], seats=[1]), None, "key", None, 0.0)
    with pytest.raises(StammtischError, match="every seat"):
        seated(evening.table, NewGuests(names=["Eve"]), None, "key", None, 0.0)


def test_a_personal_link_works_once_and_not_for_ever() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening._apply(ticketed(evening.table, 0, "ticket", evening.now))
    with pytest.raises(StammtischError, match="too old"):
        redeemed(evening.table, "ticket", None, "key", evening.now + 3600)
    evening._apply(redeemed(evening.table, "ticket", None, "new key", evening.now))
    assert evening.table.people[0].keys == ("key of Anna", "new key")
    with pytest.raises(StammtischError, match="used already"):
        redeemed(evening.table, "ticket", None, "key", evening.now)
