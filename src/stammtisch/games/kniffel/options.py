"""What the players of Kniffel agree on."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from stammtisch.core.documents import Options


class KniffelOptions(Options, frozen=True):
    """The agreed options."""

    joker: Annotated[
        Literal["forced", "free", "off"], Meta(description="what a further Kniffel may fill (K11)")
    ] = "forced"
    kniffel_bonus: Annotated[int, Meta(ge=0, description="extra points for a further Kniffel (K12)")] = 100
    games: Annotated[int, Meta(ge=1, description="games of a series, totals added up (K14)")] = 1
