"""A message bus through a NATS server (`pip install 'stammtisch[cluster]'`)."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final, final
from urllib.parse import urlsplit

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from stammtisch.core.documents import shown
from stammtisch.server.ops.bus import BadBus, OnChange, OnMessage, Unsubscribe
from stammtisch.store.contract import Unavailable

logger: Final = logging.getLogger(__name__)

PATIENCE: Final = 3
"""Seconds until a message bus that does not answer counts as not there."""
HEARTBEAT: Final = 5
"""Seconds between two pings; a connection that misses three counts as lost."""


@final
class NatsBus:
    """A connection to a NATS server; when it is lost, it keeps reconnecting."""

    def __init__(self, on_change: OnChange) -> None:
        self.up = False
        self._on_change: Final = on_change
        self._client: Final = Client()
        self._trouble = "no answer"

    @classmethod
    async def connect(cls, url: str, *, on_change: OnChange) -> NatsBus:
        """The bus at this address, or `BadBus`."""
        place = _place(url)
        bus = cls(on_change)
        try:
            async with asyncio.timeout(PATIENCE):
                await bus._connect(url)
        except TimeoutError as error:
            await bus.close()
            raise BadBus(f"no message bus answers at {place}: {bus._trouble}") from error
        bus.up = True
        return bus

    async def _connect(self, url: str) -> None:
        await self._client.connect(
            url,
            name="stammtisch",
            no_echo=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=1,
            ping_interval=HEARTBEAT,
            pending_size=0,  # nobody waits for a bus that does not read
            error_cb=self._failed,
            disconnected_cb=self._lost,
            reconnected_cb=self._back,
        )

    async def publish(self, subject: str, payload: bytes) -> None:
        if not self._client.is_connected:
            await self._lost()  # the client may not have noticed yet that its connection is dead
            raise Unavailable("the message bus cannot be reached; try again when it is back")
        await self._client.publish(subject, payload)

    async def subscribe(self, subject: str, on_message: OnMessage) -> Unsubscribe:
        async def receive(message: Msg) -> None:
            on_message(message.data)

        async def unsubscribe() -> None:
            with suppress(nats.errors.Error):  # closing has unsubscribed already
                await subscription.unsubscribe()

        subscription = await self._client.subscribe(subject, cb=receive)
        await self._confirmed()
        return unsubscribe

    async def _confirmed(self) -> None:
        """Until NATS knows the subscription; while it is down, it learns of it when it is back."""
        if self._client.is_connected:
            with suppress(nats.errors.Error):
                await self._client.flush(PATIENCE)  # may overtake the subscription,
                await self._client.flush(PATIENCE)  # but the second cannot overtake the first

    async def close(self) -> None:
        self.up = False
        closing = asyncio.create_task(self._client.close())  # it may cancel itself, and then only itself
        try:
            # A bus that does not read must not hold up the end.
            await asyncio.wait([closing], timeout=PATIENCE)
        finally:
            closing.cancel()
        if closing.done() and not closing.cancelled():
            closing.result()

    async def _lost(self) -> None:
        if self.up:
            logger.warning("the message bus is down: %s", self._trouble)
            self._change(up=False)

    async def _back(self) -> None:
        if not self.up:
            logger.warning("the message bus is back")
            self._change(up=True)

    def _change(self, *, up: bool) -> None:
        """Call back from the loop: an error in the callback must not end the reconnecting."""
        self.up = up
        asyncio.get_running_loop().call_soon(self._on_change, up)

    async def _failed(self, error: Exception) -> None:
        """The client reports trouble with the connection, repeatedly, or an error in a callback of ours."""
        if isinstance(error, OSError | TimeoutError | nats.errors.Error):
            self._trouble = str(error) or self._trouble
        else:
            logger.error("a message of another process could not be handled", exc_info=error)


def _place(url: str) -> str:
    """Host and port of the address, without any password, or `BadBus`."""
    with suppress(ValueError):  # a port that is not a number
        parts = urlsplit(url)
        if parts.scheme in {"nats", "tls"} and parts.hostname:
            return f"{parts.hostname}:{parts.port or 4222}"
    given = shown(url.rpartition("@")[2])
    raise BadBus(f"a message bus is an address such as nats://127.0.0.1:4222, not {given}")
