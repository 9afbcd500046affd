"""Headers, limits and origins."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from stammtisch.server.ops import security
from stammtisch.server.ops.security import (
    Budget,
    ConnectionLimit,
    Limiter,
    SecureHeaders,
    TooMany,
    origin_allowed,
    policy,
)
from tests.server.asking import ask


async def here(_: object) -> PlainTextResponse:
    return PlainTextResponse("here")


async def own_policy(_: object) -> PlainTextResponse:
    return PlainTextResponse("here", headers={"Content-Security-Policy": policy("p {}")})


APP = SecureHeaders(
    Starlette(routes=[Route("/", here), Route("/api/here", here), Route("/styled", own_policy)])
)


@pytest.mark.parametrize("path", ["/", "/api/here", "/nowhere"])
def test_every_answer_keeps_browsers_careful(path: str) -> None:
    headers = ask(APP, "GET", path).headers
    assert headers["content-security-policy"] == policy()
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


def test_nothing_may_be_loaded_from_elsewhere_or_run_inline() -> None:
    rules = dict(rule.split(" ", 1) for rule in policy().split("; "))
    assert rules.pop("img-src") == "'self' data:"
    assert {rules.pop(name) for name in ("default-src", "frame-ancestors", "base-uri")} == {"'none'"}
    assert set(rules.values()) == {"'self'"}


def test_only_the_given_style_is_allowed_inline() -> None:
    # the digest is of `p {}`, by `printf 'p {}' | openssl dgst -sha256 -binary | base64`
    assert "style-src 'self' 'sha256-SNJDlN1Iy2mnt7DOjQIyDb2LQE6O5PQiSZomcdzawQ4='" in policy("p {}")


def test_a_page_may_bring_its_own_policy() -> None:
    assert ask(APP, "GET", "/styled").headers.get_list("content-security-policy") == [policy("p {}")]


def test_only_answers_of_the_interface_are_never_kept() -> None:
    assert ask(APP, "GET", "/api/here").headers["cache-control"] == "no-store"
    assert "cache-control" not in ask(APP, "GET", "/").headers


def test_only_over_tls_browsers_learn_to_insist_on_it() -> None:
    assert "strict-transport-security" in ask(APP, "GET", "/", base="https://table.test").headers
    assert "strict-transport-security" not in ask(APP, "GET", "/").headers


@pytest.mark.parametrize(
    ("headers", "scheme", "allowed"),
    [
        ({"host": "a.example", "origin": "https://a.example"}, "https", True),
        ({"host": "a.example", "origin": "https://a.example"}, "wss", True),
        ({"host": "a.example:8765", "origin": "http://a.example:8765"}, "ws", True),
        ({"host": "a.example", "origin": "http://a.example"}, "wss", False),
        ({"host": "a.example", "origin": "https://friends.example"}, "https", True),
        ({"host": "a.example", "origin": "https://evil.example"}, "https", False),
        ({"host": "a.example", "origin": "null"}, "https", False),
        ({"host": "a.example"}, "https", False),
        ({"origin": "https://"}, "http", False),
    ],
)
def test_our_own_page_is_told_from_others(headers: dict[str, str], scheme: str, allowed: bool) -> None:
    assert origin_allowed(headers, scheme, ["https://friends.example"]) is allowed


class Clock:
    def __init__(self) -> None:
        self.now = 1e6

    def __call__(self) -> float:
        return self.now


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
    monkeypatch.setattr(security, "ADDRESSES_AT_MOST", 3)
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
