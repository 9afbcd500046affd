"""The keys of somebody's seats: each device has one, and its owner can revoke it from another device."""

from __future__ import annotations

from typing import NamedTuple

from stammtisch.server.tables.checks import check_open
from stammtisch.server.tables.devices import DeviceInfo
from stammtisch.server.tables.errors import NotSeated, OwnKey, UnknownKey
from stammtisch.server.tables.events import AnyEvent, KeyRevoked
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.table import Table
from stammtisch.server.tokens import hashed, key_id


class HeldKey(NamedTuple):
    """A key of somebody's seats, when the device got it, and which device it is, where that is known."""

    key: str
    since: float
    device: DeviceInfo | None


def keys_of(table: Table, person: PersonId | None) -> list[HeldKey]:
    """The keys of somebody's seats, or `NotSeated`."""
    if person is None:
        raise NotSeated("only players of this table have keys here")
    owner = table.people[person]
    return [HeldKey(key, *owner.devices[key]) for key in owner.keys]


def revoke_key(table: Table, person: PersonId | None, token: str, key: str, now: float) -> list[AnyEvent]:
    """Revoke the key with the id `key`, of another device of the person who holds the token."""
    check_open(table)
    found = next((held.key for held in keys_of(table, person) if key_id(held.key) == key), None)
    if found is None or person is None:
        raise UnknownKey("you have no such key at this table: it may have been revoked already")
    if found == hashed(token):
        raise OwnKey("this device asks with that key: leave the table, or revoke it from another device")
    return [KeyRevoked(t=now, person=person, key=found)]
