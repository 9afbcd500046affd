"""Bots, hints, records and analyses without worker processes: in the same loop, a step at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final, Protocol, TypeAlias, TypeVar, final

import msgspec

from stammtisch import __version__, bots, catalog
from stammtisch.analysis import report as analysis
from stammtisch.bots import Evaluation
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest, StammtischError
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.local.store import Store, done
from stammtisch.match import read_record
from stammtisch.match.record import parse_record
from stammtisch.server.thinking.contract import SUBSTITUTE, Asker, Failed, Unwanted, Wanted, always
from stammtisch.server.thinking.requests import (
    Advise,
    Choose,
    ListDraws,
    ShowDaily,
    ShowMoments,
    ShowPuzzle,
    SolveDaily,
    SolvePuzzle,
)
from stammtisch.solve.compact import NoTable
from stammtisch.store.contract import Unavailable

ANALYSIS: Final = "analysis"
"""The kind of text under which reports are kept."""

AnswerT = TypeVar("AnswerT")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)
Bring: TypeAlias = Callable[[str], Awaitable[None]]
"""Puts the table file of that name where `stammtisch.solve` reads it."""

logger: Final = logging.getLogger(__name__)


class Answering(Protocol[AnswerT_co]):
    """A request that knows how it is answered."""

    def answer(self, progress: analysis.Progress) -> AnswerT_co:
        """The answer."""


@final
class LocalThinking:
    """Answers one question after the other; between them, and in a long analysis, others have a turn."""

    def __init__(self, store: Store, bring: Bring) -> None:
        self._store: Final = store
        self._bring: Final = bring
        self._brought: Final[dict[str, asyncio.Task[None]]] = {}

    # Table files

    async def need(self, game: AnyGame, players: int, options: Document, level: str | None = None) -> None:
        """Fetch the table files of hints and analyses, or those of a bot, each once; or `NoTable`."""
        for name in bots.files(game, players, game.agreed_options(options, players), level):
            await self._file(name)

    async def level_for(self, game: AnyGame, players: int, options: Document, level: str) -> str:
        """The level itself or, if its table files cannot be loaded, the best lower level that needs none."""
        try:
            await self.need(game, players, options, level)
        except NoTable as error:
            logger.warning("%s cannot play %s as well as it should: %s", level, game.id, error)
            agreed = game.agreed_options(options, players)
            return next(
                each for each in reversed(bots.names(game)) if not bots.files(game, players, agreed, each)
            )
        return level

    async def _file(self, name: str) -> None:
        task = self._brought.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._brought[name] = asyncio.ensure_future(_run(self._bring(name)))
        await asyncio.shield(task)

    # Tables

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
        """The bot's move in notation. `Unwanted` where nobody needs it.

        If its table files cannot be loaded, the best bot that needs none plays; if it fails, `random` does.
        """
        playing, players, options = catalog.game(game), view["players"], view["options"]
        try:
            level = await self.level_for(playing, players, options, bot)
            return await self._answer(Choose(game, view, seat, level, seed), wanted)
        except (BadRequest, Failed) as error:
            logger.warning("%s plays %s instead of %s: %s", SUBSTITUTE, game, bot, error)
            return await self._answer(Choose(game, view, seat, SUBSTITUTE, seed), wanted)

    async def advise(
        self, game: str, view: Document, seat: Seat, *, asker: Asker, wanted: Wanted = always
    ) -> Evaluation:
        """A hint, with facts about the best moves."""
        await self._need_of_view(view)
        return await self._answer(Advise(game, view, seat, at_once=False), wanted)

    async def prepare(
        self, game: str, players: int, options: Document, *, asker: Asker, wanted: Wanted = always
    ) -> None:
        """Fetch what hints of such a game need; where that fails, the hint says why."""
        with suppress(NoTable):
            await self.need(catalog.game(game), players, options)

    async def _need_of_view(self, view: Document) -> None:
        await self.need(catalog.game(view["game"]), view["players"], view["options"])

    # Records

    async def puzzle(self, record: bytes, position: int, *, asker: Asker) -> bytes:
        """A decision of a record to try again, as JSON."""
        return await self._answer(ShowPuzzle(record, position))

    async def solution(self, record: bytes, position: int, *, asker: Asker) -> bytes:
        """What each move was worth there, as JSON."""
        await self._need_of_record(record)
        return await self._answer(SolvePuzzle(record, position))

    async def daily_puzzle(self, game: str, day: str, *, asker: Asker) -> bytes:
        """The puzzle of a day, as JSON."""
        await self._need_of_day(game)
        return await self._answer(ShowDaily(game, day))

    async def daily_solution(self, game: str, day: str, *, asker: Asker) -> bytes:
        """What each move of that puzzle is worth, as JSON."""
        await self._need_of_day(game)
        return await self._answer(SolveDaily(game, day))

    async def moments(self, record: bytes, start: int, count: int, *, asker: Asker) -> bytes:
        """`count` positions of a record from number `start` on, as JSON."""
        return await self._answer(ShowMoments(record, start, count))

    async def draws(self, record: bytes, *, asker: Asker) -> bytes:
        """What every roll of a record is derived from, as JSON."""
        return await self._answer(ListDraws(record))

    async def page(self, report: bytes, *, asker: Asker) -> bytes:
        """Only a server draws it: the page of this device shows the report itself."""
        raise BadRequest("only a server can make the page with the report")

    async def analyse(self, record: bytes, progress: analysis.Progress, *, asker: Asker) -> bytes:
        """The report as JSON, worked out once; between two steps everybody else has a turn."""
        name = sha256(f"{__version__}\n".encode() + record).hexdigest()
        if kept := await done(self._store.text(ANALYSIS, name)):
            return kept.encode()
        await self._need_of_record(record)
        report = await self._analysed(record, progress)
        with suppress(Unavailable):  # there may be no room left; then it is worked out again
            await done(self._store.keep(ANALYSIS, name, report.decode()))
        return report

    async def _analysed(self, record: bytes, progress: analysis.Progress) -> bytes:
        parsed = read_record(record)
        working = analysis.analysis(parsed)
        while True:
            try:
                progress(next(working), len(parsed.log))
            except StopIteration as finished:
                report: analysis.Report = finished.value
                return msgspec.json.encode(report)
            await asyncio.sleep(0)

    async def _need_of_record(self, record: bytes) -> None:
        parsed = parse_record(record)
        await self.need(catalog.game(parsed.game), parsed.players, parsed.options)

    async def _need_of_day(self, name: str) -> None:
        game = catalog.game(name)
        await self.need(game, bots.puzzle_players(game), {})

    async def _answer(self, request: Answering[AnswerT], wanted: Wanted = always) -> AnswerT:
        """The answer, after everybody else has had a turn; errors are those of a worker process."""
        await asyncio.sleep(0)
        if not wanted():
            raise Unwanted("the position has moved on since you asked")
        try:
            return request.answer(_no_progress)
        except NoTable:
            raise
        except StammtischError as error:
            raise BadRequest(str(error)) from error
        except Exception as error:
            logger.exception("a bug")
            raise Failed("something went wrong; the console of the browser says more") from error


def _no_progress(done: int, of: int) -> None:
    """Short work reports none."""


async def _run(bringing: Awaitable[None]) -> None:
    await bringing
