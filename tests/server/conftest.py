"""The same two databases as for the store itself, and both ways to serve a socket."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from stammtisch.server import serving
from tests.store.conftest import file, server, url

__all__ = ["file", "server", "url"]


@pytest.fixture(params=["direct", "asgi"])
def each_transport(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets are served the short way where this uvicorn has it, and then by plain ASGI."""
    chosen = serving.websocket_protocol
    monkeypatch.setattr(
        serving,
        "websocket_protocol",
        lambda settings, metrics: chosen(replace(settings, sockets=request.param), metrics),
    )
