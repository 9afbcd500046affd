"""The boxes of a sheet and what dice score in them (K1, K5–K10)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from stammtisch.games.kniffel.dice import DICE, HANDS

BoxName: TypeAlias = Literal[
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three-kind",
    "four-kind",
    "full-house",
    "small-straight",
    "large-straight",
    "kniffel",
    "chance",
]
BOXES: Final[tuple[BoxName, ...]] = get_args(BoxName)
"""The names of the boxes; elsewhere a box is its index here."""

CLAUSES: Final = (*("K5",) * 6, "K7", "K7", "K8", "K9", "K9", "K10", "K10")
"""The clause that says what each box counts."""

UPPER_BOXES: Final = 6
FULL_HOUSE: Final = 8
SMALL_STRAIGHT: Final = 9
LARGE_STRAIGHT: Final = 10
KNIFFEL: Final = 11
CHANCE: Final = 12

ALL_BOXES: Final = 0b1111111111111
"""A set of boxes is a bit mask: bit b is set where box b belongs to it."""
LOWER: Final = 0b1111111000000

KNIFFEL_POINTS: Final = 50
JOKER_POINTS: Final = {FULL_HOUSE: 25, SMALL_STRAIGHT: 30, LARGE_STRAIGHT: 40}
"""What a joker scores where five equal dice would score nothing (K11)."""


def _points(dice: str) -> tuple[int, ...]:
    """What five dice score in each box, jokers apart."""
    faces = [int(digit) for digit in dice]
    total = sum(faces)
    groups = sorted(faces.count(face) for face in set(faces))
    return (
        *(face * faces.count(face) for face in range(1, 7)),
        total if groups[-1] >= 3 else 0,
        total if groups[-1] >= 4 else 0,
        25 if groups == [2, 3] else 0,
        30 if any(set(straight) <= set(dice) for straight in ("1234", "2345", "3456")) else 0,
        40 if dice in ("12345", "23456") else 0,
        KNIFFEL_POINTS if groups == [5] else 0,
        total,
    )


POINTS: Final = tuple(_points(DICE[hand]) for hand in HANDS)
"""What each hand scores in each box, jokers apart."""

UPPER_OF_KNIFFEL: Final = tuple(1 << int(DICE[hand][0]) - 1 if POINTS[hand][KNIFFEL] else 0 for hand in HANDS)
"""For each hand of five equal dice the upper box of that number, as a mask; for the others 0."""

POSSIBLE: Final = tuple(frozenset(points[box] for points in POINTS) for box in range(len(BOXES)))
"""Everything that can be written in each box."""
