"""Every page in a real browser: it opens without an error, and axe finds nothing to complain about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
PAGES = ("/", "/new/zock", "/new/kniffel", "/new/zocknroll", "/new/tock", "/rules/tock", "/leaderboard")
MORE_PAGES = ("/profile", "/settings")
GAMES = {"kniffel": 1, "tock": 3, "zock": 1, "zocknroll": 3}
"""Each with the number of bots at its table."""
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}


def opened(browser: Browser, size: dict[str, int], scheme: Any, language: str) -> Page:
    """A new visitor's page; whatever goes wrong in it ends the test."""
    context = browser.new_context(viewport=size, color_scheme=scheme, locale=language)  # type: ignore[arg-type]
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"{page.url}: {error}"))
    return page


def complaints(page: Page) -> list[str]:
    """What axe finds, rule by rule; evaluated, since the page allows no scripts but its own."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations")
    return [f"{rule['id']}: {json.dumps([node['html'][:90] for node in rule['nodes']])}" for rule in found]


def sit_down(page: Page, game: str, bots: int) -> None:
    """Open a table of that game against bots, through the page's own way to the server."""
    page.evaluate(
        """async ([game, bots]) => {
            const seats = [{kind: 'here', name: 'Anna'}, ...Array(bots).fill({kind: 'bot', bot: 'easy'})];
            const answer = await fetch('/api/tables', {
                method: 'POST',
                headers: {'Content-Type': 'application/json'},
                body: JSON.stringify({game, seats}),
            });
            window.opened = (await answer.json()).table;
        }""",
        [game, bots],
    )
    page.goto(page.url.split("/t/")[0].rstrip("/") + "/t/" + page.evaluate("window.opened"))


@pytest.mark.parametrize(
    ("size", "scheme", "language"), [(PHONE, "light", "de-DE"), (DESKTOP, "dark", "hu-HU")]
)
def test_every_page_opens_and_is_accessible(
    browser: Browser,
    address: str,
    screenshots: Path,
    size: dict[str, int],
    scheme: str,
    language: str,
) -> None:
    page = opened(browser, size, scheme, language)
    found = {}
    for path in PAGES + MORE_PAGES:
        page.goto(address + path)
        page.wait_for_selector("main h1")
        page.wait_for_load_state("networkidle")
        page.screenshot(
            path=screenshots / f"{size['width']}-{path.strip('/').replace('/', '-') or 'home'}.png"
        )
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        found[path] = complaints(page) + (["scrolls sideways"] if wide else [])
    page.context.close()
    assert not {path: what for path, what in found.items() if what}


@pytest.mark.parametrize(
    ("size", "scheme", "language"), [(PHONE, "dark", "en-US"), (DESKTOP, "light", "de-DE")]
)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_board_is_drawn_and_accessible(
    browser: Browser,
    address: str,
    screenshots: Path,
    game: str,
    size: dict[str, int],
    scheme: str,
    language: str,
) -> None:
    page = opened(browser, size, scheme, language)
    page.goto(address)
    sit_down(page, game, GAMES[game])
    page.wait_for_selector("section.board button, section.board svg")
    page.wait_for_timeout(500)
    page.screenshot(path=screenshots / f"{size['width']}-table-{game}.png")
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    found = complaints(page)
    page.context.close()
    assert not wide
    assert not found


def test_nothing_is_asked_of_anybody_else(browser: Browser, address: str) -> None:
    page = opened(browser, PHONE, "light", "en-US")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    sit_down(page, "zock", 1)
    page.wait_for_selector("section.board button")
    page.context.close()
    assert asked
    assert not [
        url for url in asked if not url.startswith((address, address.replace("http", "ws", 1), "data:"))
    ]


def test_an_unknown_table_says_so_and_helps(browser: Browser, address: str) -> None:
    page = opened(browser, PHONE, "light", "en-US")
    page.goto(address + "/t/AAAAAAAAAAAAAAAAAAAAAA")
    page.get_by_role("alert").wait_for()
    assert "no such table" in page.get_by_role("alert").inner_text()
    page.locator("main a[href='/new']").click()
    page.wait_for_selector("main h1")
    page.context.close()
