"""How each board is played by hand: one step of what it asks for, not always the wisest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

THROW: Final = "button.throw:enabled"
BOX: Final = "button.pencil:enabled"
"""In Kniffel, a box that can be filled in."""


class Player(Protocol):
    """A player at a board, in any browser."""

    turns: int

    def word(self, area: str, key: str, **values: str | int) -> str:
        """A text of the page in their language."""

    def offered(self, *things: str) -> str | None:
        """The first of these selectors that finds something on the board."""

    def texts(self, things: str) -> list[str]:
        """The text of each of these elements of the board."""

    def press_one(self, things: str | None, number: int = 0) -> bool:
        """Press one of several elements of the board; False if it is gone."""


def zock(player: Player) -> bool:
    """Roll, cover an offered combination or tap its fields, sit out."""
    offer = ".offer:enabled"
    found = player.offered(THROW, offer, ".action .main:enabled")
    offers = player.texts(offer) if player.turns % 3 == 0 else []
    if found == offer and offers:  # what was just chosen may still be on its way, and then nothing is offered
        for field in offers[-1].split(" + "):
            label = player.word("zock/board", "field-open", n=field)
            if not player.press_one(f"button:enabled[aria-label='{label}']"):
                return False
        return player.press_one(".offers .main:enabled")
    return player.press_one(found)


def kniffel(player: Player) -> bool:
    """Roll, sometimes keep dice and roll the others, fill in the box that brings most."""
    die = "ul button:enabled[aria-pressed=false]"
    if player.offered(BOX) is None:
        return player.press_one(player.offered(THROW))
    if player.turns % 6 == 1 and len(player.texts(die)) == 5:
        player.press_one(die, 4)
        player.press_one(die, 1)
        return player.press_one(THROW)
    points = [int(text or 0) for text in player.texts(f"{BOX} > [aria-hidden]")]
    return bool(points) and player.press_one(BOX, points.index(max(points)))


def zocknroll(player: Player) -> bool:
    """Roll, stay now and then, otherwise leave with the best mark."""
    stay, leave = "button.stay:enabled", "button.leave:enabled"
    decision = (stay, leave) if player.turns % 4 == 0 else (leave, stay)
    return player.press_one(player.offered(THROW, *decision))


def tock(player: Player) -> bool:
    """Deal, pass a card on, choose card, stone and goal, split a seven, fold."""
    card, stone, button = (
        "[data-playable=true]",
        "[data-stone][tabindex='0']",
        ".desk .action .button:enabled",
    )
    found = player.offered(
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
    number = player.turns % max(1, len(player.texts(card))) if found == card else 0
    return player.press_one(found, number)  # the cards may be gone by now, and then nothing is pressed


BOARDS: Final[dict[str, Callable[[Player], bool]]] = {
    "kniffel": kniffel,
    "tock": tock,
    "zock": zock,
    "zocknroll": zocknroll,
}
