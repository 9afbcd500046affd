"""Dice as one number, so that dice are put together by adding.

The hexadecimal digit of a face, ones last, says how many dice show that face.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from stammtisch.core.event import UNKNOWN

NO_DICE: Final = 0
UNKNOWN_CUP: Final = -1 << 24
"""The dice under a cup that the viewer of a position cannot see; any sum with it is negative."""


def dice_of(text: str) -> int:
    """The dice of these digits."""
    return sum(1 << 4 * (int(face) - 1) for face in text)


def counts(dice: int) -> list[int]:
    """How many dice show each face, ones first."""
    return [dice >> 4 * face & 0xF for face in range(6)]


@cache
def digits(dice: int) -> str:
    """The dice in ascending digits, or `?` for a closed cup."""
    if dice == UNKNOWN_CUP:
        return UNKNOWN
    return "".join(str(face) * count for face, count in enumerate(counts(dice), start=1))
