"""Servers in processes of their own, which can be killed and started again."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from support.servers import HOST
from support.waiting import PATIENCE

PROGRAM: Final = (sys.executable, "-c", "from stammtisch.cli.main import main; main()")
"""The command `stammtisch`, as it is installed here."""
UNLIMITED: Final = (
    *("--most-tables-per-address", "100000", "--most-connections-per-address", "100000"),
    *("--messages-per-second", "100000", "--requests-per-second", "100000"),
)
QUICK: Final = (*UNLIMITED, "--bot-seconds", "0", "--log-level", "error", "--workers", "1")
"""Bots answer at once, and the server starts fast."""


class ServerProcess:
    """One `stammtisch serve`, which keeps its address when it is started again."""

    def __init__(
        self, database: str, bus: str | None = None, *more: str, limits: Sequence[str] = QUICK
    ) -> None:
        self.port = reserved_port()
        self.http = f"http://{HOST}:{self.port}"
        self.sockets = f"ws://{HOST}:{self.port}"
        joined = () if bus is None else ("--bus", bus)
        where = ("--port", str(self.port), "--database", database)
        self._command = [*PROGRAM, "serve", *where, *joined, *limits, *more]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and return when it accepts connections."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline().startswith("Stammtisch is open"), "the server does not start"

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it at once, in the middle of anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in good order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.communicate(timeout=PATIENCE)
            self._process = None


def reserved_port() -> int:
    """A free port below those that systems assign: nobody else gets it while its server is down."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port
