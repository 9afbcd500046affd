"""The engine protocol: one line of JSON in, one line of JSON out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from stammtisch.core.documents import Document, shown
from stammtisch.core.errors import BadRequest, StammtischError
from stammtisch.core.wire import decoded
from stammtisch.engine.requests import read_request

LONGEST_LINE: Final = 1024 * 1024
"""In bytes, without the line's end."""


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends, or until nobody reads the answers any more."""
    try:
        for line in _lines(requests):
            if line.strip():
                answers.write(answer(line) + b"\n")
                answers.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        return


def _lines(requests: BinaryIO) -> Iterator[bytes]:
    """Each line; of an overlong one just enough to recognise it."""
    while line := requests.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = requests.readline(LONGEST_LINE + 1)
        yield line


def answer(line: bytes) -> bytes:
    """The answer to one line, whatever is in it."""
    repeated: Document = {}
    try:
        request = _object(line)
        repeated = {"id": request["id"]} if "id" in request else {}
        return msgspec.json.encode(repeated | read_request(request).answer())
    except StammtischError as error:
        return _refusal(repeated, error.code, str(error))
    except RecursionError:
        return _refusal(repeated, BadRequest.code, "the request is nested too deeply")
    except Exception as error:  # noqa: BLE001 - a bug must not end the program either
        return _refusal(repeated, "internal", f"{type(error).__name__}: {error}")


def _object(line: bytes) -> Document:
    request = decoded(line.removesuffix(b"\n"), LONGEST_LINE)
    if not isinstance(request, dict):
        raise BadRequest(f"a request is an object, not {shown(request)}")
    return request


def _refusal(repeated: Document, code: str, message: str) -> bytes:
    refusal: Document = {"id": None, "error": {"code": code, "message": message}}
    try:
        return msgspec.json.encode(refusal | repeated)
    except RecursionError:  # an id nested so deep that it can be read but not written
        return msgspec.json.encode(refusal)
