"""A real browser before a real server, for figures about the page."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import QUIET
from tests.browser.house import House
from tests.browser.visitors import DESKTOP, Visitor


@contextmanager
def at_the_table(game: str, rivals: int, script: str) -> Iterator[Visitor]:
    """Anna with a mouse at a table with bots; the script runs before any of the page's own."""
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            anna = Visitor(browser, house.url, "Anna", DESKTOP, "en")
            anna.context.add_init_script(script)
            anna.go("/")
            anna.page.goto(house.url + anna.page.evaluate(OPEN, [game, rivals]))
            anna.board.get_by_role("log").first.wait_for(state="attached")
            yield anna
            anna.leave()
        finally:
            house.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(QUIET))
        yield browser
        browser.close()


OPEN = """async ([game, rivals]) => {
    const seats = [{ kind: 'here', name: 'Anna' }, ...Array(rivals).fill({ kind: 'bot', bot: 'easy' })];
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ game, seats });
    const answer = await fetch('/api/tables', { method: 'POST', headers, body });
    return (await answer.json()).link;
}"""
