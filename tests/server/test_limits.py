"""How much one address and one connection may do."""

from __future__ import annotations

import pytest

from stammtisch.server.ops import limits
from stammtisch.server.ops.limits import Budget, ConnectionLimit, Limiter, TokenBucket, TooMany


class Clock:
    def __init__(self) -> None:
        self.now = 1e6

    def __call__(self) -> float:
        return self.now


def test_a_bucket_is_full_at_first_and_says_how_long_to_wait() -> None:
    clock = Clock()
    bucket = TokenBucket(Budget(per_second=2, burst=3), clock)
    assert [bucket.take() for _ in range(5)] == pytest.approx([0, 0, 0, 0.5, 0.5])
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == pytest.approx([0, 0.5])
    clock.now += 1000
    assert [bucket.take() for _ in range(4)] == pytest.approx([0, 0, 0, 0.5])


def spent(limiter: Limiter, kind: str, address: str, tries: int) -> int:
    """How many of the tries were allowed."""
    allowed = 0
    for _ in range(tries):
        try:
            limiter.spend(kind, address)
        except TooMany:
            continue
        allowed += 1
    return allowed


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    clock = Clock()
    limiter = Limiter({"new tables": Budget(50 / 3600, 50)}, clock)
    assert spent(limiter, "new tables", "10.0.0.1", 100) == 50
    clock.now += 3600 / 50
    assert spent(limiter, "new tables", "10.0.0.1", 100) == 1
    clock.now += 3600
    assert spent(limiter, "new tables", "10.0.0.1", 100) == 50


def test_being_refused_costs_nothing() -> None:
    clock = Clock()
    limiter = Limiter({"codes": Budget(1, 1)}, clock)
    assert spent(limiter, "codes", "10.0.0.1", 1000) == 1
    clock.now += 1
    assert spent(limiter, "codes", "10.0.0.1", 1) == 1


def test_addresses_and_kinds_have_buckets_of_their_own() -> None:
    limiter = Limiter({"codes": Budget(1, 1), "seats": Budget(1, 1)}, Clock())
    assert [spent(limiter, "codes", f"10.0.0.{last}", 2) for last in range(3)] == [1, 1, 1]
    assert spent(limiter, "seats", "10.0.0.1", 2) == 1


def test_who_has_a_network_of_addresses_has_one_bucket() -> None:
    limiter = Limiter({"codes": Budget(1, 1)}, Clock())
    assert spent(limiter, "codes", "2001:db8::1", 1) == 1
    assert spent(limiter, "codes", "2001:db8::2", 1) == 0
    assert spent(limiter, "codes", "2001:db8:0:1::1", 1) == 1
    assert spent(limiter, "codes", "::ffff:10.0.0.1", 1) == 1
    assert spent(limiter, "codes", "::ffff:10.0.0.2", 1) == 1


def test_too_many_says_when_to_come_back() -> None:
    limiter = Limiter({"codes": Budget(0.1, 1)}, Clock())
    limiter.spend("codes", "10.0.0.1")
    with pytest.raises(TooMany, match="too many codes from your address; try again in 10 s") as refused:
        limiter.spend("codes", "10.0.0.1")
    assert (refused.value.code, refused.value.status) == ("too-many", 429)
    assert refused.value.headers == {"Retry-After": "10"}


def test_a_limiter_remembers_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ADDRESSES_AT_MOST", 3)
    limiter = Limiter({"codes": Budget(1, 1)}, Clock())
    for last in range(4):
        limiter.spend("codes", f"10.0.0.{last}")
    assert spent(limiter, "codes", "10.0.0.3", 1) == 0
    assert spent(limiter, "codes", "10.0.0.0", 1) == 1


def test_sockets_are_counted_while_they_last() -> None:
    limit = ConnectionLimit(per_address=2, total=3)
    with limit.held("a"):
        with limit.held("a"), pytest.raises(TooMany), limit.held("a"):
            pass
        with limit.held("a"), limit.held("b"), pytest.raises(TooMany), limit.held("c"):
            pass
    with limit.held("c"), limit.held("c"):
        pass


def test_a_socket_that_fails_is_no_longer_counted() -> None:
    limit = ConnectionLimit(per_address=1, total=1)
    for _ in range(2):
        with pytest.raises(KeyError), limit.held("a"):
            raise KeyError
