"""Bots have names, faces and a level that can be chosen, and they play again."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from stammtisch.server.tables.bot_names import BOT_NAMES
from support.browser.looking import AT_REST, out_of_sight
from support.browser.visitors import DESKTOP, PHONE, Visitor, play
from tests.browser.conftest import Invite


def level_of(visitor: Visitor, game: str) -> Locator:
    return visitor.page.locator(f"article:has(a[href='/new/{game}']) select")


def play_now(visitor: Visitor, game: str, level: str) -> None:
    """One tap, and the name where it is not known yet."""
    visitor.go("/")
    visitor.hands.pick(level_of(visitor, game), level)
    visitor.press(visitor.page.locator(f"article:has(a[href='/new/{game}']) button"))
    name = visitor.page.get_by_role("textbox", name=visitor.word("home", "name-label"))
    name.or_(visitor.board).first.wait_for()
    if name.count():
        visitor.hands.write(name, visitor.name)
        visitor.press(visitor.button("home", "name-go"))
    visitor.board.wait_for()


def players(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("list", name=visitor.word("table", "players"), exact=True)


def test_the_level_is_chosen_at_play_now_shown_and_remembered(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "de")
    play_now(anna, "tock", "easy")
    easy = anna.word("common", "bot-of-level", level=anna.word("common", "level-easy"))
    bots = players(anna).get_by_role("listitem").filter(has_text=easy)
    expect(bots).to_have_count(3)
    shown = [bots.nth(number).locator(".name").inner_text() for number in range(3)]
    assert len({*shown}) == 3
    assert {*shown} <= {*BOT_NAMES}
    expect(bots.locator("svg.face")).to_have_count(3)
    anna.look("bots-tock")
    anna.go("/")
    expect(level_of(anna, "tock")).to_have_value("easy")


def test_after_a_game_one_plays_again_on_the_same_seat_or_against_stronger_bots(invite: Invite) -> None:
    anna = invite("Anna", DESKTOP, "en", still=True)
    play_now(anna, "zock", "random")
    before = players(anna).get_by_role("listitem").all_inner_texts()
    play("zock", anna)
    anna.look("game-over-bots", "dark")
    all_that_may_come_next_is_in_sight(anna)
    anna.button("table", "rematch").dblclick()
    expect(anna.page.locator("#result")).to_have_count(0)
    anna.board.locator("[role=log]").first.wait_for(state="attached")
    expect(anna.page.locator(".toast .card")).to_have_count(0)
    assert [re.sub(r"\s*\(to play\)", "", one) for one in names(anna)] == [
        re.sub(r"\s*\(to play\)", "", one) for one in before
    ]
    play("zock", anna)
    stronger = anna.word("common", "level-easy")
    anna.press(anna.button("table", "again-stronger", level=stronger))
    expect(anna.page.locator("#result")).to_have_count(0)
    bot = anna.word("common", "bot-of-level", level=stronger)
    expect(players(anna).get_by_role("listitem").filter(has_text=bot)).to_have_count(1)


def all_that_may_come_next_is_in_sight(visitor: Visitor) -> None:
    """Also on the smallest phones, upright and in landscape."""
    for width, height in ((320, 640), (844, 390)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate(AT_REST)
        assert out_of_sight(visitor.page, ".over .row > *") == [], f"{width} × {height}"
    visitor.page.set_viewport_size({"width": visitor.device.width, "height": visitor.device.height})


def names(visitor: Visitor) -> list[str]:
    return players(visitor).get_by_role("listitem").all_inner_texts()


def test_a_name_that_is_refused_keeps_the_dialog_open_with_the_reason(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "hu")
    anna.go("/")
    anna.press(anna.page.locator("article button").first)
    name = anna.page.get_by_role("textbox", name=anna.word("home", "name-label"))
    anna.hands.write(name, "Bot Berta")
    anna.press(anna.button("home", "name-go"))
    reason = anna.page.get_by_role("dialog").get_by_role("alert")
    expect(reason).to_have_text(anna.word("refusals", "bot-name"))
    expect(name).to_have_value("Bot Berta")
    expect(name).to_be_focused()
    anna.look("name-refused")
    anna.page.reload()
    anna.press(anna.page.locator("article button").first)
    expect(name).to_have_value("Bot Berta")
    anna.hands.write(name, "👩\u200d👩\u200d👧\u200d👦 יוסף")
    anna.press(anna.button("home", "name-go"))
    anna.board.wait_for()
    expect(players(anna).get_by_text("יוסף")).to_be_visible()
    anna.page.goto(f"{anna.server}/new/zock")
    expect(anna.page.get_by_label(anna.word("newTable", "seat-name", n=1))).to_have_value(re.compile("יוסף"))


def test_the_join_form_keeps_a_refused_name_and_says_why(invite: Invite) -> None:
    anna, ben = invite("Anna", DESKTOP, "en"), invite("Ben", PHONE, "de")
    ben.page.goto(anna.open_table("kniffel"))
    name = ben.page.get_by_label(ben.word("lobby", "your-name"))
    ben.hands.write(name, "ANNA")
    ben.press(ben.button("lobby", "join", n=1))
    expect(ben.page.get_by_text(ben.word("refusals", "look-alike"))).to_be_visible()
    expect(name).to_have_attribute("aria-invalid", "true")
    ben.look("join-refused")
    ben.page.reload()
    expect(name).to_have_value("ANNA")
    ben.sit_down(ben.page.url)
