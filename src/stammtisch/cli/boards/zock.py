"""ZOCK's board: two rows of nine flaps, the dice, and the chips of a match."""

from __future__ import annotations

from typing import Final, TypeAlias

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from stammtisch.cli.boards import Scene
from stammtisch.cli.boards.colours import QUIET, colour, named
from stammtisch.cli.boards.dice import dice
from stammtisch.core.turn import Seat
from stammtisch.games.zock.wire import ZockLayout, ZockTally

ZockScene: TypeAlias = Scene[ZockLayout, ZockTally]

_CHIP_STYLES: Final = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green"}


def draw(scene: ZockScene) -> RenderableType:
    """The viewer's row is at the bottom, the opponent's at the top."""
    view = scene.view
    near = 0 if scene.seat is None else scene.seat
    thrown = view.get("dice")
    middle = Padding(dice(thrown), (0, 0, 0, 16)) if thrown else Text("")
    parts = [_side(scene, 1 - near), middle, _side(scene, near)]
    if "match_game" in view:
        title = f"Game {view['match_game']} of {view['options']['games']}"
        parts.insert(0, Text(title, style=QUIET))
    return Group(*parts)


def _side(scene: ZockScene, seat: Seat) -> RenderableType:
    view = scene.view
    title = named(seat, scene.names[seat], to_move=view["turn"] == seat)
    began = view.get("began", (None, None))[seat]
    if began:
        title.append(f"  rolled {began} to see who begins", style=QUIET)
    parts: list[RenderableType] = [
        title,
        Padding(_flaps(scene.layout.fields, set(view["open"][seat]), colour(seat)), (0, 0, 0, 4)),
    ]
    if "chips" in view:
        worth = (scene.tally.worth or [])[seat]
        parts.append(Padding(_chips(view["chips"][seat], worth), (0, 0, 0, 4)))
    return Group(*parts)


def _flaps(fields: list[int], open_fields: set[int], style: str) -> Text:
    """Open flaps show their number, covered ones are shut."""
    top, middle, bottom = Text(), Text(), Text()
    for field in fields:
        shut = field not in open_fields
        painted = QUIET if shut else f"bold {style}"
        top.append("╭───╮", style=painted)
        middle.append("│▒▒▒│" if shut else f"│ {field} │", style=painted)
        bottom.append("╰───╯", style=painted)
    return Text("\n").join((top, middle, bottom))


def _chips(chips: dict[str, int], worth: int) -> Columns:
    stacks = [
        Text(f"{'●' * number or '–'} {number} {name}", style=_CHIP_STYLES[name])
        for name, number in chips.items()
    ]
    return Columns([*stacks, Text(f"worth {worth}", style=QUIET)], padding=(0, 3))
