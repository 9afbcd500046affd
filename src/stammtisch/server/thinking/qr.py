"""Links as QR codes, to be scanned with another device. Drawing one takes too long for the event loop."""

from __future__ import annotations

from functools import partial
from typing import Final, final

from stammtisch.server.ops.cache import CachedWork
from stammtisch.server.thinking.contract import Asker
from stammtisch.server.thinking.pool import Workers

KEPT: Final = 2 * 2**20
"""Bytes of codes that are kept, of some kilobytes each: everybody in a lobby sees the same one."""


@final
class QrCodes:
    """Draws links in worker processes."""

    def __init__(self, workers: Workers) -> None:
        self._workers: Final = workers
        self._drawn: Final[CachedWork[str]] = CachedWork(KEPT)

    async def secret(self, link: str, address: str) -> bytes:
        """The QR code of a link that holds a secret, which is not kept; as SVG."""
        return await self._workers.qr_code(link, asker=Asker(address, ""))

    async def public(self, link: str, address: str) -> bytes:
        """The QR code of a link that everybody may see, drawn once; as SVG."""
        return await self._drawn.get(link, partial(self.secret, link, address))
