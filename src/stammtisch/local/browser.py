"""The server of this device in a browser: JavaScript provides its store and its files."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, final

from stammtisch.local.server import LocalServer
from stammtisch.local.store import StoreFailed
from stammtisch.local.tabs import TabBus
from stammtisch.solve import compact

try:
    from pyodide.ffi import JsException, create_proxy
except ImportError:  # the tests run without a browser

    class JsException(Exception):  # type: ignore[no-redef]
        """What JavaScript raises."""


TABLES: Final = "/lib/tables"
"""Where table files are put."""


def open_server(store: Any, table: Callable[[str], Awaitable[Any]], channel: Any) -> LocalServer:
    """The server over what JavaScript has: a store, table files by name, and a channel to other tabs."""
    os.environ[compact.FOLDER_VARIABLE] = TABLES

    async def bring(name: str) -> None:
        try:
            data = await table(name)
        except JsException as error:
            raise compact.NoTable(f"{name} could not be loaded: {error}") from None
        file = Path(TABLES) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data.to_bytes())

    return LocalServer(BrowserStore(store), bring, TabBus(BrowserChannel(channel)))


@final
class BrowserChannel:
    """A JavaScript channel that keeps a reference to what it calls."""

    def __init__(self, channel: Any) -> None:
        self.send: Final = channel.send
        self._channel: Final = channel

    def listen(self, heard: Callable[[str, str], None]) -> None:
        """Call it with whatever other tabs send."""
        self._channel.listen(create_proxy(heard))


@final
class BrowserStore:
    """A store of JavaScript, whose rejected promises become `StoreFailed`."""

    def __init__(self, store: Any) -> None:
        self._store: Final = store

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self._store, name)

        async def call(*args: object) -> Any:
            try:
                return await method(*args)
            except JsException as error:
                raise StoreFailed(str(getattr(error, "name", ""))) from None

        return call
