"""Endpoints: how requests are read, answered and refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.types import Message

from stammtisch.core.errors import BadMove, StammtischError
from stammtisch.server.http.endpoint import BODY_AT_MOST, Answer, Call, Cookie, Endpoint
from stammtisch.server.http.exception_handlers import HANDLERS
from stammtisch.server.http.openapi import errors_of
from stammtisch.server.http.routing import routes
from tests.server.http_client import error_code, request

OWN = "http://table.local"


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    players: Annotated[int, msgspec.Meta(ge=2)] = 2


class Filter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limit: int = 10
    open: bool = False


class Teapot(StammtischError):
    code = "teapot"
    status: ClassVar[int] = 418

    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "7"}


async def greet(call: Call, body: Asked) -> dict[str, Any]:
    return {"name": body.name, "players": body.players}


async def seen(call: Call, _: None) -> dict[str, Any]:
    return {
        "path": call.path["table"],
        "limit": call.query.limit,
        "open": call.query.open,
        "address": call.address,
        "token": call.token,
        "cookies": call.cookies,
        "secure": call.secure,
        "origin": call.origin,
    }


async def sign_in(call: Call, _: None) -> Answer:
    return Answer({"ok": True}, cookies=(Cookie("session", "s3cret", 60),), headers={"X-Seen": "yes"})


async def leave(call: Call, _: None) -> None:
    return None


async def drawing(call: Call, _: None) -> bytes:
    return b"<svg/>"


async def fail(call: Call, _: None) -> None:
    raise {"bad": BadMove("no such move"), "tea": Teapot("short and stout"), "bug": KeyError("s3cret")}[
        call.path["how"]
    ]


ENDPOINTS = [
    Endpoint(method="POST", path="/tables", name="greet", summary="", handle=greet, body=Asked, status=201),
    Endpoint(method="GET", path="/tables", name="list", summary="", handle=leave),
    Endpoint(method="GET", path="/tables/{table}", name="seen", summary="", handle=seen, query=Filter),
    Endpoint(method="POST", path="/session", name="sign_in", summary="", handle=sign_in, status=201),
    Endpoint(method="DELETE", path="/session", name="leave", summary="", handle=leave, status=204),
    Endpoint(
        method="GET", path="/code", name="drawing", summary="", handle=drawing, media_type="image/svg+xml"
    ),
    Endpoint(method="GET", path="/fail/{how}", name="fail", summary="", handle=fail),
]
APP = Starlette(routes=routes(ENDPOINTS, ["https://friends.example"]), exception_handlers=HANDLERS)


async def test_a_body_is_read_as_its_type_and_the_answer_is_json() -> None:
    response = await request(APP, "POST", "/tables", json={"name": "Ada"})
    assert (response.status_code, response.json()) == (201, {"name": "Ada", "players": 2})
    assert response.headers["content-type"] == "application/json"


async def test_a_handler_sees_path_query_address_and_token() -> None:
    response = await request(
        APP,
        "GET",
        "/tables/green?limit=3&open=true",
        headers={"Authorization": "bearer abc", "Cookie": "a=1; b=2", "Origin": "https://else.where"},
        base="https://table.local",
    )
    assert response.json() == {
        "path": "green",
        "limit": 3,
        "open": True,
        "address": "127.0.0.1",
        "token": "abc",
        "cookies": {"a": "1", "b": "2"},
        "secure": True,
        "origin": "https://else.where",
    }


async def test_other_kinds_of_authorization_are_ignored() -> None:
    assert (await request(APP, "GET", "/tables/green", headers={"Authorization": "Basic abc"})).json()[
        "token"
    ] is None


async def test_a_bad_body_is_refused_with_every_reason_at_once() -> None:
    response = await request(APP, "POST", "/tables", json={"players": 1, "colour": "red"})
    assert (response.status_code, error_code(response)) == (400, "bad-body")
    for reason in ("unknown key 'colour'", "name is missing", "players: expected `int` >= 2"):
        assert reason in response.json()["error"]["message"]


async def test_of_thousands_of_reasons_only_some_are_listed() -> None:
    response = await request(APP, "POST", "/tables", json={str(number): 0 for number in range(5000)})
    assert response.status_code == 400
    assert "and 4981 more" in response.json()["error"]["message"]
    assert len(response.content) < 4000


@pytest.mark.parametrize(
    ("query", "reason"),
    [("limit=many", "limit: expected `int`"), ("page=2", "unknown key 'page'"), ("limit=1&limit=2", "twice")],
)
async def test_a_bad_query_is_refused_with_its_reason(query: str, reason: str) -> None:
    response = await request(APP, "GET", f"/tables/green?{query}")
    assert (response.status_code, error_code(response)) == (400, "bad-query")
    assert reason in response.json()["error"]["message"]


async def test_an_endpoint_without_a_query_refuses_one() -> None:
    assert error_code(await request(APP, "GET", "/tables?limit=3")) == "bad-query"


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 60_000, b'{"name": "\\ud800"}'])
async def test_a_body_that_is_not_json_is_refused(body: bytes) -> None:
    response = await request(APP, "POST", "/tables", content=body)
    assert (response.status_code, error_code(response)) == (400, "bad-json")


@pytest.mark.parametrize("body", [b"null", b"[]", b'"name"', b"1e999"])
async def test_a_body_that_is_not_an_object_is_refused(body: bytes) -> None:
    response = await request(APP, "POST", "/tables", content=body)
    assert response.status_code == 400
    assert error_code(response) in {"bad-body", "bad-json"}


async def test_the_content_type_does_not_matter_if_the_body_is_json() -> None:
    response = await request(
        APP, "POST", "/tables", content=b'{"name":"Ada"}', headers={"Content-Type": "text/plain"}
    )
    assert response.status_code == 201


async def test_a_body_may_be_as_large_as_the_limit_and_not_one_byte_larger() -> None:
    frame = len(b'{"name":""}')
    fits = await request(APP, "POST", "/tables", content=b'{"name":"%s"}' % (b"x" * (BODY_AT_MOST - frame)))
    over = await request(
        APP, "POST", "/tables", content=b'{"name":"%s"}' % (b"x" * (BODY_AT_MOST - frame + 1))
    )
    assert (fits.status_code, over.status_code, error_code(over)) == (201, 413, "too-large")


async def test_an_endless_body_is_read_only_up_to_the_limit() -> None:
    taken = 0

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": b" " * 1024, "more_body": True}

    sent = await _raw("POST", "/tables", receive)
    assert (sent[0]["status"], taken) == (413, BODY_AT_MOST // 1024 + 1)


async def test_a_client_may_disconnect_while_sending() -> None:
    async def receive() -> Message:
        return {"type": "http.disconnect"}

    assert (await _raw("POST", "/tables", receive))[0]["status"] == 400


async def _raw(method: str, path: str, receive: Any) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "scheme": "http",
        "method": method,
        "path": path,
        "headers": [],
        "query_string": b"",
    }
    await APP(scope, receive, send)
    return sent


async def test_an_answer_can_set_cookies_that_scripts_cannot_read() -> None:
    plain = await request(APP, "POST", "/session")
    secure = await request(APP, "POST", "/session", base="https://table.local")
    assert (plain.status_code, plain.json(), plain.headers["x-seen"]) == (201, {"ok": True}, "yes")
    assert plain.headers["set-cookie"] == "session=s3cret; HttpOnly; Max-Age=60; Path=/; SameSite=strict"
    assert secure.headers["set-cookie"].endswith("; SameSite=strict; Secure")


async def test_no_result_is_an_empty_answer() -> None:
    response = await request(APP, "DELETE", "/session")
    assert (response.status_code, response.content) == (204, b"")
    assert "content-type" not in response.headers


async def test_bytes_are_sent_as_they_are() -> None:
    response = await request(APP, "GET", "/code")
    assert (response.content, response.headers["content-type"]) == (b"<svg/>", "image/svg+xml")


async def test_an_error_is_answered_with_its_code_and_status() -> None:
    bad, tea = await request(APP, "GET", "/fail/bad"), await request(APP, "GET", "/fail/tea")
    assert (bad.status_code, bad.json()) == (
        400,
        {"error": {"code": "bad-move", "message": "no such move"}},
    )
    assert (tea.status_code, error_code(tea), tea.headers["retry-after"]) == (418, "teapot", "7")


async def test_a_bug_reveals_no_details() -> None:
    response = await request(APP, "GET", "/fail/bug")
    assert (response.status_code, error_code(response)) == (500, "internal")
    assert "s3cret" not in response.text
    assert "KeyError" not in response.text


async def test_an_unknown_address_and_a_wrong_method_are_refused() -> None:
    nowhere, wrong = await request(APP, "GET", "/nowhere"), await request(APP, "PUT", "/tables")
    assert (nowhere.status_code, error_code(nowhere)) == (404, "not-found")
    assert (wrong.status_code, error_code(wrong)) == (405, "method-not-allowed")
    assert set(wrong.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}


async def test_head_is_answered_like_get() -> None:
    assert (await request(APP, "HEAD", "/code")).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Origin": "https://evil.example"}, 403),
        ({"Cookie": "s=1", "Origin": OWN}, 201),
        ({"Cookie": "s=1", "Origin": "https://friends.example"}, 201),
        ({"Cookie": "s=1"}, 403),
        ({"Cookie": "s=1", "Origin": "null"}, 403),
        ({"Cookie": "s=1", "Origin": "https://evil.example"}, 403),
        ({"Cookie": "s=1", "Origin": "https://table.local"}, 403),
        ({"Cookie": "s=1", "Origin": f"{OWN}.evil.example"}, 403),
    ],
)
async def test_a_cookie_counts_only_with_the_origin_of_our_own_page(
    headers: dict[str, str], status: int
) -> None:
    response = await request(APP, "POST", "/session", headers=headers)
    assert response.status_code == status
    assert status == 201 or error_code(response) == "bad-origin"


async def test_reading_with_a_cookie_needs_no_origin() -> None:
    assert (await request(APP, "GET", "/tables/green", headers={"Cookie": "s=1"})).status_code == 200


def test_an_endpoint_declares_the_errors_of_its_body_query_and_method() -> None:
    errors = {endpoint.name: {error.code for error in errors_of(endpoint)} for endpoint in ENDPOINTS}
    always = {"bad-query", "blocked", "too-many", "too-large", "unknown-host"}
    assert errors["greet"] == always | {"bad-json", "bad-body", "bad-origin"}
    assert errors["seen"] == always | {"not-found"}
    assert errors["drawing"] == always
