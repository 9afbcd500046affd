"""What bots are called: words that German, English and Hungarian share, and that hardly anybody is called."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from zlib import crc32

from stammtisch.server.tables.lookalikes import look_alike

BOT_NAMES: Final = (
    *("Pixel", "Mango", "Panda", "Turbo", "Polka", "Kiwi", "Domino", "Orbit", "Mokka"),
    *("Koala", "Tango", "Atlas", "Rondo", "Dodo", "Mambo", "Kobold", "Lotto", "Papaya"),
)
"""More than a table has seats, so that there is always one that nobody at the table has."""


def bot_names(code: str, taken: Collection[str], count: int) -> list[str]:
    """Names for the bots of the table with this code, none of which looks like one that is taken."""
    first = crc32(code.encode()) % len(BOT_NAMES)
    names = (*BOT_NAMES[first:], *BOT_NAMES[:first])
    return [name for name in names if not any(look_alike(name, other) for other in taken)][:count]
