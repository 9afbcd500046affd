"""Endpoints: typed functions from a request to an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import IO, Any, Final, Literal, Required, TypeAlias, TypedDict, TypeVar, Unpack

import msgspec

from stammtisch.core.documents import read, shown
from stammtisch.core.errors import StammtischError
from stammtisch.core.wire import decoded
from stammtisch.server.http.errors import JSON, BadBody, BadQuery
from stammtisch.server.tokens import SEAT_COOKIE, SESSION_COOKIE, hashed

BODY_AT_MOST: Final = 64 * 1024
CHANGING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
"""The methods that may change something."""

_fields = cache(msgspec.structs.fields)  # otherwise annotations are evaluated each time, which is slow

StructT = TypeVar("StructT", bound=msgspec.Struct)


class NoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The query of an endpoint that takes none."""


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body that is taken as it is, for endpoints that read it themselves."""

    data: bytes


class Cookie(msgspec.Struct, frozen=True):
    """A cookie to set, which scripts cannot read and no other site can send; `max_age` 0 removes it."""

    name: str
    value: str
    max_age: int | None = None
    path: str = "/"


class Answer(msgspec.Struct, frozen=True):
    """A body with cookies and headers. Bytes are sent as they are, None is empty, the rest is JSON.

    A `file` is sent instead of a body, from its current position on, and closed; or `pieces`, one by one.
    """

    body: Any = None
    cookies: tuple[Cookie, ...] = ()
    headers: dict[str, str] = {}
    file: IO[bytes] | None = None
    pieces: AsyncIterator[bytes] | None = None


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


def read_query(kind: type[StructT], given: Sequence[tuple[str, str]]) -> StructT:
    """The query of these names and texts; `BadQuery` with everything that is wrong with it."""
    count = Counter(key for key, _ in given)
    twice = [f"{shown(key)} is given twice" for key, times in count.items() if times > 1]
    query, reasons = read(kind, _typed(kind, dict(given)))
    if query is None or twice:
        raise BadQuery(twice + reasons)
    return query


def _typed(kind: type[msgspec.Struct], texts: Mapping[str, str]) -> dict[str, object]:
    """The texts as typed values; a text that is not such a value stays a text, which `read` refuses."""
    values: dict[str, object] = dict(texts)
    for field in _fields(kind):
        with suppress(KeyError, msgspec.ValidationError):
            values[field.encode_name] = msgspec.convert(texts[field.encode_name], field.type, strict=False)
    return values


def read_body(endpoint: Endpoint, data: bytes) -> msgspec.Struct | None:
    """The body of a request; `BadJson` or `BadBody` with everything that is wrong with it."""
    if endpoint.body is None:
        return None
    if endpoint.body is File:
        return File(data)
    if not data and endpoint.method == "DELETE":
        data = b"{}"  # many clients send no body with DELETE: they read which keys are missing
    document = decoded(data, BODY_AT_MOST)
    if not isinstance(document, dict):
        raise BadBody([f"the body must be an object, not {shown(document)}"])
    body, reasons = read(endpoint.body, document)
    if body is None:
        raise BadBody(reasons)
    return body


def encoded(body: object) -> bytes:
    """The body of an answer as it is sent."""
    if body is None:
        return b""
    return body if isinstance(body, bytes) else msgspec.json.encode(body)
