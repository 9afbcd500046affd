"""Dice as they lie on a table."""

from __future__ import annotations

from typing import Final

from rich.text import Text

_PIPS: Final = {
    "1": ("     ", "  ●  ", "     "),
    "2": ("●    ", "     ", "    ●"),
    "3": ("●    ", "  ●  ", "    ●"),
    "4": ("●   ●", "     ", "●   ●"),
    "5": ("●   ●", "  ●  ", "●   ●"),
    "6": ("●   ●", "●   ●", "●   ●"),
    "?": ("     ", "  ?  ", "     "),
}


def dice(faces: str, style: str = "bold") -> Text:
    """A row of dice, five lines high, with the digits below for people who read faster than they count."""
    lines = ["  ".join("╭───────╮" for _ in faces)]
    lines += ["  ".join(f"│ {_PIPS[face][row]} │" for face in faces) for row in range(3)]
    lines += ["  ".join(f"╰── {face} ──╯" for face in faces)]
    return Text("\n".join(lines), style=style)
