"""The built page as static files."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
from functools import partial
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from stammtisch.server.ops.cache import CachedWork

ADDRESSES: Final = frozenset(
    {".", "t", "new", "r", "rules", "learn", "profile", "leaderboard", "settings", "daily", "admin"}
)
"""The first parts of the addresses that the page handles itself."""


NEVER_CHANGES: Final = "public, max-age=31536000, immutable"
ASK_EACH_TIME: Final = "no-cache"
FOR_A_DAY: Final = "public, max-age=86400"
"""For icons: a page shows them in several places, and nothing depends on them."""
NOT_KEPT: Final = "no-store"
"""What is missing now may be there in a moment, when all processes have been upgraded."""

PACKED: Final = 16 * 2**20
"""Bytes of compressed files that are kept: all of the page fits."""
WORTH_PACKING: Final = 1000
"""Bytes of a file from which on it is compressed."""
LEVEL: Final = 6

_OF_PLAIN: Final = ("content-length", "accept-ranges")
"""Headers that do not hold for a compressed file."""
_NOT_REFUSED: Final = r"\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))"
_TAKES_BROTLI: Final = re.compile(r"\bbr" + _NOT_REFUSED)
_TAKES_GZIP: Final = re.compile(r"\bgzip" + _NOT_REFUSED)


class Page(StaticFiles):
    """Serves `index.html` at all addresses of the page; files named by their hash are cached without end.

    The page holds no secrets, so compressing it reveals none.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._packed: Final[CachedWork[tuple[str, str]]] = CachedWork(PACKED)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(404)
        known = path.partition("/")[0] in ADDRESSES
        try:
            response = await super().get_response("index.html" if known else path, scope)
        except HTTPException as error:
            if _broken_link(path, scope):
                return self._not_found()
            raise HTTPException(error.status_code, headers={"Cache-Control": NOT_KEPT}) from error
        response.headers["Cache-Control"] = _kept(path)
        return await self._compressed(response, Headers(scope=scope))

    async def _compressed(self, response: Response, asked: Headers) -> Response:
        """The same for browsers that take gzip but no Brotli, as all do without TLS.

        Each file is compressed once, in a thread: the largest take half a second.
        """
        if not isinstance(response, FileResponse) or "content-encoding" in response.headers:
            return response
        if int(response.headers["content-length"]) < WORTH_PACKING:
            return response
        response.headers.add_vary_header("Accept-Encoding")
        if "range" in asked or not _TAKES_GZIP.search(asked.get("accept-encoding", "")):
            return response
        file = str(response.path), response.headers["etag"]
        data = await self._packed.get(file, partial(asyncio.to_thread, _gzipped, response.path))
        kept = {name: value for name, value in response.headers.items() if name not in _OF_PLAIN}
        return Response(data, headers=kept | {"content-encoding": "gzip"})

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, or the copy of it that the build has compressed."""
        compressed = Path(f"{full_path}.br")
        accepted = Headers(scope=scope).get("accept-encoding", "")
        if not (_TAKES_BROTLI.search(accepted) and compressed.is_file()):
            return super().file_response(full_path, stat_result, scope, status_code)
        response = super().file_response(compressed, compressed.stat(), scope, status_code)
        response.headers["Content-Encoding"] = "br"
        response.headers.add_vary_header("Accept-Encoding")
        return response

    def _not_found(self) -> Response:
        """The page, which says that there is nothing at this address."""
        index, found = self.lookup_path("index.html")
        return FileResponse(index, 404, {"Cache-Control": NOT_KEPT}, stat_result=found)


def _gzipped(path: PathLike) -> bytes:
    return gzip.compress(Path(path).read_bytes(), LEVEL, mtime=0)


def _kept(path: str) -> str:
    """For how long a browser may keep the file without asking again."""
    if path.startswith("assets/") or (path.startswith("runtime/") and path != "runtime/manifest.json"):
        return NEVER_CHANGES  # another content would have another address
    return FOR_A_DAY if path.startswith("icon") else ASK_EACH_TIME


def _broken_link(path: str, scope: Scope) -> bool:
    """Whether a person followed a broken link, so that the page can say so."""
    return not path.startswith("api/") and "text/html" in Headers(scope=scope).get("accept", "")
