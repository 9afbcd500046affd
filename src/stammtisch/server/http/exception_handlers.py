"""How the application answers every error."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.core.errors import StammtischError
from stammtisch.server.http.errors import JSON, NOTHING_HERE, WRONG_METHOD, refusal, status_of


def refused(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """The answer to every error."""
    return Response(refusal(code, message), status, headers, JSON)


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
    HTTPStatus.NOT_FOUND: NOTHING_HERE,
    HTTPStatus.METHOD_NOT_ALLOWED: WRONG_METHOD,
}

HANDLERS: Final[dict[Any, Any]] = {
    StammtischError: _refusal,
    HTTPException: _http_error,
    ClientDisconnect: _disconnected,
    WebSocketDisconnect: _left,
    Exception: _bug,
}
"""How the application answers each kind of error."""
