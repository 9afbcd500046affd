"""Kniffel against others in plain Python: the chance of winning, from mean and spread of final scores.

Everybody is taken to play on for points. Final scores are taken as spread normally; with few open boxes, as
spread normally around what the next turn may yield. So it is an estimate until the last turns: those of two
players are exact, and so is the very last turn of a game for more.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import erf, prod, sqrt
from operator import mul
from struct import Struct
from typing import Final, TypeAlias, final

from stammtisch.core.turn import Seat
from stammtisch.games.kniffel.boxes import KNIFFEL, UPPER_BOXES
from stammtisch.games.kniffel.dice import NO_DICE
from stammtisch.games.kniffel.moves import Move
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import BEGIN, CHOOSE_PHASE, EMPTY_SHEET, THROWS, UPPER_GOAL, State
from stammtisch.solve import compact
from stammtisch.solve.kniffel.arrays import Floats, floats
from stammtisch.solve.kniffel.plain import SPREAD, key, upper_sums
from stammtisch.solve.kniffel.plain_endgame import EXACT_TURNS, Endgame
from stammtisch.solve.kniffel.plain_turn import entry_values, turn_ends
from stammtisch.solve.kniffel.solution import Solution, place_of, solution
from stammtisch.solve.kniffel.tables import BOX_COUNT, UPPER_MASKS, Place, column_start
from stammtisch.solve.kniffel.turns import before_the_turn, in_hand, rules_of
from stammtisch.solve.recent import Recent

CONTESTS_KEPT: Final = 2
OUTLOOKS_KEPT: Final = 16
HEAD: Final = Struct("<Hd")
"""The width of the factors, and their unit."""
FACTOR: Final = "h"
NODES: Final = (
    (0.0, 0.4571428571),
    (1.1544053947, 0.2401231786),
    (-1.1544053947, 0.2401231786),
    (2.3667594107, 0.0307571240),
    (-2.3667594107, 0.0307571240),
    (3.7504397177, 0.0005482689),
    (-3.7504397177, 0.0005482689),
)
"""Deviations of a normal score, and the weight of each in a mean over all scores."""

LAST_TURNS: Final = 3
"""With no more open boxes than this, the ways in which the next turn may end are evaluated one by one."""
SCORES_KEPT: Final = 256

Score: TypeAlias = dict[tuple[float, float], float]
"""What a final score may be: the chances of several means, each with its variance."""


def lower_rows() -> dict[tuple[int, int], int]:
    """The rows of the matrix of variances: the open lower boxes, and whether further Kniffels pay."""
    lower = range(1 << BOX_COUNT - UPPER_BOXES)
    found = [(boxes, 0) for boxes in lower]
    found += [(boxes, 1) for boxes in lower if not boxes >> KNIFFEL - UPPER_BOXES & 1]
    return {row: number for number, row in enumerate(found)}


def upper_columns() -> dict[tuple[int, int], int]:
    """The columns of the matrix of variances: the open upper boxes, and the upper sum."""
    found = [(boxes, reached) for boxes in range(UPPER_MASKS) for reached in upper_sums(boxes)]
    return {column: number for number, column in enumerate(found)}


@final
class Spread:
    """The variance of the points that a sheet still yields: nearly a product of two narrow matrices."""

    def __init__(self) -> None:
        content = compact.read(SPREAD, key())
        width, unit = HEAD.unpack_from(content)
        self._width: Final[int] = width
        self._unit: Final[float] = unit
        self._factors: Final = array(FACTOR, bytes(content[HEAD.size :]))
        self._rows: Final = lower_rows()
        self._columns: Final = upper_columns()

    def of(self, open_boxes: int, further: int, reached: int) -> float:
        """The variance of a sheet at the start of a turn."""
        if not open_boxes:
            return 0.0
        lower, upper = divmod(open_boxes, UPPER_MASKS)
        least = upper_sums(upper)[0]
        row = self._rows[lower, further]
        column = len(self._rows) + self._columns[upper, min(max(reached, least), UPPER_GOAL)]
        product: int = sum(map(mul, self._factor(row), self._factor(column)))
        return max(0.0, self._unit * product)

    def _factor(self, line: int) -> array[int]:
        return self._factors[line * self._width : (line + 1) * self._width]


@final
class Contest:
    """The chances of winning under one set of rules, with the interface of `contest.Contest`."""

    def __init__(self, solved: Solution, spread: Spread) -> None:
        self._solved: Final = solved
        self._spread: Final = spread
        self._endgame: Final = Endgame(solved.tables)
        self._outlooks: Final = Recent[State, Floats](OUTLOOKS_KEPT)
        self._scores: Final = Recent[tuple[Place, int, int], Score](SCORES_KEPT)

    def moves(self, state: State) -> list[tuple[Move, float]]:
        """Each legal move with the chance of winning after it, in the order of the rules."""
        return self._solved.move_values(state, self._outlook(state))

    def value(self, state: State, seat: Seat) -> float:
        """The chance of winning of a seat, before all sheets are full."""
        sheet = state.sheets[state.turn]
        if state.phase == BEGIN or (seat != state.turn and len(state.sheets) > 2) or not sheet.open:
            return _chance(self._score(state, seat), self._others(state, seat))
        if seat != state.turn:
            return 1 - self.value(state, state.turn)
        if state.phase == CHOOSE_PHASE:
            return max(value for _, value in self.moves(state))
        return float(self._solved.dice_values(self._outlook(state), sheet.open, state.throws)[state.dice])

    def is_exact(self, state: State, seat: Seat) -> bool:
        """Whether nothing about the seat's chance of winning is estimated."""
        return self._is_endgame(state) or (seat == state.turn and self._is_last_turn(state))

    def _is_endgame(self, state: State) -> bool:
        """Whether these are the last turns of two players."""
        few = all(sheet.open.bit_count() <= EXACT_TURNS for sheet in state.sheets)
        return few and len(state.sheets) == 2 and self._is_last_game(state)

    def _is_last_turn(self, state: State) -> bool:
        """Whether all but the last turn of the seat to roll have been played."""
        left = [sheet.open.bit_count() for sheet in state.sheets]
        return left[state.turn] == sum(left) == 1 and self._is_last_game(state)

    def _is_last_game(self, state: State) -> bool:
        """Whether scores decide now; not where further Kniffels count less here than they really do."""
        options = state.setup.options
        rated = options.kniffel_bonus == self._solved.setup.options.kniffel_bonus
        return rated and state.game == options.games and state.phase != BEGIN

    def _outlook(self, state: State) -> Floats:
        return self._outlooks.get(before_the_turn(state), self._entry_values)

    def _entry_values(self, state: State) -> Floats:
        """The chance of winning after each entry of the seat to roll; without meaning for filled boxes."""
        if self._is_endgame(state):
            return self._endgame_values(state)
        if self._is_last_turn(state):
            return self._last_values(state)
        sheet, others = state.sheets[state.turn], self._others(state, state.turn)
        ahead, unknown = self._elsewhere(state, state.turn)
        ahead += self._solved.written(sheet)
        chances: dict[tuple[Place, int], float] = {}
        for after, points in self._after(place_of(sheet)):
            if (after, points) not in chances and after[0] != sheet.open:
                own = self._rest(after, NO_DICE, THROWS - 1, last=LAST_TURNS - 1)
                chances[after, points] = _chance(_shifted(own, ahead + points, unknown), others)
        return floats([chances.get(end, 0.0) for end in self._after(place_of(sheet))])

    def _after(self, place: Place) -> list[tuple[Place, int]]:
        """By entry, the sheet that it leads to and the points that it scores; itself for filled boxes."""
        tables, (open_boxes, further, reached) = self._solved.tables, place
        bonus = further * int(tables.further_points)
        return [
            ((open_boxes & ~(1 << box), further | pays, reached + rise), points + bonus * five_equal)
            for box, pays, rise, points, five_equal in zip(
                tables.box, tables.pays_further, tables.rise, tables.points, tables.five_equal, strict=True
            )
        ]

    def _rest(self, place: Place, dice: int, left: int, last: int = LAST_TURNS) -> Score:
        """What a sheet still yields if it is played on for points."""
        open_boxes = place[0]
        if not 0 < open_boxes.bit_count() <= last:
            return {(self._to_come(place), self._spread.of(*place)): 1.0}
        return self._scores.get((place, dice, left), self._after_the_turn)

    def _to_come(self, place: Place) -> float:
        return float(self._solved.values[column_start(place[0], place[1]) + place[2]])

    def _after_the_turn(self, of: tuple[Place, int, int]) -> Score:
        place, dice, left = of
        tables, after, score = self._solved.tables, self._after(place), Score()
        worth = entry_values(self._solved.values, *place, tables)
        for entry, chance in enumerate(turn_ends(worth, place[0], dice, left, tables)):
            if chance:
                end, points = after[entry]
                part = self._to_come(end) + points, self._spread.of(*end)
                score[part] = score.get(part, 0.0) + float(chance)
        return score

    def _endgame_values(self, state: State) -> Floats:
        seat = state.turn
        own, other = state.sheets[seat], state.sheets[1 - seat]
        lead = self._solved.written(own) + self._before(state, seat)
        lead -= self._solved.written(other) + self._before(state, 1 - seat)
        return floats(self._endgame.entry_values(place_of(own), place_of(other), lead))

    def _last_values(self, state: State) -> Floats:
        seat = state.turn
        totals = [self._total(state, other) for other in range(len(state.sheets)) if other != seat]
        before = self._before(state, seat)
        finals = [before + round(points) for points in self._solved.entry_values(state.sheets[seat])]
        return floats([_share(final, totals) for final in finals])

    def _others(self, state: State, seat: Seat) -> list[Score]:
        return [self._score(state, other) for other in range(len(state.sheets)) if other != seat]

    def _score(self, state: State, seat: Seat) -> Score:
        """The final score of a seat that plays on for points, with all games that are still to come."""
        sheet = state.sheets[seat]
        ahead, unknown = self._elsewhere(state, seat)
        if seat == state.turn and state.phase != BEGIN and sheet.open.bit_count() > LAST_TURNS:
            return {(self._solved.value(state) + ahead, self._spread.of(*place_of(sheet)) + unknown): 1.0}
        ahead += self._solved.written(sheet)
        return _shifted(self._rest(place_of(sheet), *in_hand(state, seat)), ahead, unknown)

    def _elsewhere(self, state: State, seat: Seat) -> tuple[float, float]:
        """The mean and the variance of what other games of the series yield."""
        to_come = state.setup.options.games - state.game
        mean = to_come * self._solved.expected(EMPTY_SHEET) if to_come else 0.0
        return self._before(state, seat) + mean, to_come * self._spread.of(*place_of(EMPTY_SHEET))

    def _before(self, state: State, seat: Seat) -> int:
        return state.totals[seat] if state.totals else 0

    def _total(self, state: State, seat: Seat) -> int:
        return self._before(state, seat) + state.sheets[seat].total(state.setup.options.kniffel_bonus)


def _share(own: int, others: list[int]) -> float:
    """The share of a win that a final score gets; equals share it."""
    best = max(others)
    return 1 / (1 + others.count(best)) if own == best else float(own > best)


def _shifted(score: Score, points: float, variance: float) -> Score:
    """The same with these points and this variance added."""
    return {(mean + points, spread + variance): chance for (mean, spread), chance in score.items()}


def _chance(own: Score, others: list[Score]) -> float:
    """The chance to have the highest of these scores."""
    return sum(chance * _best_chance(*part, others) for part, chance in own.items())


def _best_chance(mean: float, variance: float, others: list[Score]) -> float:
    if len(others) == 1:
        return _above(mean, others[0], variance)
    nodes = NODES if variance else ((0.0, 1.0),)
    return sum(
        weight * prod(_above(mean + deviation * sqrt(variance), other, 0.0) for other in others)
        for deviation, weight in nodes
    )


def _above(score: float, other: Score, doubt: float) -> float:
    """The chance that a score with this `doubt` is above the other."""
    return sum(chance * _beaten(score, mean, spread + doubt) for (mean, spread), chance in other.items())


def _beaten(score: float, other: float, variance: float) -> float:
    if variance <= 0:
        return 0.5 if score == other else float(score > other)
    return (1 + erf((score - other) / sqrt(2 * variance))) / 2


@lru_cache(1)
def _spread() -> Spread:
    return Spread()


@lru_cache(CONTESTS_KEPT)
def _contest(options: KniffelOptions) -> Contest:
    return Contest(solution(options), _spread())


def contest(options: KniffelOptions) -> Contest:
    """The contest under these rules; those used last are kept."""
    return _contest(rules_of(options))
