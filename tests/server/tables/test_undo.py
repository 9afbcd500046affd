"""Taking a move back: with everybody's consent, and only until something has been revealed."""

from __future__ import annotations

import random
from functools import partial
from typing import NoReturn

import pytest

from stammtisch.core.turn import Seat
from stammtisch.match import Match
from stammtisch.server.tables import commands
from stammtisch.server.tables.errors import NoMoveYet, TooLate
from stammtisch.server.tables.events import AnyEvent, StepsUndone
from stammtisch.server.tables.state import replay
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.undo import seats_that_may_take_back
from stammtisch.server.tables.views import NOTHING_SEEN, PositionView
from tests.server.offline_table import OfflineTable, assert_refused

TAKE_BACK = commands.CallVote(vote="takeback")
YES, NO = commands.CastVote(yes=True), commands.CastVote(yes=False)


def score_box(offline: OfflineTable) -> Seat:
    """Somebody at a table of Kniffel fills in a box; their seat."""
    seat = offline.roll_until_choice()
    offline.play(seat, next(move for move in offline.moves(seat) if move.startswith("score")))
    return seat


def test_a_move_is_taken_back_when_everybody_agrees() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben").start()
    offline.roll_until_choice()
    before = offline.table.running().state
    seat = score_box(offline)
    offline.send(offline.person(seat), TAKE_BACK)
    assert offline.table.running().state != before
    offline.send(offline.person(1 - seat), YES)
    assert offline.table.running().state == before
    assert replay("offline", offline.log).running().state == before


def test_it_is_offered_as_long_as_nothing_was_rolled_or_dealt_since() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben").start()
    assert not seats_that_may_take_back(offline.table)
    seat = score_box(offline)
    offered = [
        PositionView(offline.table, NOTHING_SEEN, 0.0).for_seat(each) for each in (seat, 1 - seat, None)
    ]
    assert [position.may_take_back for position in offered] == [True, False, False]
    offline.send(offline.person(seat), TAKE_BACK)
    offline.send(offline.person(1 - seat), NO)
    offline.roll_until_choice()
    assert seat not in seats_that_may_take_back(offline.table)
    assert_refused(TooLate, offline, offline.person(seat), TAKE_BACK)


def test_where_there_are_secrets_it_is_offered_only_right_after_the_move() -> None:
    offline = OfflineTable("tock", "Anna", "Ben", "Cleo", "Dora").start()
    first = offline.roll_until_choice()
    offline.play(first, offline.moves(first)[0])
    assert seats_that_may_take_back(offline.table) == {first}
    second = next(seat for seat in range(4) if seat != first and offline.moves(seat))
    offline.play(second, offline.moves(second)[0])
    assert seats_that_may_take_back(offline.table) == {second}


def test_one_vote_against_it_keeps_the_move() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo").start()
    mover = offline.person(score_box(offline))
    after = offline.table.running().state
    others = [person for person in range(3) if person != mover]
    offline.send(mover, TAKE_BACK)
    offline.send(others[0], YES)
    offline.send(others[1], NO)
    assert offline.table.running().state == after
    assert offline.table.vote is None


def test_nothing_is_taken_back_if_a_roll_came_before_the_last_answer() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben").start()
    seat = score_box(offline)
    offline.send(offline.person(seat), TAKE_BACK)
    offline.step()
    after = offline.table.running().state
    offline.send(offline.person(1 - seat), YES)
    assert offline.table.running().state == after
    assert offline.table.vote is None


def test_nobody_can_ask_to_take_a_move_back_after_a_roll() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben").start()
    seat = score_box(offline)
    offline.step()
    assert_refused(TooLate, offline, offline.person(seat), TAKE_BACK)


def test_a_player_without_a_move_has_nothing_to_take_back() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben").start()
    assert_refused(NoMoveYet, offline, 0, TAKE_BACK)


def test_a_card_passed_face_down_can_be_taken_back_until_it_has_been_seen() -> None:
    offline = OfflineTable("tock", "Anna", "Ben", "Cleo", "Dora").start()
    offline.roll_until_choice()
    offline.play(0, offline.moves(0)[0])
    offline.send(0, TAKE_BACK)
    for person in (1, 2, 3):
        offline.send(person, YES)
    assert 0 in offline.table.waiting
    for seat in range(4):
        offline.play(seat, offline.moves(seat)[0])
    assert_refused(TooLate, offline, 3, TAKE_BACK)


def test_a_card_that_was_played_openly_is_not_taken_back() -> None:
    offline = OfflineTable("tock", "Anna", "Ben", "Cleo", "Dora").start()
    offline.roll_until_choice()
    for seat in range(4):
        offline.play(seat, offline.moves(seat)[0])
    player = offline.roll_until_choice()
    offline.step()
    assert_refused(TooLate, offline, offline.person(player), TAKE_BACK)


def test_part_of_a_seven_is_taken_back_without_asking_until_the_seven_is_complete() -> None:
    offline = OfflineTable("tock", "Anna", "Ben").start()
    while not (parts := _parts_of_a_seven(offline)):
        offline.step()
    before = offline.table.running().state
    seat = offline.roll_until_choice()
    offline.play(seat, parts[0])
    offline.send(offline.person(seat), TAKE_BACK)
    assert offline.table.running().state == before
    assert offline.table.vote is None


def test_what_is_taken_back_is_remembered_and_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise everybody waits for somebody who asks again and again, and each time up to 100 steps."""

    def undo(*_: object) -> NoReturn:
        raise AssertionError("steps are played again")

    offline = OfflineTable("kniffel", "Anna", "Ben").start()
    while len(offline.table.running().steps) < 20:
        offline.step()
    monkeypatch.setattr(Match, "undo", undo)
    seat = score_box(offline)
    offline.send(offline.person(seat), TAKE_BACK)
    offline.send(offline.person(1 - seat), YES)
    assert offline.table.waiting.keys() == {seat}
    offline.play(seat, next(move for move in offline.moves(seat) if move.startswith("score")))
    offline.step()
    assert_refused(TooLate, offline, offline.person(seat), TAKE_BACK)


def test_every_earlier_match_is_found_even_after_steps_that_were_undone() -> None:
    offline, luck = OfflineTable("kniffel", "Anna", "Ben").start(), random.Random(1)
    for _ in range(120):
        length = len(offline.table.running().steps)
        if luck.random() < 0.1:
            left = max(0, length - luck.randrange(20))
            offline.run(partial(_undo, left))
        else:
            offline.step()
    match = offline.table.running()
    for steps in range(len(match.steps) + 1):
        found, replayed = offline.table.match_after(steps), match.undo(steps)
        assert (found.state, list(found.steps)) == (replayed.state, list(replayed.steps))


def _undo(steps: int, _: Table, now: float) -> list[AnyEvent]:
    return [StepsUndone(t=now, steps=steps, seat=0, why="takeback")]


def _parts_of_a_seven(offline: OfflineTable) -> list[str]:
    """The moves now that are only a part of a seven."""
    seat, match = offline.roll_until_choice(), offline.table.running()
    return [
        str(move) for move in match.moves(seat) if match.game.in_mid_move(match.play(seat, move).match.state)
    ]
