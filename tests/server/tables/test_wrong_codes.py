"""Codes of tables: nobody walks through them, with however many addresses."""

from __future__ import annotations

import math

import pytest

from stammtisch.server.ops.limits import TooMany
from stammtisch.server.tables import wrong_codes as module
from stammtisch.server.tables.wrong_codes import CAREFUL_FOR, FEW, WRONG, WrongCodes
from stammtisch.server.tokens import fresh_code
from tests.server.profiles import ManualClock


def wrong(wrong_codes: WrongCodes, address: str) -> bool:
    """Whether the address could try a code, which is wrong."""
    try:
        wrong_codes.check(address)
    except TooMany:
        return False
    wrong_codes.wrong()
    return True


def flooded(clock: ManualClock) -> WrongCodes:
    """More addresses have tried wrong codes than is usual."""
    wrong_codes = WrongCodes(clock)
    assert all(wrong(wrong_codes, f"address {number}") for number in range(int(WRONG.burst) + 1))
    return wrong_codes


def test_as_long_as_few_codes_are_wrong_an_address_may_try_many() -> None:
    wrong_codes = WrongCodes(ManualClock(0.0))
    assert all(wrong(wrong_codes, "one") for _ in range(int(WRONG.burst)))
    assert wrong(wrong_codes, "another")


def test_when_too_many_are_wrong_each_address_has_a_few_tries() -> None:
    clock = ManualClock(0.0)
    wrong_codes = flooded(clock)
    for address in ("one", "another"):
        assert [wrong(wrong_codes, address) for _ in range(FEW + 2)] == [True] * FEW + [False] * 2
    clock.now = CAREFUL_FOR - 1
    with pytest.raises(TooMany) as refusal:
        wrong_codes.check("one")
    assert refusal.value.headers == {"Retry-After": "1"}
    clock.now = CAREFUL_FOR
    assert all(wrong(wrong_codes, "one") for _ in range(FEW + 1))


def test_an_ipv6_network_is_one_address() -> None:
    wrong_codes = flooded(ManualClock(0.0))
    tries = [wrong(wrong_codes, f"2001:db8::{number}") for number in range(FEW + 1)]
    assert tries == [True] * FEW + [False]


def test_a_limited_number_of_addresses_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ADDRESSES_AT_MOST", 10)
    wrong_codes = flooded(ManualClock(0.0))
    tried = [wrong(wrong_codes, f"new {number}") for number in range(20)]
    assert tried == [True] * 10 + [False] * 10
    assert wrong(wrong_codes, "new 0"), "it has tries left"


@pytest.mark.parametrize(("addresses", "days"), [(10_000, 6), (100, 146)])
def test_a_botnet_needs_days_to_find_a_table(addresses: int, days: int) -> None:
    """The arithmetic of docs/tables.md, with the numbers of the program."""
    possible, lobbies = 70**5, 100
    assert math.log(possible, 70) == pytest.approx(len(fresh_code()) / 2)
    a_second = WRONG.per_second + addresses * FEW / CAREFUL_FOR
    assert round(possible / lobbies / a_second / 86_400) == days
