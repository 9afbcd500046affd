"""How much one address, one person and all of them together may do."""

from __future__ import annotations

import pytest

from stammtisch.server.ops import limits
from stammtisch.server.ops.limits import (
    NETWORK_FACTOR,
    SPREAD,
    Budget,
    ConnectionLimit,
    Limit,
    Limiter,
    OpenLimit,
    Scope,
    TokenBucket,
    TooMany,
)

PLENTY = Budget(1e6, 1e6)


def by_address(per_second: float, burst: float) -> Limit:
    """A limit that only addresses reach."""
    return Limit(Budget(per_second, burst), PLENTY, PLENTY)


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


def test_a_large_message_takes_several_tokens() -> None:
    bucket = TokenBucket(Budget(per_second=2, burst=3), Clock())
    assert [bucket.take(2), bucket.take(2), bucket.take()] == pytest.approx([0, 0.5, 0])


def spent(limiter: Limiter, kind: str, address: str, tries: int, person: str | None = None) -> int:
    """How many of the tries were allowed."""
    allowed = 0
    for _ in range(tries):
        try:
            limiter.spend(kind, address, person)
        except TooMany:
            continue
        allowed += 1
    return allowed


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    clock = Clock()
    limiter = Limiter({"new tables": by_address(50 / 3600, 50)}, clock)
    assert spent(limiter, "new tables", "10.0.0.1", 100) == 50
    clock.now += 3600 / 50
    assert spent(limiter, "new tables", "10.0.0.1", 100) == 1
    clock.now += 3600
    assert spent(limiter, "new tables", "10.0.0.1", 100) == 50


def test_being_refused_costs_nothing() -> None:
    clock = Clock()
    limiter = Limiter({"codes": by_address(1, 1)}, clock)
    assert spent(limiter, "codes", "10.0.0.1", 1000) == 1
    clock.now += 1
    assert spent(limiter, "codes", "10.0.0.1", 1) == 1


def test_addresses_and_kinds_have_buckets_of_their_own() -> None:
    limiter = Limiter({"codes": by_address(1, 1), "seats": by_address(1, 1)}, Clock())
    assert [spent(limiter, "codes", f"10.0.0.{last}", 2) for last in range(3)] == [1, 1, 1]
    assert spent(limiter, "seats", "10.0.0.1", 2) == 1


def test_a_household_with_many_ipv6_addresses_has_one_bucket() -> None:
    limiter = Limiter({"codes": by_address(1, 1)}, Clock())
    assert spent(limiter, "codes", "2001:db8::1", 1) == 1
    assert spent(limiter, "codes", "2001:db8::2", 1) == 0
    assert spent(limiter, "codes", "2001:db8:0:1::1", 1) == 1


def test_a_whole_ipv6_network_has_a_larger_bucket_of_its_own() -> None:
    limiter = Limiter({"codes": by_address(1, 1)}, Clock())
    households = [f"2001:db8:0:{number:x}::1" for number in range(50)]
    assert sum(spent(limiter, "codes", address, 1) for address in households) == NETWORK_FACTOR
    assert spent(limiter, "codes", "2001:db8:1::1", 1) == 1


def test_a_mapped_ipv4_address_is_that_address() -> None:
    limiter = Limiter({"codes": by_address(1, 1)}, Clock())
    assert spent(limiter, "codes", "10.0.0.1", 1) == 1
    assert spent(limiter, "codes", "::ffff:10.0.0.1", 1) == 0
    assert spent(limiter, "codes", "::ffff:10.0.0.2", 1) == 1
    assert spent(limiter, "codes", "10.0.0.2", 1) == 0


def test_a_person_with_many_addresses_has_one_bucket() -> None:
    limiter = Limiter({"codes": Limit(PLENTY, Budget(1, 2), PLENTY)}, Clock())
    assert [spent(limiter, "codes", f"10.0.0.{last}", 1, "Anna") for last in range(4)] == [1, 1, 0, 0]
    assert spent(limiter, "codes", "10.0.0.1", 1, "Ben") == 1
    assert spent(limiter, "codes", "10.0.0.1", 5) == 5


def test_all_together_have_one_bucket() -> None:
    limiter = Limiter({"codes": Limit(Budget(1, 2), PLENTY, Budget(1, 5))}, Clock())
    assert [spent(limiter, "codes", f"10.0.0.{last}", 3) for last in range(4)] == [2, 2, 1, 0]


def test_a_refusal_by_one_bucket_takes_nothing_from_the_others() -> None:
    limiter = Limiter({"codes": Limit(Budget(1, 1), PLENTY, Budget(1, 2))}, Clock())
    assert spent(limiter, "codes", "10.0.0.1", 1000, "Anna") == 1
    assert spent(limiter, "codes", "10.0.0.2", 1) == 1


@pytest.mark.parametrize(
    ("limit", "scope", "words"),
    [
        (Limit(Budget(1, 1), PLENTY, PLENTY), "address", "too many codes from your address;"),
        (Limit(PLENTY, Budget(1, 1), PLENTY), "person", "too many codes from you;"),
        (Limit(PLENTY, PLENTY, Budget(1, 1)), "server", "too many codes for this server at the moment;"),
    ],
)
def test_a_refusal_says_who_did_too_much_and_is_counted(limit: Limit, scope: Scope, words: str) -> None:
    counted: list[tuple[str, Scope]] = []
    limiter = Limiter({"codes": limit}, Clock(), lambda kind, scope: counted.append((kind, scope)))
    limiter.spend("codes", "10.0.0.1", "Anna")
    assert counted == []
    with pytest.raises(TooMany, match=words) as refused:
        limiter.spend("codes", "10.0.0.1", "Anna")
    assert refused.value.scope == scope
    assert counted == [("codes", scope)]


def test_if_all_are_refused_they_do_not_all_come_back_at_once() -> None:
    limiter = Limiter({"handshakes": Limit(PLENTY, PLENTY, Budget(1, 1))}, Clock())
    limiter.spend("handshakes", "10.0.0.1")
    waits = set()
    for last in range(200):
        with pytest.raises(TooMany) as refused:
            limiter.spend("handshakes", f"10.0.1.{last}")
        waits.add(refused.value.retry_after)
    assert len(waits) > 10
    assert max(waits) <= SPREAD + 1


def test_too_many_says_when_to_come_back() -> None:
    limiter = Limiter({"codes": by_address(0.1, 1)}, Clock())
    limiter.spend("codes", "10.0.0.1")
    with pytest.raises(TooMany, match="too many codes from your address; try again in 10 s") as refused:
        limiter.spend("codes", "10.0.0.1")
    assert (refused.value.code, refused.value.status) == ("too-many", 429)
    assert refused.value.headers == {"Retry-After": "10"}


def test_the_bucket_that_is_full_first_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BUCKETS_AT_MOST", 3)
    clock = Clock()
    limiter = Limiter({"codes": by_address(1, 10)}, clock)
    assert spent(limiter, "codes", "10.0.0.0", 20) == 10
    for last in range(1, 100):
        limiter.spend("codes", f"10.0.0.{last}")
    assert spent(limiter, "codes", "10.0.0.0", 20) == 0
    clock.now += 5
    assert spent(limiter, "codes", "10.0.0.0", 20) == 5
    for last in range(1, 100):
        limiter.spend("codes", f"10.0.0.{last}")
    assert spent(limiter, "codes", "10.0.0.0", 20) == 0


def test_a_limiter_forgets_full_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BUCKETS_AT_MOST", 1000)
    monkeypatch.setattr(limits, "FEW_BUCKETS", 10)
    clock = Clock()
    limiter = Limiter({"codes": by_address(1, 10)}, clock)
    for number in range(3000):
        limiter.spend("codes", f"10.0.{number // 250}.{number % 250}", f"person {number}")
        assert len(limiter._networks) <= 1000
        assert len(limiter._people) <= 1000
    for number in range(1000):
        clock.now += 1
        limiter.spend("codes", f"10.1.{number // 250}.{number % 250}", f"person {number}")
    assert len(limiter._networks) <= 10
    assert len(limiter._people) <= 10


def test_sockets_are_counted_while_they_last() -> None:
    limit = ConnectionLimit("sockets", per_address=2, total=3)
    with limit.held("a"):
        with limit.held("a"), pytest.raises(TooMany), limit.held("a"):
            pass
        with limit.held("a"), limit.held("b"), pytest.raises(TooMany), limit.held("c"):
            pass
    with limit.held("c"), limit.held("c"):
        pass


def test_a_socket_that_fails_is_no_longer_counted() -> None:
    limit = ConnectionLimit("sockets", per_address=1, total=1)
    for _ in range(2):
        with pytest.raises(KeyError), limit.held("a"):
            raise KeyError


def test_sockets_are_counted_by_household_and_by_network() -> None:
    limit = ConnectionLimit("sockets", per_address=1, total=100)
    limit.open("2001:db8::1")
    with pytest.raises(TooMany):
        limit.open("2001:db8::2")
    for number in range(1, NETWORK_FACTOR):
        limit.open(f"2001:db8:0:{number:x}::1")
    with pytest.raises(TooMany):
        limit.open("2001:db8:0:ff::1")
    limit.close("2001:db8::1")
    limit.open("2001:db8:0:ff::1")


def test_connections_of_a_proxy_count_only_among_all() -> None:
    limit = ConnectionLimit("connections", per_address=1, total=2)
    limit.open(None)
    limit.open(None)
    with pytest.raises(TooMany) as refused:
        limit.open("10.0.0.1")
    assert refused.value.scope == "server"


def test_what_is_open_is_limited_for_each_key() -> None:
    limit = OpenLimit("spectators", 1, "table")
    with (
        limit.held("one"),
        limit.held("other"),
        pytest.raises(TooMany, match="too many spectators at this table"),
        limit.held("one"),
    ):
        pass
    with limit.held("one"):
        pass
