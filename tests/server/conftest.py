"""The same two databases as for the store itself, both ways to serve a socket, and errors of the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from stammtisch.server import serving
from tests.store.conftest import file, server, url

__all__ = ["file", "server", "url"]


@pytest.fixture(params=["direct", "asgi"])
def each_transport(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets are served directly where this uvicorn allows it, and then by plain ASGI."""
    _serve_sockets(request, monkeypatch)


@pytest.fixture(params=["direct", pytest.param("asgi", marks=pytest.mark.slow)])
def usual_transport(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for long tests, of which the quick run needs only the first."""
    _serve_sockets(request, monkeypatch)


def _serve_sockets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = serving.websocket_protocol
    monkeypatch.setattr(
        serving,
        "websocket_protocol",
        lambda settings, metrics: chosen(replace(settings, sockets=request.param), metrics),
    )


@pytest.fixture
async def no_server_errors(caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    """Fails a test during which the server logged an error, or a task failed that nobody awaited."""
    failures: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: failures.append(f"{context['message']}: {context.get('exception')!r}")
    )
    yield
    assert not failures
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not [error.getMessage() for error in errors if error.name != "websockets.client"]
