"""A position of ZOCK."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, TypeAlias, final, get_args

from stammtisch.core.documents import SETUPS_KEPT
from stammtisch.core.turn import Seat
from stammtisch.core.value import Value
from stammtisch.games.zock.moves import ALL_OPEN, COVERS, NONE, THROWS, Move, any_cover, ways
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.wire import Colour

BEGIN: Final = "begin"
THROW_PHASE: Final = "throw"
MOVE_PHASE: Final = "move"
OBJECTION: Final = "objection"
OVER: Final = "over"

NO_DICE: Final = -1
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
CHIPS_OF_A_COLOUR: Final = 10

Chips: TypeAlias = tuple[int, ...]
"""How many chips of each colour, in the order of `COLOURS`."""


@cache
def _legal_moves(ways: tuple[tuple[int, ...], ...]) -> dict[int, tuple[Move, ...]]:  # noqa: ARG001 - its key
    """Legal moves by roll and row, as far as they are known: one dictionary for equal ways."""
    return {}


@final
class Setup(Value):
    """The options of a match, with the tables that follow from them."""

    __slots__ = ("_legal", "chip_values", "keeps_dice", "options", "strict", "ways")

    def __init__(self, options: ZockOptions) -> None:
        values = options.chip_values
        self.options: Final = options
        self.strict: Final = options.referee == "strict"
        self.keeps_dice: Final = options.variant == "a"
        self.chip_values: Final = (values.red, values.blue, values.yellow, values.green)
        self.ways: Final = tuple(ways(throw, options) for throw in range(len(THROWS)))
        self._legal: Final = _legal_moves(self.ways)

    def key(self) -> tuple[object, ...]:
        return (self.options,)

    def legal(self, throw: int, row: int) -> tuple[Move, ...]:
        """What the rules allow with this roll on this row; `none` only where forced (Z8)."""
        key = throw << 9 | row
        found = self._legal.get(key)
        if found is None:
            covers = tuple(COVERS[mask] for mask in self.ways[throw] if mask & row == mask)
            found = self._legal[key] = covers or (NONE,)
        return found


setup: Final = lru_cache(SETUPS_KEPT)(Setup)
"""One set-up for equal options, as long as it is among those used last."""


@final
class Handed(Value):
    """A roll of the present turn, or of the one just handed over: the row before it and what it covered."""

    __slots__ = ("covered", "dice", "row")

    def __init__(self, dice: int, row: int, covered: int) -> None:
        self.dice: Final = dice
        self.row: Final = row
        self.covered: Final = covered

    def key(self) -> tuple[object, ...]:
        return (self.dice, self.row, self.covered)


@final
class State(Value):
    """Two rows of open fields, who is to roll or move, and what objections and matches need.

    `began` is the roll of seat 0 to decide who begins, until seat 1 has rolled too. `handed` holds the rolls
    that an objection looks at; `chips` is empty unless a match is played.
    """

    __slots__ = ("began", "chips", "dice", "game", "handed", "phase", "rows", "setup", "turn")

    def __init__(
        self,
        setup: Setup,
        phase: str,
        turn: Seat,
        rows: tuple[int, int],
        dice: int = NO_DICE,
        began: int = NO_DICE,
        handed: tuple[Handed, ...] = (),
        chips: tuple[Chips, ...] = (),
        game: int = 1,
    ) -> None:
        self.setup: Final = setup
        self.phase: Final = phase
        self.turn: Final = turn
        self.rows: Final = rows
        self.dice: Final = dice
        self.began: Final = began
        self.handed: Final = handed
        self.chips: Final = chips
        self.game: Final = game

    def key(self) -> tuple[object, ...]:
        return (
            self.setup.options,
            self.phase,
            self.turn,
            self.rows,
            self.dice,
            self.began,
            self.handed,
            self.chips,
            self.game,
        )

    def legal(self) -> tuple[Move, ...]:
        """The moves of the seat whose turn it is, in phase move."""
        row = self.rows[self.turn]
        return self.setup.legal(self.dice, row) if self.setup.strict else any_cover(row)


FULL_ROWS: Final = (ALL_OPEN, ALL_OPEN)
