"""Every bot has a name of its own, which nobody else at the table has."""

from __future__ import annotations

from itertools import combinations
from string import ascii_lowercase

import pytest

from stammtisch.core.turn import MOST_SEATS
from stammtisch.server.tables.bot_names import BOT_NAMES, bot_names
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.commands import StartMatch
from stammtisch.server.tables.decisions import accept, decide
from stammtisch.server.tables.events import BotSeated, decode_event, encode_event
from stammtisch.server.tables.lookalikes import look_alike
from stammtisch.server.tables.seating import BotSeat, FreeSeat, NewTable, PersonHere, create_table
from stammtisch.server.tables.state import history
from stammtisch.server.tables.views import view_table


def test_no_two_names_look_alike_and_there_are_more_than_seats() -> None:
    assert [pair for pair in combinations(BOT_NAMES, 2) if look_alike(*pair)] == []
    assert len(BOT_NAMES) > MOST_SEATS


@pytest.mark.parametrize("code", ascii_lowercase)
def test_bots_have_different_names_that_nobody_else_has(code: str) -> None:
    people = [name.upper() for name in BOT_NAMES[: MOST_SEATS // 2]]
    names = bot_names(code, people, MOST_SEATS - len(people))
    assert len({*names}) == MOST_SEATS - len(people)
    assert not {name.upper() for name in names} & {*people}


def test_tables_have_different_bots() -> None:
    assert len({bot_names(code, [], 1)[0] for code in ascii_lowercase}) > MOST_SEATS // 2


def test_a_person_may_have_the_name_of_a_bot_that_is_not_there() -> None:
    seats = [PersonHere(name) for name in BOT_NAMES[:11]]
    created = create_table(
        NewTable(game="kniffel", seats=[*seats, BotSeat("easy")]), "code", 120, "", None, 0.0
    )
    *_, table = history("table", created)
    assert table.seats[-1].name in BOT_NAMES[11:]


def test_bots_that_take_free_seats_have_names_too() -> None:
    new = NewTable(game="kniffel", seats=[PersonHere("Anna"), BotSeat("easy"), FreeSeat(), FreeSeat()])
    *_, table = history("table", create_table(new, "code", 120, "", None, 0.0))
    _, full = decide(table, lambda table, now: accept(table, Caller(0, now, lambda: [0]), StartMatch()), 1.0)
    assert len({seat.name for seat in view_table(full, None).seats}) == 4
    assert {seat.name for seat in view_table(full, None).seats[1:]} <= {*BOT_NAMES}
    assert full.bot_names == ("", *(seat.name for seat in full.seats[1:]))


def test_the_name_of_a_bot_is_stored_and_an_old_bot_goes_by_its_level() -> None:
    event = BotSeated(t=0.0, seat=1, bot="easy", name="Panda")
    assert decode_event(encode_event(event)) == event
    old = decode_event('{"e":"manned","t":0.0,"seat":1,"bot":"easy"}')
    created = create_table(
        NewTable(game="zock", seats=[PersonHere("Anna"), BotSeat("easy")]), "code", 120, "", None, 0.0
    )
    *_, table = history("table", [old if isinstance(each, BotSeated) else each for each in created])
    assert table.seats[1].name == "easy"
    assert table.bot_names == ()
