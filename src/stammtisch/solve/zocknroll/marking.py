"""Which combination a player marks who wants points."""

from __future__ import annotations

from stammtisch.games.zocknroll.combinations import formed
from stammtisch.games.zocknroll.state import Setup
from stammtisch.games.zocknroll.tableau import CROSS


def best_mark(setup: Setup, dice: int) -> int:
    """The mark with the most points that the dice allow, in a tableau to add; 0 for none."""
    return max((CROSS[move.row] for move in setup.marks(formed(dice))), key=setup.points)
