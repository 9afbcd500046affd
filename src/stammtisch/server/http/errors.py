"""Errors of HTTP, and how every error is answered."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.core.errors import Refused, StammtischError
from stammtisch.core.wire import TooLarge

JSON: Final = "application/json"


class NotFound(StammtischError):
    """There is nothing at this address."""

    code = "not-found"
    status: ClassVar[int] = 404


class BadBody(Refused):
    """The body does not fit; the message lists every reason."""

    code = "bad-body"
    what = "body"


class BadQuery(Refused):
    """The query does not fit; the message lists every reason."""

    code = "bad-query"
    what = "query"


class BodyTooLarge(TooLarge):
    """The body is larger than any endpoint allows."""

    status: ClassVar[int] = 413


class HeadersTooLarge(TooLarge):
    """The request line and the headers are larger than any request needs."""

    status: ClassVar[int] = 431


class BadOrigin(StammtischError):
    """Not the origin of our own page: its cookies do not count, and no link to it is drawn."""

    code = "bad-origin"
    status: ClassVar[int] = 403


class Problem(msgspec.Struct, frozen=True):
    """What was wrong: a stable code for programs, and a sentence for people."""

    code: str
    message: str


class Refusal(msgspec.Struct, frozen=True):
    """The body of every error."""

    error: Problem


def status_of(error: StammtischError | type[StammtischError]) -> int:
    """The HTTP status of an error; 400 unless it has its own."""
    return getattr(error, "status", 400)


def refused(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """The answer to every error."""
    return Response(refusal(code, message), status, headers, JSON)


def refusal(code: str, message: str) -> bytes:
    """Its body."""
    return msgspec.json.encode(Refusal(Problem(code, message)))


async def _refusal(request: Request, error: StammtischError) -> Response:
    request.scope["refusal"] = error.code
    return refused(status_of(error), error.code, str(error), getattr(error, "headers", None))


async def _http_error(_: Request, error: HTTPException) -> Response:
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "-")
    return refused(status, code, _EXPLANATIONS.get(status, error.detail), error.headers)


async def _disconnected(_: Request, __: ClientDisconnect) -> Response:
    return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody is there to read it


async def _left(_: WebSocket, __: WebSocketDisconnect) -> None:
    """A client may leave at any time; that is no error."""


async def _bug(_: Request, __: Exception) -> Response:
    return refused(
        500, "internal", "something went wrong on the server and has been logged; please try again"
    )


_EXPLANATIONS: Final[dict[int, str]] = {
    HTTPStatus.NOT_FOUND: "there is nothing at this address; /api/docs lists all addresses",
    HTTPStatus.METHOD_NOT_ALLOWED: "this address does not allow that method; the header Allow says which",
}

HANDLERS: Final[dict[Any, Any]] = {
    StammtischError: _refusal,
    HTTPException: _http_error,
    ClientDisconnect: _disconnected,
    WebSocketDisconnect: _left,
    Exception: _bug,
}
"""How the application answers each kind of error."""
