"""The other tabs of this device: a move in one of them is shown in all that are open at the same table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol, final

from stammtisch.server.ops.bus import OnMessage, Unsubscribe


class Channel(Protocol):
    """Reaches all other tabs."""

    def send(self, subject: str, text: str) -> object:
        """Send it to them."""

    def listen(self, heard: Callable[[str, str], None]) -> object:
        """Call it with whatever they send."""


@final
class TabBus:
    """The message bus between tabs, in place of the one between the processes of a server."""

    def __init__(self, channel: Channel) -> None:
        self.up = True
        self._channel: Final = channel
        self._listening: Final[dict[str, OnMessage]] = {}
        channel.listen(self._heard)

    def _heard(self, subject: str, text: str) -> None:
        if (on_message := self._listening.get(subject)) is not None:
            on_message(text.encode())

    async def publish(self, subject: str, payload: bytes) -> None:
        """Send to all other tabs that are at this table."""
        self._channel.send(subject, payload.decode())

    async def subscribe(self, subject: str, on_message: OnMessage) -> Unsubscribe:
        """Call `on_message` with everything that other tabs publish; a tab has each table once."""
        self._listening[subject] = on_message
        return partial(self._leave, subject)

    async def _leave(self, subject: str) -> None:
        self._listening.pop(subject, None)

    async def close(self) -> None:
        """Neither publish nor receive any more."""
        self._listening.clear()
