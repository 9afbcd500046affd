"""A colour and a number for each seat; either is enough to tell seats apart."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from stammtisch.core.turn import Seat

_COLOURS: Final = (
    "bright_red",
    "bright_blue",
    "bright_yellow",
    "bright_green",
    "bright_magenta",
    "bright_cyan",
    "orange3",
    "bright_white",
    "deep_pink2",
    "dark_olive_green3",
    "medium_purple1",
    "tan",
)

QUIET: Final = "grey58"
"""For what is less important."""

_SHORTEST_NAME: Final = 8
_LONGEST_NAME: Final = 12


def colour(seat: Seat) -> str:
    """The seat's colour."""
    return _COLOURS[seat % len(_COLOURS)]


def named(seat: Seat, name: str, *, to_move: bool = False) -> Text:
    """The name in the seat's colour, with an arrow where it is that seat's turn."""
    arrow = "▶ " if to_move else "  "
    return Text(f"{arrow}{seat} {name}", style=f"bold {colour(seat)}" if to_move else colour(seat))


def headings(names: list[str], room: int) -> tuple[list[str], Text]:
    """The headings of the columns of a table, and a line that explains them.

    Names if they fit, otherwise the numbers of the seats and a line with all names.
    """
    width = room // len(names)
    if width >= _SHORTEST_NAME:
        return [shortened(name, min(width, _LONGEST_NAME)) for name in names], Text()
    line = Text(", ").join(Text(f"{seat} {name}", style=colour(seat)) for seat, name in enumerate(names))
    return [str(seat) for seat in range(len(names))], line


def shortened(name: str, length: int) -> str:
    """The name, shortened to at most this length."""
    return name if len(name) <= length else name[: length - 1] + "…"
