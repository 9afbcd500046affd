"""What a number of dice can form (R9, R12)."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Final

from stammtisch.core.errors import BadRequest
from stammtisch.games.zocknroll.dice import counts
from stammtisch.games.zocknroll.tableau import CROSS

_EQUALS: Final = {
    "kniffel": (5,),
    "big-full-house": (4, 2),
    "two-triplets": (3, 3),
    "four-kind": (4,),
    "three-pairs": (2, 2, 2),
    "full-house": (3, 2),
    "three-kind": (3,),
    "two-pairs": (2, 2),
    "pair": (2,),
}
"""How many equal dice of how many different faces a combination takes, the most first."""

_IN_A_ROW: Final = {"highway": 6, "large-straight": 5, "small-straight": 4}


@cache
def formed(dice: int) -> int:
    """The rows of all combinations that some of the dice form, as one mark in each."""
    if dice < 0:
        raise BadRequest("the dice under a closed cup are unknown")
    faces = counts(dice)
    most = sorted(faces, reverse=True)
    run = max(len(list(group)) for lying, group in groupby(faces, key=bool) if lying)
    rows = [name for name, takes in _EQUALS.items() if _fits(takes, most)]
    rows += [name for name, length in _IN_A_ROW.items() if run >= length]
    return sum(CROSS[name] for name in rows)


def _fits(takes: tuple[int, ...], most: list[int]) -> bool:
    return all(count >= taken for taken, count in zip(takes, most, strict=False))
