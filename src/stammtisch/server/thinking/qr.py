"""Links as QR codes, to be scanned with another device. Drawing one takes too long for the event loop."""

from __future__ import annotations

from functools import partial
from typing import Final, final

from stammtisch.server.ops.cache import SharedWork, SizedCache
from stammtisch.server.thinking.contract import Asker
from stammtisch.server.thinking.pool import Workers

KEPT: Final = 2 * 2**20
"""Bytes of codes that are kept, of some kilobytes each: everybody in a lobby sees the same one."""


@final
class QrCodes:
    """Draws links in worker processes."""

    def __init__(self, workers: Workers) -> None:
        self._workers: Final = workers
        self._kept: Final[SizedCache[str, bytes]] = SizedCache(KEPT)
        self._drawing: Final[SharedWork[str, bytes]] = SharedWork()

    async def secret(self, link: str, address: str) -> bytes:
        """The QR code of a link that holds a secret, which is not kept; as SVG."""
        return await self._workers.qr_code(link, asker=Asker(address, ""))

    async def public(self, link: str, address: str) -> bytes:
        """The QR code of a link that everybody may see, drawn once; as SVG."""
        kept = self._kept.get(link)
        return kept if kept is not None else await self._drawing.get(link, partial(self._draw, link, address))

    async def _draw(self, link: str, address: str) -> bytes:
        picture = await self.secret(link, address)
        self._kept.put(link, picture, len(picture))
        return picture
