"""The puzzle of the day: tried on the board, answered, and remembered on the device."""

from __future__ import annotations

from playwright.sync_api import expect

from support.browser.hands import THINKING
from support.browser.visitors import PHONE
from tests.browser.conftest import Invite


def test_a_daily_puzzle_is_answered_after_the_try_and_counts_once(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "de", keys=True)
    anna.go("/daily")
    anna.look("daily")
    anna.press(anna.page.locator('a[href="/daily/zock"]'))
    offers = anna.page.get_by_role("group", name=anna.word("zock/board", "offers")).get_by_role("button")
    expect(offers.first).to_be_visible(timeout=THINKING)
    answer = anna.page.get_by_role("region", name=anna.word("puzzle", "answer"))
    expect(answer).to_have_count(0)
    anna.page.set_viewport_size({"width": 320, "height": 568})
    anna.press(offers.first)
    expect(answer).to_be_in_viewport(ratio=0.9, timeout=THINKING)
    anna.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    yours = anna.word("puzzle", "yours")
    expect(answer.get_by_text(yours)).to_have_count(1)
    anna.look("daily-answer")
    told = answer.inner_text()
    anna.reload()
    expect(answer).to_be_visible(timeout=THINKING)
    assert answer.inner_text() == told
    expect(offers).to_have_count(0)
    anna.page.set_viewport_size({"width": 844, "height": 390})
    anna.go("/daily/zocknroll")
    tableau = anna.page.locator(".tableau")
    expect(tableau.locator("tbody")).to_be_visible(timeout=THINKING)
    hidden = "all => all.scrollHeight - all.clientHeight"
    assert tableau.evaluate(hidden) <= 1, "all rows are in sight beside the table"
