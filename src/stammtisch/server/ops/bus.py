"""The message bus: how the processes of one server tell each other that something happened.

The log is the truth, and a message on the bus only says that it is worth reading. A message sent at the
moment a connection breaks may be lost, so a process that hears that the bus is back reads the log again
and publishes again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias, final

from stammtisch.core.errors import StammtischError

OnMessage: TypeAlias = Callable[[bytes], None]
OnChange: TypeAlias = Callable[[bool], None]
Unsubscribe: TypeAlias = Callable[[], Awaitable[None]]


class BadBus(StammtischError):
    """A message bus that cannot be used: a wrong address, or nothing answers there."""

    code = "bad-bus"


class Bus(Protocol):
    """Reaches the other processes; what a process publishes does not come back to itself."""

    up: bool

    async def publish(self, subject: str, payload: bytes) -> None:
        """Send to all other processes that subscribe to the subject; `Unavailable` while the bus is down."""

    async def subscribe(self, subject: str, on_message: OnMessage) -> Unsubscribe:
        """Call `on_message`, in the loop, with everything published from now on.

        While the bus is down nothing arrives; when it is back, the subscription is too.
        """

    async def close(self) -> None:
        """Neither publish nor receive any more."""


@final
class SingleProcess:
    """The bus of a server that is one process: there is nobody to reach."""

    def __init__(self) -> None:
        self.up = True

    async def publish(self, subject: str, payload: bytes) -> None:
        pass

    async def subscribe(self, subject: str, on_message: OnMessage) -> Unsubscribe:
        return self.close

    async def close(self) -> None:
        pass
