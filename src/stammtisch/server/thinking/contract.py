"""How tables get moves, hints and analyses: from worker processes, or from the browser of a device."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple, Protocol, TypeAlias

from stammtisch.analysis import report as analysis
from stammtisch.bots import Evaluation
from stammtisch.core.documents import Document
from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Seat

UNKNOWN: Final = ""
"""The address of those who are connected to another process of the server."""
SUBSTITUTE: Final = "random"
"""The bot that plays for one that fails."""


class Asker(NamedTuple):
    """Whom a job is for; what belongs to no table goes under the match that it is about."""

    address: str
    table: str


class Failed(StammtischError):
    """A bug or a lost worker, not a bad request; the log says more."""

    code = "internal"
    status: ClassVar[int] = 500


class Unwanted(StammtischError):
    """The position moved on, or the asker is gone, before the answer was worked out."""

    code = "stale"
    status: ClassVar[int] = 409


Wanted: TypeAlias = Callable[[], bool]
"""Whether the answer to a question is still of use."""


def always() -> bool:
    """An answer that stays useful."""
    return True


class Thinking(Protocol):
    """Chooses, advises and analyses, without holding up the loop that serves."""

    async def choose(
        self,
        game: str,
        view: Document,
        seat: Seat,
        bot: str,
        seed: str,
        *,
        asker: Asker,
        wanted: Wanted = always,
    ) -> str:
        """The bot's move in notation; if the bot fails, `random` plays. `Unwanted` where nobody needs it."""

    async def advise(
        self, game: str, view: Document, seat: Seat, *, asker: Asker, wanted: Wanted = always
    ) -> Evaluation:
        """A hint, with facts about the best moves; a rough one while what it needs is being prepared."""

    async def prepare(
        self, game: str, players: int, options: Document, *, asker: Asker, wanted: Wanted = always
    ) -> None:
        """Load or solve what hints of such a game need, once; not where too many wait for that."""

    async def puzzle(self, record: bytes, position: int, *, asker: Asker) -> bytes:
        """A decision of a record to try again, as JSON; `BadRequest` where nothing was decided."""

    async def solution(self, record: bytes, position: int, *, asker: Asker) -> bytes:
        """What each move was worth there, as JSON."""

    async def daily_puzzle(self, game: str, day: str, *, asker: Asker) -> bytes:
        """The puzzle of a day, as JSON; `BadRequest` where the game has no evaluator."""

    async def daily_solution(self, game: str, day: str, *, asker: Asker) -> bytes:
        """What each move of that puzzle is worth, as JSON."""

    async def moments(self, record: bytes, start: int, count: int, *, asker: Asker) -> bytes:
        """`count` positions of a record from number `start` on, as JSON; `BadRequest` for a bad record."""

    async def draws(self, record: bytes, *, asker: Asker) -> bytes:
        """What every roll of a record is derived from, as JSON; `BadRequest` for a bad record."""

    async def page(self, report: bytes, *, asker: Asker) -> bytes:
        """The report of an analysis as an HTML page."""

    async def analyse(self, record: bytes, progress: analysis.Progress, *, asker: Asker) -> bytes:
        """The report as JSON; `BadRequest` for a bad record. Cancelling it stops the analysis."""
