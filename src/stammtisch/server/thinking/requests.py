"""What can be asked of bots, records and analyses; each request knows how it is answered.

A worker process of the server answers them, and so does the browser for its own tables.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final, TypeAlias

import msgspec

from stammtisch import bots, catalog
from stammtisch.analysis import daily, puzzles
from stammtisch.analysis import report as analysis
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.core.turn import Seat
from stammtisch.match import Match, draws, read_record
from stammtisch.match.moments import moments
from stammtisch.match.record import parse_record

REPLAYED: Final = 2
"""Matches that a worker remembers, for those who step through a record."""


class Choose(msgspec.Struct, frozen=True, tag=True):
    """Choose a move as this bot, which knows what the seat may know."""

    game: str
    view: Document
    seat: Seat
    bot: str
    seed: str

    def answer(self, progress: analysis.Progress) -> str:
        """The move in notation."""
        game = catalog.game(self.game)
        return str(bots.bot(game, self.bot)(game, self.view, self.seat, Seeded(self.seed)))


class Advise(msgspec.Struct, frozen=True, tag=True):
    """Give a hint: evaluate the moves of the seat, and say why the best are good; roughly if `at_once`."""

    game: str
    view: Document
    seat: Seat
    at_once: bool

    def answer(self, progress: analysis.Progress) -> bots.Evaluation:
        """The hint for the seat's view."""
        game = catalog.game(self.game)
        advise = bots.glance if self.at_once else bots.advise
        return advise(game, self.view, self.seat, Seeded(""))


class Prepare(msgspec.Struct, frozen=True, tag=True):
    """Load or solve what hints of this game need, before anyone asks for one."""

    game: str
    players: int
    options: Document

    def answer(self, progress: analysis.Progress) -> None:
        """Nothing; it stays loaded."""
        game = catalog.game(self.game)
        bots.prepare(game, self.players, game.agreed_options(self.options, self.players))


class ShowPuzzle(msgspec.Struct, frozen=True, tag=True):
    """Show a position of a record, so that its decision can be tried again."""

    record: bytes
    position: int

    def answer(self, progress: analysis.Progress) -> bytes:
        """The puzzle as JSON."""
        return msgspec.json.encode(puzzles.of_record(_replayed(self.record), self.position).shown())


class SolvePuzzle(msgspec.Struct, frozen=True, tag=True):
    """Say what each move was worth at a position of a record."""

    record: bytes
    position: int

    def answer(self, progress: analysis.Progress) -> bytes:
        """The solution as JSON."""
        return msgspec.json.encode(puzzles.of_record(_replayed(self.record), self.position).solution())


class ShowDaily(msgspec.Struct, frozen=True, tag=True):
    """Show the puzzle of a day."""

    game: str
    day: str

    def answer(self, progress: analysis.Progress) -> bytes:
        """The puzzle as JSON."""
        return msgspec.json.encode(daily.puzzle(catalog.game(self.game), self.day).shown())


class SolveDaily(msgspec.Struct, frozen=True, tag=True):
    """Say what each move of the puzzle of a day is worth."""

    game: str
    day: str

    def answer(self, progress: analysis.Progress) -> bytes:
        """The solution as JSON."""
        return msgspec.json.encode(daily.puzzle(catalog.game(self.game), self.day).solution())


class Analyse(msgspec.Struct, frozen=True, tag=True):
    """Analyse a whole game: luck or skill?"""

    record: bytes

    def answer(self, progress: analysis.Progress) -> bytes:
        """The report as JSON."""
        return msgspec.json.encode(analysis.analyse(read_record(self.record), progress=progress))


class ShowMoments(msgspec.Struct, frozen=True, tag=True):
    """Show some positions of a record with what led to each."""

    record: bytes
    start: int
    count: int

    def answer(self, progress: analysis.Progress) -> bytes:
        """The moments as JSON."""
        return msgspec.json.encode(moments(_replayed(self.record), self.start, self.count))


class ListDraws(msgspec.Struct, frozen=True, tag=True):
    """List what the rolls of a record are derived from."""

    record: bytes

    def answer(self, progress: analysis.Progress) -> bytes:
        """The draws as JSON."""
        return msgspec.json.encode(draws(parse_record(self.record)))


class DrawPage(msgspec.Struct, frozen=True, tag=True):
    """Draw the page of a report."""

    report: bytes

    def answer(self, progress: analysis.Progress) -> bytes:
        """The page as HTML."""
        from stammtisch.analysis.html import page  # noqa: PLC0415 - few workers ever need the templates

        return page(msgspec.json.decode(self.report, type=analysis.Report)).encode()


class DrawQrCode(msgspec.Struct, frozen=True, tag=True):
    """Draw a link as a QR code."""

    link: str

    def answer(self, progress: analysis.Progress) -> bytes:
        """The picture as SVG."""
        import segno  # noqa: PLC0415 - few workers ever draw

        picture = BytesIO()
        segno.make(self.link, micro=False).save(picture, kind="svg", border=2, scale=8, xmldecl=False)
        return picture.getvalue()


@lru_cache(maxsize=REPLAYED)
def _replayed(record: bytes) -> Match:
    """The whole match of a record, cached: a client that asks for one position will ask for the next."""
    parsed = parse_record(record)
    return Match.from_setup(parsed).after(parsed.log)


Request: TypeAlias = (
    Choose
    | Advise
    | Prepare
    | Analyse
    | ShowMoments
    | ListDraws
    | DrawPage
    | DrawQrCode
    | ShowPuzzle
    | SolvePuzzle
    | ShowDaily
    | SolveDaily
)
