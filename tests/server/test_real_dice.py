"""Real dice on the table, typed in: by whom, and until when they can be contested."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import NotYourTurn, StammtischError
from stammtisch.server.tables import messages as said
from stammtisch.server.tables.errors import NoThrow
from stammtisch.server.tables.seating import Free, Here, NewTable, founded
from tests.server.sitting import Evening, refused


def test_real_dice_are_typed_by_whose_turn_it_is_and_can_be_contested() -> None:
    evening = Evening("zock", "Anna", "Ben", real_dice=True)
    assert evening.table.status == "playing"
    refused(NotYourTurn, evening, 1, said.Throw(at=evening.table.at, outcome="63"))
    refused(StammtischError, evening, 0, said.Throw(at=evening.table.at))
    refused(StammtischError, evening, 0, said.Throw(at=evening.table.at, outcome="77"))
    refused(StammtischError, evening, 0, said.Throw(at=evening.table.at, outcome=""))
    evening.say(0, said.Throw(at=evening.table.at, outcome="3 6"))
    assert list(evening.table.steps) == [(None, "63")]
    evening.say(1, said.Contest(at=evening.table.at))
    assert not evening.table.steps
    assert evening.table.record().fair is None


def test_a_throw_is_contested_only_before_the_next_move() -> None:
    evening = Evening("zock", "Anna", "Ben", real_dice=True)
    for seat, outcome in ((0, "63"), (1, "21"), (0, "42")):
        evening.say(seat, said.Throw(at=evening.table.at, outcome=outcome))
    evening.say(0, said.Move(at=evening.table.at, move="6"))
    refused(NoThrow, evening, 1, said.Contest(at=evening.table.at))


def test_the_tables_own_dice_are_not_contested_and_not_chosen() -> None:
    evening = Evening("zock", "Anna", "Ben").begin()
    refused(StammtischError, evening, 0, said.Throw(at=evening.table.at, outcome="66"))
    evening.step()
    refused(NoThrow, evening, 1, said.Contest(at=evening.table.at))


# Seats


def test_real_dice_stay_secret_only_at_one_device() -> None:
    wish = NewTable(game="tock", seats=[Here("Anna"), Free()], real_dice=True)
    with pytest.raises(StammtischError, match="secret"):
        founded(wish, "code", 120, "key", None, 0.0)
    founded(
        NewTable(game="tock", seats=[Here("Anna"), Here("Ben")], real_dice=True),
        "code",
        120,
        "key",
        None,
        0.0,
    )
