"""Zock'n'Roll's board: the white dice, the cups, and the tableau with everybody's marks."""

from __future__ import annotations

from typing import Final, TypeAlias

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stammtisch.cli.boards import Scene
from stammtisch.cli.boards.colours import QUIET, colour, headings
from stammtisch.cli.boards.dice import dice
from stammtisch.core.documents import Document
from stammtisch.core.event import UNKNOWN
from stammtisch.core.turn import Seat
from stammtisch.games.zocknroll.wire import ZockNRollLayout, ZockNRollTally

ZockNRollScene: TypeAlias = Scene[ZockNRollLayout, ZockNRollTally]

_ROOM_FOR_NAMES: Final = 48
_ROOMY_TABLE: Final = 6
"""Up to this many players have their marks drawn one by one; with more they are counted."""
_STATUS: Final = {"in": "in", "left1": "left 1", "left2": "left 2"}
_SHORT_STATUS: Final = {"in": "in", "left1": "1", "left2": "2"}


def draw(scene: ZockNRollScene) -> RenderableType:
    """Viewers see under their own cup; the others stay shut until the rules open them."""
    view, seat = scene.view, scene.seat
    heads, names_line = headings(scene.names, _ROOM_FOR_NAMES)
    parts: list[RenderableType] = [_tableau(scene, heads), *([names_line] if names_line else [])]
    if view.get("white"):
        parts += [Text(f"round {view['round']}: the white dice", style=QUIET), dice(view["white"])]
    if seat is not None and "own" in view:
        parts += [Text("under your cup", style=QUIET), dice(view["own"][seat], f"bold {colour(seat)}")]
    return Group(*parts)


def _tableau(scene: ZockNRollScene, heads: list[str]) -> Table:
    view = scene.view
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("")
    table.add_column("", justify="right", style=QUIET)
    for seat, head in enumerate(heads):
        table.add_column(_head(view, seat, head), style=colour(seat))
    _add_cups(table, view)
    for row in scene.layout.rows:
        marks = (_marks(found.get(row.row, 0), scene) for found in view["crosses"])
        table.add_row(row.row, str(row.points), *marks)
    table.add_section()
    scores = (Text(str(score), style="bold") for score in scene.tally.scores)
    table.add_row(Text("points", style="bold"), "", *scores)
    return table


def _head(view: Document, seat: Seat, name: str) -> Text:
    """The name; an arrow for the player who decides or marks, a star for the one who started the hand."""
    waits = view["turn"] == seat or seat in _still_to_mark(view)
    mark = "▶" if waits else "*" if view.get("starter") == seat else ""
    return Text(mark + name, style=f"bold {colour(seat)}" if waits else colour(seat))


def _still_to_mark(view: Document) -> set[Seat]:
    return set(view.get("winners", ())) - set(view.get("marked", ()))


def _add_cups(table: Table, view: Document) -> None:
    """What each cup shows, and who is still in."""
    if "own" not in view:
        return
    roomy = len(view["own"]) <= _ROOMY_TABLE
    shut, gap, words = ("shut ?", " ", _STATUS) if roomy else (UNKNOWN, "", _SHORT_STATUS)
    table.add_row("cup", "", *(shut if cup == UNKNOWN else gap.join(cup) for cup in view["own"]))
    table.add_row(
        "left" if not roomy else "", "", *(Text(words[status], style=QUIET) for status in view["status"])
    )
    table.add_section()


def _marks(number: int, scene: ZockNRollScene) -> Text:
    if len(scene.names) > _ROOMY_TABLE:
        return Text(str(number) if number else "·", style=QUIET if not number else "")
    return Text("×" * number).append("·" * (scene.layout.marks_per_row - number), style=QUIET)
