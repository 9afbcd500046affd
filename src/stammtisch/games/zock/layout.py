"""What a board of ZOCK needs to know."""

from __future__ import annotations

from typing import Final

from stammtisch.games.zock.chips import worth
from stammtisch.games.zock.moves import FIELDS, THROWS, fields_of, sum_fields
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import COLOURS, State
from stammtisch.games.zock.wire import ZockLayout, ZockTally

_NO_MATCH: Final = ZockTally()


def layout(options: ZockOptions) -> ZockLayout:
    """The box, and how sums are covered (Z1, Z6, Z7)."""
    sums = sorted({sum(map(int, throw)) for throw in THROWS})
    return ZockLayout(
        fields=list(FIELDS),
        dice=len(THROWS[0]),
        colours=list(COLOURS),
        sum_fields={str(total): fields_of(sum_fields(total, options)) for total in sums},
    )


def tally(state: State) -> ZockTally:
    """What the chips are worth."""
    if not state.chips:
        return _NO_MATCH
    return ZockTally(worth=[worth(chips, state.setup.chip_values) for chips in state.chips])
