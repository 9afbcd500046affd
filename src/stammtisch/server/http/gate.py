"""What every request and every handshake passes first: limits, before anything is done for it."""

from __future__ import annotations

from typing import Final, final

from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.server.http.errors import refused
from stammtisch.server.ops.limits import Limiter, TooMany
from stammtisch.server.ops.metrics import Metrics

OPERATIONS: Final = {"/healthz": "health checks", "/readyz": "health checks", "/metrics": "metrics"}
"""Addresses with budgets of their own, so that monitoring does not compete with people."""

_DENIAL: Final = "websocket.http.response"


@final
class Gate:
    """Refuses whoever asks too often. It costs little: nothing is read, looked up or logged.

    A refused request ends its connection, so that a flood has to connect again for each of them.
    """

    def __init__(self, app: ASGIApp, limiter: Limiter, metrics: Metrics) -> None:
        self._app: Final = app
        self._limiter: Final = limiter
        self._metrics: Final = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            self._limiter.spend(_kind(scope), client_address(scope))
        except TooMany as error:
            self._metrics.refusals_total.labels(error.code).inc()
            await _refuse(error, scope, receive, send)
        else:
            await self._app(scope, receive, send)


def client_address(scope: Scope) -> str:
    """The address of the client, even behind a trusted proxy; empty where there is none."""
    return scope["client"][0] if scope.get("client") else ""


def _kind(scope: Scope) -> str:
    return "handshakes" if scope["type"] == "websocket" else OPERATIONS.get(scope["path"], "requests")


async def _refuse(error: TooMany, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket" and _DENIAL not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    answer = refused(error.status, error.code, str(error), {**error.headers, "Connection": "close"})
    await answer(scope, receive, send)
