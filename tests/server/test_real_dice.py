"""Real dice on the table, typed in: by whom, and until when they can be contested."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import NotYourTurn, StammtischError
from stammtisch.server.tables import commands
from stammtisch.server.tables.errors import NoThrow
from stammtisch.server.tables.seating import FreeSeat, NewTable, PersonHere, create_table
from tests.server.sitting import Evening, refused


def test_real_dice_are_typed_by_whose_turn_it_is_and_can_be_contested() -> None:
    evening = Evening("zock", "Anna", "Ben", real_dice=True)
    assert evening.table.status == "playing"
    refused(NotYourTurn, evening, 1, commands.Roll(at=evening.table.at, outcome="63"))
    refused(StammtischError, evening, 0, commands.Roll(at=evening.table.at))
    refused(StammtischError, evening, 0, commands.Roll(at=evening.table.at, outcome="77"))
    refused(StammtischError, evening, 0, commands.Roll(at=evening.table.at, outcome=""))
    evening.say(0, commands.Roll(at=evening.table.at, outcome="3 6"))
    assert list(evening.table.running().steps) == [(None, "63")]
    evening.say(1, commands.ContestRoll(at=evening.table.at))
    assert not evening.table.running().steps
    assert evening.table.record().fair is None


def test_a_throw_is_contested_only_before_the_next_move() -> None:
    evening = Evening("zock", "Anna", "Ben", real_dice=True)
    for seat, outcome in ((0, "63"), (1, "21"), (0, "42")):
        evening.say(seat, commands.Roll(at=evening.table.at, outcome=outcome))
    evening.say(0, commands.PlayMove(at=evening.table.at, move="6"))
    refused(NoThrow, evening, 1, commands.ContestRoll(at=evening.table.at))


def test_the_tables_own_dice_are_not_contested_and_not_chosen() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    refused(StammtischError, evening, 0, commands.Roll(at=evening.table.at, outcome="66"))
    evening.step()
    refused(NoThrow, evening, 1, commands.ContestRoll(at=evening.table.at))


# Seats


def test_real_dice_stay_secret_only_at_one_device() -> None:
    wish = NewTable(game="tock", seats=[PersonHere("Anna"), FreeSeat()], real_dice=True)
    with pytest.raises(StammtischError, match="secret"):
        create_table(wish, "code", 120, "key", None, 0.0)
    create_table(
        NewTable(game="tock", seats=[PersonHere("Anna"), PersonHere("Ben")], real_dice=True),
        "code",
        120,
        "key",
        None,
        0.0,
    )
