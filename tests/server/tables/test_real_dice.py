"""Real dice: who enters a roll, and until when it can be contested."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import NotYourTurn, StammtischError
from stammtisch.server.tables import commands
from stammtisch.server.tables.errors import NoThrow, SecretDice
from stammtisch.server.tables.seating import FreeSeat, NewTable, PersonHere, create_table
from tests.server.offline_table import OfflineTable, assert_refused


def test_the_player_whose_turn_it_is_enters_the_roll_and_others_can_contest_it() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", real_dice=True)
    at = offline.table.at
    assert offline.table.status == "playing"
    assert_refused(NotYourTurn, offline, 1, commands.Roll(at=at, outcome="63"))
    for outcome in (None, "77", ""):
        assert_refused(StammtischError, offline, 0, commands.Roll(at=at, outcome=outcome))
    offline.send(0, commands.Roll(at=at, outcome="3 6"))
    assert list(offline.table.running().steps) == [(None, "63")]
    offline.send(1, commands.ContestRoll(at=offline.table.at))
    assert not offline.table.running().steps
    assert offline.table.record().fair is None


def test_a_roll_can_be_contested_only_before_the_next_move() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", real_dice=True)
    for seat, outcome in ((0, "63"), (1, "21"), (0, "42")):
        offline.send(seat, commands.Roll(at=offline.table.at, outcome=outcome))
    offline.send(0, commands.PlayMove(at=offline.table.at, move="6"))
    assert_refused(NoThrow, offline, 1, commands.ContestRoll(at=offline.table.at))


def test_the_dice_of_the_server_can_be_neither_chosen_nor_contested() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    assert_refused(StammtischError, offline, 0, commands.Roll(at=offline.table.at, outcome="66"))
    offline.step()
    assert_refused(NoThrow, offline, 1, commands.ContestRoll(at=offline.table.at))


def test_real_cards_that_are_secret_need_everybody_at_one_device() -> None:
    several = NewTable(game="tock", seats=[PersonHere("Anna"), FreeSeat()], real_dice=True)
    with pytest.raises(SecretDice, match="secret"):
        create_table(several, "code", 120, "key", None, 0.0)
    one = NewTable(game="tock", seats=[PersonHere("Anna"), PersonHere("Ben")], real_dice=True)
    assert create_table(one, "code", 120, "key", None, 0.0)
