"""Counts and logs every request and socket by its route."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.server.ops.metrics import Metrics

logger: Final = logging.getLogger(__name__)
_POLLED: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""Routes that monitoring asks all day long; they are logged only when debugging."""


class Observed:
    """Wraps an application; what a bug left open is closed here."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        observe = self._request if scope["type"] == "http" else self._socket
        status = await observe(scope, receive, send)
        self._note(scope, status, time.perf_counter() - began)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> int:
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception:  # noqa: BLE001 - the application has already answered
            _log_bug(scope)
        return status

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> int:
        """Messages of a socket are passed on untouched."""
        try:
            await self._app(scope, receive, send)
        except Exception:  # noqa: BLE001 - one socket of many
            _log_bug(scope)
            with suppress(OSError, RuntimeError):  # it may be closed already
                await send({"type": "websocket.close", "code": 1011})
            return 1011
        return 1000

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route, refusal = _route(scope), scope.get("refusal")
        if scope["type"] == "http":
            self._metrics.http_requests_total.labels(route, status).inc()
        if refusal:
            self._metrics.refusals_total.labels(refusal).inc()
        fields = {"route": route, "status": status, "ms": round(seconds * 1000, 1)}
        logger.log(
            logging.DEBUG if route in _POLLED else logging.INFO,
            scope.get("method", "SOCKET"),
            extra={"fields": fields | ({"refusal": refusal} if refusal else {})},
        )


def _log_bug(scope: Scope) -> None:
    logger.exception("a bug", extra={"fields": {"route": _route(scope)}})


def _route(scope: Scope) -> str:
    """The template of the route, which holds nothing that anybody sent."""
    return getattr(scope.get("route"), "path", "other")
