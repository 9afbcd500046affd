"""The public list has room for everybody."""

from __future__ import annotations

from stammtisch.server.tables.listing import LISTED_PER_ADDRESS, Listing
from stammtisch.server.tables.presence import SEEN_LASTS


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_address_has_some_tables_in_the_list_and_others_when_these_have_left_it() -> None:
    clock = Clock()
    listing = Listing(clock)
    tables = [f"table {number}" for number in range(LISTED_PER_ADDRESS)]
    for table in tables:
        assert listing.admits(table, "192.0.2.1")
    assert not listing.admits("one more", "192.0.2.1")
    assert listing.admits("one more", "192.0.2.2")
    clock.now += SEEN_LASTS / 2
    assert listing.admits(tables[0], "192.0.2.1"), "it stays"
    clock.now += SEEN_LASTS / 2
    assert listing.admits("one more", "192.0.2.1"), "the others have left"
    for table in tables[1:-1]:
        assert listing.admits(table, "192.0.2.1")
    assert not listing.admits(tables[-1], "192.0.2.1")


def test_a_household_with_ipv6_is_one_address() -> None:
    listing = Listing(Clock())
    for number in range(LISTED_PER_ADDRESS):
        assert listing.admits(f"table {number}", f"2001:db8::{number:x}")
    assert not listing.admits("one more", "2001:db8::ffff")


def test_nothing_is_remembered_of_tables_that_have_left_the_list() -> None:
    clock = Clock()
    listing = Listing(clock)
    for number in range(1000):
        clock.now += SEEN_LASTS
        listing.admits(f"table {number}", f"192.0.2.{number % 256}")
    assert len(listing._listed_until) == len(listing._count) == 1
