"""A worker process: it answers one request after the other, and ends with the server.

Requests come through standard input and replies go through standard output, each as MessagePack after its
length. Heavy modules and tables are loaded when first needed, and stay loaded.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeAlias

import msgspec

from stammtisch import bots, catalog
from stammtisch.analysis import daily, puzzles
from stammtisch.analysis import report as analysis
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Seat
from stammtisch.match import Match, draws, read_record
from stammtisch.match.moments import moments
from stammtisch.match.record import parse_record

HEAD: Final = 4
"""Bytes of the length before each message."""
REPLAYED: Final = 2
"""Matches that a worker remembers, for those who step through a record."""
NICENESS: Final = 10
"""Workers give way to the server: on a busy machine bots think longer, and nobody's move waits."""


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


class Evaluate(msgspec.Struct, frozen=True, tag=True):
    """Evaluate the position and each move for the seat."""

    game: str
    view: Document
    seat: Seat
    goal: str | None

    def answer(self, progress: analysis.Progress) -> bots.Evaluation:
        """The evaluation of the seat's view."""
        game = catalog.game(self.game)
        return bots.evaluator(game)(game, self.view, self.seat, Seeded(""), self.goal)


class Advise(msgspec.Struct, frozen=True, tag=True):
    """Give a hint: evaluate the moves of the seat, and say why the best are good; or at once, if roughly."""

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
    """Show a position of a record to whoever wants to decide it again."""

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
    """The whole match of a record; whoever looks at one position will look at the next."""
    parsed = parse_record(record)
    return Match.from_setup(parsed).after(parsed.log)


class Progress(msgspec.Struct, frozen=True, tag=True):
    """How much of the work is done."""

    done: int
    of: int


class Result(msgspec.Struct, frozen=True, tag=True):
    """What was asked for, still encoded."""

    value: msgspec.Raw


class Refusal(msgspec.Struct, frozen=True, tag=True):
    """The request makes no sense."""

    why: str


class Failure(msgspec.Struct, frozen=True, tag=True):
    """A bug, and where it is."""

    trace: str


Request: TypeAlias = (
    Choose
    | Evaluate
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
Answer: TypeAlias = Result | Refusal | Failure
Reply: TypeAlias = Progress | Answer

REQUESTS: Final = msgspec.msgpack.Decoder(Request)
REPLIES: Final[msgspec.msgpack.Decoder[Reply]] = msgspec.msgpack.Decoder(Reply)


def framed(message: Request | Reply) -> bytes:
    """The message as it goes through a pipe."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEAD) + body


def main() -> None:
    """Answer until the server closes the pipe or is gone."""
    if sys.platform != "win32":  # where the server starts it with less priority
        os.nice(NICENESS)
    send = _open_output()
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(requests,), daemon=True).start()
    while True:
        send(_answer(requests.get(), lambda done, of: send(Progress(done, of))))


def _answer(request: bytes, progress: analysis.Progress) -> Answer:
    try:
        return Result(msgspec.Raw(msgspec.msgpack.encode(REQUESTS.decode(request).answer(progress))))
    except StammtischError as error:
        return Refusal(str(error))
    except Exception:  # noqa: BLE001 - a bug is reported and does not end the worker
        return Failure(traceback.format_exc())


def _read(requests: SimpleQueue[bytes]) -> None:
    """Read in a thread of its own, so that a worker without a server ends at once, whatever it computes."""
    pipe = sys.stdin.buffer
    while len(head := pipe.read(HEAD)) == HEAD:
        requests.put(pipe.read(int.from_bytes(head)))
    os._exit(0)


def _open_output() -> Callable[[Reply], None]:
    """The way to reply; anything else that is printed goes to the log and not between the replies."""
    pipe = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def send(reply: Reply) -> None:
        try:
            pipe.write(framed(reply))
            pipe.flush()
        except BrokenPipeError:
            os._exit(0)

    return send


if __name__ == "__main__":
    main()
