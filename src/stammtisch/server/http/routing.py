"""Serves endpoints: from a request of HTTP to a call, and from an answer to a response."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from typing import IO, Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from stammtisch.server.http.disconnect import while_connected
from stammtisch.server.http.endpoint import (
    BODY_AT_MOST,
    CHANGING,
    Answer,
    Call,
    Endpoint,
    encoded,
    read_body,
    read_query,
)
from stammtisch.server.http.errors import BadOrigin, BodyTooLarge
from stammtisch.server.ops.headers import bearer_token, origin_allowed, own_origin
from stammtisch.server.ops.limits import Limiter

PIECE: Final = 64 * 1024
"""Bytes of a file that are read at once."""
COMPRESSION: Final = (Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),)


def routes(
    endpoints: Iterable[Endpoint], origins: Iterable[str] = (), limiter: Limiter | None = None
) -> list[Route]:
    """One route for each path with all its methods: a wrong method is answered with the right ones."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [
        Route(
            path,
            _handler(by_method, tuple(origins), limiter),
            methods=list(by_method),
            middleware=COMPRESSION if all(endpoint.compressed for endpoint in by_method.values()) else None,
        )
        for path, by_method in by_path.items()
    ]


def _handler(
    by_method: Mapping[str, Endpoint], origins: tuple[str, ...], limiter: Limiter | None
) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:
        endpoint = by_method["GET" if request.method == "HEAD" else request.method]
        _check_origin(request, origins)
        call = _call(request)
        if limiter is not None:
            limiter.spend(endpoint.budget, call.address, call.person)
        call = replace(call, query=read_query(endpoint.query, request.query_params.multi_items()))
        data = b"" if endpoint.body is None else await _bytes(request)
        work = endpoint.handle(call, read_body(endpoint, data))
        result = await (while_connected(request, work) if endpoint.slow else work)
        return _response(endpoint, result, call.secure)

    return serve


def _check_origin(request: Request, origins: tuple[str, ...]) -> None:
    if request.method not in CHANGING or not {"cookie", "origin"} & {*request.headers}:
        return
    if not origin_allowed(request.headers, request.scope["scheme"], origins):
        raise BadOrigin("cookies count only on our own page; a program sends `Authorization: Bearer …`")


def _call(request: Request) -> Call:
    """The call without its query, which is read later."""
    return Call(
        path=request.path_params,
        query=None,
        address=request.client.host if request.client else "",
        token=bearer_token(request.headers),
        cookies=request.cookies,
        secure=request.scope["scheme"] == "https",
        origin=request.headers.get("origin"),
        own_origin=own_origin(request.headers, request.scope["scheme"]),
        user_agent=request.headers.get("user-agent", ""),
    )


async def _bytes(request: Request) -> bytes:
    """The body, of which no more is read than is allowed."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_AT_MOST:
            raise BodyTooLarge(f"a body may have at most {BODY_AT_MOST} bytes")
    return bytes(data)


def _response(endpoint: Endpoint, result: object, secure: bool) -> Response:
    answer = result if isinstance(result, Answer) else Answer(result)
    pieces = answer.pieces if answer.file is None else _read(answer.file)
    response: Response
    if pieces is not None:
        response = StreamingResponse(pieces, endpoint.status, answer.headers, endpoint.media_type)
    else:
        kind = None if answer.body is None else endpoint.media_type
        response = Response(encoded(answer.body), endpoint.status, answer.headers, kind)
    for cookie in answer.cookies:
        response.set_cookie(
            cookie.name,
            cookie.value,
            max_age=cookie.max_age,
            path=cookie.path,
            secure=secure,
            httponly=True,
            samesite="strict",
        )
    return response


async def _read(file: IO[bytes]) -> AsyncIterator[bytes]:
    """The file in pieces; it is closed even if the client leaves."""
    with file:
        while piece := await asyncio.to_thread(file.read, PIECE):
            yield piece
