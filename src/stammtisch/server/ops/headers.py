"""HTTP headers: who asks, from which page, and the security headers of every answer."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SCHEMES: Final = {"ws": "http", "wss": "https"}
_BEARER: Final = "bearer "


def bearer_token(headers: Mapping[str, str]) -> str | None:
    """The token of `Authorization: Bearer …`, by which programs say who they are."""
    value = headers.get("authorization", "")
    return value[len(_BEARER) :].strip() if value.lower().startswith(_BEARER) else None


def origin_allowed(headers: Mapping[str, str], scheme: str, origins: Iterable[str]) -> bool:
    """Whether the request, or socket, comes from our own page or from one of the given origins.

    A page cannot make the browser lie about its origin; a request without one is not from our page.
    """
    origin = headers.get("origin")
    return origin is not None and (origin.lower() == own_origin(headers, scheme) or origin in origins)


def own_origin(headers: Mapping[str, str], scheme: str) -> str:
    """The origin of our own page, by the host that this request was sent to."""
    return f"{_SCHEMES.get(scheme, scheme)}://{headers.get('host', '')}".lower()


def policy(style: str | None = None) -> str:
    """The Content-Security-Policy of a page of ours: its own files, and this inline style if it has one.

    `wasm-unsafe-eval` lets it compile WebAssembly, such as the runtime of the games; it allows no scripts.
    """
    allowed = f" 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" if style else ""
    return (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        f"style-src 'self'{allowed}; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )


class SecureHeaders:
    """Adds to every answer the headers that make browsers careful. Links hold secrets: no referrer."""

    ALWAYS: Final = {
        "Content-Security-Policy": policy(),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
    OVER_TLS: Final = {"Strict-Transport-Security": "max-age=31536000"}
    OF_API: Final = {"Cache-Control": "no-store"}

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        added = self._added(scope)

        async def with_headers(message: Message) -> None:
            if message["type"].endswith(".response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in added.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)

    def _added(self, scope: Scope) -> Mapping[str, str]:
        added = dict(self.ALWAYS)
        if scope["scheme"] in ("https", "wss"):
            added |= self.OVER_TLS
        if scope["path"].startswith("/api/"):
            added |= self.OF_API
        return added
