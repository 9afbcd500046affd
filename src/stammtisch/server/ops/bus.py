"""How the processes of one server tell each other that something happened.

The log is the truth, and the bus is a nudge to read it. What is sent in the very moment a connection
breaks may be lost, so whoever hears that the bus is back reads the log again and nudges again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol, TypeAlias, final
from urllib.parse import urlsplit

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from stammtisch.core.documents import shown
from stammtisch.core.errors import StammtischError
from stammtisch.store.contract import Halted

log = logging.getLogger(__name__)

Told: TypeAlias = Callable[[bytes], None]
Stop: TypeAlias = Callable[[], Awaitable[None]]
Change: TypeAlias = Callable[[bool], None]

PATIENCE: Final = 3
"""Seconds until a bus that does not answer counts as not there."""
HEARTBEAT: Final = 5
"""Seconds between two signs of life; a connection without three of them counts as lost."""


class BadBus(StammtischError):
    """Not a bus that can be used: a wrong address, or nobody there."""

    code = "bad-bus"


class Bus(Protocol):
    """Tells the other processes; what a process publishes does not come back to itself."""

    up: bool

    async def publish(self, subject: str, payload: bytes) -> None:
        """Tell everyone else who listens to the subject; `Halted` while nobody can be told."""

    async def subscribe(self, subject: str, told: Told) -> Stop:
        """Be told everything published from now on, in the loop; returns the way to stop.

        While the bus is down nothing is heard, and when it is back all is as before.
        """

    async def close(self) -> None:
        """Neither tell nor be told any more."""


@final
class Alone:
    """One process: there is nobody else to tell."""

    def __init__(self) -> None:
        self.up = True

    async def publish(self, subject: str, payload: bytes) -> None:
        pass

    async def subscribe(self, subject: str, told: Told) -> Stop:
        return self.close

    async def close(self) -> None:
        pass


@final
class Nats:
    """Many processes around a NATS server; a lost connection is sought again for ever.

    `on_change` is told in the loop when the bus goes down (False) and when it is back (True).
    """

    def __init__(self, on_change: Change) -> None:
        self.up = False
        self._on_change: Final = on_change
        self._client: Final = Client()
        self._trouble = "no answer"

    @classmethod
    async def connect(cls, url: str, *, on_change: Change) -> Nats:
        """The bus at that address, or `BadBus`."""
        place = _place(url)
        bus = cls(on_change)
        try:
            async with asyncio.timeout(PATIENCE):
                await bus._connect(url)
        except TimeoutError as error:
            await bus.close()
            raise BadBus(f"no bus answers at {place}: {bus._trouble}") from error
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
            await self._lost()  # the client may still be saying goodbye to a connection that is dead
            raise Halted("the bus cannot be reached; try again when it is back")
        await self._client.publish(subject, payload)

    async def subscribe(self, subject: str, told: Told) -> Stop:
        async def hear(message: Msg) -> None:
            told(message.data)

        async def stop() -> None:
            with suppress(nats.errors.Error):  # what is closed is also stopped
                await subscription.unsubscribe()

        subscription = await self._client.subscribe(subject, cb=hear)
        await self._understood()
        return stop

    async def _understood(self) -> None:
        """Until the server knows what we asked for; one that is down is told when it is back."""
        if self._client.is_connected:
            with suppress(nats.errors.Error):
                await self._client.flush(PATIENCE)  # may overtake what it is to follow,
                await self._client.flush(PATIENCE)  # and this cannot

    async def close(self) -> None:
        self.up = False
        with suppress(TimeoutError):  # a bus that does not read keeps nobody from leaving
            async with asyncio.timeout(PATIENCE):
                await self._client.close()

    async def _lost(self) -> None:
        if self.up:
            log.warning("the bus is lost: %s", self._trouble)
            self._change(up=False)

    async def _back(self) -> None:
        if not self.up:
            log.warning("the bus is back")
            self._change(up=True)

    def _change(self, *, up: bool) -> None:
        """Tell it from the loop: a mistake of whoever is told must not end the reconnecting."""
        self.up = up
        asyncio.get_running_loop().call_soon(self._on_change, up)

    async def _failed(self, error: Exception) -> None:
        """A trouble of the connection, again and again while it is down, or a mistake of a listener."""
        if isinstance(error, OSError | TimeoutError | nats.errors.Error):
            self._trouble = str(error) or self._trouble
        else:
            log.error("a message was not understood", exc_info=error)


async def open_bus(url: str | None, on_change: Change) -> Bus:
    """The bus of that address; without one this process is alone."""
    return Alone() if url is None else await Nats.connect(url, on_change=on_change)


def _place(url: str) -> str:
    """Host and port of the address, without any password, or `BadBus`."""
    with suppress(ValueError):  # what the library says of a port that is no number
        parts = urlsplit(url)
        if parts.scheme in {"nats", "tls"} and parts.hostname:
            return f"{parts.hostname}:{parts.port or 4222}"
    raise BadBus(f"a bus is an address such as nats://127.0.0.1:4222, not {shown(url.rpartition('@')[2])}")
