"""What every request and every handshake passes first: limits, before anything is done for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.core.errors import StammtischError
from stammtisch.server.administration.errors import Blocked
from stammtisch.server.http.errors import status_of
from stammtisch.server.http.exception_handlers import refused
from stammtisch.server.http.hidden_administration import is_administration
from stammtisch.server.http.server_names import ServerNames, UnknownHost
from stammtisch.server.ops.limits import Limiter, TooMany
from stammtisch.server.ops.metrics import Metrics

OPERATIONS: Final = {"/healthz": "health checks", "/readyz": "health checks", "/metrics": "metrics"}
"""Addresses with budgets of their own, so that monitoring does not compete with people."""

_DENIAL: Final = "websocket.http.response"


Admit: TypeAlias = Callable[[str], None]
"""Raises `Blocked` for an address that is refused."""


def admit_all(_: str) -> None:
    """Refuses nobody."""


@final
class Gate:
    """Refuses requests of clients that are blocked or ask too often, and requests for another server.

    It costs little: nothing is read, looked up or logged. A refused request ends its connection, so that a
    flood has to connect again for each of them.
    """

    def __init__(
        self,
        app: ASGIApp,
        names: ServerNames,
        limiter: Limiter,
        metrics: Metrics,
        admit: Admit = admit_all,
    ) -> None:
        self._app: Final = app
        self._names: Final = names
        self._limiter: Final = limiter
        self._metrics: Final = metrics
        self._admit: Final = admit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            self._limiter.spend(_kind(scope), client_address(scope))
            self._names.check(scope)
            if _refuses_blocked(scope):
                self._admit(client_address(scope))
        except (TooMany, UnknownHost, Blocked) as error:
            self._metrics.refusals_total.labels(error.code).inc()
            await _refuse(error, scope, receive, send)
        else:
            await self._app(scope, receive, send)


def client_address(scope: Scope) -> str:
    """The address of the client, even behind a trusted proxy; empty where there is none."""
    return scope["client"][0] if scope.get("client") else ""


def _refuses_blocked(scope: Scope) -> bool:
    """Whether blocked clients are refused here: requests to the interface are. Blocked clients may read the
    page, which tells them so, and the administration stays open to operators who have blocked themselves.

    A socket is refused when it is open: browsers do not let the page read what a handshake was refused with.
    """
    path = scope["path"]
    return scope["type"] == "http" and path.startswith("/api/") and not is_administration(path)


def _kind(scope: Scope) -> str:
    return "handshakes" if scope["type"] == "websocket" else OPERATIONS.get(scope["path"], "requests")


async def _refuse(error: StammtischError, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket" and _DENIAL not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = {**getattr(error, "headers", {}), "Connection": "close"}
    answer = refused(status_of(error), error.code, str(error), headers)
    await answer(scope, receive, send)
