"""Tock's board: the ring with its houses, everybody's stones, and the viewer's hand."""

from __future__ import annotations

from typing import Final, TypeAlias

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from stammtisch.cli.boards import Scene
from stammtisch.cli.boards.colours import QUIET, colour, named, shortened
from stammtisch.cli.boards.ring import Canvas, Ring, Spot
from stammtisch.core.documents import Document
from stammtisch.core.event import UNKNOWN
from stammtisch.core.turn import Seat
from stammtisch.games.tock.wire import TockLayout, TockTally

TockScene: TypeAlias = Scene[TockLayout, TockTally]

_RESERVE: Final = "-"
_PROTECTED: Final = "!"
_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_CARD: Final = "bold black on white"
_RED_CARD: Final = "bold red on white"
_LEGEND: Final = "○ start  □ house  CAPITAL or ! protected  * has touched its gate  - in reserve"


def draw(scene: TockScene) -> RenderableType:
    """The viewer's house is at the bottom."""
    view, names, seat = scene.view, scene.names, scene.seat
    return Group(
        _headline(view, names),
        _track(view, scene.layout, 0 if seat is None else seat),
        _players(scene),
        Text(_LEGEND, style=QUIET),
        *_hands(view, names, seat),
    )


def _headline(view: Document, names: list[str]) -> Text:
    parts = [f"round {view['round']}"]
    if view["dealer"] is not None:
        parts.append(f"dealer {names[view['dealer']]}")
    if view["discard"]:
        parts.append(f"{len(view['discard'])} discarded, on top {_face(view['discard'][-1])}")
    if "seven" in view:
        parts.append(f"seven: {view['seven']['left']} left")
    return Text(" · ".join(parts), style=QUIET)


def _track(view: Document, board: TockLayout, near: Seat) -> RenderableType:
    """The rim, the houses inside it, the numbers of the fields around it, and the stones upon all."""
    ring = _ring(board, near, mirrored=view["options"]["direction"] == "counterclockwise")
    canvas = Canvas(cell_width=3 if board.arms == 4 else 2)
    for field in range(board.fields):
        canvas.paint(ring.spot(field), "◇" if field in board.center_fields else "·", QUIET)
    _paint_numbers(canvas, ring, board.arm_length)
    if board.center_fields:
        canvas.paint(_center(ring), "◎", QUIET)
    for seat in range(len(view["stones"])):
        _paint_home(canvas, ring, board, seat)
    for seat, stones in enumerate(view["stones"]):
        for letter, stone in zip(board.stones, stones, strict=True):
            _paint_stone(canvas, ring, board, seat, letter, stone)
    return Padding(_Whole(canvas.text()), (0, 0, 1, 0))


class _Whole:
    """A picture that is shown whole or not at all: a ring broken at the edge is useless."""

    def __init__(self, picture: Text) -> None:
        self._picture: Final = picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(len(line) for line in self._picture.plain.splitlines())
        if width <= options.max_width:
            yield self._picture
        else:
            yield Text(f"The board is drawn where the window has {width} columns.", style=QUIET)


def _ring(board: TockLayout, near: Seat, *, mirrored: bool) -> Ring:
    """One arm a side on the square board; the larger boards are wide rather than high."""
    length = board.arm_length
    width = {4: length, 6: 2 * length, 8: 5 * length // 2}[board.arms]
    return Ring(width, board.fields // 2 - width, length, board.gates[near], mirrored=mirrored)


def _center(ring: Ring) -> Spot:
    return Spot(ring.width // 2, ring.height // 2)


def _paint_numbers(canvas: Canvas, ring: Ring, length: int) -> None:
    """Every third field of an arm of eighteen bears its number, every fourth of an arm of sixteen."""
    for field in range(0, ring.fields, 3 if length % 3 == 0 else 4):
        spot = ring.inward(field, -1)
        if spot.column < 0:
            canvas.paint(Spot(-2, spot.row), f"{field:>{2 * canvas.cell_width - 1}}", QUIET)
        elif spot.column > ring.width:
            canvas.paint(spot, f" {field}", QUIET)
        else:
            canvas.paint(spot, str(field), QUIET)


def _paint_home(canvas: Canvas, ring: Ring, board: TockLayout, seat: Seat) -> None:
    style = colour(seat)
    canvas.paint(ring.spot(board.gates[seat]), "·", style)
    canvas.paint(ring.spot(board.starts[seat]), f"○{seat}", style)
    cells = len(board.house)
    for cell in range(1, cells + 1):
        canvas.paint(ring.inward(board.gates[seat], cell), "□", style)
    canvas.paint(ring.inward(board.gates[seat], cells + 1), str(seat), f"bold {style}")


def _paint_stone(canvas: Canvas, ring: Ring, board: TockLayout, seat: Seat, letter: str, stone: str) -> None:
    place = stone.partition("*")[0].rstrip(_PROTECTED)
    if place == _RESERVE:
        return
    if place == "c":
        spot = _center(ring)
    elif place.startswith("h"):
        spot = ring.inward(board.gates[seat], int(place[1:]))
    else:
        spot = ring.spot(int(place))
    shown = letter.upper() if _PROTECTED in stone else letter
    canvas.paint(spot, f"{seat}{shown}", f"bold black on {colour(seat)}")


def _players(scene: TockScene) -> Table:
    view, names, board = scene.view, scene.names, scene.layout
    table = Table.grid(padding=(0, 3, 0, 0))
    for seat, places in enumerate(view["stones"]):
        stones = "  ".join(f"{letter} {place:<4}" for letter, place in zip(board.stones, places, strict=True))
        partners = [other for team in board.teams if seat in team for other in team if other != seat]
        partner = " ".join(f"with {shortened(names[other], 12)}" for other in partners)
        done = f"place {view['places'].index(seat) + 1}" if seat in view.get("places", ()) else ""
        table.add_row(
            named(seat, shortened(names[seat], 16), to_move=view["turn"] == seat),
            Text(stones, style=colour(seat)),
            _counted(len(view["hands"][seat])),
            partner or done,
        )
    return table


def _counted(cards: int) -> str:
    return f"{cards} card" if cards == 1 else f"{cards} cards"


def _hands(view: Document, names: list[str], seat: Seat | None) -> list[Text]:
    """Every hand that the view knows; for a person, only their own."""
    lines = []
    for holder, hand in enumerate(view["hands"]):
        if hand and UNKNOWN not in hand and seat in (None, holder):
            title = Text("your hand  " if holder == seat else f"{names[holder]}  ", style=colour(holder))
            lines.append(title + Text(" ").join(map(_card, hand)))
    return lines


def _face(card: str) -> str:
    """A card as people know it: ten as 10, the suit as its sign."""
    return "joker" if card == "X" else card[0].replace("T", "10") + _SUITS[card[1]]


def _card(card: str) -> Text:
    return Text(f" {_face(card)} ", style=_RED_CARD if card[-1] in "DH" else _CARD)
