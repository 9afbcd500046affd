"""The pages that the server makes itself: a welcome, and the documentation of the interface."""

from __future__ import annotations

from html.parser import HTMLParser

from starlette.responses import HTMLResponse

from stammtisch.server.http import pages
from stammtisch.server.ops.headers import policy
from tests.server.http.test_openapi import DOCUMENT


class Reader(HTMLParser):
    """Reads a page: its text, links and anchors. Fails if tags are not closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag != "meta":
            self.open.append(tag)
        for name, value in attrs:
            if name == "href":
                self.links.append(value or "")
            elif name == "id":
                self.anchors.add(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(response: HTMLResponse) -> Reader:
    return Reader(bytes(response.body).decode())


def test_the_documentation_shows_endpoints_objects_and_errors() -> None:
    page = read(pages.docs(DOCUMENT))
    for text in (
        "POST /api/tables/{table}/seats/{seat}",
        "Join a table.",
        "taken: Somebody else <sits> there.",
        "A seat at the table.",
        "Clockwise from 0.",
        "list of Seat",
        "open or over",
        "image/svg+xml",
    ):
        assert text in page.text
    assert page.open == []


def test_the_documentation_needs_no_scripts_and_loads_nothing() -> None:
    page = read(pages.docs(DOCUMENT))
    inside = {link[1:] for link in page.links if link.startswith("#")}
    assert inside == {"Seat", "Table"}
    assert inside <= page.anchors
    assert {link for link in page.links if not link.startswith("#")} == {"/api/openapi.json"}
    assert not page.tags & {"script", "link", "img", "iframe"}


def test_the_policy_of_a_page_allows_its_own_style_and_no_other() -> None:
    response = pages.welcome("1.2.3")
    style = bytes(response.body).decode().partition("<style>")[2].partition("</style>")[0]
    assert style
    assert response.headers["content-security-policy"] == policy(style)


def test_without_the_page_a_visitor_finds_the_documentation() -> None:
    page = read(pages.welcome("1.2.3"))
    assert page.links == ["/api/docs", "/api/openapi.json"]
    assert "1.2.3" in page.text
    assert page.open == []
