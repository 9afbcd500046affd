"""A real browser before a real server, for figures about the page."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.browser.chromium import FULL, chromium
from support.browser.server import PageServer
from support.browser.visitors import DESKTOP, Visitor


@contextmanager
def at_the_table(game: str, rivals: int, script: str, *, pace: str = "instant") -> Iterator[Visitor]:
    """Anna with a mouse at a table with bots; the script runs before any of the page's own."""
    with chromium(FULL) as browser, tempfile.TemporaryDirectory() as folder:
        server = PageServer(Path(folder))
        try:
            anna = Visitor(browser, server.url, "Anna", DESKTOP, "en", pace=pace)
            anna.context.add_init_script(script)
            anna.go("/")
            anna.page.goto(server.url + anna.page.evaluate(OPEN, [game, rivals]))
            anna.board.get_by_role("log").first.wait_for(state="attached")
            yield anna
            anna.leave()
        finally:
            server.close()


OPEN = """async ([game, rivals]) => {
    const seats = [{ kind: 'here', name: 'Anna' }, ...Array(rivals).fill({ kind: 'bot', bot: 'easy' })];
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ game, seats });
    const answer = await fetch('/api/tables', { method: 'POST', headers, body });
    return (await answer.json()).link;
}"""
