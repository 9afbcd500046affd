"""A game is learned in a few minutes: on its page, at the table, and in a guided first game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from support.browser.looking import AT_REST, out_of_sight
from support.browser.visitors import DESKTOP, PHONE, Visitor
from tests.browser.conftest import Invite

SCREENS: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 320, "height": 640},
    {"width": 844, "height": 390},
)
CROPPED = """guide => {
    const inside = guide.getBoundingClientRect();
    const texts = [...guide.querySelectorAll('.room p, section p')].map(text => text.getBoundingClientRect());
    const out = texts.some(text => text.bottom > inside.bottom || text.right > inside.right);
    return out || inside.bottom > innerHeight || inside.right > innerWidth;
}"""
"""Whether any of its texts, shown now or later, does not fit into the guide, or the guide into the screen."""


def guided_game(visitor: Visitor, game: str) -> Locator:
    visitor.go(f"/learn/{game}")
    visitor.press(visitor.button("learn", "begin"))
    guide = visitor.page.get_by_role("complementary", name=visitor.word("learn", "guide"))
    guide.get_by_role("paragraph").first.wait_for()
    return guide


@pytest.mark.parametrize("game", ["zock", "kniffel", "zocknroll", "tock"])
def test_no_text_of_the_guide_is_cropped_on_a_phone(invite: Invite, game: str) -> None:
    visitor = invite("Anna", PHONE, "de", still=True)
    guide = guided_game(visitor, game)
    for screen in SCREENS:
        visitor.page.set_viewport_size(screen)
        visitor.page.evaluate(AT_REST)
        expect(guide).to_be_in_viewport()
        assert not guide.evaluate(CROPPED), screen
    if game == "tock":
        a_chosen_card_can_be_passed_on(visitor)
    visitor.leave()


def a_chosen_card_can_be_passed_on(visitor: Visitor) -> None:
    """Its button is in sight below the guide, the board and the hand."""
    visitor.page.set_viewport_size({"width": 320, "height": 640})
    main = ".desk .action .button.main"
    button, card = visitor.page.locator(main), visitor.page.locator("[data-card]")
    button.or_(card).first.wait_for()
    if not card.count():
        visitor.press(button)  # the visitor deals
    visitor.press(card.first)
    expect(button).to_be_visible()
    visitor.page.evaluate("scrollTo(0, 0)")
    visitor.page.evaluate(AT_REST)
    assert out_of_sight(visitor.page, main) == []


def test_the_rules_open_at_what_is_played_and_lead_to_the_introduction(invite: Invite) -> None:
    visitor = invite("Anna", PHONE, "de", still=True)
    guided_game(visitor, "zock")
    visitor.press(visitor.button("common", "rules"))
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=3)).to_have_text("Z2 Wer beginnt")
    visitor.press(visitor.button("learn", "in-short"))
    expect(dialog.get_by_role("heading", name=visitor.word("learn", "aim"))).to_be_visible()
    visitor.look("rules-at-the-table")
    visitor.press(dialog.get_by_role("button", name=visitor.word("learn", "clause", clause="Z9")).first)
    expect(dialog.get_by_role("heading", level=3)).to_contain_text("Z9")
    visitor.leave()


def test_rules_begin_with_the_introduction_and_the_clauses_follow(invite: Invite) -> None:
    visitor = invite("Anna", DESKTOP, "hu", still=True)
    visitor.go("/rules/tock")
    expect(visitor.page.get_by_role("heading", name=visitor.word("learn", "questions"))).to_be_visible()
    visitor.press(visitor.page.get_by_role("link", name=visitor.word("learn", "all-clauses")))
    visitor.hands.write(visitor.page.get_by_role("searchbox"), "kapu")
    expect(visitor.page.locator("#T5")).to_be_visible()
    expect(visitor.page.locator("#T7")).to_have_count(0)
    visitor.go("/rules/tock#T5")
    expect(visitor.page.locator("#T5 figure")).to_have_count(2)
    visitor.look("rules-tock-gates")
