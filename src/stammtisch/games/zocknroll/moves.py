"""What a player may decide (R4–R8)."""

from __future__ import annotations

from typing import Final, NamedTuple

from stammtisch.games.zocknroll.figures import ORDER
from stammtisch.games.zocknroll.tableau import NO_ROW


class Move(NamedTuple):
    """A decision and the combination it marks, if any."""

    verb: str
    row: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.row}" if self.row else self.verb


STAY: Final = Move("stay")
LEAVE: Final = {row: Move("leave", row) for row in (*ORDER["profi"], NO_ROW)}
MARK: Final = {row: Move("mark", row) for row in (*ORDER["profi"], NO_ROW)}
