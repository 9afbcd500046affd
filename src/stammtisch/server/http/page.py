"""The built page as static files."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

ADDRESSES: Final = frozenset({".", "t", "new", "r", "rules", "learn", "profile", "leaderboard", "settings"})
"""The first parts of the addresses that the page handles itself."""


class Page(StaticFiles):
    """Serves `index.html` at all addresses of the page; files named by their hash are cached for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(404)
        known = path.partition("/")[0] in ADDRESSES
        try:
            response = await super().get_response("index.html" if known else path, scope)
        except HTTPException:
            if not _broken_link(path, scope):
                raise
            response = await super().get_response("index.html", scope)
            response.status_code = 404
        hashed = path.startswith("assets/")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


def _broken_link(path: str, scope: Scope) -> bool:
    """Whether a person followed a broken link, so that the page can say so."""
    return not path.startswith("api/") and "text/html" in Headers(scope=scope).get("accept", "")
