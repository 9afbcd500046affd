"""The application: health checks, metrics, documentation, headers and lifecycle around any routes."""

from __future__ import annotations

import pytest
from starlette.types import ASGIApp, Message

from stammtisch import __version__
from tests.server.http_client import error_code, request
from tests.server.stub_app import GUESTS, StubApp


@pytest.fixture
def stub() -> StubApp:
    return StubApp()


@pytest.fixture
def app(stub: StubApp) -> ASGIApp:
    return stub.app()


async def test_a_running_server_says_that_it_is_alive(app: ASGIApp) -> None:
    assert (await request(app, "GET", "/healthz")).text == "alive\n"


async def test_a_server_that_is_not_ready_says_why(stub: StubApp, app: ASGIApp) -> None:
    assert (await request(app, "GET", "/readyz")).status_code == 200
    stub.reason = "the disk is full"
    response = await request(app, "GET", "/readyz")
    assert (response.status_code, error_code(response)) == (503, "not-ready")
    assert "the disk is full" in response.text
    assert int(response.headers["retry-after"]) > 0
    assert (await request(app, "GET", "/healthz")).status_code == 200


async def test_endpoints_are_served_and_described(app: ASGIApp) -> None:
    assert (await request(app, "POST", GUESTS, json={"name": "Ada"})).json()["text"] == "hello Ada"
    described = (await request(app, "GET", "/api/openapi.json")).json()
    assert described["info"]["version"] == __version__
    assert list(described["paths"]) == ["/api/rooms/{room}/guests"]
    assert "/api/rooms/{room}/guests" in (await request(app, "GET", "/api/docs")).text


async def test_requests_are_counted_by_route_and_refusals_by_code(app: ASGIApp) -> None:
    for name in ("Ada", "stranger", "bug"):
        await request(app, "POST", GUESTS, json={"name": name})
    await request(app, "GET", "/api/secret-link-of-somebody")
    metrics = (await request(app, "GET", "/metrics")).text
    for status in (201, 400, 500):
        assert f'requests_total{{route="/api/rooms/{{room}}/guests",status="{status}"}} 1.0' in metrics
    assert 'requests_total{route="other",status="404"} 1.0' in metrics
    assert 'refusals_total{code="not-today"} 1.0' in metrics
    assert "secret-link" not in metrics


@pytest.mark.parametrize("path", ["/", "/nowhere", "/api/docs", "/healthz", "/metrics"])
async def test_every_answer_has_the_security_headers(app: ASGIApp, path: str) -> None:
    response = await request(app, "GET", path)
    assert response.headers["referrer-policy"] == "no-referrer"
    assert "default-src 'none'" in response.headers["content-security-policy"]


async def test_the_answer_to_a_bug_has_the_security_headers_too(app: ASGIApp) -> None:
    response = await request(app, "POST", GUESTS, json={"name": "bug"})
    assert (response.status_code, response.headers["cache-control"]) == (500, "no-store")


async def test_a_trailing_slash_is_not_found(app: ASGIApp) -> None:
    assert (await request(app, "GET", "/api/docs/")).status_code == 404


async def test_without_the_page_there_is_a_welcome(app: ASGIApp) -> None:
    response = await request(app, "GET", "/")
    assert response.status_code == 200
    assert 'href="/api/docs"' in response.text


async def test_the_lifecycle_opens_and_closes_with_the_application(stub: StubApp, app: ASGIApp) -> None:
    received = iter(("lifespan.startup", "lifespan.shutdown"))
    sent: list[tuple[str, list[str]]] = []

    async def receive() -> Message:
        return {"type": next(received)}

    async def send(message: Message) -> None:
        sent.append((message["type"], [*stub.past]))

    await app({"type": "lifespan", "state": {}}, receive, send)
    assert sent == [
        ("lifespan.startup.complete", ["opened"]),
        ("lifespan.shutdown.complete", ["opened", "closed"]),
    ]
