"""The types of ZOCK's documents: position, tally and layout."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.core.documents import LARGEST_NUMBER, Layout, Tally, View, WholeNumber
from stammtisch.games.zock.options import ZockOptions

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
Row: TypeAlias = list[Annotated[int, Meta(ge=1, le=9)]]
Dice: TypeAlias = Annotated[str, Meta(pattern=r"^[1-6]{2}$(?!\n)")]
Colour: TypeAlias = Literal["red", "blue", "yellow", "green"]

_TWO = Meta(min_length=2, max_length=2)


class HandedThrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll that an objection would look at; `open` is the row before it."""

    dice: Dice
    open: Row
    covered: Row


class ChipCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chips of one seat."""

    red: WholeNumber
    blue: WholeNumber
    yellow: WholeNumber
    green: WholeNumber


class ZockView(View, frozen=True, kw_only=True):
    """A position of ZOCK. Nothing is hidden."""

    game: Literal["zock"]
    options: ZockOptions
    phase: Literal["begin", "throw", "move", "objection", "over"]
    turn: SeatNumber | None
    open: Annotated[list[Row], _TWO]
    dice: Dice | UnsetType = UNSET
    began: Annotated[list[Dice | None], _TWO] | UnsetType = UNSET
    handed: list[HandedThrow] | UnsetType = UNSET
    chips: Annotated[list[ChipCount], _TWO] | UnsetType = UNSET
    match_game: Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)] | UnsetType = UNSET


class ZockTally(Tally, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In a match, what the chips of each seat are worth (Z18)."""

    worth: list[int] | UnsetType = UNSET


class ZockLayout(Layout, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of a row, the number of dice, and the colours of the chips (Z1).

    `sum_fields` holds the fields that the sum of the dice covers, by sum; none where it has no field
    (Z6, Z7).
    """

    fields: list[int]
    dice: int
    colours: list[Colour]
    sum_fields: dict[str, list[int]]
