"""Every page in a real browser: phone and desktop, light and dark; axe finds nothing to complain about."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from support.browser.looking import AT_REST
from support.browser.measuring import SMALLEST_TEXT, share_of_board, sizes_on
from support.browser.visitors import DESKTOP, PHONE, Device, play
from tests.browser.conftest import Invite

PAGES = {
    "home": "/",
    "no-such-page": "/nowhere",
    "new": "/new",
    "new-unknown": "/new/chess",
    "rules": "/rules",
    "rules-zock": "/rules/zock#Z8",
    "rules-tock": "/rules/tock",
    "rules-unknown": "/rules/chess",
    "learn": "/learn/kniffel",
    "learn-unknown": "/learn/chess",
    "daily": "/daily",
    "profile": "/profile",
    "settings": "/settings",
    "leaderboard": "/leaderboard",
    "record-unknown": "/r/0000",
    "table-unknown": "/t/AAAAAAAAAAAAAAAAAAAAAA",
}
DEVICES = [(PHONE, "de"), pytest.param(DESKTOP, "hu", marks=pytest.mark.slow)]
SMALL_PHONE: ViewportSize = {"width": 320, "height": 640}
WIDE_TYPEFACE = "DejaVu Serif"
"""What a browser without the page's own typeface may show instead."""
SET_IN = "typeface => document.documentElement.style.setProperty('--type', typeface)"
LARGE_SCREEN: ViewportSize = {"width": 1920, "height": 1080}
OTHER_SCREENS: list[ViewportSize] = [SMALL_PHONE, {"width": 844, "height": 390}, LARGE_SCREEN]
SHARE = 55
"""Per cent of a large screen, at least, on which a board is drawn."""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize(("device", "language"), DEVICES)
def test_every_page_opens_and_is_accessible(invite: Invite, device: Device, language: str) -> None:
    visitor = invite("Anna", device, language, still=True)
    for screen, path in PAGES.items():
        visitor.go(path)
        visitor.look(screen, "dark")
        if device is PHONE:
            visitor.page.set_viewport_size(SMALL_PHONE)
            visitor.page.evaluate(SET_IN, WIDE_TYPEFACE)
            visitor.page.evaluate(AT_REST)
            assert visitor.page.evaluate(SIDEWAYS) <= 0, f"{screen} scrolls sideways"
            visitor.page.set_viewport_size({"width": device.width, "height": device.height})


def test_the_page_is_set_in_its_own_typeface(invite: Invite) -> None:
    visitor = invite("Őszike", DESKTOP, "hu")
    visitor.go("/settings")
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.evaluate("document.fonts.check('17px Stammtisch', 'Beállítások ő')")
    licence = visitor.page.request.get(f"{visitor.server}/typeface-licence.txt")
    assert "SIL Open Font License" in licence.text()


@pytest.mark.parametrize(("device", "language"), DEVICES)
def test_one_tap_leads_to_a_game_against_bots(invite: Invite, device: Device, language: str) -> None:
    scheme = "dark" if device is PHONE else "light"  # of what the stories show by the other light
    visitor = invite("Anna", device, language, keys=device is DESKTOP, scheme=scheme)
    for game in ("zock", "kniffel", "zocknroll", "tock"):
        visitor.go("/")
        now = f"{visitor.word('home', 'play-now')} {visitor.word(f'{game}/about', 'title')}"
        visitor.press(visitor.page.get_by_role("button", name=now).first)
        if game == "zock":
            visitor.hands.write(visitor.page.get_by_role("dialog").get_by_role("textbox"), "Anna")
            visitor.press(visitor.button("home", "name-go"))
        visitor.board.get_by_role("log").first.wait_for(state="attached")
        visitor.look(f"table-{game}")
        play(game, visitor, until=lambda: visitor.turns > 0)
        visitor.turns = 0
        for screen in OTHER_SCREENS:
            visitor.page.set_viewport_size(screen)
            visitor.page.evaluate(AT_REST)
            sizes = sizes_on(visitor.page)
            assert sizes.sideways <= 0, f"{game} scrolls sideways on {screen}"
            assert sizes.text >= SMALLEST_TEXT, f"“{sizes.text_of}” of {game} on {screen} is {sizes.text} px"
        assert share_of_board(visitor.page) >= SHARE, f"{game} on {screen}"
        visitor.page.set_viewport_size({"width": device.width, "height": device.height})


def test_a_guided_first_game_begins(invite: Invite) -> None:
    visitor = invite("Anna", PHONE, "de")
    visitor.go("/learn/zock")
    visitor.press(visitor.button("learn", "begin"))
    guide = visitor.page.get_by_role("complementary", name=visitor.word("learn", "guide"))
    guide.wait_for()
    visitor.look("learn-zock-playing")


def test_the_settings_hold_at_once_and_after_a_reload(invite: Invite) -> None:
    visitor = invite("Anna", DESKTOP, "de", keys=True)
    visitor.go("/settings")
    visitor.choose(visitor.page.get_by_role("radio", name="Magyar"))
    visitor.language = "hu"
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(visitor.word("app", "settings"))
    visitor.choose(visitor.page.get_by_role("radio", name=visitor.word("common", "theme-dark")))
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(visitor.word("app", "settings"))
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "hu")


def test_what_was_visited_is_there_without_a_connection(invite: Invite) -> None:
    visitor = invite("Anna", PHONE, "hu", workers="allow")
    visitor.go("/")
    visitor.keeps_the_page()
    visitor.context.set_offline(True)
    visitor.page.goto(visitor.server + "/rules")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(visitor.word("common", "rules"))
    visitor.look("rules-offline")
    visitor.page.goto(visitor.server + "/")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(visitor.word("home", "welcome"))
    visitor.press(visitor.page.get_by_role("button", name=visitor.word("home", "play-now")).first)
    visitor.hands.write(visitor.page.get_by_label(visitor.word("home", "name-label")), "Anna")
    visitor.press(visitor.button("home", "name-go"))
    visitor.sees("refusals", "unprepared")
    visitor.look("home-offline")
