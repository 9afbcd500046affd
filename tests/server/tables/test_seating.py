"""Joining, starting, leaving and coming back, and the keys and links of seats."""

from __future__ import annotations

import hmac

import pytest
from msgspec.structs import replace

from stammtisch.core.errors import StammtischError
from stammtisch.server.tables import commands, seating
from stammtisch.server.tables.errors import Begun, NotSeated, SeatTaken, Settled
from stammtisch.server.tables.seating import (
    LINK_LASTS,
    NewPlayers,
    create_link,
    join_table,
    person_of,
    use_link,
)
from stammtisch.server.tokens import hashed
from tests.server.offline_table import OfflineTable, assert_refused


def test_a_seat_is_taken_once() -> None:
    table = OfflineTable("zock", "Anna", "Ben").table
    with pytest.raises(SeatTaken):
        join_table(table, NewPlayers(names=["Eve"], seats=[1]), None, "key", None, 0.0)
    with pytest.raises(StammtischError, match="every seat"):
        join_table(table, NewPlayers(names=["Eve"]), None, "key", None, 0.0)


# Starting and leaving


def test_the_match_starts_when_every_device_has_added_its_seed() -> None:
    offline = OfflineTable("zock", "Anna", "Ben")
    offline.send(0, commands.AddSeed(seed="a" * 16))
    assert offline.table.status == "open"
    offline.send(1, commands.AddSeed(seed="b" * 16))
    assert offline.table.status == "playing"
    assert_refused(Begun, offline, 1, commands.AddSeed(seed="c" * 16))


def test_a_player_who_leaves_before_the_first_match_frees_the_seat() -> None:
    offline = OfflineTable("zock", "Anna", "Ben")
    offline.send(1, commands.LeaveTable())
    assert offline.table.free == [1]
    assert_refused(NotSeated, offline, 1, commands.SendMessage(text="I am still here"))


def test_bots_take_the_free_seats_when_somebody_starts_the_match() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo")
    offline.send(2, commands.LeaveTable())
    offline.send(0, commands.StartMatch())
    assert offline.table.seats[2].bot == "medium"
    assert offline.table.free == []


def test_a_stand_in_plays_for_a_player_who_leaves_until_they_come_back() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    offline.send(1, commands.LeaveTable())
    assert offline.stand_in(1) == "left"
    offline.send(1, commands.TakeSeatBack())
    assert offline.stand_in(1) is None
    assert_refused(Settled, offline, 1, commands.TakeSeatBack())


# Keys and links


def test_a_token_is_compared_with_every_key_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare_digest(ours: str, theirs: str) -> bool:
        compared.append(theirs)
        return hmac.compare_digest(ours, theirs)

    monkeypatch.setattr(seating, "compare_digest", compare_digest)
    table = OfflineTable("kniffel", "Anna", "Ben", "Cleo").table
    people = (person._replace(keys=(hashed(f"{n}"),)) for n, person in enumerate(table.people))
    table = replace(table, people=tuple(people))
    for token, expected in (("0", 0), ("2", 2), ("nobody's", None)):
        compared.clear()
        assert person_of(table, token) == expected
        assert compared == [key for person in table.people for key in person.keys]


def test_a_personal_link_works_once_and_expires() -> None:
    offline = OfflineTable("zock", "Anna", "Ben")
    offline.run(lambda table, now: create_link(table, 0, "link", now))
    with pytest.raises(StammtischError, match="has expired"):
        use_link(offline.table, "link", None, "key", offline.now + LINK_LASTS + 1)
    offline.run(lambda table, now: use_link(table, "link", None, "new key", now))
    assert offline.table.people[0].keys == ("key of Anna", "new key")
    with pytest.raises(StammtischError, match="has been used"):
        use_link(offline.table, "link", None, "key", offline.now)


def test_expired_links_are_removed() -> None:
    offline = OfflineTable("zock", "Anna", "Ben")
    offline.run(lambda table, now: create_link(table, 0, "first", now))
    offline.now += LINK_LASTS + 1
    offline.run(lambda table, now: create_link(table, 0, "second", now))
    assert [*offline.table.links] == [hashed("second")]
