"""Tables for several people at one device."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from support.browser.visitors import Visitor


def open_for_two_here(visitor: Visitor, game: str, *, real_dice: bool = False) -> None:
    """Create a table for Anna and Ben at one device, and open its board."""
    fill_form_for_two_here(visitor, game)
    if real_dice:
        switch = visitor.page.get_by_role("switch", name=visitor.word("newTable", "real-dice"))
        visitor.hands.switch(switch)
        expect(switch).to_be_checked()
    visitor.press(visitor.button("newTable", "play-at-once"))
    visitor.board.wait_for()


def fill_form_for_two_here(visitor: Visitor, game: str) -> None:
    """Everything that a table for Anna and Ben at one device needs."""
    visitor.go(f"/new/{game}")
    first = visitor.page.get_by_label(visitor.word("newTable", "seat-name", n=1))
    first.wait_for()
    seats = visitor.page.get_by_role("group", name=visitor.word("newTable", "players"))
    if seats.count():
        visitor.choose(seats.get_by_role("radio", name="2", exact=True))
    visitor.hands.pick(visitor.page.get_by_label(visitor.word("newTable", "seat-kind", n=2)), "here")
    visitor.hands.write(first, "Anna")
    visitor.hands.write(visitor.page.get_by_label(visitor.word("newTable", "seat-name", n=2)), "Ben")


def told(visitor: Visitor) -> Locator:
    """The latest things that happened, a sentence each."""
    return visitor.board.get_by_role("log").get_by_role("paragraph")
