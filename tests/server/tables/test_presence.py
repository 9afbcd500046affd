"""For whom the work of a table counts: its players, and not strangers who watch."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import StammtischError
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.presence import Presence


class FakeDevice:
    """A device that hears nothing."""

    def __init__(self, person: PersonId | None, address: str) -> None:
        self.person = person
        self.key = None if person is None else "key"
        self.address = address

    def send(self, text: bytes) -> None:
        raise AssertionError(text)

    def dismiss(self, error: StammtischError) -> None:
        raise error


@pytest.mark.parametrize(
    ("person", "address"), [(None, "host"), (0, "host"), (1, "guest"), (2, "host")], ids=str
)
def test_work_counts_for_the_asker_or_for_the_first_player(person: PersonId | None, address: str) -> None:
    here = Presence()
    for device in (FakeDevice(None, "a stranger"), FakeDevice(1, "guest"), FakeDevice(0, "host")):
        here.connect(device)
    assert here.address_of(person) == address


def test_work_counts_for_a_spectator_only_if_nobody_plays_here() -> None:
    here = Presence()
    assert here.address_of() == ""
    here.connect(FakeDevice(None, "a stranger"))
    assert here.address_of() == "a stranger"
    assert here.has(None)
    assert not here.has(0)


def test_somebody_is_here_until_their_last_device_has_gone() -> None:
    here = Presence()
    phone, laptop, stranger = FakeDevice(1, "phone"), FakeDevice(1, "laptop"), FakeDevice(None, "elsewhere")
    for device in (phone, laptop, stranger):
        here.connect(device)
    for _ in range(2):
        here.disconnect(phone)
        assert (here.has(1), here.here(), here.watching_here()) == (True, [1], 1)
    here.disconnect(laptop)
    here.disconnect(stranger)
    assert (here.has(1), here.here(), here.watching_here(), here.has(None)) == (False, [], 0, False)
