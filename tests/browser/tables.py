"""Tables for several people at one device, and where they are played."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from support.browser.hands import THINKING
from support.browser.visitors import Side, Visitor

SIDES: Final = ("server", pytest.param("device", marks=pytest.mark.slow))
"""The same journey on a server and on this device alone; `make test` takes the first."""


def open_for_two_here(visitor: Visitor, game: str, side: Side = "server", *, real_dice: bool = False) -> None:
    """Create a table for Anna and Ben at one device, and open its board."""
    fill_form_for_two_here(visitor, game)
    for name in (["real-dice"] if real_dice else []) + (["on-device"] if side == "device" else []):
        switch = visitor.page.get_by_role("switch", name=visitor.word("newTable", name))
        visitor.hands.switch(switch)
        expect(switch).to_be_checked()
    visitor.press(visitor.button("newTable", "play-at-once"))
    visitor.board.wait_for(timeout=THINKING)
    assert ("/t/local-" in visitor.page.url) == (side == "device")


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


def log_lines(visitor: Visitor) -> Locator:
    """The latest things that happened, a sentence each."""
    return visitor.board.get_by_role("log").get_by_role("paragraph")


def ask_for_the_same_seat(host: Visitor, first: Visitor, second: Visitor) -> None:
    """Two guests ask for seat 1 of a new table; when the second one does, the page still shows it as free."""
    link = host.open_table("zocknroll", players=3)
    for guest in (first, second):
        guest.page.goto(link)
        guest.hands.write(guest.page.get_by_label(guest.word("lobby", "your-name")), guest.name)
        guest.hands.pick(guest.page.locator("main form select"), "1")
    second.cut_off()
    first.press(first.button("lobby", "join", n=1))
    first.sees("lobby", "you")
    second.context.set_offline(False)
    second.press(second.button("lobby", "join", n=1))
