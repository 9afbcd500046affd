"""A profile is created, gets a game, is opened on another device, exported and deleted."""

from __future__ import annotations

import json
from secrets import token_hex

from playwright.sync_api import Locator, expect

from support.browser.visitors import DESKTOP, PHONE, Visitor, play
from tests.browser.conftest import Invite
from tests.browser.tables import open_for_two_here


def test_a_profile_from_its_first_game_to_its_end(invite: Invite) -> None:
    name = f"Anna {token_hex(3)}"  # names are taken for good
    anna = invite(name, PHONE, "de", still=True)
    code = make_a_profile(anna)
    open_for_two_here(anna, "zock")
    play("zock", anna)
    anna.go("/profile")
    expect(looks_at_games(anna)).not_to_have_count(0)
    anna.sees("profile", "statistics")
    anna.look("profile-signed-in", "dark")

    elsewhere = invite(name, DESKTOP, "hu", still=True)
    sign_in(elsewhere, "not the code")
    elsewhere.sees("refusals", "bad-password")
    sign_in(elsewhere, code)
    elsewhere.sees("profile", "recovery-used")
    code = shown_code(elsewhere)
    elsewhere.press(elsewhere.button("profile", "recovery-kept"))
    expect(looks_at_games(elsewhere)).to_have_count(looks_at_games(anna).count())

    elsewhere.press(elsewhere.page.locator("summary"))
    devices = elsewhere.page.locator("li", has_text="Linux")
    expect(devices).to_have_count(2)
    elsewhere.look("profile-account")
    elsewhere.press(elsewhere.button("profile", "devices-out"))
    expect(devices).to_have_count(1)
    expect(devices).to_contain_text(elsewhere.word("common", "device-current"))
    anna.go("/profile")
    expect(anna.button("profile", "sign-in")).to_be_visible()
    with elsewhere.page.expect_download() as download:
        elsewhere.press(elsewhere.button("profile", "export-go"))
    assert json.loads(download.value.path().read_text(encoding="utf-8"))["profile"]["name"] == name
    elsewhere.press(elsewhere.button("profile", "delete-go"))
    secret = elsewhere.page.get_by_label(elsewhere.word("profile", "recovery-code"), exact=True)
    elsewhere.hands.write(secret, "not the code")
    elsewhere.press(elsewhere.button("profile", "delete-yes"))
    elsewhere.sees("refusals", "bad-password")
    elsewhere.hands.write(secret, code)
    elsewhere.press(elsewhere.button("profile", "delete-yes"))
    elsewhere.sees("profile", "deleted")


def make_a_profile(visitor: Visitor) -> str:
    """Create a profile without a password, and return its recovery code."""
    visitor.go("/profile")
    form = visitor.page.locator("form", has=visitor.button("profile", "sign-up"))
    name = form.get_by_label(visitor.word("profile", "name"))
    visitor.hands.write(name, visitor.name)
    visitor.page.reload()
    expect(name).to_have_value(visitor.name)
    visitor.press(visitor.button("profile", "sign-up"))
    code = shown_code(visitor)
    visitor.look("profile-code")
    visitor.press(visitor.button("profile", "recovery-kept"))
    visitor.sees("profile", "history-none")
    return code


def shown_code(visitor: Visitor) -> str:
    return visitor.page.get_by_role("textbox", name=visitor.word("profile", "recovery-title")).input_value()


def sign_in(visitor: Visitor, secret: str) -> None:
    if not visitor.page.url.endswith("/profile"):
        visitor.go("/profile")
    form = visitor.page.locator("form", has=visitor.button("profile", "sign-in"))
    visitor.hands.write(form.get_by_label(visitor.word("profile", "name")), visitor.name)
    visitor.hands.write(form.get_by_label(visitor.word("profile", "secret")), secret)
    visitor.press(visitor.button("profile", "sign-in"))


def looks_at_games(visitor: Visitor) -> Locator:
    return visitor.page.locator("main tbody a[href^='/r/']")
