"""Runs the application with uvicorn: one loop, small messages, and an orderly shutdown."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, Literal

import msgspec
import uvicorn
from starlette.types import ASGIApp

from stammtisch.core.build import is_compiled
from stammtisch.server.app import Lifecycle
from stammtisch.server.ops.budgets import frames, open_requests
from stammtisch.server.ops.lan import lan_addresses
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.settings import LAN, BadSettings, Settings
from stammtisch.server.ws.protocol import LARGEST_MESSAGE

if sys.platform != "win32":
    import resource

BACKLOG: Final = 128
"""Connections that the system keeps until they are accepted, all of which may be accepted in one go."""
PING_EVERY: Final = 20
PONG_WITHIN: Final = 20
"""Seconds between two pings to a device, and until it has to answer."""
KEEP_ALIVE: Final = 5
"""Seconds that a connection may be idle between two requests."""

_M_MMAP_THRESHOLD: Final = -3
_LARGE_BLOCK: Final = 2**20
_GRACE_PERIOD: Final = 5  # seconds that requests have after a signal to be answered
_LAST_MESSAGES: Final = 0.05  # seconds that the last messages have to reach the sockets
_SPARE_FILES: Final = 1000

logger: Final = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """Calls back when it accepts connections and before it closes them, and leaves signals to `serve`."""

    def __init__(
        self, config: uvicorn.Config, opened: Callable[[], None], closing: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._opened = opened
        self._closing = closing

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._closing()
        await asyncio.sleep(_LAST_MESSAGES)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen(settings: Settings, *, more_ports: int = 0) -> socket.socket:
    """A socket on the address of the settings, or `BadSettings` if that is not possible.

    If the port is taken, the next `more_ports` ports are tried.
    """
    host, port = settings.host, settings.port
    try:
        return _listener(host, port)
    except OSError as error:
        if more_ports and error.errno == errno.EADDRINUSE:
            return listen(msgspec.structs.replace(settings, port=port + 1), more_ports=more_ports - 1)
        why = (error.strerror or str(error)).partition(" (")[0]
        raise BadSettings([f"cannot listen on {host}, port {port}: {why}"]) from error


def _listener(host: str, port: int) -> socket.socket:
    address = _everywhere() if host == LAN else host
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.create_server((address, port), family=family, backlog=BACKLOG)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # accepted sockets inherit it
    return listener


def _everywhere() -> str:
    """All addresses of IPv4, or of IPv6 on a machine that has no others."""
    return "::" if lan_addresses(6) and not lan_addresses(4) else "0.0.0.0"  # noqa: S104 - it is asked for


async def serve(
    app: ASGIApp,
    lifecycle: Lifecycle,
    settings: Settings,
    listener: socket.socket,
    opened: Callable[[], None],
) -> None:
    """Serve until SIGTERM or SIGINT; then accept nothing new, finish, and close.

    The lifecycle is opened here and not by uvicorn, which would hide from its caller why it failed.
    """
    _allow_files(settings.most_connections + open_requests(settings)[1])
    _collect_seldom()
    _return_large_memory()
    server = Server(_configuration(app, settings, lifecycle.metrics), opened, lifecycle.closing)
    with (
        _on_signal(signal.SIGTERM, server.handle_exit),
        _on_signal(signal.SIGINT, server.handle_exit),
    ):
        await _serve(server, lifecycle, listener)


async def _serve(server: Server, lifecycle: Lifecycle, listener: socket.socket) -> None:
    async with lifecycle:
        if not is_compiled():
            logger.info(
                "the rules are not compiled, so they run several times slower; that takes a C compiler"
            )
        await server.serve([listener])


@contextmanager
def _on_signal(number: signal.Signals, handle: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Handle the signal in the loop, or where it arrives if this loop takes none, as on Windows.

    Afterwards it does what it did before: the menu that started a server goes on without it.
    """
    before = signal.getsignal(number)
    try:
        asyncio.get_running_loop().add_signal_handler(number, handle, number, None)
    except NotImplementedError:
        signal.signal(number, handle)
    try:
        yield
    finally:
        with suppress(NotImplementedError):
            asyncio.get_running_loop().remove_signal_handler(number)
        signal.signal(number, before or signal.SIG_DFL)


def _configuration(app: ASGIApp, settings: Settings, metrics: Metrics) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=http_protocol(settings, metrics),
        ws=websocket_protocol(settings, metrics),
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE,
        ws_max_size=LARGEST_MESSAGE,  # a longer one ends the socket with code 1009
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        log_level="error",  # its warnings are about what clients send, who could fill the log with them
        access_log=False,
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        timeout_graceful_shutdown=_GRACE_PERIOD,
    )


def http_protocol(settings: Settings, metrics: Metrics) -> type[asyncio.Protocol] | Literal["auto"]:
    """What uvicorn serves HTTP with: its own protocol with our limits, if this uvicorn allows that."""
    with suppress(ImportError):
        from stammtisch.server.http.protocol import available, limited_protocol  # noqa: PLC0415 - it may fail

        if available():
            return limited_protocol(settings, metrics)
    logger.warning("this uvicorn does not allow our limits on HTTP connections: let a proxy limit them")
    return "auto"


def websocket_protocol(settings: Settings, metrics: Metrics) -> type[asyncio.Protocol] | Literal["auto"]:
    """What uvicorn serves sockets with: its own protocol with our limits, if this uvicorn allows that."""
    with suppress(ImportError):
        from stammtisch.server.ws.direct import available, socket_protocol  # noqa: PLC0415 - it may fail

        if available():
            return socket_protocol(frames(settings), metrics, direct=settings.sockets == "direct")
    logger.warning("this uvicorn does not allow our limits on frames: let a proxy limit them")
    return "auto"


def _collect_seldom() -> None:
    """Collect garbage rarely: ten thousand tables are millions of objects, and nothing needs collecting.

    `tests/server/test_garbage.py` says that tables, sockets and refusals leave no cycles behind, and
    `benchmarks/soak.py` that the collector finds none in thousands of games. New objects are examined once,
    in portions that take a millisecond: reading a long log makes many of them.
    """
    gc.freeze()
    gc.set_threshold(10_000, 500, 100)


def _return_large_memory() -> None:
    """Give large blocks back to the system once they are free: hashing a password takes one of 19 MB.

    glibc would otherwise keep one for each thread that has ever hashed.
    """
    with suppress(AttributeError, OSError, TypeError):  # another C library keeps memory in another way
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE_BLOCK)


def _allow_files(connections: int) -> None:
    """Raise the limit on open files: every connection is one. Windows has no such limit."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = connections + _SPARE_FILES
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
