"""Real dice: rolls are entered and corrected, and the page keeps score."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.browser.looking import AT_REST, out_of_sight
from support.browser.visitors import DESKTOP, PHONE, Side, Visitor
from tests.browser.conftest import Invite
from tests.browser.tables import SIDES, log_lines, open_for_two_here


def tap_in(visitor: Visitor, faces: str) -> None:
    """Enter the dice one by one, once that many are asked for."""
    visitor.button("dice", "missing", n=len(faces)).wait_for()
    for face in faces:
        visitor.press(visitor.button("dice", "add", face=face))
    visitor.press(visitor.button("dice", "confirm"))


def take_the_device(visitor: Visitor, name: str) -> None:
    button = visitor.button("table", "i-am", name=name)
    visitor.press(button)
    button.wait_for(state="detached")


def contest(visitor: Visitor) -> None:
    visitor.press(visitor.button("table", "contest-dice"))


@pytest.mark.parametrize("side", SIDES)
def test_kniffel_by_keys(invite: Invite, side: Side) -> None:
    both = invite("both", DESKTOP, "hu", keys=True)
    open_for_two_here(both, "kniffel", side, real_dice=True)
    for name, faces, said, total in (
        ("Anna", "66665", "5, 6, 6, 6 és 6", 29),
        ("Ben", "11112", "1, 1, 1, 1 és 2", 6),
    ):
        both.button("dice", "missing", n=5).wait_for()
        both.page.keyboard.type(faces)
        both.page.keyboard.press("Enter")
        rolled = both.word("dice", "start-roll", who="other", name=name, dice=said, total=total)
        expect(log_lines(both)).to_contain_text(rolled)
    begins = both.word("dice", "begins", who="other", name="Anna", total=29)
    expect(log_lines(both)).to_contain_text(begins)
    both.sees("dice", "begins", who="other", name="Anna", total=29)
    both.look("kniffel-real-dice")
    tap_in(both, "66666")
    both.board.locator(".pencil").first.wait_for()
    both.page.keyboard.press("?")
    words = both.page.get_by_role("dialog", name=both.word("common", "in-words"))
    expect(words).to_contain_text(both.word("kniffel/board", "words-box", box="Kniffel", points=50))
    both.look("kniffel-in-words")
    both.page.keyboard.press("Escape")
    write = both.word("kniffel/board", "write-points", n=50, box="Kniffel")
    both.press(both.board.get_by_role("button", name=write))
    expect(both.board.locator(".ink", has_text="50")).to_have_count(1)


@pytest.mark.parametrize("side", SIDES)
def test_zock_with_a_throw_that_was_misread(invite: Invite, side: Side) -> None:
    both = invite("both", PHONE, "de", still=True)
    open_for_two_here(both, "zock", side, real_dice=True)
    both.press(both.button("dice", "add", face=6))
    both.reload()
    both.button("dice", "missing", n=1).wait_for()
    both.press(both.button("dice", "add", face=5))  # who begins
    both.press(both.button("dice", "confirm"))
    tap_in(both, "21")
    both.sees("dice", "begins", who="other", name="Anna", total=11)
    tap_in(both, "54")
    expect(both.board.locator(".offer").first).to_be_visible()
    contest(both)
    expect(log_lines(both).last).to_have_text(both.word("table", "log-contest"))
    both.look("zock-real-dice")
    both.page.set_viewport_size({"width": 844, "height": 390})
    both.page.evaluate(AT_REST)
    assert out_of_sight(both.page, ".box, .pad .die, .pad .button") == []
    both.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    tap_in(both, "21")
    expect(both.board.locator(".offer")).to_have_text(["1 + 2", "3"])
    both.press(both.board.locator(".offer").last)
    covered = both.word("zock/board", "covered", who="other", name="Anna", fields="3")
    expect(log_lines(both).last).to_have_text(covered)


@pytest.mark.parametrize("side", SIDES)
def test_zocknroll_with_a_throw_that_was_misread(invite: Invite, side: Side) -> None:
    both = invite("both", PHONE, "en", still=True)
    open_for_two_here(both, "zocknroll", side, real_dice=True)
    both.press(both.board.get_by_role("button", name="Ben"))  # who was drawn by lot; nothing is secret yet
    for name, faces in (("Ben", "65"), ("Anna", "32")):
        both.press(both.button("zocknroll/board", "i-look", name=name))
        both.look(f"zocknroll-real-cup-{name}")
        tap_in(both, faces)
    take_the_device(both, "Ben")
    tap_in(both, "666")
    both.sees("zocknroll/board", "ask-decide")  # until then it is the roll before that could be contested
    contest(both)
    tap_in(both, "641")
    both.sees("zocknroll/board", "ask-decide")
    both.look("zocknroll-real-dice")
    expect(both.board.locator("button.leave").first).to_contain_text(both.word("zocknroll/rows", "pair"))
