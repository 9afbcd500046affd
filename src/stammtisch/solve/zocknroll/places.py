"""Where a hand stands, in the trees of its two rounds of decisions."""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

NOT_THROWN: Final = -1
TREMBLE: Final = 0.001
"""The least chance of either decision: no node is out of reach, so play is sensible everywhere."""


class Place(NamedTuple):
    """Where a hand stands: the node in round 1, the fourth die, the node in round 2."""

    first: int
    fourth: int = NOT_THROWN
    second: int = 1


def group_starts(players: int) -> list[int]:
    """Where the nodes of each group of players begin in round 2, and how many there are."""
    return list(accumulate((1 << group.bit_count() for group in range(1 << players)), initial=0))
