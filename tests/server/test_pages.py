"""The pages that need no browser program."""

from __future__ import annotations

from html.parser import HTMLParser

from starlette.responses import HTMLResponse

from stammtisch.server.http import pages
from stammtisch.server.ops.headers import policy
from tests.server.test_openapi import DOCUMENT


class Reader(HTMLParser):
    """Tags that are closed in order, the text, and where links lead."""

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


def test_the_page_tells_the_same_to_people() -> None:
    page = read(pages.docs(DOCUMENT))
    for told in (
        "POST /api/tables/{table}/seats/{seat}",
        "Sit down.",
        "taken: Somebody else <sits> there.",
        "A place at the table.",
        "Clockwise from 0.",
        "list of Seat",
        "open or over",
        "image/svg+xml",
    ):
        assert told in page.text
    assert page.open == []


def test_the_page_needs_nobody_else_and_no_scripts() -> None:
    page = read(pages.docs(DOCUMENT))
    inside = {link[1:] for link in page.links if link.startswith("#")}
    assert inside == {"Seat", "Table"}
    assert inside <= page.anchors
    assert {link for link in page.links if not link.startswith("#")} == {"/api/openapi.json"}
    assert not page.tags & {"script", "link", "img", "iframe"}


def test_a_page_allows_its_own_style_and_no_other() -> None:
    response = pages.welcome("1.2.3")
    style = bytes(response.body).decode().partition("<style>")[2].partition("</style>")[0]
    assert style
    assert response.headers["content-security-policy"] == policy(style)


def test_a_visitor_without_the_page_learns_where_to_read_on() -> None:
    page = read(pages.welcome("1.2.3"))
    assert page.links == ["/api/docs", "/api/openapi.json"]
    assert "1.2.3" in page.text
    assert page.open == []
