"""Who asks, from which page, and which headers browsers get."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from stammtisch.server.ops.headers import SecureHeaders, bearer_token, origin_allowed, policy
from tests.server.http_client import request


async def here(_: object) -> PlainTextResponse:
    return PlainTextResponse("here")


async def own_policy(_: object) -> PlainTextResponse:
    return PlainTextResponse("here", headers={"Content-Security-Policy": policy("p {}")})


APP = SecureHeaders(
    Starlette(routes=[Route("/", here), Route("/api/here", here), Route("/styled", own_policy)])
)


@pytest.mark.parametrize("path", ["/", "/api/here", "/nowhere"])
async def test_every_answer_keeps_browsers_careful(path: str) -> None:
    headers = (await request(APP, "GET", path)).headers
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
    assert rules.pop("script-src") == "'self' 'wasm-unsafe-eval'"  # which runs WebAssembly, and no scripts
    assert set(rules.values()) == {"'self'"}


def test_only_the_given_style_is_allowed_inline() -> None:
    # the digest is of `p {}`, by `printf 'p {}' | openssl dgst -sha256 -binary | base64`
    assert "style-src 'self' 'sha256-SNJDlN1Iy2mnt7DOjQIyDb2LQE6O5PQiSZomcdzawQ4='" in policy("p {}")


async def test_a_page_may_bring_its_own_policy() -> None:
    assert (await request(APP, "GET", "/styled")).headers.get_list("content-security-policy") == [
        policy("p {}")
    ]


async def test_only_answers_of_the_interface_are_never_kept() -> None:
    assert (await request(APP, "GET", "/api/here")).headers["cache-control"] == "no-store"
    assert "cache-control" not in (await request(APP, "GET", "/")).headers


async def test_only_over_tls_browsers_learn_to_insist_on_it() -> None:
    assert "strict-transport-security" in (await request(APP, "GET", "/", base="https://table.local")).headers
    assert "strict-transport-security" not in (await request(APP, "GET", "/")).headers


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


@pytest.mark.parametrize(
    ("value", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Bearer ", ""),
        ("Basic abc", None),
        ("Bearerabc", None),
        ("", None),
    ],
)
def test_a_bearer_token_is_read_whatever_its_case(value: str, token: str | None) -> None:
    assert bearer_token(Headers({"Authorization": value})) == token


def test_without_the_header_there_is_no_token() -> None:
    assert bearer_token(Headers({})) is None
