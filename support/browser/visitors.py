"""Somebody at a device, who opens tables, sits down, plays and looks around as people do."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from support.browser.boards import BOARDS
from support.browser.hands import PATIENCE, THINKING, Gone, Hands, Keys, Pointer, wait_until
from support.browser.looking import complaints, photograph
from support.page_sources import word

Scheme = Literal["light", "dark"]
TRIES: Final = 10
MOST_STEPS: Final = 1000
"""Of one game; who needs more goes round in circles."""
LOCALES: Final = {"de": "de-DE", "en": "en-US", "hu": "hu-HU"}
FAILED: Final = re.compile(
    r"Service Worker registration blocked|WebSocket connection|net::ERR_|status of [45]\d\d"
)
"""What a browser says of a lost connection or a refused request, which the page answers itself."""
CUT: Final = """
    const Plain = WebSocket;
    const sockets = [];
    let off = false;
    const closed = (socket) => new Promise((done) => {
        socket.addEventListener('close', () => done());
        socket.close();
    });
    window.cut = (now) => {
        off = now;
        const open = sockets.filter((socket) => off && socket.readyState !== Plain.CLOSED);
        return Promise.all(open.map(closed)).then(() => undefined);
    };
    window.WebSocket = class extends Plain {
        constructor(...address) {
            super(...address);
            sockets.push(this);
            if (off) this.close();
        }
    };
"""
"""A browser that is told to be offline keeps its open sockets; these can be cut."""
PACE: Final = """
    if (location.protocol.startsWith('http')) localStorage['stammtisch.pace'] ??= '"%s"';
"""
"""Tests do not wait for what the page plays back, unless they are about that."""
OFFERED: Final = """things =>
    things.find((one) => document.querySelector('section.board')?.querySelector(one)) ?? null
"""

expect.set_options(timeout=PATIENCE)


class Device(NamedTuple):
    """What somebody has in hand."""

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
    ) -> None:
        self.name = name
        self.server = server
        self.device = device
        self.language = language
        self.scheme = scheme
        self.wrong: list[str] = []
        """Whatever should not have been: errors of the page, complaints of axe, strangers asked."""
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
        self.context.add_init_script(PACE % pace)
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
        """As soon as it can be pressed; what moves away meanwhile is reached for again."""
        for _ in range(TRIES - 1):
            expect(thing).to_be_enabled()
            with suppress(Gone):
                return self.hands.press(thing)
        return self.hands.press(thing)

    def choose(self, radio: Locator) -> None:
        self.hands.choose(radio)
        expect(radio).to_be_checked()

    def sees(self, area: str, key: str, **values: str | int) -> None:
        """Sooner or later."""
        text = self.page.get_by_text(self.word(area, key, **values)).filter(visible=True)
        expect(text.first).to_be_visible()

    def look(self, screen: str, *more: Scheme) -> None:
        """A picture for people, and a check for what axe can find; by another light only colours differ."""
        self._look(screen, self.scheme)
        for scheme in more:
            self.page.emulate_media(color_scheme=scheme)
            self._look(screen, scheme, "color-contrast")
            self.page.emulate_media(color_scheme=self.scheme)

    def _look(self, screen: str, scheme: Scheme, *rules: str) -> None:
        photograph(self.page, f"{screen}-{self.device.name}-{scheme}-{self.language}")
        found = complaints(self.page, *rules)
        self.wrong += [f"{screen} ({self.device.name}, {scheme}): {what}" for what in found]

    def go(self, path: str) -> None:
        self.page.goto(self.server + path)
        self.page.locator("main h1").first.wait_for()
        expect(self.page.get_by_text(self.word("common", "loading"), exact=True)).to_have_count(0)

    # Arriving

    def open_table(self, game: str, *, players: int = 2) -> str:
        """From the home page through the form; the answer is the invitation, as it was copied."""
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

    def invitation(self) -> str:
        """The link to this table out of the clipboard, or out of its field on a page without TLS."""
        self.press(self.button("common", "copy"))
        self.button("common", "copied").wait_for()
        field = self.page.get_by_label(self.word("lobby", "invite-link"))
        link: str = self.page.evaluate("navigator.clipboard?.readText()") or field.input_value()
        assert "/t/" in link
        return link

    def follow(self, link: str) -> None:
        """To a table, until all of its page is there."""
        self.page.goto(link)
        self.page.wait_for_load_state("networkidle")

    def sit_down(self, link: str) -> None:
        """With a link in hand: name, and a seat."""
        if self.page.url != link:
            self.page.goto(link)
        self.hands.write(self.page.get_by_label(self.word("lobby", "your-name")), self.name)
        self.press(self.button("lobby", "join", n=1))
        self.board.wait_for()

    @property
    def fetched(self) -> int:
        """Bytes that came over the network for this page."""
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
        """Do what the board asks for, if it asks; whether anything was done."""
        if not self.is_asked:
            return False
        acted = BOARDS[game](self)
        self.turns += acted
        return acted

    def offered(self, *things: str) -> str | None:
        """The first of these selectors by which there is something on the board."""
        found: str | None = self.page.evaluate(OFFERED, things)
        return found

    def texts(self, things: str) -> list[str]:
        """What is written on each of these things on the board."""
        return self.board.locator(things).all_inner_texts()

    def press_one(self, things: str | None, number: int = 0) -> bool:
        """One of several things on the board, unless it goes away."""
        if things is None:
            return False
        with suppress(Gone):
            self.hands.point(self.board.locator(things).nth(number))
            return True
        return False

    @property
    def is_asked(self) -> bool:
        """The title says so."""
        return self.page.title().startswith("●")

    @property
    def is_over(self) -> bool:
        return self.page.locator("#result").count() > 0

    def reload(self) -> None:
        """In the middle of it; the board comes back as it was."""
        before = self.board.locator("[role=log]").count()
        self.page.reload()
        self.board.locator("[role=log]").nth(before - 1).wait_for(state="attached")

    def lose_connection(self) -> None:
        """Until the page says so."""
        self.cut_off()
        self.sees("table", "device-offline")

    def cut_off(self) -> None:
        """Nothing arrives any more, and nothing goes out.

        The sockets first: what is on its way to one when the browser is told to be offline holds up its end.
        """
        self.page.evaluate("cut(true)")
        self.context.set_offline(True)

    def find_connection(self) -> None:
        """And the page goes on without a word."""
        self.page.evaluate("cut(false)")
        self.context.set_offline(False)
        for text in ("reconnecting", "device-offline"):
            expect(self.page.get_by_text(self.word("table", text))).to_have_count(0)

    def around_the_table(self) -> Locator:
        """What steps back while the game is played: a column, or a sheet behind a button."""
        more = self.page.get_by_role("button", name=re.compile(f"^{self.word('table', 'more')}"))
        if more.count():
            self.press(more)
            return self.page.get_by_role("dialog")
        return self.page.get_by_role("complementary", name=self.word("table", "around-table"))

    # After the game

    def read_the_record(self, game: str) -> None:
        """The game again by its slider, and whether the dice were fair."""
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
        self.press(self.button("fairness", f"check-{what}"))
        self.sees("fairness", f"commitment-kept-{what}")
        said = re.escape(self.word("fairness", f"all-right-{what}", n=0)).replace("0", r"\d+")
        expect(self.page.get_by_text(re.compile(said))).to_be_visible()

    def read_the_analysis(self, game: str) -> None:
        """The charts come when the analysis is done."""
        analysis = self.page.locator("section[aria-labelledby=analysis]")
        expect(analysis.locator("figure svg[role=img]")).to_have_count(2, timeout=THINKING)
        self.sees("record", "players")
        analysis.scroll_into_view_if_needed()
        self.look(f"{game}-analysis")

    def leave(self) -> None:
        self.context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not FAILED.search(message.text):
            self.wrong.append(f"{self.page.url}: {message.text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.server, self.server.replace("http", "ws", 1), "data:", "blob:")):
            self.wrong.append(f"a stranger was asked: {url}")


def play(game: str, *visitors: Visitor, until: Callable[[], bool] | None = None) -> None:
    """All of them act whenever they are asked, to the end of the game or so far."""

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
