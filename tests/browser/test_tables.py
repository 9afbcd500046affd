"""What a table offers besides the game: hints, taking back, chat."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from support.browser.boards import BOX, THROW
from support.browser.hands import THINKING, wait_until
from support.browser.looking import AT_REST
from support.browser.visitors import DESKTOP, PHONE, Visitor
from tests.browser.conftest import Invite
from tests.browser.tables import open_for_two_here


def boxes_of(visitor: Visitor) -> Locator:
    return visitor.board.locator(BOX)


def until_one_may_write(*visitors: Visitor) -> Visitor:
    """Roll to see who begins; returns who has the first turn, after their first roll."""
    found: list[Visitor] = []

    def somebody_may_write() -> bool:
        for visitor in visitors:
            if boxes_of(visitor).count():
                found.append(visitor)
            elif visitor.is_asked:
                visitor.press_one(visitor.offered(THROW))
        return bool(found)

    wait_until(visitors[0].page, somebody_may_write)
    return found[0]


def where_the_board_is(visitor: Visitor) -> object:
    """Where the board is on the screen, once nothing moves any more."""
    visitor.page.evaluate(AT_REST)
    return visitor.board.locator("> *").first.bounding_box()


def test_a_hint_names_the_best_moves_with_their_values(invite: Invite) -> None:
    anna = invite("Anna", DESKTOP, "en", keys=True)
    open_for_two_here(anna, "kniffel")
    until_one_may_write(anna)
    before = where_the_board_is(anna)
    anna.press(anna.button("table", "hint"))
    panel = anna.page.get_by_role("region", name=anna.word("table", "hint"), exact=True)
    expect(panel.locator("ol > li")).to_have_count(3, timeout=THINKING)
    expect(panel.locator("ol > li").first.get_by_role("listitem").first).to_be_visible()
    assert where_the_board_is(anna) == before
    anna.look("hint")


def test_a_move_is_taken_back_if_the_other_one_agrees(invite: Invite) -> None:
    anna, ben = invite("Anna", DESKTOP, "de"), invite("Ben", PHONE, "hu", still=True)
    ben.sit_down(anna.open_table("kniffel"))
    writer = until_one_may_write(anna, ben)
    other = ben if writer is anna else anna
    writer.press(boxes_of(writer).first)
    ink = other.board.locator(".ink")
    expect(ink).to_have_count(1)
    before = where_the_board_is(other)
    around = writer.around_the_table()
    writer.press(around.get_by_role("button", name=writer.word("table", "takeback"), exact=True))
    other.sees("table", "asks-takeback", name=writer.name, n=1)
    assert where_the_board_is(other) == before
    other.look("question")
    other.press(other.button("table", "yes"))
    expect(ink).to_have_count(0)
    expect(boxes_of(writer)).to_have_count(13)


def test_chat_messages_arrive(invite: Invite) -> None:
    anna, ben = invite("Anna", DESKTOP, "de", keys=True), invite("Ben", PHONE, "en")
    ben.sit_down(anna.open_table("zock"))
    anna.hands.write(anna.page.get_by_label(anna.word("chat", "write")), "Servus!")
    anna.page.keyboard.press("Enter")
    talk = ben.around_the_table()
    expect(talk.get_by_text("Servus!")).to_be_visible()
    ben.look("around-the-table")


def test_a_seat_is_taken_along_and_taken_away_again(invite: Invite) -> None:
    anna, phone = invite("Anna", DESKTOP, "hu"), invite("Anna's phone", PHONE, "de", still=True)
    anna.open_table("zock")
    anna.press(anna.button("lobby", "seat-link"))
    link = anna.page.get_by_role("textbox", name=anna.word("lobby", "seat-link")).input_value()
    phone.follow(link)
    devices = anna.page.get_by_role("region", name=anna.word("lobby", "keys")).get_by_role("listitem")
    expect(devices).to_have_count(2)
    anna.look("keys-of-a-seat")
    anna.press(devices.get_by_role("button"))
    expect(devices).to_have_count(0)
    phone.sees("lobby", "join-title")
