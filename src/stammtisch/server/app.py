"""The whole application: routes, sockets, page and middleware, put together here and nowhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch import __version__
from stammtisch.server.http import openapi, pages
from stammtisch.server.http.accounts import AccountRoutes
from stammtisch.server.http.administration import AdminRoutes
from stammtisch.server.http.endpoint import Endpoint, endpoints_of
from stammtisch.server.http.errors import JSON
from stammtisch.server.http.exception_handlers import HANDLERS, refused
from stammtisch.server.http.games import GameRoutes
from stammtisch.server.http.gate import Admit, Gate, admit_all
from stammtisch.server.http.hidden_administration import HiddenAdministration, IsAdministered, never
from stammtisch.server.http.notifications import NotificationRoutes
from stammtisch.server.http.puzzles import PuzzleRoutes
from stammtisch.server.http.records import RecordRoutes
from stammtisch.server.http.reports import ReportRoutes
from stammtisch.server.http.routing import routes
from stammtisch.server.http.server_names import ServerNames
from stammtisch.server.http.static_files import Page
from stammtisch.server.http.steps import StepRoutes
from stammtisch.server.http.tables import TableRoutes
from stammtisch.server.ops.budgets import budgets
from stammtisch.server.ops.headers import SecureHeaders
from stammtisch.server.ops.limits import Limiter
from stammtisch.server.ops.metrics import MEDIA_TYPE, Metrics
from stammtisch.server.ops.request_log import Observed
from stammtisch.server.services import Services
from stammtisch.server.settings import Settings
from stammtisch.server.ws.connection import Sockets
from stammtisch.store.contract import Unavailable

PAGE: Final = Path(__file__).parent / "page"
"""Where the page for browsers is, if it was built."""


class Lifecycle(Protocol):
    """What opens and closes with the application, and whether it can serve."""

    async def __aenter__(self) -> Any: ...

    async def __aexit__(self, *error: object) -> Any: ...

    async def ready(self) -> str | None:
        """Why it cannot serve now; None if it can."""

    def damage(self) -> str | None:
        """What cannot be read although the rest can be served; None where nothing is damaged."""

    def closing(self) -> None:
        """All connections end in a moment."""

    @property
    def metrics(self) -> Metrics:
        """What is counted."""


def endpoints(services: Services) -> list[Endpoint]:
    """Everything that is answered over HTTP."""
    return [
        *endpoints_of(GameRoutes(), "games"),
        *endpoints_of(TableRoutes(services), "tables"),
        *endpoints_of(StepRoutes(services), "tables"),
        *endpoints_of(RecordRoutes(services), "records"),
        *endpoints_of(PuzzleRoutes(services), "puzzles"),
        *endpoints_of(AccountRoutes(services), "profiles"),
        *endpoints_of(ReportRoutes(services), "reports"),
        *endpoints_of(AdminRoutes(services), "administration"),
        *endpoints_of(NotificationRoutes(services), "notifications"),
    ]


def sockets(services: Services) -> list[WebSocketRoute]:
    """Where tables are played."""
    return [WebSocketRoute("/api/tables/{table}/socket", Sockets(services))]


def create_app(services: Services) -> ASGIApp:
    """The ASGI application of these services."""
    return assemble(
        endpoints(services),
        sockets(services),
        services.settings,
        services,
        limiter=services.limiter,
        admit=services.in_force.check_address,
        administered=services.administered,
    )


def assemble(
    endpoints: Sequence[Endpoint],
    sockets: Sequence[WebSocketRoute],
    settings: Settings,
    lifecycle: Lifecycle,
    *,
    limiter: Limiter | None = None,
    admit: Admit = admit_all,
    administered: IsAdministered = never,
    page: Path = PAGE,
) -> ASGIApp:
    """An ASGI application with middleware, page, limits and health checks around these routes."""
    metrics = lifecycle.metrics
    names, limiter = ServerNames(settings), limiter or Limiter(budgets(settings), refused=metrics.limited)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with lifecycle:
            yield

    app = Starlette(
        routes=[*routes(endpoints, settings.origins, limiter), *_operations(endpoints, lifecycle, metrics)],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    if page.is_dir():
        app.router.default = Page(page)
    else:
        app.router.routes.append(Route("/", _always(pages.welcome(__version__))))
    return Entrance(
        SecureHeaders(
            Gate(Observed(HiddenAdministration(app, administered), metrics), names, limiter, metrics, admit)
        ),
        Gate(Observed(Router(sockets), metrics), names, limiter, metrics),
    )


class Entrance:
    """Sockets bypass the middleware for requests, which would cost every message."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp) -> None:
        self._app = app
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self._sockets if scope["type"] == "websocket" else self._app)(scope, receive, send)


def _operations(endpoints: Sequence[Endpoint], lifecycle: Lifecycle, metrics: Metrics) -> list[Route]:
    """Health, metrics and the description of the interface."""
    document = openapi.document(endpoints, __version__)

    async def ready(_: Request) -> Response:
        if (reason := await lifecycle.ready()) is not None:
            return refused(Unavailable.status, "not-ready", reason, Unavailable.headers)
        damage = lifecycle.damage()
        return PlainTextResponse("ready\n" if damage is None else f"ready, with damage: {damage}\n")

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
