"""Every choice of up to five dice, and how one leads to another (K3)."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from stammtisch.core.chance import Listed, dice_weights

FACES: Final = "123456"
ALL_DICE: Final = 5

DICE: Final = tuple(
    "".join(faces)
    for count in range(ALL_DICE, -1, -1)
    for faces in combinations_with_replacement(FACES, count)
)
"""Dice in ascending digits, first all hands of five, last none; elsewhere dice are their index here."""

INDEX: Final = {text: index for index, text in enumerate(DICE)}
HANDS: Final = range(252)
"""The hands of five dice."""
NO_DICE: Final = INDEX[""]

ROLLS: Final = tuple(
    Listed((f"roll {text}", ways) for text, ways in dice_weights(ALL_DICE - kept)) for kept in range(ALL_DICE)
)
"""The roll of the other dice, by the number of dice kept."""


@cache
def rolled(kept: int) -> dict[str, int]:
    """Each roll of the dice that are not kept, in notation, with the hand it leads to."""
    text = DICE[kept]
    return {
        f"roll {new}": INDEX["".join(sorted(text + new))] for new, _ in dice_weights(ALL_DICE - len(text))
    }


@cache
def keepable(hand: int) -> tuple[int, ...]:
    """The different choices of up to four dice of a hand, in the order of `DICE`."""
    text = DICE[hand]
    choices = {INDEX["".join(kept)] for count in range(ALL_DICE) for kept in combinations(text, count)}
    return tuple(sorted(choices))
