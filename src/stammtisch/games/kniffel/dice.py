"""Every choice of up to five dice, and how one leads to another (K3)."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from stammtisch.core.chance import Listed, dice_weights

FACES: Final = "123456"

DICE: Final = tuple(
    "".join(faces) for count in (5, 4, 3, 2, 1, 0) for faces in combinations_with_replacement(FACES, count)
)
"""Dice in ascending digits, first all hands of five, last none; elsewhere dice are their index here."""

INDEX: Final = {text: index for index, text in enumerate(DICE)}
HANDS: Final = range(252)
"""The hands of five dice."""
NO_DICE: Final = INDEX[""]

ROLLS: Final = tuple(
    Listed((f"roll {text}", ways) for text, ways in dice_weights(5 - kept)) for kept in range(5)
)
"""What may fall, by the number of dice kept."""


@cache
def rolled(kept: int) -> dict[str, int]:
    """Each throw of the dice that are not kept, in notation, with the hand it leads to."""
    text = DICE[kept]
    return {
        f"roll {fallen}": INDEX["".join(sorted(text + fallen))] for fallen, _ in dice_weights(5 - len(text))
    }


@cache
def keepable(hand: int) -> tuple[int, ...]:
    """The different choices of up to four dice of a hand, in the order of `DICE`."""
    text = DICE[hand]
    return tuple(sorted({INDEX["".join(kept)] for count in range(5) for kept in combinations(text, count)}))
