"""How each board is played by hand: one step of what it asks for, not always the wisest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tests.browser.visitors import Visitor


def zock(visitor: Visitor) -> bool:
    """Throw, cover an offered combination or tap its fields, sit out."""
    board = visitor.board
    if visitor.press_one(board.locator("button.throw:enabled")):
        return True
    offers = board.locator(".offer:enabled")
    if offers.count() and visitor.turns % 3 == 0:
        fields = offers.last.inner_text().split(" + ")
        for field in fields:
            label = visitor.word("zock", "field-open", n=field)
            visitor.press(board.get_by_role("button", name=label, exact=True))
        return visitor.press_one(board.locator(".offers .main:enabled"))
    return visitor.press_one(offers) or visitor.press_one(board.locator(".action .main:enabled"))


def kniffel(visitor: Visitor) -> bool:
    """Throw, sometimes keep dice and throw the others, write what brings most."""
    board = visitor.board
    throw = board.locator("button.throw:enabled")
    boxes = board.locator("button.pencil:enabled")
    points = [int(text or 0) for text in boxes.all_inner_texts()]
    if not points:
        return visitor.press_one(throw)
    dice = board.locator("ul button:enabled[aria-pressed=false]")
    if visitor.turns % 6 == 1 and dice.count() == 5:
        visitor.press_one(dice, 4)
        visitor.press_one(dice, 1)
        return visitor.press_one(throw)
    return visitor.press_one(boxes, points.index(max(points)))


def zocknroll(visitor: Visitor) -> bool:
    """Throw, stay now and then, else leave with the best cross."""
    board = visitor.board
    if visitor.press_one(board.locator("button.throw:enabled")):
        return True
    if visitor.turns % 4 == 0 and visitor.press_one(board.locator("button.stay:enabled")):
        return True
    return visitor.press_one(board.locator("button.leave:enabled"))


def tock(visitor: Visitor) -> bool:
    """Deal, pass a card on, choose card, stone and goal, split a seven, fold."""
    board = visitor.board
    desk = board.locator(".desk .action")
    stones = board.locator("[data-stone][tabindex='0']")
    if visitor.press_one(desk.locator(".main:enabled")):
        return True
    if board.locator("[data-goal].chosen").count():
        return visitor.press_one(desk.locator(".button:enabled:has(.mini)")) or visitor.press_one(stones)
    goals = board.locator("[data-goal]")
    if goals.count():
        return visitor.press_one(board.locator("[data-goal*=h]")) or visitor.press_one(goals)
    if board.locator(".hand [aria-pressed=true]").count():
        return visitor.press_one(desk.locator(".button:enabled:not(.back)"))
    cards = board.locator("[data-playable=true]")
    if count := cards.count():
        return visitor.press_one(cards, visitor.turns % count)
    return visitor.press_one(stones) or visitor.press_one(desk.locator(".button:enabled:not(.back)"))


BOARDS: Final[dict[str, Callable[[Visitor], bool]]] = {
    "kniffel": kniffel,
    "tock": tock,
    "zock": zock,
    "zocknroll": zocknroll,
}
