"""A position of Zock'n'Roll."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, final

from stammtisch.core.chance import LISTED_AT_MOST, Chance, Listed, Sampled, Source, dice_weights
from stammtisch.core.documents import SETUPS_KEPT
from stammtisch.core.turn import Seat
from stammtisch.core.value import Value
from stammtisch.games.zocknroll.combinations import formed
from stammtisch.games.zocknroll.dice import NO_DICE
from stammtisch.games.zocknroll.moves import LEAVE, MARK, STAY, Move
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.tableau import CROSS, NO_ROW, SHIFT, full_rows

OWN: Final = "own"
WHITE: Final = "white"
DECIDE: Final = "decide"
MARK_PHASE: Final = "mark"
OVER: Final = "over"

NOBODY: Final = -1
STILL_IN: Final = 0
LAST_ROUND: Final = 3
OWN_DICE: Final = {"basic": 2, "profi": 3}

ONE_CUP: Final = {count: Listed(dice_weights(count)) for count in OWN_DICE.values()}


@final
class Setup(Value):
    """The options of a match and its number of players, with the tables that follow from them."""

    __slots__ = ("_decisions", "_marks", "_points", "best_first", "dice", "options", "players")

    def __init__(self, options: ZockNRollOptions, players: int) -> None:
        self.options: Final = options
        self.players: Final = players
        self.dice: Final = OWN_DICE[options.variant]
        self.best_first: Final[tuple[str, ...]] = options.best_first()
        self._points: Final = tuple((SHIFT[row], each) for row, each in options.points_by_row().items())
        self._decisions: Final[dict[int, tuple[Move, ...]]] = {}
        self._marks: Final[dict[int, tuple[Move, ...]]] = {}

    def key(self) -> tuple[object, ...]:
        return (self.options, self.players)

    def rank(self, dice: int) -> int:
        """The place in the order of the best combination that the dice form; lower is better.

        In round 3 there is always one: among seven dice two are equal.
        """
        rows = formed(dice)
        return next(place for place, name in enumerate(self.best_first) if rows & CROSS[name])

    def highest(self, white: int, cups: tuple[int, ...], left: tuple[int, ...]) -> tuple[Seat, ...]:
        """The seats still in whose best combination is highest (R6, R7)."""
        ranks = {seat: self.rank(cups[seat] + white) for seat, when in enumerate(left) if when == STILL_IN}
        best = min(ranks.values())
        return tuple(seat for seat, rank in ranks.items() if rank == best)

    def points(self, tableau: int) -> int:
        """Marks times points, row by row (R11)."""
        return sum((tableau >> shift & 7) * each for shift, each in self._points)

    def decisions(self, rows: int) -> tuple[Move, ...]:
        """To stay, or to leave and mark one of these rows; none only where there is none (R8)."""
        found = self._decisions.get(rows)
        if found is None:
            found = self._decisions[rows] = (STAY, *(LEAVE[name] for name in self._named(rows)))
        return found

    def marks(self, rows: int) -> tuple[Move, ...]:
        """To mark one of these rows; none only where there is none (R8)."""
        found = self._marks.get(rows)
        if found is None:
            found = self._marks[rows] = tuple(MARK[name] for name in self._named(rows))
        return found

    def _named(self, rows: int) -> list[str]:
        return [name for name in self.best_first if rows & CROSS[name]] or [NO_ROW]


setup: Final = lru_cache(SETUPS_KEPT)(Setup)
"""One set-up for equal options and as many players, as long as it is among those used last."""


@cache
def cups_thrown(players: int, dice: int) -> Chance:
    """The roll of all cups at once, listed where there are few enough (R3)."""
    weights = dice_weights(dice)
    if len(weights) ** players > LISTED_AT_MOST:
        return Sampled(lambda source: " ".join((OWN, *throw_cups(players, dice, source))))
    thrown = [(OWN, 1)]
    for _ in range(players):
        thrown = [(f"{cups} {cup}", ways * more) for cups, ways in thrown for cup, more in weights]
    return Listed(thrown)


def throw_cups(cups: int, dice: int, source: Source) -> list[str]:
    """`cups` cups with `dice` dice each, as digits."""
    cup = ONE_CUP[dice]
    return [cup.sample(source) for _ in range(cups)]


@final
class State(Value):
    """The tableaus, and in a hand the dice, who has left and who is to decide or to mark.

    `crosses` holds a tableau by seat, `cups` the dice of each seat, `left` the round in which a seat has
    left. `turn` is the seat that decides; `starter` is nobody before the lot and when the game is over.
    """

    __slots__ = (
        "crosses",
        "cups",
        "left",
        "marked",
        "phase",
        "round",
        "setup",
        "starter",
        "turn",
        "white",
        "winners",
    )

    def __init__(
        self,
        setup: Setup,
        phase: str,
        starter: Seat,
        crosses: tuple[int, ...],
        round_: int = 0,
        white: int = NO_DICE,
        cups: tuple[int, ...] = (),
        left: tuple[int, ...] = (),
        turn: Seat = NOBODY,
        winners: tuple[Seat, ...] = (),
        marked: tuple[Seat, ...] = (),
    ) -> None:
        self.setup: Final = setup
        self.phase: Final = phase
        self.starter: Final = starter
        self.crosses: Final = crosses
        self.round: Final = round_
        self.white: Final = white
        self.cups: Final = cups
        self.left: Final = left
        self.turn: Final = turn
        self.winners: Final = winners
        self.marked: Final = marked

    def key(self) -> tuple[object, ...]:
        return (
            self.setup.options,
            self.phase,
            self.starter,
            self.crosses,
            self.round,
            self.white,
            self.cups,
            self.left,
            self.turn,
            self.winners,
            self.marked,
        )

    def to_mark(self) -> tuple[Seat, ...]:
        """The winners who have not marked yet."""
        return tuple(seat for seat in self.winners if seat not in self.marked)

    def markable(self, seat: Seat) -> int:
        """The rows that the seat's dice and the white ones form and that are not full."""
        return formed(self.cups[seat] + self.white) & ~full_rows(self.crosses[seat])


def with_cups(state: State, cups: tuple[int, ...]) -> State:
    """The position with these dice under the cups, and everything else as it is."""
    return State(
        state.setup,
        state.phase,
        state.starter,
        state.crosses,
        state.round,
        state.white,
        cups,
        state.left,
        state.turn,
        state.winners,
        state.marked,
    )
