"""A person at a device who creates tables, joins them, plays and looks around as people do."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from support.browser.boards import BOARDS
from support.browser.hands import PATIENCE, THINKING, Gone, Hands, Keys, Pointer, comes_back, wait_until
from support.browser.in_the_page import CUT, KEPT, OFFERED, PACE
from support.browser.looking import AT_REST, PICTURES, complaints, photograph
from support.browser.measuring import SMALLEST_TEXT, sizes_on
from support.page_sources import word

Scheme = Literal["light", "dark"]
Side = Literal["server", "device"]
"""Where a table is: on the server, or on the visitor's device alone."""
TRIES: Final = 10
MOST_STEPS: Final = 1000
"""The most steps of one game: a visitor who needs more is going round in circles."""
LOCALES: Final = {"de": "de-DE", "en": "en-US", "hu": "hu-HU"}
LOOKED_AT: Final = set[str]()
"""Every screen that a visitor of this process has looked at, by device, colour scheme and language."""
FAILED: Final = re.compile(
    r"Service Worker registration blocked|WebSocket connection|net::ERR_|status of [45]\d\d"
)
"""What a browser logs about lost connections and refused requests, which the page handles itself."""

expect.set_options(timeout=PATIENCE)


class Device(NamedTuple):
    """A device by its screen and how it is touched."""

    name: str
    width: int
    height: int
    touch: bool


PHONE: Final = Device("phone", 390, 844, touch=True)
DESKTOP: Final = Device("desktop", 1280, 800, touch=False)


class Visitor:
    """A person with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        server: str,
        name: str,
        device: Device,
        language: str,
        *,
        keys: bool = False,
        scheme: Scheme = "light",
        still: bool = False,
        pace: str = "instant",
        workers: Literal["allow", "block"] = "block",
        site: bool = False,
    ) -> None:
        """With `site`, the page is on a static host, where its pages stand behind a question mark."""
        self.name = name
        self.server = server
        self.root = f"{server}/?" if site else server
        self.device = device
        self.language = language
        self.scheme = scheme
        self.wrong: list[str] = []
        """Everything that went wrong: errors of the page, findings of axe, requests to other servers."""
        self.turns = 0
        self.context = browser.new_context(
            viewport={"width": device.width, "height": device.height},
            has_touch=device.touch,
            is_mobile=device.touch,
            color_scheme=scheme,
            locale=LOCALES[language],
            reduced_motion="reduce" if still else "no-preference",
            service_workers=workers,
            permissions=["clipboard-read", "clipboard-write"],
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(CUT)
        self.context.add_init_script(PACE % (pace, "false" if pace == "instant" else "true"))
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(f"{self.page.url}: {error} {error.stack}"))
        self.page.on("console", self._hear)
        self.page.on("request", lambda request: self._asked(request.url))
        self.hands: Hands = Keys(self.page) if keys else Pointer(self.page, touch=device.touch)

    # Seeing and doing

    def word(self, area: str, key: str, **values: str | int) -> str:
        """A text of the page in this visitor's language."""
        return word(area, key, self.language, **values)

    def button(self, area: str, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("button", name=self.word(area, key, **values), exact=True)

    def link(self, area: str, key: str, **values: str | int) -> Locator:
        return self.page.get_by_role("link", name=self.word(area, key, **values), exact=True)

    def press(self, thing: Locator) -> None:
        """Press it as soon as it can be pressed, and again if it moves away meanwhile.

        A busy machine may say that it is gone although it has been pressed: then it does not come back.
        """
        for _ in range(TRIES - 1):
            expect(thing).to_be_enabled()
            try:
                return self.hands.press(thing)
            except Gone:
                if not comes_back(thing):
                    return None
        return self.hands.press(thing)

    def choose(self, radio: Locator) -> None:
        self.hands.choose(radio)
        expect(radio).to_be_checked()

    def sees(self, area: str, key: str, **values: str | int) -> None:
        """Wait until the text is visible somewhere on the page."""
        text = self.page.get_by_text(self.word(area, key, **values)).filter(visible=True)
        expect(text.first).to_be_visible()

    def look(self, screen: str, *more: Scheme) -> None:
        """Run axe once nothing moves any more, and take a picture if pictures are wanted.

        In another colour scheme check only the contrast. The same screen is looked at once in each process.
        """
        self._look(screen, self.scheme)
        for scheme in more:
            self.page.emulate_media(color_scheme=scheme)
            self._look(screen, scheme, "color-contrast")
            self.page.emulate_media(color_scheme=self.scheme)

    def _look(self, screen: str, scheme: Scheme, *rules: str) -> None:
        self.page.evaluate(AT_REST)
        picture = f"{screen}-{self.device.name}-{scheme}-{self.language}"
        if picture in LOOKED_AT:
            return
        LOOKED_AT.add(picture)
        if PICTURES in os.environ:
            photograph(self.page, picture)
        found = complaints(self.page, *rules)
        self.wrong += [f"{screen} ({self.device.name}, {scheme}): {what}" for what in found]

    def go(self, path: str) -> None:
        self.page.goto(self.root + path)
        self.page.locator("main h1").first.wait_for()
        expect(self.page.get_by_text(self.word("common", "loading"), exact=True)).to_have_count(0)

    # Arriving

    def open_table(self, game: str, *, players: int = 2) -> str:
        """Create a table from the home page and its form, and return the copied link."""
        self.go("/")
        self.press(self.page.locator(f"a[href='/new/{game}']"))
        name = self.page.get_by_label(self.word("newTable", "seat-name", n=1))
        name.wait_for()
        seats = self.page.get_by_role("group", name=self.word("newTable", "players"))
        if seats.count():
            self.choose(seats.get_by_role("radio", name=str(players), exact=True))
        self.hands.write(name, self.name)
        self.look(f"{game}-form")
        self.press(self.button("newTable", "open"))
        return self.invitation()

    def open_against_bots(self, game: str, side: Side) -> None:
        """Create a table against bots, on the server or on this device, and open its board."""
        self.go(f"/new/{game}")
        self.hands.write(self.page.get_by_label(self.word("newTable", "seat-name", n=1)), self.name)
        here = self.page.get_by_role("switch", name=self.word("newTable", "on-device"))
        others = self.page.get_by_label(
            re.compile(re.escape(self.word("newTable", "seat-kind", n=0)).replace("0", r"\d+"))
        )
        if side == "server":
            for seat in others.all()[1:]:
                self.hands.pick(seat, "bot")
        elif here.count():
            self.hands.switch(here)
            expect(here).to_be_checked()
        self.press(self.button("newTable", "play-at-once"))
        self.board.wait_for(timeout=THINKING)

    def invitation(self) -> str:
        """The link to this table out of the clipboard, or out of its field on a page without TLS."""
        self.press(self.button("common", "copy"))
        self.button("common", "copied").wait_for()
        field = self.page.get_by_label(self.word("lobby", "invite-link"))
        link: str = self.page.evaluate("navigator.clipboard?.readText()") or field.input_value()
        assert "/t/" in link
        return link

    def follow(self, link: str) -> None:
        """Open the link of a table, and wait until the whole page has been loaded."""
        self.page.goto(link)
        self.page.wait_for_load_state("networkidle")

    def sit_down(self, link: str) -> None:
        """Join the table of a link under the visitor's name."""
        if self.page.url != link:
            self.page.goto(link)
        self.hands.write(self.page.get_by_label(self.word("lobby", "your-name")), self.name)
        self.press(self.button("lobby", "join", n=1))
        self.board.wait_for()

    @property
    def fetched(self) -> int:
        """The bytes that this page fetched over the network."""
        return int(
            self.page.evaluate(
                "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
                ".reduce((sum, one) => sum + one.transferSize, 0)"
            )
        )

    # Playing

    @property
    def board(self) -> Locator:
        return self.page.locator("section.board")

    def act(self, game: str) -> bool:
        """Do what the board asks for, if it asks for anything. Returns whether it did."""
        if not self.is_asked:
            return False
        acted = BOARDS[game](self)
        self.turns += acted
        return acted

    def offered(self, *things: str) -> str | None:
        """The first of these selectors that finds something on the board."""
        found: str | None = self.page.evaluate(OFFERED, things)
        return found

    def texts(self, things: str) -> list[str]:
        """The text of each of these elements of the board."""
        return self.board.locator(things).all_inner_texts()

    def press_one(self, things: str | None, number: int = 0) -> bool:
        """Press one of several elements of the board; False if it is gone."""
        if things is None:
            return False
        with suppress(Gone):
            self.hands.point(self.board.locator(things).nth(number))
            return True
        return False

    @property
    def is_asked(self) -> bool:
        """Whether it is this visitor's turn, by the title of the page."""
        return self.page.title().startswith("●")

    @property
    def is_over(self) -> bool:
        return self.page.locator("#result").count() > 0

    def reload(self) -> None:
        """Reload the page during a game, and wait until the board is back."""
        before = self.board.locator("[role=log]").count()
        self.page.reload()
        self.board.locator("[role=log]").nth(before - 1).wait_for(state="attached")

    def lose_connection(self) -> None:
        """Cut the network off, and wait until the page says so."""
        self.cut_off()
        self.sees("table", "device-offline")

    def cut_off(self) -> None:
        """Cut the network off without waiting for the page.

        Sockets are closed first: a message on its way would keep the browser from reporting it.
        """
        self.page.evaluate("cut(true)")
        self.context.set_offline(True)

    def find_connection(self) -> None:
        """Restore the network, and wait until the page no longer mentions it."""
        self.page.evaluate("cut(false)")
        self.context.set_offline(False)
        for text in ("reconnecting", "device-offline"):
            expect(self.page.get_by_text(self.word("table", text))).to_have_count(0)

    def keeps_the_page(self) -> None:
        """Wait until the service worker has kept all files of the page."""
        wait_until(self.page, lambda: bool(self.page.evaluate(KEPT)))

    def around_the_table(self) -> Locator:
        """The side panel: a column, or a sheet that this opens. Which of them, a page that was resized knows
        after a frame."""
        self.page.evaluate(AT_REST)
        more = self.page.get_by_role("button", name=re.compile(f"^{self.word('table', 'more')}"))
        if more.count():
            self.press(more)
            return self.page.get_by_role("dialog")
        return self.page.get_by_role("complementary", name=self.word("table", "around-table"))

    # After the game

    def read_the_record(self, game: str) -> None:
        """Step through the record with its slider, and check the dice."""
        at = self.page.get_by_role("slider", name=self.word("record", "position"))
        at.wait_for()
        last = int(at.get_attribute("max") or 0)
        self.hands.slide(at, to_the_end=False)
        expect(at).to_have_value("0")
        self.press(self.button("record", "next"))
        expect(at).to_have_value("1")
        self.hands.slide(at, to_the_end=True)
        expect(at).to_have_value(str(last))
        what = "cards" if game == "tock" else "dice"
        where = "device" if "/r/local-" in self.page.url else "server"
        self.sees("fairness", f"about-{what}", where=where)
        self.press(self.button("fairness", f"check-{what}"))
        self.sees("fairness", f"commitment-kept-{what}")
        said = re.escape(self.word("fairness", f"all-right-{what}", n=0)).replace("0", r"\d+")
        expect(self.page.get_by_text(re.compile(said))).to_be_visible()

    def read_the_analysis(self, game: str) -> None:
        """Wait for the charts of the analysis, and look at them."""
        analysis = self.page.locator("section[aria-labelledby=analysis]")
        expect(analysis.locator("figure svg[role=img]")).to_have_count(2, timeout=THINKING)
        self.sees("record", "players")
        analysis.scroll_into_view_if_needed()
        self.look(f"{game}-analysis")
        self.page.set_viewport_size({"width": 320, "height": 640})
        self.page.evaluate(AT_REST)
        sizes = sizes_on(self.page)
        if sizes.text < SMALLEST_TEXT:
            self.wrong.append(f"“{sizes.text_of}” beside the charts is {sizes.text} px")
        if sizes.sideways > 0:
            self.wrong.append("the record scrolls sideways on a small phone")
        self.try_a_mistake_again()
        self.page.set_viewport_size({"width": self.device.width, "height": self.device.height})

    def try_a_mistake_again(self) -> None:
        """Look at the position before a mistake as a puzzle, if there is one."""
        mistakes = [self.button("record", key) for key in ("previous-mistake", "next-mistake")]
        possible = [button for button in mistakes if button.count() and button.is_enabled()]
        if not possible:
            return
        self.press(possible[0])
        self.press(self.button("record", "try-again"))
        self.page.locator(".puzzle .board [role=log]").wait_for(state="attached")
        self.page.evaluate(AT_REST)
        if sizes_on(self.page).sideways > 0:
            self.wrong.append("a mistake that is tried again scrolls sideways on a small phone")
        self.press(self.button("record", "back-to-replay"))

    def leave(self) -> None:
        self.context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not FAILED.search(message.text):
            self.wrong.append(f"{self.page.url}: {message.text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.server, self.server.replace("http", "ws", 1), "data:", "blob:")):
            self.wrong.append(f"a request to another server: {url}")


def play(game: str, *visitors: Visitor, until: Callable[[], bool] | None = None) -> None:
    """Let all visitors act whenever it is their turn, until the game is over or `until` is true."""

    def ended() -> bool:
        return until() if until else all(visitor.is_over for visitor in visitors)

    def somebody_acted() -> bool:
        return any([visitor.act(game) for visitor in visitors])  # noqa: C419 - all of them

    for _ in range(MOST_STEPS):
        if until and until():
            return
        wait_until(visitors[0].page, lambda: somebody_acted() or ended())
        if ended():
            return
    raise AssertionError(f"the game does not end at {visitors[0].page.url}")
