"""The built page as static files."""

from __future__ import annotations

import gzip
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import pytest
from starlette.types import ASGIApp

from tests.server.http_client import error_code, request
from tests.server.stub_app import GUESTS, StubApp

COMPRESSED = b"what Brotli makes of it"


@pytest.fixture
def page(tmp_path: Path) -> ASGIApp:
    """An application with a small built page."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>the page</p>")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "app-1a2b3c.js").write_text("play()")
    (folder / "assets" / "long-4d5e6f.js").write_text("play();" * 1000)
    (folder / "assets" / "both-7a8b9c.js").write_text("play();" * 1000)
    (folder / "assets" / "both-7a8b9c.js.br").write_bytes(COMPRESSED)
    (tmp_path / "secret.txt").write_text("secret")
    return StubApp().app(folder)


@pytest.mark.parametrize("path", ["/", "/t/7f3a", "/t/7f3a/watch", "/r/09e8", "/new", "/new/tock"])
async def test_every_link_to_a_table_opens_the_page(page: ASGIApp, path: str) -> None:
    response = await request(page, "GET", path)
    assert (response.text, response.headers["cache-control"]) == ("<p>the page</p>", "no-cache")
    assert response.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/rules", "/rules/zock", "/learn/kniffel", "/profile", "/leaderboard"])
async def test_every_address_of_the_page_opens_it(page: ASGIApp, path: str) -> None:
    assert (await request(page, "GET", path)).text == "<p>the page</p>"
    assert (await request(page, "GET", "/settings")).text == "<p>the page</p>"


async def test_files_with_a_hash_are_cached_permanently_and_icons_for_a_day(page: ASGIApp) -> None:
    script, icon, manifest = [
        await request(page, "GET", path)
        for path in ("/assets/app-1a2b3c.js", "/icon.svg", "/manifest.webmanifest")
    ]
    assert script.text == "play()"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert icon.headers["cache-control"] == "public, max-age=86400"
    assert manifest.headers["cache-control"] == "no-cache"


async def test_a_long_file_is_compressed_if_the_browser_accepts_that(page: ASGIApp) -> None:
    packed = await request(page, "GET", "/assets/long-4d5e6f.js", headers={"Accept-Encoding": "gzip"})
    plain = await request(page, "GET", "/assets/long-4d5e6f.js", headers={"Accept-Encoding": "identity"})
    assert packed.text == plain.text == "play();" * 1000
    assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)


async def test_a_file_is_compressed_once_and_not_in_the_loop(
    page: ASGIApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed_in = []

    def compress(*args: Any, **more: Any) -> bytes:
        compressed_in.append(current_thread())
        return compress_now(*args, **more)

    compress_now = gzip.compress
    monkeypatch.setattr(gzip, "compress", compress)
    headers = {"Accept-Encoding": "gzip"}
    answers = [await request(page, "GET", "/assets/long-4d5e6f.js", headers=headers) for _ in range(3)]
    assert {answer.text for answer in answers} == {"play();" * 1000}
    assert len(compressed_in) == 1
    assert compressed_in[0] is not main_thread()


async def test_a_part_of_a_file_is_sent_as_it_is(page: ASGIApp) -> None:
    headers = {"Accept-Encoding": "gzip", "Range": "bytes=0-3"}
    response = await request(page, "GET", "/assets/long-4d5e6f.js", headers=headers)
    assert (response.status_code, response.text) == (206, "play")
    assert response.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip;q=0, identity", None),
        ("br;q=0.5", "br"),
        ("gzip, br;q=0", "gzip"),
        ("gzip", "gzip"),
        ("identity", None),
    ],
)
async def test_browsers_that_take_brotli_get_the_copy_of_the_build(
    page: ASGIApp, accepted: str, sent: str | None
) -> None:
    response = await request(page, "GET", "/assets/both-7a8b9c.js", headers={"Accept-Encoding": accepted})
    assert response.headers.get("content-encoding") == sent
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.headers["vary"] == "Accept-Encoding"
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (response.content == COMPRESSED) == (sent == "br")


async def test_a_file_that_the_browser_has_is_not_sent_again(page: ASGIApp) -> None:
    tag = (await request(page, "GET", "/")).headers["etag"]
    assert (await request(page, "GET", "/", headers={"If-None-Match": tag})).status_code == 304


@pytest.mark.parametrize(
    "path", ["/nowhere", "/api/nowhere", "/assets", "/%2e%2e/secret.txt", "/..%2fsecret.txt"]
)
async def test_files_outside_the_page_are_not_found(page: ASGIApp, path: str) -> None:
    response = await request(page, "GET", path)
    assert (response.status_code, error_code(response)) == (404, "not-found")


@pytest.mark.parametrize(("path", "shown"), [("/tabel/7f3a", "the page"), ("/api/nowhere", "not-found")])
async def test_after_a_broken_link_the_page_opens_with_status_404(
    page: ASGIApp, path: str, shown: str
) -> None:
    response = await request(page, "GET", path, headers={"Accept": "text/html,*/*;q=0.8"})
    assert response.status_code == 404
    assert shown in response.text


@pytest.mark.parametrize("accept", ["*/*", "text/html"])
@pytest.mark.parametrize("path", ["/assets/app-gone.js", "/assets/", "/tabel/7f3a", "/gone.png"])
async def test_nobody_keeps_that_something_was_missing(page: ASGIApp, path: str, accept: str) -> None:
    """A browser that asked a process before its upgrade must find the new script afterwards."""
    response = await request(page, "GET", path, headers={"Accept": accept})
    assert (response.status_code, response.headers["cache-control"]) == (404, "no-store")


async def test_a_broken_link_shows_the_page_even_to_a_browser_that_has_it(page: ASGIApp) -> None:
    tag = (await request(page, "GET", "/")).headers["etag"]
    response = await request(page, "GET", "/tabel", headers={"Accept": "text/html", "If-None-Match": tag})
    assert (response.status_code, response.text) == (404, "<p>the page</p>")


async def test_the_page_hides_no_endpoint(page: ASGIApp) -> None:
    assert (await request(page, "POST", GUESTS, json={"name": "Ada"})).status_code == 201
    assert (await request(page, "PUT", GUESTS)).status_code == 405
    assert (await request(page, "POST", "/nowhere")).status_code == 404
