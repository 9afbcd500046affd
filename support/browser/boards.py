"""How each board is played by hand: one step of what it asks for, not always the wisest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from support.browser.visitors import Visitor

THROW: Final = "button.throw:enabled"


def zock(visitor: Visitor) -> bool:
    """Throw, cover an offered combination or tap its fields, sit out."""
    offer = ".offer:enabled"
    found = visitor.offered(THROW, offer, ".action .main:enabled")
    offers = visitor.board.locator(offer).all_inner_texts() if visitor.turns % 3 == 0 else []
    if found == offer and offers:  # what was just chosen may still be on its way, and then nothing is offered
        for field in offers[-1].split(" + "):
            label = visitor.word("zock/board", "field-open", n=field)
            if not visitor.press_one(f"button:enabled[aria-label='{label}']"):
                return False
        return visitor.press_one(".offers .main:enabled")
    return visitor.press_one(found)


def kniffel(visitor: Visitor) -> bool:
    """Throw, sometimes keep dice and throw the others, write what brings most."""
    box, die = "button.pencil:enabled", "ul button:enabled[aria-pressed=false]"
    if visitor.offered(box) is None:
        return visitor.press_one(visitor.offered(THROW))
    if visitor.turns % 6 == 1 and visitor.board.locator(die).count() == 5:
        visitor.press_one(die, 4)
        visitor.press_one(die, 1)
        return visitor.press_one(THROW)
    points = [int(text or 0) for text in visitor.board.locator(box).all_inner_texts()]
    return bool(points) and visitor.press_one(box, points.index(max(points)))


def zocknroll(visitor: Visitor) -> bool:
    """Throw, stay now and then, else leave with the best cross."""
    stay, leave = "button.stay:enabled", "button.leave:enabled"
    decision = (stay, leave) if visitor.turns % 4 == 0 else (leave, stay)
    return visitor.press_one(visitor.offered(THROW, *decision))


def tock(visitor: Visitor) -> bool:
    """Deal, pass a card on, choose card, stone and goal, split a seven, fold."""
    card, stone, button = (
        "[data-playable=true]",
        "[data-stone][tabindex='0']",
        ".desk .action .button:enabled",
    )
    found = visitor.offered(
        f"{button}.main",
        f"{button}:has(.mini)",
        f".tock:has([data-goal].chosen) {stone}",
        "[data-goal*=h]",
        "[data-goal]",
        f".tock:has(.hand [aria-pressed=true]) {button}:not(.back)",
        card,
        stone,
        f"{button}:not(.back)",
    )
    number = visitor.turns % max(1, visitor.board.locator(card).count()) if found == card else 0
    return visitor.press_one(found, number)  # the cards may be gone by now, and then nothing is pressed


BOARDS: Final[dict[str, Callable[[Visitor], bool]]] = {
    "kniffel": kniffel,
    "tock": tock,
    "zock": zock,
    "zocknroll": zocknroll,
}
