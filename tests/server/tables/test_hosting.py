"""What the host of a table can do, who the host is, and how many seats a guest may take."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.core.errors import BadRequest
from stammtisch.server.tables import commands, events
from stammtisch.server.tables.errors import Begun, ExpiredLink, Muted, NotSeated, OneSeat, Removed
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.queue import facts_of
from stammtisch.server.tables.seating import (
    FreeSeat,
    NewPlayers,
    NewTable,
    PersonHere,
    close_table,
    create_link,
    create_table,
    join_table,
    use_link,
)
from stammtisch.server.tables.state import history
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.views import view_table
from tests.server.offline_table import OfflineTable, assert_refused


def with_host(game: str, *names: str, **terms: Any) -> OfflineTable:
    """A table whose host is the first of these."""
    return OfflineTable(game, *names, guest_host=True, **terms)


def join(table: Table, *names: str, person: PersonId | None = None, profile: str | None = None) -> object:
    return join_table(table, NewPlayers(names=[*names]), person, "key", profile, 0.0)


# Removing


def test_the_host_removes_a_guest_whose_device_gets_no_seat_any_more() -> None:
    offline = with_host("kniffel", "Anna", "Ben", "Cleo")
    offline.run(lambda table, now: create_link(table, 1, "Ben's link", now))
    offline.send(0, commands.RemovePlayer(seat=1))
    assert offline.table.free == [1]
    assert_refused(NotSeated, offline, 1, commands.SendMessage(text="I am still here"))
    with pytest.raises(Removed):
        join(offline.table, "Ben again", person=1)
    with pytest.raises(ExpiredLink):
        use_link(offline.table, "Ben's link", None, "key", offline.now)
    assert join(offline.table, "Dora"), "the seat is free for others"


def test_the_profile_of_a_removed_guest_gets_no_seat_on_another_device_either() -> None:
    offline = with_host("kniffel", "Anna", "Ben")
    offline.send(1, commands.LeaveTable())
    offline.run(lambda table, now: join_table(table, NewPlayers(names=["Eve"]), None, "key", "eve", now))
    offline.send(0, commands.RemovePlayer(seat=1))
    with pytest.raises(Removed):
        join(offline.table, "Not Eve", profile="eve")
    assert join(offline.table, "Ben", profile="ben")
    assert join(offline.table, "A guest without a profile")


def test_a_removed_device_cannot_use_the_link_of_somebody_else() -> None:
    offline = with_host("kniffel", "Anna", "Ben", "Cleo")
    offline.run(lambda table, now: create_link(table, 2, "Cleo's link", now))
    offline.send(0, commands.RemovePlayer(seat=1))
    with pytest.raises(Removed):
        use_link(offline.table, "Cleo's link", 1, "key", offline.now)


def test_only_the_host_removes_guests_and_only_before_the_first_game() -> None:
    offline = with_host("zock", "Anna", "Ben")
    assert_refused(NotSeated, offline, 1, commands.RemovePlayer(seat=0))
    for seat in (0, -1, 2, 99):
        assert_refused(BadRequest, offline, 0, commands.RemovePlayer(seat=seat))
    offline.start()
    assert_refused(Begun, offline, 0, commands.RemovePlayer(seat=1))
    offline.play_to_end()
    offline.send(0, commands.CallVote(vote="rematch"))
    offline.send(1, commands.CastVote(yes=True))
    assert_refused(Begun, offline, 0, commands.RemovePlayer(seat=1))


# Muting


def test_the_host_mutes_a_player_and_lets_them_write_again() -> None:
    offline = with_host("zock", "Anna", "Ben").start()
    offline.send(0, commands.MutePlayer(seat=1))
    assert [seat.muted for seat in view_table(offline.table, None).seats] == [False, True]
    assert_refused(Muted, offline, 1, commands.SendMessage(text="hello"))
    assert_refused(Muted, offline, 1, commands.SendPhrase(phrase="hurry"))
    offline.step()
    offline.send(0, commands.SendMessage(text="We can still talk"))
    offline.send(0, commands.MutePlayer(seat=1, muted=False))
    offline.send(1, commands.SendMessage(text="Thank you"))


def test_muting_twice_leaves_one_event() -> None:
    offline = with_host("zock", "Anna", "Ben")
    for _ in range(3):
        offline.send(0, commands.MutePlayer(seat=1))
    assert sum('"e":"muted"' in text for text in offline.log) == 1


def test_only_the_host_mutes_and_nobody_mutes_a_bot_or_the_host() -> None:
    offline = with_host("kniffel", "Anna", "Ben", "bot:random")
    assert_refused(NotSeated, offline, 1, commands.MutePlayer(seat=0))
    for seat in (0, 2):
        assert_refused(BadRequest, offline, 0, commands.MutePlayer(seat=seat))


# Who the host is


def test_the_creator_is_the_host_wherever_they_sit() -> None:
    new = NewTable(game="zock", seats=[FreeSeat(), PersonHere("Anna")])
    *_, table = history("id", create_table(new, "code", 120, "key", None, 0.0))
    assert table.host == 0
    assert (facts_of(table).name, view_table(table, 0).host) == ("Anna", True)


def test_the_first_guest_is_the_host_only_where_the_creator_says_so() -> None:
    plain, agreed = OfflineTable("zock", "Ben", "Cleo"), with_host("zock", "Ben", "Cleo")
    assert (plain.table.host, agreed.table.host) == (None, 0)
    for person in (None, 0, 1):
        assert not view_table(plain.table, person).host
        with pytest.raises(NotSeated):
            close_table(plain.table, person, 0.0)
    assert_refused(NotSeated, plain, 0, commands.RemovePlayer(seat=1))
    assert close_table(agreed.table, 0, 0.0)


def test_at_tables_of_earlier_versions_the_first_guest_stays_the_host() -> None:
    old = '{"e":"founded","t":1,"terms":{"game":"zock","rules":1,"players":2,"options":{},"code":"x"}}'
    created = events.decode_event(old)
    seated = events.PlayerSeated(t=2.0, seats=(0,), names=("Ben",), key="key")
    prepared = events.MatchPrepared(t=1.0, match="match", secret="00" * 32)
    *_, table = history("id", [created, prepared, seated])
    assert table.host == 0


# How many seats a guest takes


def test_at_a_public_table_each_guest_takes_one_seat() -> None:
    table = OfflineTable("kniffel", "Anna", "Ben", public=True).table
    *_, free = history("id", create_table(lobby(public=True), "code", 120, "key", None, 0.0))
    assert join(free, "Ben")
    for names in (("Ben", "Cleo"), ("Ben", "Cleo", "Dora")):
        with pytest.raises(OneSeat):
            join(free, *names)
    with pytest.raises(OneSeat):
        join(table, "Cleo", person=1)


def test_the_host_takes_several_seats_and_so_do_guests_of_a_private_table() -> None:
    *_, public = history("id", create_table(lobby(public=True), "code", 120, "key", None, 0.0))
    assert join(public, "Bea", "Cleo", person=0)
    *_, private = history("id", create_table(lobby(), "code", 120, "key", None, 0.0))
    assert join(private, "Ben", "Cleo", "Dora")


def lobby(**terms: Any) -> NewTable:
    return NewTable(game="kniffel", seats=[PersonHere("Anna"), FreeSeat(), FreeSeat(), FreeSeat()], **terms)


# Stand-ins of rated games


@pytest.mark.parametrize(
    ("game", "strongest"),
    [("kniffel", "perfect"), ("tock", "strong"), ("zock", "perfect"), ("zocknroll", "strong")],
)
def test_nobody_chooses_the_stand_in_of_a_rated_game(game: str, strongest: str) -> None:
    rated = {"rated": True, "public": True, "hints": False}
    offline = OfflineTable(game, "Anna", "Ben", stand_in="random", **rated)
    assert offline.table.terms.stand_in == strongest
    assert OfflineTable(game, "Anna", "Ben", stand_in="random").table.terms.stand_in == "random"
