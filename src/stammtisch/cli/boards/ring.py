"""A closed track as the rim of a rectangle on a grid of characters."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.text import Text


class Spot(NamedTuple):
    """A cell of the grid, counted from the upper left corner of the rim."""

    column: int
    row: int


class Ring:
    """Where each field of the track is, and where the cells of a house that turns off it are.

    The track runs clockwise on the screen; `mirrored` it runs the other way. Field `near` is on the lower
    side, as near to its middle as fits; fields a whole number of `arm` lengths from it keep away from the
    corners, so that houses have room.
    """

    def __init__(self, width: int, height: int, arm: int, near: int, *, mirrored: bool) -> None:
        self.width: Final = width
        self.height: Final = height
        self.fields: Final = 2 * (width + height)
        self._mirrored: Final = mirrored
        self._first: Final = self._lower_middle(arm) - near

    def spot(self, field: int) -> Spot:
        """Where the field is."""
        steps = (field + self._first) % self.fields
        if steps < self.width:
            return self._turned(steps, 0)
        if steps < self.width + self.height:
            return self._turned(self.width, steps - self.width)
        if steps < 2 * self.width + self.height:
            return self._turned(2 * self.width + self.height - steps, self.height)
        return self._turned(0, self.fields - steps)

    def inward(self, field: int, cells: int) -> Spot:
        """The place that many cells inward from a field; outward where `cells` is negative."""
        column, row = self.spot(field)
        if row in (0, self.height):
            return Spot(column, row + cells if row == 0 else row - cells)
        return Spot(column + cells if column == 0 else column - cells, row)

    def _turned(self, column: int, row: int) -> Spot:
        return Spot(self.width - column if self._mirrored else column, row)

    def _lower_middle(self, arm: int) -> int:
        """How many steps from the corner the near field is."""
        corners = (0, self.width, self.width + self.height, 2 * self.width + self.height)
        room = max(range(arm), key=lambda steps: min(_apart(steps, corner, arm) for corner in corners))
        middle = self.width + self.height + self.width // 2
        return min(range(room, self.fields, arm), key=lambda steps: abs(steps - middle))


def _apart(one: int, other: int, arm: int) -> int:
    """How near two places on the rim come to each other when one is repeated every arm."""
    return min((one - other) % arm, (other - one) % arm)


class Canvas:
    """A grid of short painted texts that becomes one text."""

    def __init__(self, cell_width: int) -> None:
        self.cell_width: Final = cell_width
        self._painted: Final[dict[Spot, tuple[str, str]]] = {}

    def paint(self, spot: Spot, text: str, style: str) -> None:
        """Put the text there, over whatever was there."""
        self._painted[spot] = (text, style)

    def text(self) -> Text:
        """Everything painted, line by line. A text may run over the empty cells to its right."""
        rows = range(min(spot.row for spot in self._painted), max(spot.row for spot in self._painted) + 1)
        left = min(spot.column for spot in self._painted)
        return Text("\n").join(self._line(row, left) for row in rows)

    def _line(self, row: int, left: int) -> Text:
        line = Text()
        for spot in sorted(spot for spot in self._painted if spot.row == row):
            line.append(" " * ((spot.column - left) * self.cell_width - len(line)))
            line.append(*self._painted[spot])
        return line
