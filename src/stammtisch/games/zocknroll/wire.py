"""The types of Zock'n'Roll's documents: position, tally and layout."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from stammtisch.core.documents import Layout, Tally, View, WholeNumber, keyed_by
from stammtisch.games.zocknroll.figures import RowName
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.tableau import ROWS

SeatNumber: TypeAlias = WholeNumber
Status: TypeAlias = Literal["in", "left1", "left2"]

_BY_ROW = keyed_by("RowName", ROWS)


class ZockNRollView(View, frozen=True, kw_only=True):
    """A position of Zock'n'Roll, in which a cup that the viewer may not look under is `?`."""

    game: Literal["zocknroll"]
    options: ZockNRollOptions
    phase: Literal["own", "white", "decide", "mark", "over"]
    turn: SeatNumber | None
    starter: SeatNumber | UnsetType | None = UNSET
    crosses: list[Annotated[dict[str, int], _BY_ROW]]
    round: Literal[1, 2, 3] | UnsetType = UNSET
    white: str | UnsetType = UNSET
    own: list[str] | UnsetType = UNSET
    status: list[Status] | UnsetType = UNSET
    winners: list[SeatNumber] | UnsetType = UNSET
    marked: list[SeatNumber] | UnsetType = UNSET


class ZockNRollTally(Tally, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The points of a mark by row, and what each seat has.

    `extra_row` is the row that a player who leaves or marks now marks besides the combination (R5, R6).
    `round_winner` has won round 3 alone; in a tie nobody has (R7).
    """

    points: Annotated[dict[RowName, int], _BY_ROW]
    scores: list[int]
    extra_row: RowName | None
    round_winner: SeatNumber | None


class RowLayout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of the tableau. Where its points are `assumed`, the printed figure is not known (R9, R12)."""

    row: RowName
    kind: Literal["combination", "further"]
    points: int
    assumed: bool


class ZockNRollLayout(Layout, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice of each player, the white dice rolled in each round, and the rows from top to bottom.

    Combinations come best first. A row with `marks_per_row` marks is full and ends the game (R11).
    """

    own_dice: int
    white_dice: list[int]
    marks_per_row: int
    rows: list[RowLayout]
