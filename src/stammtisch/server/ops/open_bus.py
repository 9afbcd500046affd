"""Opens the message bus that an address names."""

from __future__ import annotations

from stammtisch.core.extras import require
from stammtisch.server.ops.bus import Bus, OnChange, SingleProcess


async def open_bus(url: str | None, on_change: OnChange) -> Bus:
    """The message bus at this address; without an address this process is the only one.

    `on_change` is called in the loop when the bus goes down (False) and when it is back (True).
    """
    if url is None:
        return SingleProcess()
    require("cluster", "nats", "a message bus")
    from stammtisch.server.ops.nats import NatsBus  # noqa: PLC0415 - of an extra

    return await NatsBus.connect(url, on_change=on_change)
