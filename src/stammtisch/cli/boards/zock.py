"""ZOCK's board: two rows of nine flaps, the dice, and the chips of a match."""

from __future__ import annotations

from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from stammtisch.cli.boards.colours import QUIET, colour, named
from stammtisch.cli.boards.dice import dice
from stammtisch.core.documents import Document
from stammtisch.core.turn import Seat

_FIELDS: Final = range(1, 10)
_CHIP_STYLES: Final = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green"}


def draw(view: Document, names: list[str], seat: Seat | None) -> RenderableType:
    """The row of whoever looks lies at the bottom, the opponent's opposite."""
    near = 0 if seat is None else seat
    thrown = view.get("dice")
    middle = Padding(dice(thrown), (0, 0, 0, 16)) if thrown else Text("")
    parts = [_side(view, names, 1 - near), middle, _side(view, names, near)]
    if "match_game" in view:
        title = f"Game {view['match_game']} of {view['options']['games']}"
        parts.insert(0, Text(title, style=QUIET))
    return Group(*parts)


def _side(view: Document, names: list[str], seat: Seat) -> RenderableType:
    title = named(seat, names[seat], to_move=view["turn"] == seat)
    began = view.get("began", (None, None))[seat]
    if began:
        title.append(f"  threw {began} for the beginning", style=QUIET)
    parts: list[RenderableType] = [
        title,
        Padding(_flaps(set(view["open"][seat]), colour(seat)), (0, 0, 0, 4)),
    ]
    if "chips" in view:
        parts.append(Padding(_chips(view["chips"][seat]), (0, 0, 0, 4)))
    return Group(*parts)


def _flaps(open_fields: set[int], style: str) -> Text:
    """Open flaps show their number, covered ones are shut."""
    top, middle, bottom = Text(), Text(), Text()
    for field in _FIELDS:
        shut = field not in open_fields
        painted = QUIET if shut else f"bold {style}"
        top.append("╭───╮", style=painted)
        middle.append("│▒▒▒│" if shut else f"│ {field} │", style=painted)
        bottom.append("╰───╯", style=painted)
    return Text("\n").join((top, middle, bottom))


def _chips(chips: dict[str, int]) -> Columns:
    return Columns(
        [
            Text(f"{'●' * number or '–'} {number} {name}", style=_CHIP_STYLES[name])
            for name, number in chips.items()
        ],
        padding=(0, 3),
    )
