"""Somebody who plays against bots in a browser that Playwright cannot drive."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from typing import Final

from support.browser.boards import BOARDS
from support.browser.hands import BETWEEN, BOX
from support.browser.looking import AT_REST, SCREENSHOTS
from support.browser.tabs import PATIENCE, Tab, tap, type_in
from support.browser.visitors import MOST_STEPS
from support.page_sources import word

BOARD: Final = "section.board"
FIND: Final = f"""(selector, number) => {{
    const found = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())[number];
    return found ? ({BOX})(found) : null;
}}"""
TEXTS: Final = "(selector) => [...document.querySelectorAll(selector)].map((one) => one.innerText)"
OFFERED: Final = """(board, things) =>
    things.find((one) => document.querySelector(board)?.querySelector(one)) ?? null
"""
SEEN: Final = """(selector) => {
    const board = document.querySelector(selector)?.cloneNode(true);
    board?.querySelectorAll('[role=status]').forEach((status) => status.remove());
    return [board ?? [], ...(board?.querySelectorAll('[aria-label]') ?? [])].flat().map(
        (one) => one.getAttribute('aria-label') ?? one.textContent.replace(/\\s+/g, ' '));
}"""
"""Announcements are left out: they are not repeated after a reload."""
FADE: Final = """(selector, opacity) => {
    const board = document.querySelector(selector);
    board.style.opacity = opacity;
    return Math.floor(board.getBoundingClientRect().top);
}"""
ABOVE: Final = """async (edge, ...pictures) => {
    const pixels = async (png) => {
        const picture = new Image();
        picture.src = 'data:image/png;base64,' + png;
        await picture.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [picture.width, edge];
        const context = canvas.getContext('2d');
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, canvas.width, edge).data;
    };
    const [shown, hidden] = await Promise.all(pictures.map(pixels));
    return shown.filter((value, at) => value !== hidden[at]).length;
}"""
"""How many values of pixels above an edge differ between two pictures."""
SLACK: Final = 16
"""Pixels around a board for its shadows."""
SMOOTHED: Final = 1500
"""Values that may differ, as letters are not smoothed twice in the same way; any part of a board has more."""
WIDE: Final = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


class TabVisitor:
    """A person at a device with a finger or a mouse, who reads English."""

    def __init__(self, tab: Tab, server: str, name: str, *, touch: bool) -> None:
        self.tab = tab
        self.name = name
        self.turns = 0
        self._server = server
        self._only_looks = False
        self._pointer = "touch" if touch else "mouse"

    # Seeing

    def word(self, area: str, key: str, **values: str | int) -> str:
        return word(area, key, "en", **values)

    def offered(self, *things: str) -> str | None:
        found: str | None = self.tab.run(OFFERED, BOARD, things)
        return found

    def texts(self, things: str) -> list[str]:
        return self.written(f"{BOARD} {things}")

    def written(self, selector: str) -> list[str]:
        """The text of every element that the selector finds."""
        found: list[str] = self.tab.run(TEXTS, selector)
        return found

    def position(self) -> list[str]:
        """All text of the board, visible or for screen readers."""
        found: list[str] = self.tab.run(SEEN, BOARD)
        return found

    def look(self, name: str) -> None:
        """Take a picture, and check that nothing is wider than the screen."""
        self.tab.run(AT_REST)
        SCREENSHOTS.mkdir(exist_ok=True)
        (SCREENSHOTS / f"{name}.png").write_bytes(self.tab.picture())
        assert not self.tab.run(WIDE), f"{name} scrolls sideways"

    def pictures_of_board(self) -> tuple[int, str, str]:
        """How far down the board begins, and pictures with it and without it."""
        pictures = []
        for opacity in ("1", "0", "1"):
            top = self.tab.run(FADE, BOARD, opacity)
            self.tab.run(AT_REST)
            pictures.append(base64.b64encode(self.tab.picture()).decode())
        return max(1, top - SLACK), pictures[0], pictures[1]

    def is_drawn_elsewhere(self, top: int, shown: str, hidden: str) -> bool:
        """Whether some of a board was drawn above it; compared on an empty page, as ours allows no data."""
        self.tab.open("about:blank")
        return int(self.tab.run(ABOVE, top, shown, hidden)) > SMOOTHED

    @property
    def is_asked(self) -> bool:
        """Whether it is this visitor's turn, by the title of the page."""
        return str(self.tab.run("() => document.title")).startswith("●")

    @property
    def is_over(self) -> bool:
        return bool(self.written("#result"))

    # Doing

    def press(self, selector: str) -> None:
        """Press it as soon as it is there."""
        wait_until(lambda: self._press(selector, 0), f"there is no {selector}")

    def press_one(self, things: str | None, number: int = 0) -> bool:
        if things is None or self._only_looks:
            return things is not None
        return self._press(f"{BOARD} {things}", number)

    def _press(self, selector: str, number: int) -> bool:
        box = self.tab.run(FIND, selector, number)
        if box is None:
            return False
        left, top, width, height = box
        self.tab.act(tap(left + width / 2, top + height / 2, self._pointer))
        return True

    def play_now(self, game: str) -> None:
        """Start a game from the home page under the visitor's name."""
        self.tab.open(self._server)
        self.press(f"article:has(a[href='/new/{game}']) button.main:enabled")
        self.press("dialog input")
        self.tab.act(type_in(self.name))
        self.press("dialog .button.main:enabled")
        wait_until(lambda: bool(self.written(BOARD)), "the game does not begin")

    def _is_ready(self, game: str) -> bool:
        """Whether it is this visitor's turn and there is something to press."""
        if not self.is_asked:
            return False
        self._only_looks = True
        found = BOARDS[game](self)
        self._only_looks = False
        return found

    def play(self, game: str, *, acts: int) -> None:
        """Play until this many turns were taken and the others have played since, or the game is over."""
        for _ in range(MOST_STEPS):
            others = not self.is_asked
            wait_until(lambda: self.is_over or self._is_ready(game), "nobody is asked")
            if self.is_over or (others and self.turns >= acts):
                return
            wait_until(lambda: BOARDS[game](self) or not self.is_asked, "there is nothing to press")
            self.turns += 1
        raise AssertionError("the game goes round in circles")


def wait_until(condition: Callable[[], bool], otherwise: str) -> None:
    """Ask the browser until the condition is true."""
    late = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < late, otherwise
        time.sleep(BETWEEN / 1000)
