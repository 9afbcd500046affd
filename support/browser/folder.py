"""A folder of files, served as any static host serves it."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self


class _Quiet(SimpleHTTPRequestHandler):
    """Says nothing about requests."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is theirs
        pass


class FolderServer:
    """Serves a folder under a path of its own, and nothing else, as long as the block runs."""

    def __init__(self, folder: Path, inside: str) -> None:
        """`inside` is the path of the site within the folder."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self._server.server_port}/{inside}".rstrip("/")

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
