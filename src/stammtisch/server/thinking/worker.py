"""A worker process: it answers one request after the other, and ends with the server.

Requests come through standard input and replies go through standard output, each as MessagePack after its
length. Heavy modules and tables are loaded when first needed, and stay loaded.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeAlias

import msgspec

from stammtisch.analysis import report as analysis
from stammtisch.core.errors import StammtischError
from stammtisch.server.thinking.requests import Request

HEAD: Final = 4
"""Bytes of the length before each message."""
NICENESS: Final = 10
"""Workers give way to the server: on a busy machine bots think longer, and nobody's move waits."""


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
