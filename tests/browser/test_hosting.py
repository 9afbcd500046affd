"""What a host does at the table: sending a guest away, and muting."""

from __future__ import annotations

from playwright.sync_api import expect

from support.browser.visitors import DESKTOP, PHONE, Visitor
from tests.browser.conftest import Invite


def ask_for_a_seat(visitor: Visitor, link: str) -> None:
    """Into the lobby of a table that still waits for others."""
    visitor.follow(link)
    visitor.hands.write(visitor.page.get_by_label(visitor.word("lobby", "your-name")), visitor.name)
    visitor.press(visitor.button("lobby", "join", n=1))


def test_the_host_sends_a_guest_away_who_cannot_come_back(invite: Invite) -> None:
    anna, ben = invite("Anna", PHONE, "de", keys=True), invite("Ben", DESKTOP, "hu")
    link = anna.open_table("kniffel", players=3)
    ask_for_a_seat(ben, link)
    anna.press(anna.button("lobby", "remove-name", name="Ben"))
    anna.sees("lobby", "remove-sure", name="Ben")
    anna.look("remove")
    anna.press(anna.button("lobby", "remove-yes"))
    ben.hands.write(ben.page.get_by_label(ben.word("lobby", "your-name")), "Ben")
    ben.press(ben.button("lobby", "join", n=1))
    ben.sees("refusals", "removed")
    ben.look("removed")
    expect(anna.button("lobby", "remove-name", name="Ben")).to_have_count(0)


def test_the_host_mutes_a_player_and_lets_them_write_again(invite: Invite) -> None:
    anna, ben = invite("Anna", DESKTOP, "en"), invite("Ben", PHONE, "de")
    ask_for_a_seat(ben, anna.open_table("kniffel", players=3))
    write = ben.page.get_by_label(ben.word("chat", "write"))
    expect(write).to_be_visible()
    for key, seen in (("mute-player", 0), ("unmute-player", 1)):
        choice = anna.page.get_by_role("combobox", name=anna.word("chat", "mute"))
        expect(choice.get_by_role("option", name=anna.word("chat", key, name="Ben"))).to_have_count(1)
        anna.hands.pick(choice, "1")
        expect(write).to_have_count(seen)
        if not seen:
            ben.sees("chat", "muted")
            ben.look("muted")
