"""What a table offers besides the game: one screen for all, real dice, hints, taking back, talk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.boards import THROW
from tests.browser.conftest import Invite
from tests.browser.visitors import DESKTOP, PHONE, Visitor, play


def open_for_two_here(visitor: Visitor, game: str, *, real_dice: bool = False) -> None:
    """Two people at one device, from the form to the board."""
    visitor.go(f"/new/{game}")
    first = visitor.page.get_by_label(visitor.word("founding", "seat-name", n=1))
    first.wait_for()
    seats = visitor.page.get_by_role("group", name=visitor.word("founding", "players"))
    if seats.count():
        visitor.choose(seats.get_by_role("radio", name="2", exact=True))
    visitor.hands.pick(visitor.page.get_by_label(visitor.word("founding", "seat-kind", n=2)), "here")
    visitor.hands.write(first, "Anna")
    visitor.hands.write(visitor.page.get_by_label(visitor.word("founding", "seat-name", n=2)), "Ben")
    if real_dice:
        switch = visitor.page.get_by_role("switch", name=visitor.word("founding", "real-dice"))
        visitor.hands.switch(switch)
        expect(switch).to_be_checked()
    visitor.press(visitor.button("founding", "play-at-once"))


def boxes_of(visitor: Visitor) -> Locator:
    return visitor.board.locator("button.pencil:enabled")


def until_one_may_write(*visitors: Visitor) -> Visitor:
    """They throw for who begins; the answer is who has the first turn, and has thrown."""
    while True:
        for visitor in visitors:
            if boxes_of(visitor).count():
                return visitor
            if visitor.is_asked:
                visitor.press_one(visitor.offered(THROW))


@pytest.mark.parametrize("game", ["tock", "zocknroll"])
def test_what_is_secret_is_covered_while_the_device_goes_round(invite: Invite, game: str) -> None:
    both = invite("both", PHONE, "de", still=True)
    open_for_two_here(both, game)
    covers = both.page.locator(".cover")
    handed: set[str] = set()

    def two_were_handed_it() -> bool:
        if covers.count():
            asked = covers.get_by_role("heading").inner_text()
            if not handed:
                both.look(f"{game}-cover")
            handed.add(asked)
            assert both.board.locator(".hand, .decision").count() == 0
            both.press(covers.get_by_role("button"))
        return len(handed) == 2

    play(game, both, until=two_were_handed_it)
    assert handed == {both.word("table", "pass-device", name=name) for name in ("Anna", "Ben")}


def test_real_dice_are_typed_in_and_the_page_keeps_score(invite: Invite) -> None:
    both = invite("both", DESKTOP, "hu", keys=True)
    open_for_two_here(both, "kniffel", real_dice=True)
    told = both.board.get_by_role("log").get_by_role("paragraph")
    for number, faces in enumerate(("66665", "11112")):  # who begins
        expect(told).to_have_count(number)
        both.button("dice", "missing", n=5).wait_for()
        both.page.keyboard.type(faces)
        both.page.keyboard.press("Enter")
    expect(told).to_have_count(2)
    both.look("real-dice")
    for face in (6, 6, 6, 6, 6):
        both.press(both.button("dice", "add", face=face))
    both.press(both.button("dice", "that-fell"))
    both.press(
        both.board.get_by_role("button", name=both.word("kniffel", "write-points", n=50, box="Kniffel"))
    )
    expect(both.board.locator(".ink", has_text="50")).to_have_count(1)


def test_a_hint_names_the_best_moves_with_their_values(invite: Invite) -> None:
    anna = invite("Anna", DESKTOP, "en", keys=True)
    open_for_two_here(anna, "kniffel")
    until_one_may_write(anna)
    anna.press(anna.button("table", "hint"))
    panel = anna.page.get_by_role("region", name=anna.word("table", "hint"), exact=True)
    expect(panel.get_by_role("listitem")).to_have_count(3)
    anna.look("hint")


def test_a_move_is_taken_back_if_the_other_one_agrees(invite: Invite) -> None:
    anna, ben = invite("Anna", DESKTOP, "de"), invite("Ben", PHONE, "hu", still=True)
    ben.sit_down(anna.open_table("kniffel"))
    writer = until_one_may_write(anna, ben)
    other = ben if writer is anna else anna
    writer.press(boxes_of(writer).first)
    ink = other.board.locator(".ink")
    expect(ink).to_have_count(1)
    around = writer.around_the_table()
    writer.press(around.get_by_role("button", name=writer.word("table", "takeback"), exact=True))
    other.sees("table", "asks-takeback", name=writer.name)
    other.look("question")
    other.press(other.button("table", "yes"))
    expect(ink).to_have_count(0)
    expect(boxes_of(writer)).to_have_count(13)


def test_what_is_said_is_heard(invite: Invite) -> None:
    anna, ben = invite("Anna", DESKTOP, "de", keys=True), invite("Ben", PHONE, "en")
    ben.sit_down(anna.open_table("zock"))
    anna.hands.write(anna.page.get_by_label(anna.word("table", "say")), "Servus!")
    anna.page.keyboard.press("Enter")
    talk = ben.around_the_table()
    expect(talk.get_by_text("Servus!")).to_be_visible()
    ben.look("around-the-table")
