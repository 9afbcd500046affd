"""Kniffel's board: the pad with everybody's sheet side by side, and the dice."""

from __future__ import annotations

from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stammtisch.cli.boards.colours import QUIET, colour, headings
from stammtisch.cli.boards.dice import dice
from stammtisch.core.documents import Document
from stammtisch.core.turn import Seat
from stammtisch.games.kniffel.boxes import BOXES, UPPER_BOXES
from stammtisch.games.kniffel.state import THROWS, UPPER_BONUS, UPPER_GOAL

_ROOM_FOR_NAMES: Final = 50


def draw(view: Document, names: list[str], seat: Seat | None) -> RenderableType:  # noqa: ARG001
    """The same pad for everybody: nothing is hidden."""
    heads, names_line = headings(names, _ROOM_FOR_NAMES)
    return Group(_pad(view, heads), *([names_line] if names_line else []), *_on_the_table(view, names))


def _pad(view: Document, heads: list[str]) -> Table:
    pad = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), title=_title(view), title_justify="left")
    pad.add_column("")
    for seat, head in enumerate(heads):
        to_move = view["turn"] == seat
        title = Text(
            f"▶{head}" if to_move else head, style=f"bold {colour(seat)}" if to_move else colour(seat)
        )
        pad.add_column(title, justify="right", style=colour(seat))
    upper, lower = BOXES[:UPPER_BOXES], BOXES[UPPER_BOXES:]
    _add_boxes(pad, view, upper)
    _add_sums(pad, f"upper bonus ({UPPER_GOAL})", [_upper_bonus(sheet) for sheet in view["sheets"]])
    pad.add_section()
    _add_boxes(pad, view, lower)
    if any(view["bonus"]):
        _add_sums(pad, "further Kniffels", _kniffel_bonuses(view))
    pad.add_section()
    _add_sums(pad, "total", _totals(view), style="bold")
    if "totals" in view:
        _add_sums(pad, "games before", view["totals"])
    return pad


def _title(view: Document) -> str | None:
    return f"Game {view['match_game']} of {view['options']['games']}" if "match_game" in view else None


def _add_boxes(pad: Table, view: Document, boxes: tuple[str, ...]) -> None:
    for name in boxes:
        pad.add_row(name, *(str(sheet.get(name, "·")) for sheet in view["sheets"]))


def _add_sums(pad: Table, name: str, sums: list[int], style: str = QUIET) -> None:
    pad.add_row(Text(name, style=style), *(Text(str(number), style=style) for number in sums))


def _upper_bonus(sheet: dict[str, int]) -> int:
    return UPPER_BONUS if sum(sheet.get(name, 0) for name in BOXES[:UPPER_BOXES]) >= UPPER_GOAL else 0


def _kniffel_bonuses(view: Document) -> list[int]:
    return [number * view["options"]["kniffel_bonus"] for number in view["bonus"]]


def _totals(view: Document) -> list[int]:
    return [
        sum(sheet.values()) + _upper_bonus(sheet) + bonus
        for sheet, bonus in zip(view["sheets"], _kniffel_bonuses(view), strict=True)
    ]


def _on_the_table(view: Document, names: list[str]) -> list[RenderableType]:
    if "dice" in view:
        return [Text(f"throw {view['throws']} of {THROWS}", style=QUIET), dice(view["dice"])]
    if view.get("kept"):
        return [Text("kept", style=QUIET), dice(view["kept"])]
    thrown = [f"{names[seat]} {throw}" for seat, throw in enumerate(view.get("began", ())) if throw]
    return [Text(f"for the beginning: {', '.join(thrown)}", style=QUIET)] if thrown else []
