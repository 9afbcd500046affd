"""Links as QR codes, to be scanned with another device."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO
from typing import Final

import segno

KEPT: Final = 500
"""Codes that are kept, of some kilobytes each: everybody in a lobby sees the same one."""

_drawing: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="qr")
"""Draws one code at a time beside the loop: one of 100 characters takes some 6 ms, one of 350 up to 20."""


async def svg(text: str) -> bytes:
    """The QR code of a link that holds a secret, which is not kept."""
    return await asyncio.get_running_loop().run_in_executor(_drawing, _drawn, text)


async def kept_svg(text: str) -> bytes:
    """The QR code of a link that everybody may see, drawn once."""
    return await asyncio.get_running_loop().run_in_executor(_drawing, _kept, text)


def _drawn(text: str) -> bytes:
    picture = BytesIO()
    segno.make(text, micro=False).save(picture, kind="svg", border=2, scale=8, xmldecl=False)
    return picture.getvalue()


_kept: Final = lru_cache(maxsize=KEPT)(_drawn)
