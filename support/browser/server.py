"""A real server with the built page, in a process of its own, which can be stopped and started again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from stammtisch.server.app import PAGE

COMPILED: Final = Path(__file__).parents[2] / "build/compiled"
GENEROUS: Final = {
    "STAMMTISCH_MOST_TABLES_PER_ADDRESS": "1000",
    "STAMMTISCH_MOST_CONNECTIONS_PER_ADDRESS": "1000",
    "STAMMTISCH_BOT_SECONDS": "0",
    "STAMMTISCH_REQUESTS_PER_SECOND": "1000",
    "STAMMTISCH_PRIVATE_RECEIVERS": "on",
}
"""In the environment, where an older program ignores a setting that it does not have."""
PATIENCE: Final = 60


class PageServer:
    """Serves at one address, with one database, as long as it is open."""

    def __init__(self, folder: Path, source: Path | None = None) -> None:
        """`source` holds another package `stammtisch` than the one that is tested."""
        self.database = f"sqlite:{folder / 'tables.sqlite'}"
        self._package = {"PYTHONPATH": str(source)} if source else fastest()
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.open()

    def open(self) -> None:
        """Start it at the address it had before, and return when it accepts connections."""
        port = self.url.rpartition(":")[2] or "0"
        command = [sys.executable, "-m", "stammtisch", "serve", "--port", port]
        self._process = subprocess.Popen(
            [*command, "--database", self.database, "--log-level", "error"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | self._package | GENEROUS,
        )
        assert self._process.stdout is not None
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found, "the server does not start"
        self.url = found[0]

    def close(self) -> None:
        """End it in good order."""
        self._end(kill=False)

    def crash(self) -> None:
        """End it at once, in the middle of anything."""
        self._end(kill=True)

    def _end(self, *, kill: bool) -> None:
        if self._process is None:
            return
        assert self._process.stdout is not None
        (self._process.kill if kill else self._process.terminate)()
        self._process.wait(PATIENCE)
        self._process.stdout.close()
        self._process = None


def fastest() -> dict[str, str]:
    """The way to the package with compiled rules, where one is there with the very same page."""
    index = COMPILED / "stammtisch/server/page/index.html"
    same = index.is_file() and index.read_bytes() == (PAGE / "index.html").read_bytes()
    return {"PYTHONPATH": str(COMPILED)} if same else {}
