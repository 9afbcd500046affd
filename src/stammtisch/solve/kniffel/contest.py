"""Kniffel against others: the chance of winning instead of points.

Sheets do not touch each other, so a seat plays against nothing but the final scores of the
others. These are taken as if everyone plays on for points; then the chance of winning is a curve
over one's own final score. While many boxes are open it is averaged over the smooth outline of that
score; in the last turns play is exactly what that curve asks for.

The last turns of two players are exact, and so is the very last turn of a game for more.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt, tau
from typing import TYPE_CHECKING, Final, final

import numpy as np

from stammtisch.core.turn import Seat
from stammtisch.games.kniffel.dice import NO_DICE
from stammtisch.games.kniffel.moves import Move
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import BEGIN, CHOOSE_PHASE, EMPTY_SHEET, THROWS, Sheet, State
from stammtisch.solve.cache import cached
from stammtisch.solve.kniffel import one_turn
from stammtisch.solve.kniffel.arrays import LANES, Floats, Ints, Waves
from stammtisch.solve.kniffel.rows import column_rows, row_of, rows_after
from stammtisch.solve.kniffel.solution import Solution, cache_key, place_of, solution
from stammtisch.solve.kniffel.tables import Place
from stammtisch.solve.kniffel.turns import before_the_turn, in_hand, rules_of
from stammtisch.solve.recent import Recent

if TYPE_CHECKING:
    from stammtisch.solve.kniffel.endgame import Endgame

PERIOD: Final = 1024
"""Scores are known up to multiples of this; hardly any comes near it."""
FREQUENCIES: Final = 2 * LANES
"""The waves of an outline: enough for a curve of winning, until the last turns."""
MOST_FURTHER_POINTS: Final = 200
"""A further Kniffel that is worth more would decide a game no more surely."""
LAST_TURNS: Final = 3
"""With no more open boxes than this, two players are solved exactly."""
FOLLOWED_TURNS: Final = 4
"""With no more open boxes than this, scores are followed one by one, and the seat to roll plays on for the
curve of winning instead of points."""

CONTESTS_KEPT: Final = 2
"""A contest takes up to 100 MB, and every bonus has one of its own."""

_SCORES: Final = np.arange(PERIOD)
_PACE: Final = tau / PERIOD * np.arange(1, FREQUENCIES + 1)
_HIGHEST: Final = PERIOD * 3 // 4
"""Above this a curve is bent back to where it began, so that waves can follow it."""


@final
class Contest:
    """The chances of winning under one set of rules; of two players exact in so many last turns."""

    def __init__(self, solved: Solution, waves: Waves, exact_turns: int = LAST_TURNS) -> None:
        tables = solved.tables
        self._exact_turns: Final = exact_turns
        self._solved: Final = solved
        self.tables: Final = tables
        self._waves: Final = waves
        self._row: Final = column_rows(tables)
        self._further_points: Final = further_points(solved.setup.options)
        self._gains: Final = (tables.points, tables.points + self._further_points * tables.five_equal)
        self._to_come: Final = Recent[Place, Floats](1 << 11)
        self._finals: Final = Recent[tuple[Sheet, int, int], Floats](64)
        self._outlooks: Final = Recent[tuple[State, Seat], Floats](64)
        self._exact: Endgame | None = None

    def moves(self, state: State) -> list[tuple[Move, float]]:
        """Each legal move with the chance of winning after it, in the order of the rules."""
        return self._solved.move_values(state, self._outlook(before_the_turn(state), state.turn))

    def value(self, state: State, seat: Seat) -> float:
        """The chance of winning of a seat, before all sheets are full."""
        sheet = state.sheets[seat]
        if seat != state.turn and len(state.sheets) == 2 and state.phase != BEGIN:
            return 1 - self.value(state, state.turn)
        if not sheet.open:
            return float(self._curve(state, seat)[sheet.total(self._further_points)])
        if seat != state.turn:
            return self._thrown(self._outlook(state, seat), sheet, NO_DICE, 0)
        if state.phase == CHOOSE_PHASE:
            return max(value for _, value in self.moves(state))
        return self._thrown(self._outlook(before_the_turn(state), seat), sheet, state.dice, state.throws)

    def ends(self, state: State) -> tuple[Floats, Floats]:
        """Before the first roll of a turn: what each entry is worth to its player, and how likely it is."""
        worth, open_boxes = self._outlook(state, state.turn), state.sheets[state.turn].open
        return worth, one_turn.turn_ends(worth, open_boxes, NO_DICE, THROWS - 1, self.tables)

    def is_exact(self, state: State, seat: Seat) -> bool:
        """Whether nothing about the seat's chance of winning is estimated."""
        return self._is_endgame(state) or (seat == state.turn and self._is_last_turn(state))

    def _is_endgame(self, state: State) -> bool:
        """Whether these are the last turns of two players."""
        few = all(sheet.open.bit_count() <= self._exact_turns for sheet in state.sheets)
        return few and len(state.sheets) == 2 and self._is_last_game(state)

    def _is_last_turn(self, state: State) -> bool:
        waiting = [sheet for seat, sheet in enumerate(state.sheets) if seat != state.turn]
        return not any(sheet.open for sheet in waiting) and self._is_last_game(state)

    def _is_last_game(self, state: State) -> bool:
        """Whether scores decide now; not where further Kniffels count less here than they really do."""
        options = state.setup.options
        return state.game == options.games and options.kniffel_bonus == self._further_points

    def _thrown(self, entries: Floats, sheet: Sheet, dice: int, throws: int) -> float:
        return float(self._solved.dice_values(entries, sheet.open, throws)[dice])

    def _outlook(self, state: State, seat: Seat) -> Floats:
        return self._outlooks.get((state, seat), self._entry_values)

    def _entry_values(self, of: tuple[State, Seat]) -> Floats:
        """The chance of winning after each entry of the seat; without meaning for filled boxes."""
        state, seat = of
        sheet = state.sheets[seat]
        place, written = place_of(sheet), self._written(sheet)
        if seat == state.turn and self._is_endgame(state):
            rival = state.sheets[1 - seat]
            return self._endgame.entry_values(
                place, place_of(rival), written - self._written(rival) - _lead(state, 1 - seat, seat)
            )
        curve = self._curve(state, seat)
        if sheet.open.bit_count() <= FOLLOWED_TURNS:
            from stammtisch.solve.kniffel.race import Race  # noqa: PLC0415 - a compiler, seldom needed

            return Race(curve[written:], sheet.open, self._further_points, self.tables).entry_values(*place)
        after = written + self._gains[place[1]]
        waves = self._waves[rows_after(*place, self._row, self.tables)] * _turned(after)
        parts = np.fft.rfft(_closed(curve))[: FREQUENCIES + 1] / PERIOD
        mean: Floats = parts[0].real + 2 * (waves @ parts[1:]).real
        return mean

    @property
    def _endgame(self) -> Endgame:
        if self._exact is None:
            from stammtisch.solve.kniffel.endgame import Endgame  # noqa: PLC0415 - a compiler, seldom needed

            self._exact = Endgame(self._further_points, self.tables)
        return self._exact

    def _curve(self, state: State, seat: Seat) -> Floats:
        """The chance of winning by the seat's own final score; equals share a win."""
        others = [other for other in range(len(state.sheets)) if other != seat]
        if seat == state.turn and self._is_last_turn(state):
            return _share(
                [
                    state.sheets[other].total(self._further_points) + _lead(state, other, seat)
                    for other in others
                ]
            )
        curve = np.ones(PERIOD)
        unknown = 2 * (state.setup.options.games - state.game) * self._game_variance
        for other in others:
            curve *= _beaten(self._final_scores(state, other), _lead(state, other, seat), unknown)
        return curve

    @property
    def _game_variance(self) -> float:
        return _variance(_outline(self._waves[row_of(*place_of(EMPTY_SHEET), self._row, self.tables)]))

    def _final_scores(self, state: State, seat: Seat) -> Floats:
        """The chance of each final score of a seat that plays on for points."""
        return self._finals.get((state.sheets[seat], *in_hand(state, seat)), self._new_final_scores)

    def _new_final_scores(self, of: tuple[Sheet, int, int]) -> Floats:
        sheet, dice, left = of
        if not sheet.open:
            return _certain(sheet.total(self._further_points))
        place = place_of(sheet)
        ends = self._ends(place, dice, left)
        if sheet.open.bit_count() <= FOLLOWED_TURNS:
            return np.roll(self._exact_mixture(place, ends), self._written(sheet))
        after = self._written(sheet) + self._gains[place[1]]
        return _outline(ends @ (self._waves[rows_after(*place, self._row, self.tables)] * _turned(after)))

    def _ends(self, place: Place, dice: int, left: int) -> Floats:
        """How likely each entry ends the turn."""
        entries = one_turn.entry_values(self._solved.values, *place, self.tables)
        return one_turn.turn_ends(entries, place[0], dice, left, self.tables)

    def _exact_to_come(self, place: Place) -> Floats:
        """The chance of each number of points that a sheet still yields."""
        if not place[0]:
            return _certain(int(self.tables.goal_points) if place[2] >= self.tables.goal else 0)
        return self._exact_mixture(place, self._ends(place, NO_DICE, THROWS - 1))

    def _exact_mixture(self, place: Place, ends: Floats) -> Floats:
        tables, (open_boxes, further, total) = self.tables, place
        chances = np.zeros(PERIOD)
        for entry in np.flatnonzero(ends).tolist():
            after = (
                open_boxes & ~(1 << int(tables.box[entry])),
                further | int(tables.pays_further[entry]),
                min(total + int(tables.rise[entry]), tables.goal),
            )
            chances += ends[entry] * np.roll(
                self._to_come.get(after, self._exact_to_come), int(self._gains[further][entry])
            )
        return chances

    def _written(self, sheet: Sheet) -> int:
        return sum(sheet.points) + sheet.bonus * self._further_points


def _lead(state: State, one: Seat, other: Seat) -> int:
    """By how much one seat leads another after the finished games of a series."""
    return state.totals[one] - state.totals[other] if state.totals else 0


def _turned(scores: Ints) -> Waves:
    """The waves of certain scores."""
    return np.exp(1j * np.outer(scores, _PACE))


def _outline(waves: Waves) -> Floats:
    """The smooth distribution of these waves."""
    parts = np.zeros(PERIOD // 2 + 1, complex)
    parts[0], parts[1 : FREQUENCIES + 1] = 1, waves.conj()
    return np.fft.irfft(parts, PERIOD)


def _certain(score: int) -> Floats:
    chances = np.zeros(PERIOD)
    chances[score % PERIOD] = 1.0
    return chances


def _variance(chances: Floats) -> float:
    mean = chances @ _SCORES
    return float(chances @ (_SCORES - mean) ** 2)


def _beaten(chances: Floats, lead: int, unknown: float) -> Floats:
    """How likely each own score is better than the other's with that lead.

    Games still to come are `unknown`: a variance that both bring in.
    """
    if unknown:
        mean, spread = float(chances @ _SCORES) + lead, sqrt(2 * (_variance(chances) + unknown))
        return np.array([(1 + erf((score - mean) / spread)) / 2 for score in range(PERIOD)])
    below = np.clip(np.cumsum(chances) - chances / 2, 0.0, 1.0)
    return np.interp(_SCORES - lead, _SCORES, below, left=0.0, right=1.0)


def _share(scores: list[int]) -> Floats:
    """The share of a win that each own score gets against these final scores."""
    best = max(scores)
    return np.where(best == _SCORES, 1 / (1 + scores.count(best)), best < _SCORES)


def _closed(curve: Floats) -> Floats:
    """The curve, led back to its beginning above all likely scores."""
    bend = (1 - np.cos(np.linspace(0, tau / 2, PERIOD - _HIGHEST))) / 2
    closed = curve.copy()
    closed[_HIGHEST:] += (curve[0] - curve[_HIGHEST:]) * bend
    return closed


def further_points(options: KniffelOptions) -> int:
    """What a further Kniffel counts in a contest."""
    return min(options.kniffel_bonus, MOST_FURTHER_POINTS)


@lru_cache(CONTESTS_KEPT)
def _contest(options: KniffelOptions) -> Contest:
    return Contest(solution(options), low_waves(options))


def low_waves(options: KniffelOptions) -> Waves:
    """The waves of the final scores of all rows, as far as an outline needs them; kept."""
    key = (*cache_key(options), PERIOD, FREQUENCIES)
    return cached("kniffel-waves", key, lambda: {"waves": _low_waves(solution(options))})["waves"]


def contest(options: KniffelOptions) -> Contest:
    """The contest under these rules; those used last are kept."""
    return _contest(rules_of(options))


def _low_waves(solved: Solution) -> Waves:
    """The waves of all rows that make their outlines."""
    from stammtisch.solve.kniffel.links import linked  # noqa: PLC0415 - a compiler, only when solving
    from stammtisch.solve.kniffel.waves import buffer, measured, wave_measure  # noqa: PLC0415 - the same

    tables, links = solved.tables, linked(solved.values, solved.tables)
    place, waves = buffer(links), []
    for first in range(1, FREQUENCIES + 1, LANES):
        by = wave_measure(first, PERIOD, further_points(solved.setup.options), tables)
        real, imaginary = measured(place, by, links, tables)
        waves.append((real + 1j * imaginary).astype(np.complex64))
    return np.hstack(waves)
