"""The application around the house."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.types import ASGIApp, Message

from stammtisch import __version__
from stammtisch.server.app import assemble
from stammtisch.server.settings import Settings
from tests.server.asking import ask, code
from tests.server.guesthouse import Guesthouse

GUESTS = "/api/rooms/1/guests"


def application(house: Guesthouse, page: Path = Path("/nowhere")) -> ASGIApp:
    return assemble(house.endpoints, house.sockets, Settings(), house, house.metrics, page)


@pytest.fixture
def house() -> Guesthouse:
    return Guesthouse()


@pytest.fixture
def app(house: Guesthouse) -> ASGIApp:
    return application(house)


def test_who_is_alive_says_so(app: ASGIApp) -> None:
    assert ask(app, "GET", "/healthz").text == "alive\n"


def test_the_house_says_why_it_is_not_ready(house: Guesthouse, app: ASGIApp) -> None:
    assert ask(app, "GET", "/readyz").status_code == 200
    house.reason = "the store is full"
    response = ask(app, "GET", "/readyz")
    assert (response.status_code, code(response)) == (503, "not-ready")
    assert "the store is full" in response.text
    assert ask(app, "GET", "/healthz").status_code == 200


def test_endpoints_are_served_and_described(app: ASGIApp) -> None:
    assert ask(app, "POST", GUESTS, json={"name": "Ada"}).json()["text"] == "hello Ada"
    described = ask(app, "GET", "/api/openapi.json").json()
    assert described["info"]["version"] == __version__
    assert list(described["paths"]) == ["/api/rooms/{room}/guests"]
    assert "/api/rooms/{room}/guests" in ask(app, "GET", "/api/docs").text


def test_requests_are_counted_by_route_and_refusals_by_code(app: ASGIApp) -> None:
    for name in ("Ada", "stranger", "bug"):
        ask(app, "POST", GUESTS, json={"name": name})
    ask(app, "GET", "/api/secret-link-of-somebody")
    told = ask(app, "GET", "/metrics").text
    for status in (201, 400, 500):
        assert f'requests_total{{route="/api/rooms/{{room}}/guests",status="{status}"}} 1.0' in told
    assert 'requests_total{route="other",status="404"} 1.0' in told
    assert 'refusals_total{code="not-today"} 1.0' in told
    assert "secret-link" not in told


@pytest.mark.parametrize("path", ["/", "/nowhere", "/api/docs", "/healthz", "/metrics"])
def test_every_answer_has_the_headers(app: ASGIApp, path: str) -> None:
    response = ask(app, "GET", path)
    assert response.headers["referrer-policy"] == "no-referrer"
    assert "default-src 'none'" in response.headers["content-security-policy"]


def test_even_our_bugs_have_the_headers(app: ASGIApp) -> None:
    response = ask(app, "POST", GUESTS, json={"name": "bug"})
    assert (response.status_code, response.headers["cache-control"]) == (500, "no-store")


def test_a_slash_too_many_leads_nowhere(app: ASGIApp) -> None:
    assert ask(app, "GET", "/api/docs/").status_code == 404


def test_without_a_page_there_is_a_welcome(app: ASGIApp) -> None:
    response = ask(app, "GET", "/")
    assert response.status_code == 200
    assert 'href="/api/docs"' in response.text


@pytest.fixture
def page(house: Guesthouse, tmp_path: Path) -> ASGIApp:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>the page</p>")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "assets" / "app-1a2b3c.js").write_text("play()")
    (folder / "assets" / "long-4d5e6f.js").write_text("play();" * 1000)
    (tmp_path / "secret.txt").write_text("secret")
    return application(house, folder)


@pytest.mark.parametrize("path", ["/", "/t/7f3a", "/t/7f3a/watch", "/r/09e8", "/new", "/new/tock"])
def test_every_link_to_a_table_opens_the_page(page: ASGIApp, path: str) -> None:
    response = ask(page, "GET", path)
    assert (response.text, response.headers["cache-control"]) == ("<p>the page</p>", "no-cache")
    assert response.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/rules", "/rules/zock", "/learn/kniffel", "/profile", "/leaderboard"])
def test_every_address_of_the_page_opens_it(page: ASGIApp, path: str) -> None:
    assert ask(page, "GET", path).text == "<p>the page</p>"
    assert ask(page, "GET", "/settings").text == "<p>the page</p>"


def test_files_with_a_hash_may_be_kept_for_ever(page: ASGIApp) -> None:
    script, manifest = ask(page, "GET", "/assets/app-1a2b3c.js"), ask(page, "GET", "/manifest.webmanifest")
    assert script.text == "play()"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert manifest.headers["cache-control"] == "no-cache"


def test_a_long_file_travels_packed_where_that_is_understood(page: ASGIApp) -> None:
    packed = ask(page, "GET", "/assets/long-4d5e6f.js", headers={"Accept-Encoding": "gzip"})
    plain = ask(page, "GET", "/assets/long-4d5e6f.js", headers={"Accept-Encoding": "identity"})
    assert packed.text == plain.text == "play();" * 1000
    assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)


def test_a_file_that_is_known_is_not_sent_again(page: ASGIApp) -> None:
    tag = ask(page, "GET", "/").headers["etag"]
    assert ask(page, "GET", "/", headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(
    "path", ["/nowhere", "/api/nowhere", "/assets", "/%2e%2e/secret.txt", "/..%2fsecret.txt"]
)
def test_what_is_not_of_the_page_is_not_there(page: ASGIApp, path: str) -> None:
    response = ask(page, "GET", path)
    assert (response.status_code, code(response)) == (404, "not-found")


@pytest.mark.parametrize(("path", "told"), [("/tabel/7f3a", "the page"), ("/api/nowhere", "not-found")])
def test_who_comes_by_a_broken_link_is_told_so_by_the_page(page: ASGIApp, path: str, told: str) -> None:
    response = ask(page, "GET", path, headers={"Accept": "text/html,*/*;q=0.8"})
    assert response.status_code == 404
    assert told in response.text


def test_the_page_hides_no_endpoint(page: ASGIApp) -> None:
    assert ask(page, "POST", GUESTS, json={"name": "Ada"}).status_code == 201
    assert ask(page, "PUT", GUESTS).status_code == 405
    assert ask(page, "POST", "/nowhere").status_code == 404


def test_the_house_is_open_as_long_as_the_application_lives(house: Guesthouse, app: ASGIApp) -> None:
    asked = iter(("lifespan.startup", "lifespan.shutdown"))
    sent: list[tuple[str, list[str]]] = []

    async def receive() -> Message:
        return {"type": next(asked)}

    async def send(message: Message) -> None:
        sent.append((message["type"], [*house.past]))

    asyncio.run(app({"type": "lifespan", "state": {}}, receive, send))  # type: ignore[arg-type]
    assert sent == [
        ("lifespan.startup.complete", ["opened"]),
        ("lifespan.shutdown.complete", ["opened", "closed"]),
    ]
