"""The types of Kniffel's documents: position, tally and layout."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.core.documents import LARGEST_NUMBER, Layout, Tally, View, WholeNumber, keyed_by
from stammtisch.games.kniffel.boxes import BOXES, BoxName
from stammtisch.games.kniffel.options import KniffelOptions

Sheet: TypeAlias = Annotated[dict[str, int], keyed_by("BoxName", BOXES)]
"""The filled boxes of a sheet, with what is written in them."""


class KniffelView(View, frozen=True, kw_only=True):
    """A position of Kniffel. Nothing is hidden."""

    game: Literal["kniffel"]
    options: KniffelOptions
    phase: Literal["begin", "throw", "choose", "over"]
    turn: WholeNumber | None
    sheets: list[Sheet]
    bonus: list[WholeNumber]
    began: list[str | None] | UnsetType = UNSET
    dice: str | UnsetType = UNSET
    kept: str | UnsetType = UNSET
    throws: WholeNumber | UnsetType = UNSET
    match_game: Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)] | UnsetType = UNSET
    totals: list[WholeNumber] | UnsetType = UNSET


class KniffelTally(Tally, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the sheets add up to, and what the dice on the table mean.

    Lists are by seat. `kniffel_bonus` is what these dice bring besides their box (K12); `joker` says
    whether K11 decides where they go. `beginning` holds the totals rolled to decide who begins (K2).
    """

    throws_left: int
    joker: bool
    kniffel_bonus: int
    upper: list[int]
    upper_goal: int
    upper_bonus: int
    upper_bonuses: list[int]
    lower: list[int]
    kniffel_bonuses: list[int]
    total: list[int]
    beginning: list[int | None] | UnsetType = UNSET


class BoxLayout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A box of the sheet, and the clause that says what it scores.

    A box of the upper part counts dice with the number `face`. `points` is what a box gives that
    always gives the same; any other counts dice.
    """

    box: BoxName
    part: Literal["upper", "lower"]
    clause: str
    face: int | None
    points: int | None


class KniffelLayout(Layout, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of dice, the rolls of a turn, and the boxes from top to bottom.

    From `upper_goal` points on, the upper part brings `upper_bonus` more (K6).
    """

    dice: int
    throws: int
    upper_goal: int
    upper_bonus: int
    boxes: list[BoxLayout]
