"""A server inside this process."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import ASGIApp

from stammtisch.server.app import Lifecycle
from stammtisch.server.serving import listen, serve
from stammtisch.server.settings import Settings


@asynccontextmanager
async def running(app: ASGIApp, lifecycle: Lifecycle, settings: Settings) -> AsyncIterator[str]:
    """The application behind real uvicorn, until the block ends; gives host and port."""
    accepts = asyncio.Event()
    with listen(settings) as listener:
        serving = asyncio.create_task(serve(app, lifecycle, settings, listener, accepts.set))
        waiting = asyncio.create_task(accepts.wait())
        await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            if not serving.done():
                os.kill(os.getpid(), signal.SIGTERM)
            await serving
