"""The whole application: endpoints, sockets, page, and what whoever runs the house wants to know."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch import __version__
from stammtisch.server.http import openapi, pages
from stammtisch.server.http.endpoint import HANDLERS, JSON, Endpoint, refused, routes
from stammtisch.server.ops.metrics import MEDIA_TYPE, Metrics
from stammtisch.server.ops.security import SecureHeaders
from stammtisch.server.settings import Settings

PAGE: Final = Path(__file__).parent / "page"
"""Where the page for browsers lies, if it was built."""

ADDRESSES: Final = frozenset({".", "t", "new", "r", "rules", "learn", "profile", "leaderboard", "settings"})
"""How the addresses begin that the page itself tells apart."""

_logger = logging.getLogger(__name__)
_WATCHED_ALL_DAY = frozenset({"/healthz", "/readyz", "/metrics"})


class HouseLike(Protocol):
    """What the application needs of the house: to open and close it, and whether it can serve."""

    async def __aenter__(self) -> Any: ...

    async def __aexit__(self, *error: object) -> Any: ...

    async def ready(self) -> str | None:
        """None, or why not."""

    def closing(self) -> None:
        """All connections end in a moment."""


def build(
    endpoints: Sequence[Endpoint],
    sockets: Sequence[WebSocketRoute],
    settings: Settings,
    house: HouseLike,
    metrics: Metrics,
    page: Path = PAGE,
) -> ASGIApp:
    """The ASGI application; the house is open as long as the application lives."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with house:
            yield

    app = Starlette(
        routes=[*routes(endpoints, settings.origins), *_about(endpoints, house, metrics)],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    if page.is_dir():
        # What bears no secret may be packed; other answers of the API are short, and go as they are.
        app.router.default = GZipMiddleware(Page(directory=page), minimum_size=1000, compresslevel=6)
    else:
        app.router.routes.append(Route("/", _always(pages.welcome(__version__))))
    return Entrance(SecureHeaders(Observed(app, metrics)), Observed(Router(sockets), metrics))


class Entrance:
    """Sockets have a door of their own: what every message passed through would cost every move."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp) -> None:
        self._app = app
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self._sockets if scope["type"] == "websocket" else self._app)(scope, receive, send)


def _about(endpoints: Sequence[Endpoint], house: HouseLike, metrics: Metrics) -> list[Route]:
    """What the application tells of itself."""
    document = openapi.document(endpoints, __version__)

    async def ready(_: Request) -> Response:
        reason = await house.ready()
        return PlainTextResponse("ready\n") if reason is None else refused(503, "not-ready", reason)

    async def measured(_: Request) -> Response:
        return Response(metrics.text(), media_type=MEDIA_TYPE)

    return [
        Route("/healthz", _always(PlainTextResponse("alive\n"))),
        Route("/readyz", ready),
        Route("/metrics", measured),
        Route("/api/openapi.json", _always(Response(msgspec.json.encode(document), media_type=JSON))),
        Route("/api/docs", _always(pages.docs(document))),
    ]


def _always(response: Response) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return response

    return answer


class Page(StaticFiles):
    """The built page: all its addresses are `index.html`; what bears a hash may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(404)
        known = path.partition("/")[0] in ADDRESSES
        try:
            response = await super().get_response("index.html" if known else path, scope)
        except HTTPException:
            if not _typed_in(path, scope):
                raise
            response = await super().get_response("index.html", scope)
            response.status_code = 404
        hashed = path.startswith("assets/")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


def _typed_in(path: str, scope: Scope) -> bool:
    """Whether a person came by a broken link, whom the page can tell so."""
    return not path.startswith("api/") and "text/html" in Headers(scope=scope).get("accept", "")


class Observed:
    """Counts and logs every request and socket by its route, and ends what one of our bugs left open."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        noted = self._request if scope["type"] == "http" else self._socket
        status = await noted(scope, receive, send)
        self._note(scope, status, time.perf_counter() - began)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> int:
        status = 0

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, seen)
        except Exception:  # noqa: BLE001 - the application has answered already
            self._bug(scope)
        return status

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> int:
        """What is said on a socket goes straight through."""
        try:
            await self._app(scope, receive, send)
        except Exception:  # noqa: BLE001 - one socket of many
            self._bug(scope)
            with suppress(OSError, RuntimeError):  # it may be closed already
                await send({"type": "websocket.close", "code": 1011})
            return 1011
        return 1000

    def _bug(self, scope: Scope) -> None:
        _logger.exception("a bug", extra={"fields": {"route": _route(scope)}})

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route, refusal = _route(scope), scope.get("refusal")
        if scope["type"] == "http":
            self._metrics.http_requests_total.labels(route, status).inc()
        if refusal:
            self._metrics.refusals_total.labels(refusal).inc()
        level = logging.DEBUG if route in _WATCHED_ALL_DAY else logging.INFO
        fields = {"route": route, "status": status, "ms": round(seconds * 1000, 1)}
        _logger.log(
            level,
            scope.get("method", "SOCKET"),
            extra={"fields": fields | ({"refusal": refusal} if refusal else {})},
        )


def _route(scope: Scope) -> str:
    """The template of the route, which holds nothing that anybody sent."""
    return getattr(scope.get("route"), "path", "other")
