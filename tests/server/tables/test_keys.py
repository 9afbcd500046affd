"""The keys of seats: listed for their owner, and revoked one by one."""

from __future__ import annotations

import pytest

from stammtisch.server.tables.devices import DeviceInfo
from stammtisch.server.tables.errors import ExpiredLink, NotSeated, OwnKey, UnknownKey
from stammtisch.server.tables.events import KeyRevoked, LinkUsed, PlayerSeated, decode_event, encode_event
from stammtisch.server.tables.keys import HeldKey, keys_of, revoke_key
from stammtisch.server.tables.seating import create_link, person_of, use_link
from stammtisch.server.tables.state import replay
from stammtisch.server.tokens import hashed, key_id
from tests.server.offline_table import OfflineTable

PHONE = DeviceInfo("Firefox", "Android")


def with_a_phone() -> OfflineTable:
    """A table at which Anna plays with two devices that hold tokens."""
    offline = OfflineTable("zock", "Anna", "Ben")
    bring(offline, "laptop", None)
    bring(offline, "phone", PHONE)
    return offline


def bring(offline: OfflineTable, token: str, device: DeviceInfo | None) -> None:
    """Another device of Anna's comes with a personal link."""
    offline.now += 60
    offline.run(lambda table, now: create_link(table, 0, token, now))
    offline.run(lambda table, now: use_link(table, token, None, hashed(token), now, device))


def revoke(offline: OfflineTable, token: str, asking: str) -> None:
    table = offline.table
    offline.run(
        lambda table, now: revoke_key(table, person_of(table, asking), asking, key_id(hashed(token)), now)
    )
    assert offline.table.n == table.n + 1


def test_the_keys_of_ones_own_seats_are_listed() -> None:
    offline = with_a_phone()
    first, laptop, phone = keys_of(offline.table, 0)
    assert first == HeldKey("key of Anna", 1000.0, None)
    assert laptop == HeldKey(hashed("laptop"), 1060.0, None)
    assert phone == HeldKey(hashed("phone"), 1120.0, PHONE)
    assert len(keys_of(offline.table, 1)) == 1
    with pytest.raises(NotSeated):
        keys_of(offline.table, None)


def test_a_revoked_key_opens_nothing_and_the_others_go_on() -> None:
    offline = with_a_phone()
    revoke(offline, "phone", asking="laptop")
    assert person_of(offline.table, "phone") is None
    assert person_of(offline.table, "laptop") == 0
    assert offline.table.seats[0].person == 0
    assert [held.key for held in keys_of(offline.table, 0)] == ["key of Anna", hashed("laptop")]
    again = replay(offline.table.id, offline.log)
    assert again.people == offline.table.people
    with pytest.raises(UnknownKey):
        revoke(offline, "phone", asking="laptop")


def test_a_thief_cannot_come_back_with_a_link_made_before() -> None:
    offline = with_a_phone()
    offline.run(lambda table, now: create_link(table, 0, "of the thief", now))
    offline.run(lambda table, now: create_link(table, 1, "of Ben", now))
    revoke(offline, "phone", asking="laptop")
    with pytest.raises(ExpiredLink):
        use_link(offline.table, "of the thief", None, "key", offline.now)
    assert use_link(offline.table, "of Ben", None, "key", offline.now)


def test_nobody_revokes_the_key_of_somebody_else_or_of_the_device_that_asks() -> None:
    offline = with_a_phone()
    with pytest.raises(OwnKey, match="from another device"):
        revoke(offline, "phone", asking="phone")
    with pytest.raises(NotSeated):
        revoke(offline, "phone", asking="nobody's")
    with pytest.raises(UnknownKey):
        revoke_key(offline.table, 1, "Ben's", key_id(hashed("phone")), offline.now)
    for wrong in ("", key_id(hashed("phone"))[:8], hashed("phone")):
        with pytest.raises(UnknownKey):
            revoke_key(offline.table, 0, "laptop", wrong, offline.now)


def test_events_of_earlier_versions_know_no_device() -> None:
    old = '{"e":"sat","t":1.0,"seats":[0],"names":["Anna"],"key":"k"}'
    seated = decode_event(old)
    assert isinstance(seated, PlayerSeated)
    assert seated.device is None
    assert encode_event(seated) == old
    used = LinkUsed(t=1.0, person=0, key="k", link="l", device=PHONE)
    assert decode_event(encode_event(used)) == used
    assert (
        encode_event(KeyRevoked(t=1.0, person=0, key="k")) == '{"e":"revoked","t":1.0,"sitter":0,"key":"k"}'
    )
