"""A position of Kniffel."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias, final

from stammtisch.core.documents import SETUPS_KEPT
from stammtisch.core.turn import Seat
from stammtisch.core.value import Value
from stammtisch.games.kniffel.boxes import (
    ALL_BOXES,
    BOXES,
    JOKER_POINTS,
    KNIFFEL,
    KNIFFEL_POINTS,
    LOWER,
    POINTS,
    UPPER_BOXES,
    UPPER_OF_KNIFFEL,
)
from stammtisch.games.kniffel.dice import NO_DICE
from stammtisch.games.kniffel.moves import Move, keeps, scores
from stammtisch.games.kniffel.options import KniffelOptions

BEGIN: Final = "begin"
THROW_PHASE: Final = "throw"
CHOOSE_PHASE: Final = "choose"
OVER: Final = "over"

THROWS: Final = 3
UPPER_GOAL: Final = 63
UPPER_BONUS: Final = 35

STILL_TO_THROW: Final = -1
OUT_OF_THE_TIE: Final = -2
"""What `State.began` holds for a seat without a roll."""


@final
class Sheet(Value):
    """What one player has written: the points by box, further Kniffels, and a mask of the open boxes."""

    __slots__ = ("bonus", "open", "points")

    def __init__(self, points: tuple[int, ...], bonus: int, open_boxes: int) -> None:
        self.points: Final = points
        self.bonus: Final = bonus
        self.open: Final = open_boxes

    def key(self) -> tuple[object, ...]:
        return (self.points, self.bonus, self.open)

    def filled(self, box: int, points: int, further_kniffel: bool) -> Sheet:
        """The sheet with these points in that box; a further Kniffel is counted (K12)."""
        written = (*self.points[:box], points, *self.points[box + 1 :])
        return Sheet(written, self.bonus + further_kniffel, self.open & ~(1 << box))

    def upper(self) -> int:
        """The points of the upper part, without its bonus (K5)."""
        return sum(self.points[:UPPER_BOXES])

    def lower(self) -> int:
        """The points of the lower part (K7–K11)."""
        return sum(self.points[UPPER_BOXES:])

    def upper_bonus(self) -> int:
        """The extra points for a good upper part (K6)."""
        return UPPER_BONUS if self.upper() >= UPPER_GOAL else 0

    def total(self, kniffel_bonus: int) -> int:
        """The points of both parts with all extra points (K6, K12)."""
        return sum(self.points) + self.upper_bonus() + self.bonus * kniffel_bonus


EMPTY_SHEET: Final = Sheet((0,) * len(BOXES), 0, ALL_BOXES)

Sheets: TypeAlias = tuple[Sheet, ...]


@final
class Setup(Value):
    """The options of a match, with what they say about a further Kniffel (K11)."""

    __slots__ = ("forced", "jokers", "options")

    def __init__(self, options: KniffelOptions) -> None:
        self.options: Final = options
        self.forced: Final = options.joker == "forced"
        self.jokers: Final = options.joker != "off"

    def key(self) -> tuple[object, ...]:
        return (self.options,)

    def writable(self, hand: int, open_boxes: int) -> int:
        """The open boxes that this hand may fill (K4, K11)."""
        upper = UPPER_OF_KNIFFEL[hand]
        if not upper or open_boxes >> KNIFFEL & 1 or not self.forced:
            return open_boxes
        return open_boxes & upper or open_boxes & LOWER or open_boxes

    def points(self, hand: int, box: int, open_boxes: int) -> int:
        """What this hand scores in that box of a sheet with these open boxes (K5–K11)."""
        upper = UPPER_OF_KNIFFEL[hand]
        if upper and self.jokers and not open_boxes & (upper | 1 << KNIFFEL) and box in JOKER_POINTS:
            return JOKER_POINTS[box]
        return POINTS[hand][box]


setup: Final = lru_cache(SETUPS_KEPT)(Setup)
"""One set-up for equal options, as long as it is among those used last."""


@final
class State(Value):
    """All sheets, whose turn it is, and the dice on the table.

    `dice` are those rolled in phase choose and those kept in phase throw; `began` holds the rolls that
    decide who begins; `totals` of the finished games is empty unless a series is played.
    """

    __slots__ = ("began", "dice", "game", "phase", "setup", "sheets", "throws", "totals", "turn")

    def __init__(
        self,
        setup: Setup,
        phase: str,
        turn: Seat,
        sheets: Sheets,
        totals: tuple[int, ...] = (),
        game: int = 1,
        dice: int = NO_DICE,
        throws: int = 0,
        began: tuple[int, ...] = (),
    ) -> None:
        self.setup: Final = setup
        self.phase: Final = phase
        self.turn: Final = turn
        self.sheets: Final = sheets
        self.totals: Final = totals
        self.game: Final = game
        self.dice: Final = dice
        self.throws: Final = throws
        self.began: Final = began

    def key(self) -> tuple[object, ...]:
        return (
            self.setup.options,
            self.phase,
            self.turn,
            self.sheets,
            self.totals,
            self.game,
            self.dice,
            self.throws,
            self.began,
        )

    def legal(self) -> tuple[Move, ...]:
        """The moves of the seat whose turn it is, in phase choose."""
        found = scores(self.setup.writable(self.dice, self.sheets[self.turn].open))
        return found + keeps(self.dice) if self.throws < THROWS else found

    def joker_decides(self) -> bool:
        """The dice are a Kniffel, and its box is filled (K11)."""
        return self._five_equal() and not self.sheets[self.turn].open >> KNIFFEL & 1

    def further_kniffel(self) -> bool:
        """The dice are a Kniffel after one that was written with its points (K12)."""
        return self._five_equal() and self.sheets[self.turn].points[KNIFFEL] == KNIFFEL_POINTS

    def _five_equal(self) -> bool:
        return self.phase == CHOOSE_PHASE and UPPER_OF_KNIFFEL[self.dice] != 0
