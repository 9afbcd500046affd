"""What two players of ZOCK agree on."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.core.documents import Options, at_most

MOST_GAMES: Final = 100
"""More than an evening; each game adds to the record."""
MOST_CHIP_VALUE: Final = 1000
"""A hundred times the usual value of the most valuable chip; a game is worth at most 45 points."""

Variant: TypeAlias = Literal["basic", "a", "b", "c"]
ChipValue: TypeAlias = Annotated[int, Meta(ge=1), at_most(MOST_CHIP_VALUE)]


class ChipValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a chip of each colour is worth."""

    red: ChipValue = 1
    blue: ChipValue = 2
    yellow: ChipValue = 5
    green: ChipValue = 10


class ZockOptions(Options, frozen=True):
    """The agreed options; `digits` and `double_pairs` default by variant."""

    variant: Annotated[Variant, Meta(description="basic game or variant A, B, C (Z10–Z14)")] = "basic"
    digits: (
        Annotated[
            Literal["ten", "all"],
            Meta(description="which two-digit sums have fields (Z7); default all in C, else ten"),
        ]
        | UnsetType
    ) = UNSET
    double_pairs: (
        Annotated[bool, Meta(description="equal dice may be split in B and C (Z11, Z13); default true in B")]
        | UnsetType
    ) = UNSET
    referee: Annotated[Literal["strict", "players"], Meta(description="who watches over mistakes (Z16)")] = (
        "strict"
    )
    games: Annotated[
        int, Meta(ge=1, description="games of a match with chips (Z18)"), at_most(MOST_GAMES)
    ] = 1
    chip_values: Annotated[ChipValues, Meta(description="what the chips are worth (Z18)")] = ChipValues()

    def __post_init__(self) -> None:
        if self.digits is UNSET:
            msgspec.structs.force_setattr(self, "digits", "all" if self.variant == "c" else "ten")
        if self.double_pairs is UNSET:
            msgspec.structs.force_setattr(self, "double_pairs", self.variant == "b")
