"""The puzzle of the day of each game, worked out once for all who ask."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Final, TypeAlias, final

import msgspec

from stammtisch import bots, catalog
from stammtisch.analysis.puzzles import Puzzle
from stammtisch.core.documents import shown
from stammtisch.core.errors import BadMove, BadRequest
from stammtisch.server.ops.cache import CachedWork
from stammtisch.server.thinking.contract import UNKNOWN, Asker, Thinking

KEPT: Final = 4 * 2**20
"""Bytes of puzzles and solutions that are kept."""
DAYS_BACK: Final = 7
"""Days for which a puzzle can still be tried."""

_Key: TypeAlias = tuple[str, str, str]


def today() -> date:
    """The day at Greenwich."""
    return datetime.now(UTC).date()


@final
class DailyPuzzles:
    """Puzzles of the last days, and of tomorrow for those east of Greenwich."""

    def __init__(self, workers: Thinking, today: Callable[[], date] = today) -> None:
        self._workers: Final = workers
        self._today: Final = today
        self._made: Final[CachedWork[_Key]] = CachedWork(KEPT)

    async def puzzle(self, game: str, day: str) -> bytes:
        """The puzzle as JSON, without its solution; `BadRequest` for another day."""
        self._check(game, day)
        make = partial(self._workers.daily_puzzle, game, day, asker=_asker(game, day))
        return await self._made.get(("puzzle", game, day), make)

    async def solution(self, game: str, day: str, move: str) -> bytes:
        """What each move is worth, as JSON, once `move` has been tried; `BadMove` if that is not legal."""
        puzzle = msgspec.json.decode(await self.puzzle(game, day), type=Puzzle)
        if move not in puzzle.moves:
            raise BadMove(f"{shown(move)} is not one of the moves of this puzzle")
        make = partial(self._workers.daily_solution, game, day, asker=_asker(game, day))
        return await self._made.get(("solution", game, day), make)

    def _check(self, game: str, day: str) -> None:
        bots.check_evaluator(catalog.game(game))
        try:
            asked = date.fromisoformat(day)
        except ValueError:
            raise BadRequest(f"day is {shown(day)}, but must be a date such as 2026-11-16") from None
        first, last = self._today() - timedelta(DAYS_BACK), self._today() + timedelta(1)
        if asked.isoformat() != day or not first <= asked <= last:
            raise BadRequest(f"there are puzzles from {first} to {last}, not for {shown(day)}")


def _asker(game: str, day: str) -> Asker:
    """Nobody in particular: the puzzle is for everybody."""
    return Asker(UNKNOWN, f"{game} {day}")
