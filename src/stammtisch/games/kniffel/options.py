"""What the players of Kniffel agree on."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from stammtisch.core.documents import Options, at_most

MOST_GAMES: Final = 100
"""More than an evening, and more than sixteen sheets of six columns; each game adds to the record."""
MOST_BONUS: Final = 1000
"""Ten times the usual bonus, and about four times a usual total: more would make no difference."""


class KniffelOptions(Options, frozen=True):
    """The agreed options."""

    joker: Annotated[
        Literal["forced", "free", "off"], Meta(description="what a further Kniffel may fill (K11)")
    ] = "forced"
    kniffel_bonus: Annotated[
        int, Meta(ge=0, description="extra points for a further Kniffel (K12)"), at_most(MOST_BONUS)
    ] = 100
    games: Annotated[
        int, Meta(ge=1, description="games of a series, totals added up (K14)"), at_most(MOST_GAMES)
    ] = 1
