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
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch import __version__
from stammtisch.server import openapi, pages
from stammtisch.server.metrics import MEDIA_TYPE, Metrics
from stammtisch.server.security import SecureHeaders
from stammtisch.server.settings import Settings
from stammtisch.server.web import HANDLERS, JSON, Endpoint, refused, routes

PAGE: Final = Path(__file__).parent / "page"
"""Where the page for browsers lies, if it was built."""

_logger = logging.getLogger(__name__)
_WATCHED_ALL_DAY = frozenset({"/healthz", "/readyz", "/metrics"})


class HouseLike(Protocol):
    """What the application needs of the house: to open and close it, and whether it can serve."""

    async def __aenter__(self) -> Any: ...

    async def __aexit__(self, *error: object) -> Any: ...

    async def ready(self) -> str | None:
        """None, or why not."""


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
        routes=[*routes(endpoints, settings.origins), *sockets, *_about(endpoints, house, metrics)],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    if page.is_dir():
        app.router.default = Page(directory=page)
    else:
        app.router.routes.append(Route("/", _always(pages.welcome(__version__))))
    return SecureHeaders(Observed(app, metrics))


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
    """The built page: `/` and every table's link are `index.html`; what bears a hash may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(404)
        file = "index.html" if path == "." or path.startswith("t/") else path
        response = await super().get_response(file, scope)
        hashed = path.startswith("assets/")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


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
        seen = _Seen(send)
        try:
            await self._app(scope, receive, seen.send)
        except Exception:
            _logger.exception("a bug", extra={"fields": {"route": _route(scope)}})
            await seen.give_up()
        self._note(scope, seen.status, time.perf_counter() - began)

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


class _Seen:
    """What has been answered so far: an HTTP status, or a socket's close code (101 while it is open)."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def send(self, message: Message) -> None:
        kind = message["type"]
        if kind.endswith(".response.start"):
            self.status = message["status"]
        elif kind == "websocket.accept":
            self.status = 101
        elif kind == "websocket.close":
            self.status = message.get("code", 1000)
        await self._send(message)

    async def give_up(self) -> None:
        """Close a socket that is still open; a request was answered already."""
        if self.status == 101:
            with suppress(OSError):
                await self.send({"type": "websocket.close", "code": 1011})


def _route(scope: Scope) -> str:
    """The template of the route, which holds nothing that anybody sent."""
    return getattr(scope.get("route"), "path", "other")
