"""Endpoints: typed functions from a request to an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import IO, Any, Final, Literal, Required, TypeAlias, TypedDict, TypeVar, Unpack

import msgspec
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from stammtisch.core.documents import read, shown
from stammtisch.core.errors import StammtischError
from stammtisch.core.wire import BadJson, decoded
from stammtisch.server.administration.errors import Blocked
from stammtisch.server.http.errors import (
    JSON,
    BadBody,
    BadOrigin,
    BadQuery,
    BodyTooLarge,
    HeadersTooLarge,
    NotFound,
)
from stammtisch.server.http.hidden import is_administration
from stammtisch.server.http.leaving import while_connected
from stammtisch.server.http.names import UnknownHost
from stammtisch.server.ops.headers import bearer_token, origin_allowed, own_origin
from stammtisch.server.ops.limits import Limiter, TooMany
from stammtisch.server.tokens import SEAT_COOKIE, SESSION_COOKIE, hashed

BODY_AT_MOST: Final = 64 * 1024
PIECE: Final = 64 * 1024
"""Bytes of a file that are read at once."""
COMPRESSION: Final = (Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),)
CHANGING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
"""The methods that may change something."""

_fields = cache(msgspec.structs.fields)  # otherwise annotations are evaluated each time, which is slow

StructT = TypeVar("StructT", bound=msgspec.Struct)


class NoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The query of an endpoint that takes none."""


class Cookie(msgspec.Struct, frozen=True):
    """A cookie to set, which scripts cannot read; `max_age` 0 removes it."""

    name: str
    value: str
    max_age: int | None = None
    path: str = "/"
    same_site: Literal["strict", "lax"] = "strict"


class Answer(msgspec.Struct, frozen=True):
    """A body with cookies, headers or a status. Bytes are sent as they are, None is empty, the rest is JSON.

    Status and media type are those of the endpoint if they are None. A `file` is sent instead of a body,
    from where it stands, and closed.
    """

    body: Any = None
    status: int | None = None
    cookies: tuple[Cookie, ...] = ()
    headers: dict[str, str] = {}
    media_type: str | None = None
    file: IO[bytes] | None = None


@dataclass(frozen=True, slots=True, repr=False)  # no repr: it holds secrets
class Call:
    """One request as handlers see it. The address is the client's, even behind a trusted proxy."""

    path: Mapping[str, str]
    query: Any
    address: str
    token: str | None
    cookies: Mapping[str, str]
    secure: bool
    origin: str | None
    own_origin: str = ""
    """The origin of our own page, as this client reaches it."""
    user_agent: str = ""

    @property
    def person(self) -> str | None:
        """Tells callers apart by the secret they hold, whatever it opens; None if they hold none."""
        held = self.token or self.cookies.get(SESSION_COOKIE) or self.cookies.get(SEAT_COOKIE)
        return hashed(held) if held else None


Method: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class Declaration(TypedDict, total=False):
    """What else is declared with an endpoint; see `Endpoint`."""

    summary: Required[str]
    body: type[msgspec.Struct]
    query: type[msgspec.Struct]
    answer: Any
    status: int
    media_type: str
    errors: tuple[type[StammtischError], ...]
    compressed: bool
    limit: str
    slow: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One method of one path. `handle` takes the call and the body, and returns a body or an `Answer`."""

    method: Method
    path: str
    name: str
    summary: str
    handle: Callable[[Call, Any], Coroutine[Any, Any, Any]]
    body: type[msgspec.Struct] | None = None
    query: type[msgspec.Struct] = NoQuery
    answer: Any = None
    status: int = 200
    media_type: str = JSON
    errors: tuple[type[StammtischError], ...] = ()
    tags: tuple[str, ...] = ()
    compressed: bool = False  # only if the answer is the same for everybody and holds no secret
    slow: bool = False  # it may take so long that the client leaves, and then nothing more is done
    limit: str = ""  # the budget that each request is counted in, instead of that of its method

    def __post_init__(self) -> None:
        for kind in (self.body, self.query):
            if kind and not kind.__struct_config__.forbid_unknown_fields:
                raise TypeError(f"{kind.__name__} comes from outside and needs forbid_unknown_fields=True")

    @property
    def budget(self) -> str:
        """The kind of budget that each request is counted in."""
        return self.limit or ("changes" if self.method in CHANGING else "lookups")

    def all_errors(self) -> tuple[type[StammtischError], ...]:
        """The errors it declares, and those of its query, body, method and path."""
        own: list[type[StammtischError]] = [*self.errors, BadQuery, UnknownHost, TooMany, HeadersTooLarge]
        if self.body is not None:
            own += [BadJson, BadBody, BodyTooLarge]
        if not is_administration(self.path):
            own.append(Blocked)
        if self.method in CHANGING:
            own.append(BadOrigin)
        if "{" in self.path:
            own.append(NotFound)
        return tuple(dict.fromkeys(own))


Handler = TypeVar("Handler", bound=Callable[..., Coroutine[Any, Any, Any]])
_declared: Final[dict[Callable[..., Coroutine[Any, Any, Any]], Endpoint]] = {}


def endpoint(method: Method, path: str, **more: Unpack[Declaration]) -> Callable[[Handler], Handler]:
    """Declares a method of a class as the handler of an endpoint, which is named after it."""

    def declare(handler: Handler) -> Handler:
        _declared[handler] = Endpoint(method=method, path=path, name=handler.__name__, handle=handler, **more)
        return handler

    return declare


def endpoints_of(handlers: object, *tags: str) -> list[Endpoint]:
    """The endpoints that the methods of an object handle, in the order of their declaration."""
    return [
        replace(_declared[function], handle=getattr(handlers, name), tags=tags)
        for name, function in vars(type(handlers)).items()
        if callable(function) and function in _declared
    ]


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
        call = replace(call, query=_query(endpoint.query, request))
        body = None if endpoint.body is None else await _body(endpoint.body, request)
        work = endpoint.handle(call, body)
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


def _query(kind: type[StructT], request: Request) -> StructT:
    given = request.query_params
    twice = [f"{shown(key)} is given twice" for key in given if len(given.getlist(key)) > 1]
    query, reasons = read(kind, _typed(kind, given))
    if query is None or twice:
        raise BadQuery(twice + reasons)
    return query


def _typed(kind: type[msgspec.Struct], texts: Mapping[str, str]) -> dict[str, object]:
    """The values that the texts stand for; a text that stands for none stays a text, which `read` refuses."""
    values: dict[str, object] = dict(texts)
    for field in _fields(kind):
        with suppress(KeyError, msgspec.ValidationError):
            values[field.encode_name] = msgspec.convert(texts[field.encode_name], field.type, strict=False)
    return values


async def _body(kind: type[StructT], request: Request) -> StructT:
    data = await _bytes(request)
    if not data and request.method == "DELETE":
        data = b"{}"  # many clients send no body with DELETE: they read which keys are missing
    document = decoded(data, BODY_AT_MOST)
    if not isinstance(document, dict):
        raise BadBody([f"the body must be an object, not {shown(document)}"])
    body, reasons = read(kind, document)
    if body is None:
        raise BadBody(reasons)
    return body


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
    status, media_type = answer.status or endpoint.status, answer.media_type or endpoint.media_type
    response: Response
    if answer.file is not None:
        response = StreamingResponse(_read(answer.file), status, answer.headers, media_type)
    else:
        kind = None if answer.body is None else media_type
        response = Response(_encoded(answer.body), status, answer.headers, kind)
    for cookie in answer.cookies:
        response.set_cookie(
            cookie.name,
            cookie.value,
            max_age=cookie.max_age,
            path=cookie.path,
            secure=secure,
            httponly=True,
            samesite=cookie.same_site,
        )
    return response


async def _read(file: IO[bytes]) -> AsyncIterator[bytes]:
    """The file in pieces; it is closed even if the client leaves."""
    with file:
        while piece := await asyncio.to_thread(file.read, PIECE):
            yield piece


def _encoded(body: object) -> bytes:
    if body is None:
        return b""
    return body if isinstance(body, bytes) else msgspec.json.encode(body)
