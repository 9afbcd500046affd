"""Kniffel's board: the pad with everybody's sheet side by side, and the dice."""

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
from stammtisch.games.kniffel.wire import KniffelLayout, KniffelTally

KniffelScene: TypeAlias = Scene[KniffelLayout, KniffelTally]

_ROOM_FOR_NAMES: Final = 50


def draw(scene: KniffelScene) -> RenderableType:
    """The same pad for everybody: nothing is hidden."""
    heads, names_line = headings(scene.names, _ROOM_FOR_NAMES)
    return Group(_pad(scene, heads), *([names_line] if names_line else []), *_on_the_table(scene))


def _pad(scene: KniffelScene, heads: list[str]) -> Table:
    view, tally = scene.view, scene.tally
    pad = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), title=_title(view), title_justify="left")
    pad.add_column("")
    for seat, head in enumerate(heads):
        to_move = view["turn"] == seat
        title = Text(
            f"▶{head}" if to_move else head, style=f"bold {colour(seat)}" if to_move else colour(seat)
        )
        pad.add_column(title, justify="right", style=colour(seat))
    _add_boxes(pad, scene, "upper")
    _add_sums(pad, f"upper bonus ({tally.upper_goal})", tally.upper_bonuses)
    pad.add_section()
    _add_boxes(pad, scene, "lower")
    if any(tally.kniffel_bonuses):
        _add_sums(pad, "further Kniffels", tally.kniffel_bonuses)
    pad.add_section()
    _add_sums(pad, "total", tally.total, style="bold")
    if "totals" in view:
        _add_sums(pad, "games before", view["totals"])
    return pad


def _title(view: Document) -> str | None:
    return f"Game {view['match_game']} of {view['options']['games']}" if "match_game" in view else None


def _add_boxes(pad: Table, scene: KniffelScene, part: str) -> None:
    for name in [one.box for one in scene.layout.boxes if one.part == part]:
        pad.add_row(name, *(str(sheet.get(name, "·")) for sheet in scene.view["sheets"]))


def _add_sums(pad: Table, name: str, sums: list[int], style: str = QUIET) -> None:
    pad.add_row(Text(name, style=style), *(Text(str(number), style=style) for number in sums))


def _on_the_table(scene: KniffelScene) -> list[RenderableType]:
    view = scene.view
    if "dice" in view:
        return [Text(f"roll {view['throws']} of {scene.layout.throws}", style=QUIET), dice(view["dice"])]
    if view.get("kept"):
        return [Text("kept", style=QUIET), dice(view["kept"])]
    thrown = [f"{scene.names[seat]} {throw}" for seat, throw in enumerate(view.get("began", ())) if throw]
    return [Text(f"to see who begins: {', '.join(thrown)}", style=QUIET)] if thrown else []
