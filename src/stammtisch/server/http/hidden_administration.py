"""The administration does not exist until it has a password or a token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias, final

from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.server.http.exception_handlers import refused
from stammtisch.store.contract import Unavailable

ADDRESSES: Final = ("/admin", "/api/admin")


IsAdministered: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether there is a password or a token."""


async def never() -> bool:
    """There is no administration."""
    return False


@final
class HiddenAdministration:
    """Answers requests to the administration like those to any address that does not exist."""

    def __init__(self, app: ASGIApp, is_administered: IsAdministered) -> None:
        self._app: Final = app
        self._is_administered: Final = is_administered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http" and is_administration(scope["path"]):
            try:
                if not await self._is_administered():
                    scope = {**scope, "path": scope["path"].replace("admin", "-", 1)}
            except Unavailable as error:
                app = refused(error.status, error.code, str(error), error.headers)
        await app(scope, receive, send)


def is_administration(path: str) -> bool:
    """Whether the address belongs to the administration or its page."""
    return any(path == address or path.startswith(f"{address}/") for address in ADDRESSES)
