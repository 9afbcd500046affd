"""The puzzle of the day over HTTP."""

from __future__ import annotations

from typing import Annotated, Final, Protocol

import msgspec
from msgspec import Meta

from stammtisch.analysis.puzzles import Puzzle, Solution
from stammtisch.bots import NoEvaluator
from stammtisch.core.errors import BadMove, BadRequest, UnknownGame
from stammtisch.server.http.endpoint import Answer, Call, endpoint
from stammtisch.server.tables.puzzles import DailyPuzzles
from stammtisch.server.thinking.contract import Failed
from stammtisch.store.contract import Unavailable

Day = Annotated[str, Meta(max_length=10)]
"""A date such as 2026-11-16."""
LONGEST_MOVE: Final = 100
ERRORS: Final = (UnknownGame, NoEvaluator, BadRequest, Unavailable, Failed)


class DayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The day of the puzzle, as the reader's calendar has it."""

    day: Day


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The move that somebody tries, and on which day's puzzle."""

    day: Day
    move: Annotated[str, Meta(max_length=LONGEST_MOVE)]


class PuzzleServices(Protocol):
    """What the endpoints of puzzles work with."""

    @property
    def puzzles(self) -> DailyPuzzles: ...


class PuzzleRoutes:
    """The endpoints of puzzles."""

    def __init__(self, services: PuzzleServices) -> None:
        self._services: Final = services

    @endpoint(
        "GET",
        "/api/games/{game}/puzzle",
        summary="The puzzle of a day, the same for everybody.",
        query=DayQuery,
        answer=Puzzle,
        errors=ERRORS,
        limit="records",
        slow=True,
    )
    async def daily_puzzle(self, call: Call, _: None) -> Answer:
        return Answer(await self._services.puzzles.puzzle(call.path["game"], call.query.day))

    @endpoint(
        "POST",
        "/api/games/{game}/puzzle",
        summary="Try a move of the puzzle of a day: the answer says what each move is worth.",
        body=Try,
        answer=Solution,
        errors=(*ERRORS, BadMove),
        limit="records",
        slow=True,
    )
    async def try_daily_puzzle(self, call: Call, body: Try) -> Answer:
        return Answer(await self._services.puzzles.solution(call.path["game"], body.day, body.move))
