"""Rolls and moves: who may make them, at which position, and how often."""

from __future__ import annotations

from stammtisch.core.errors import IllegalMove, NotYourTurn
from stammtisch.core.turn import Choose
from stammtisch.server.tables import commands
from stammtisch.server.tables.errors import NotSeated, Stale
from stammtisch.server.tables.plays import play_bot_move
from tests.server.offline_table import OfflineTable, assert_refused


def test_a_move_sent_twice_is_played_once() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    seat = offline.roll_until_choice()
    command = commands.PlayMove(at=offline.table.at, move=offline.moves(seat)[0])
    offline.send(offline.person(seat), command)
    assert_refused(Stale, offline, offline.person(seat), command)


def test_a_roll_sent_twice_is_made_once() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    command = commands.Roll(at=offline.table.at)
    offline.send(0, command)
    assert_refused(Stale, offline, 0, command)


def test_nobody_rolls_or_moves_for_somebody_else() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    assert_refused(NotYourTurn, offline, 1, commands.Roll(at=offline.table.at))
    seat = offline.roll_until_choice()
    at, move, other = offline.table.at, offline.moves(seat)[0], offline.person(1 - seat)
    assert_refused(NotSeated, offline, other, commands.PlayMove(at=at, seat=seat, move=move))
    assert_refused(NotYourTurn, offline, other, commands.PlayMove(at=at, move=move))
    assert_refused(NotSeated, offline, None, commands.PlayMove(at=at, move=move))


def test_an_illegal_move_leaves_the_table_as_it_was() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    seat = offline.roll_until_choice()
    legal = offline.moves(seat)
    illegal = next(str(field) for field in range(1, 10) if str(field) not in legal)
    command = commands.PlayMove(at=offline.table.at, move=illegal)
    assert_refused(IllegalMove, offline, offline.person(seat), command)


def test_moves_of_seats_that_choose_at_the_same_time_do_not_make_each_other_stale() -> None:
    offline = OfflineTable("tock", "Anna", "Ben", "Cleo", "Dora").start()
    offline.roll_until_choice()
    at = offline.table.at
    for seat in range(4):
        offline.send(offline.person(seat), commands.PlayMove(at=at, move=offline.moves(seat)[0]))
    assert_refused(Stale, offline, 0, commands.PlayMove(at=at, move="give 5H"))


def test_a_bot_moves_only_while_it_is_its_turn() -> None:
    offline = OfflineTable("zock", "Anna", "bot:random").start()
    while offline.table.turn != Choose((1,)):
        offline.step()
    table, move = offline.table, offline.moves(1)[0]
    assert play_bot_move(table, 1, table.at - 1, move, offline.now) == []
    assert play_bot_move(table, 0, table.at, move, offline.now) == []
    offline.run(lambda table, now: play_bot_move(table, 1, table.at, move, now))
    assert (1, move) in offline.table.running().steps
