"""`python -m benchmarks.screens [GAME[:RIVALS] ...] [--pictures FOLDER]`: how each board uses each screen.

Anna plays every game against bots in a real browser until it is her turn, and looks at the table on six
screens, scrolled to the top:

- share: the part of the screen on which the board is drawn, with the hand, the dice and the buttons that
  belong to it. The screen is photographed with the board and without it; squares of eight by eight pixels
  in which the two pictures differ are counted. So empty space within a board counts for nothing.
- below: pixels of the board that lie under the lower edge, to be scrolled to.
- text: the smallest letters on the screen, in pixels.
- target: the smallest thing to be tapped, by its shorter side in pixels. Links in running text and what
  cannot be tapped now are left out.
- sideways: pixels by which the page is wider than the screen.

Pictures of all screens go to FOLDER, where one is named; then nothing is kept.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks.browsing import at_the_table
from benchmarks.keeping import keep
from support.browser.hands import wait_until
from support.browser.looking import AT_REST
from support.browser.measuring import share_of_board, sizes_on
from support.browser.visitors import Visitor, play

SCREENS: Final = ((320, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080), (2560, 1440))
RIVALS: Final = {"zock": 1, "kniffel": 1, "zocknroll": 3, "tock": 3}
TURNS: Final = 3
"""Of Anna's, before she looks: the table is no longer empty."""


class Figure(NamedTuple):
    """A game on a screen."""

    game: str
    rivals: int
    screen: str
    share: float
    """Per cent."""
    below: int
    text: float
    text_of: str
    target: float
    target_of: str
    sideways: int


def measure(game: str, rivals: int, pictures: Path | None) -> Iterator[Figure]:
    with at_the_table(game, rivals, "") as anna:
        play(game, anna, until=lambda: anna.turns >= TURNS)
        wait_until(anna.page, lambda: anna.is_asked or anna.is_over)
        for width, height in SCREENS:
            anna.page.set_viewport_size({"width": width, "height": height})
            anna.reload()
            yield looked_at(anna, game, rivals, f"{width}x{height}", pictures)


def looked_at(anna: Visitor, game: str, rivals: int, screen: str, pictures: Path | None) -> Figure:
    anna.page.wait_for_load_state("networkidle")
    anna.page.evaluate("scrollTo(0, 0)")
    anna.page.evaluate(AT_REST)
    if pictures:
        anna.page.screenshot(path=pictures / f"{game}-{rivals + 1}-{screen}.png")
    sizes = sizes_on(anna.page)
    return Figure(game, rivals, screen, share_of_board(anna.page), *sizes)


def table(figures: list[Figure]) -> Table:
    drawn = Table("game", "screen", title="Every board on every screen")
    for heading in ("share", "below", "text", "target", "sideways"):
        drawn.add_column(heading, justify="right")
    for one in figures:
        drawn.add_row(
            f"{one.game} ({one.rivals + 1})",
            one.screen,
            f"{one.share:.1f} %",
            str(one.below),
            f"{one.text:.1f} “{one.text_of[:18]}”",
            f"{one.target:.1f} “{one.target_of[:18]}”",
            str(one.sideways),
        )
    return drawn


def chosen(name: str) -> tuple[str, int]:
    """`zocknroll:7` is Zock'n'Roll against seven."""
    game, _, rivals = name.partition(":")
    return game, int(rivals or RIVALS[game])


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screens")
    parser.add_argument("games", nargs="*", default=list(RIVALS), metavar="GAME[:RIVALS]")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    asked_for = parser.parse_args(arguments)
    if asked_for.pictures:
        asked_for.pictures.mkdir(parents=True, exist_ok=True)
    figures = [one for name in asked_for.games for one in measure(*chosen(name), asked_for.pictures)]
    Console(width=120).print(table(figures))
    if not asked_for.pictures:
        keep("screens", [figure._asdict() for figure in figures])


if __name__ == "__main__":
    main(sys.argv[1:])
