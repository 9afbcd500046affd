"""One hand in numbers, compiled from the rules for one first roll of the white dice.

Faces are numbered from 0, cups in the order in which `dice_weights` lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from stammtisch.core.chance import dice_weights
from stammtisch.games.zocknroll.dice import dice_of
from stammtisch.games.zocknroll.notation import DICE, WHITE_DICE
from stammtisch.games.zocknroll.state import Setup
from stammtisch.games.zocknroll.tableau import CROSS, LEFT_FIRST, ROWS, WON_THIRD
from stammtisch.solve import compact
from stammtisch.solve.zocknroll.marking import best_mark

if TYPE_CHECKING or not compact.NEEDED:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Ints: TypeAlias = npt.NDArray[np.int64]

    def floats(numbers: Sequence[float]) -> Floats:
        """Numbers in an array; where there is no NumPy, in a list."""
        return np.array(numbers, np.float64)

    def ints(numbers: Sequence[int] | Sequence[Sequence[int]]) -> Ints:
        """Whole numbers in an array; where there is no NumPy, in a list."""
        return np.array(numbers, np.int64)

else:
    Floats = Ints = floats = ints = list

FACES: Final = 6


class Points(NamedTuple):
    """What every cup yields when its owner marks the most points.

    `chance` of each cup; `first` for leaving in round 1, `second` for leaving in round 2, by
    the fourth die; `third` for winning round 3, by the fourth and fifth die, where of two cups
    the one of higher `rank` wins, and `won_third`, what winning alone yields besides.
    """

    chance: Floats
    first: Floats
    second: Floats
    third: Floats
    rank: Ints
    won_third: Floats


class Crosses(NamedTuple):
    """The marks behind the points, as tableaus to add."""

    first: Ints
    second: Ints
    third: Ints
    won_third: int


def points(setup: Setup, white: str, zeal: float = 0.0) -> Points:
    """The points of a hand that begins with these three white dice; `zeal` times their square is
    added for players who are after the win, because of several only the highest wins."""
    made = crosses(setup, white)

    def appeal(tableaus: Ints) -> Floats:
        plain: Floats = np.vectorize(setup.points, otypes=[np.float64])(tableaus)
        return plain + zeal * plain**2

    return Points(
        chances(setup),
        appeal(made.first),
        appeal(made.second),
        appeal(made.third),
        np.array([[strengths(setup, dice) for dice in row] for row in _five(white)]),
        appeal(made.third + made.won_third) - appeal(made.third),
    )


def crosses(setup: Setup, white: str) -> Crosses:
    """The marks of a hand that begins with these three white dice."""
    return Crosses(
        np.array(best_marks(setup, dice_of(white))) + CROSS[LEFT_FIRST],
        np.array([best_marks(setup, dice) for dice in _four(white)]),
        np.array([[best_marks(setup, dice) for dice in row] for row in _five(white)]),
        CROSS[WON_THIRD],
    )


def chances(setup: Setup) -> Floats:
    """The chance of each cup."""
    ways = [ways for _, ways in dice_weights(setup.dice)]
    total = sum(ways)
    return floats([each / total for each in ways])


def worth(setup: Setup) -> Ints:
    """What a mark in each row counts for the win: eight times its points, and one more in `won-third`,
    which decides between equal points (R11)."""
    return ints([8 * setup.points(CROSS[row]) + (row == WON_THIRD) for row in ROWS])


def cup_number(text: str) -> int:
    """The number of a cup with these dice."""
    return cups_of(len(text)).index(dice_of(text))


def mirrored(text: str) -> str:
    """The dice upside down; they form the same combinations."""
    return "".join(str(FACES + 1 - int(face)) for face in reversed(text))


def cup_mirrors(count: int) -> list[int]:
    """The number of each cup's mirrored one."""
    return [cup_number(mirrored(text)) for text, _ in dice_weights(count)]


def first_throws() -> dict[str, float]:
    """The rolls of three white dice, one of each mirrored pair, with the chance of either."""
    weights = dice_weights(WHITE_DICE[1])
    total = sum(ways for _, ways in weights)
    return {text: 2 * ways / total for text, ways in weights if text < mirrored(text)}


@cache
def cups_of(count: int) -> list[int]:
    """All cups with this number of dice."""
    return [dice_of(text) for text, _ in dice_weights(count)]


def dice_after(dice: int) -> list[int]:
    """These dice and each of the six faces of one more."""
    return [dice + die for die in DICE[1].values()]


def roll_orders(white: str) -> list[tuple[str, int]]:
    """Each of the white dice as the one that was rolled last: the others, and the number of its face."""
    return [(white[:at] + white[at + 1 :], int(white[at]) - 1) for at in range(len(white))]


def _four(white: str) -> list[int]:
    return dice_after(dice_of(white))


def _five(white: str) -> list[list[int]]:
    return [dice_after(four) for four in _four(white)]


def best_marks(setup: Setup, white: int) -> list[int]:
    """By cup, the mark that scores the most points with these white dice."""
    return [best_mark(setup, white + cup) for cup in cups_of(setup.dice)]


def strengths(setup: Setup, white: int) -> list[int]:
    """By cup, how high its best combination is with these white dice."""
    return [len(setup.best_first) - 1 - setup.rank(white + cup) for cup in cups_of(setup.dice)]
