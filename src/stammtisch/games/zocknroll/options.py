"""What the players of Zock'n'Roll agree on."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.core.documents import Options, at_most
from stammtisch.games.zocknroll.figures import ORDER, POINTS, Combination, RowName, Variant

MOST_POINTS: Final = 1000
"""Far above the points of any printed tableau, of which the highest have two digits."""

PerMark: TypeAlias = Annotated[int, Meta(ge=0), at_most(MOST_POINTS)] | UnsetType


class RowPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Points for a mark, in the rows where the box of the players says something else."""

    kniffel: PerMark = UNSET
    highway: PerMark = UNSET
    big_full_house: PerMark = UNSET
    two_triplets: PerMark = UNSET
    four_kind: PerMark = UNSET
    large_straight: PerMark = UNSET
    three_pairs: PerMark = UNSET
    small_straight: PerMark = UNSET
    full_house: PerMark = UNSET
    three_kind: PerMark = UNSET
    two_pairs: PerMark = UNSET
    pair: PerMark = UNSET
    won_third: PerMark = UNSET
    left_first: PerMark = UNSET

    def by_row(self) -> dict[RowName, int]:
        """The points that are set."""
        found: dict[RowName, int] = msgspec.to_builtins(self)
        return found


class ZockNRollOptions(Options, frozen=True):
    """The agreed options; `order` defaults by variant."""

    variant: Annotated[Variant, Meta(description="2 own dice, or 3 and more combinations (R12)")] = "basic"
    points: Annotated[RowPoints, Meta(description="points by row, where they differ from ours (R13)")] = (
        RowPoints()
    )
    order: (
        Annotated[
            list[Combination],
            Meta(
                max_length=len(get_args(Combination)),
                description="all combinations of the variant, best first (R13); default as in R9 or R12",
            ),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        if self.order is UNSET:
            msgspec.structs.force_setattr(self, "order", list(ORDER[self.variant]))

    def __hash__(self) -> int:
        # `order` is a list, which has no hash: options travel as JSON, which knows no tuples.
        return hash((self.variant, self.points, self.best_first()))

    def problems(self, players: int) -> list[str]:
        known, order = ORDER[self.variant], self.best_first()
        reasons = [
            f"points: {row} is no row of variant {self.variant} (R13)"
            for row in self.points.by_row()
            if row not in POINTS[self.variant]
        ]
        for name in dict.fromkeys(order):
            if name not in known:
                reasons.append(f"order: {name} is no combination of variant {self.variant} (R13)")
            elif order.count(name) > 1:
                reasons.append(f"order: {name} is named {order.count(name)} times (R13)")
        return reasons + [f"order: {name} is missing (R13)" for name in known if name not in order]

    def best_first(self) -> tuple[Combination, ...]:
        """The combinations in their order."""
        return tuple(self.order or ())

    def points_by_row(self) -> dict[RowName, int]:
        """The points for a mark in each row of the variant."""
        return POINTS[self.variant] | self.points.by_row()
