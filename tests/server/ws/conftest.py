"""What the tests of sockets share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest


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
