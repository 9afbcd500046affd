"""What a worker process does: it answers one question after the other, and ends with the server.

Questions come through its standard input, answers go through its standard output, each as
MessagePack behind its length. What is heavy is loaded when first needed, and stays for the next.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeAlias

import msgspec

from stammtisch import bots, catalog
from stammtisch.analysis import report as analysis
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Seat
from stammtisch.match import read_record

HEAD: Final = 4
"""The bytes of a length."""


class Choose(msgspec.Struct, frozen=True, tag=True):
    """What would the bot do, knowing what the seat may know?"""

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
    """What is the position worth to the seat, and each of its moves?"""

    game: str
    view: Document
    seat: Seat
    goal: str | None

    def answer(self, progress: analysis.Progress) -> bots.Evaluation:
        """The evaluation of the seat's view."""
        game = catalog.game(self.game)
        return bots.evaluator(game)(game, self.view, self.seat, Seeded(""), self.goal)


class Analyse(msgspec.Struct, frozen=True, tag=True):
    """Luck or skill?"""

    record: bytes

    def answer(self, progress: analysis.Progress) -> bytes:
        """The report as JSON."""
        return msgspec.json.encode(analysis.analyse(read_record(self.record), progress=progress))


class Progress(msgspec.Struct, frozen=True, tag=True):
    """So much of the work is done."""

    done: int
    of: int


class Answer(msgspec.Struct, frozen=True, tag=True):
    """What was found."""

    found: Any


class Refusal(msgspec.Struct, frozen=True, tag=True):
    """The question makes no sense as asked."""

    why: str


class Failure(msgspec.Struct, frozen=True, tag=True):
    """A mistake of ours, and where it was made."""

    trace: str


Question: TypeAlias = Choose | Evaluate | Analyse
LastWord: TypeAlias = Answer | Refusal | Failure
Word: TypeAlias = Progress | LastWord

QUESTIONS: Final = msgspec.msgpack.Decoder(Question)
WORDS: Final[msgspec.msgpack.Decoder[Word]] = msgspec.msgpack.Decoder(Word)


def framed(message: Question | Word) -> bytes:
    """The message as it goes through a pipe."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEAD) + body


def main() -> None:
    """Answer until the server closes the pipe or is no more."""
    tell = _line_out()
    questions: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        tell(_answer(questions.get(), lambda done, of: tell(Progress(done, of))))


def _answer(question: bytes, progress: analysis.Progress) -> LastWord:
    try:
        return Answer(QUESTIONS.decode(question).answer(progress))
    except StammtischError as error:
        return Refusal(str(error))
    except Exception:  # noqa: BLE001 - a mistake of ours is told and does not end the worker
        return Failure(traceback.format_exc())


def _listen(questions: SimpleQueue[bytes]) -> None:
    """Beside the thinking, so that a worker ends at once when there is no server to think for."""
    pipe = sys.stdin.buffer
    while len(head := pipe.read(HEAD)) == HEAD:
        questions.put(pipe.read(int.from_bytes(head)))
    os._exit(0)


def _line_out() -> Callable[[Word], None]:
    """The way to tell; whatever else is printed goes to the log and not between the answers."""
    pipe = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(word: Word) -> None:
        try:
            pipe.write(framed(word))
            pipe.flush()
        except BrokenPipeError:
            os._exit(0)

    return tell


if __name__ == "__main__":
    main()
