"""Matches with chips, against brute force over the game itself."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from stammtisch.core import Over, Seat
from stammtisch.games.zock.chips import payment, worth
from stammtisch.games.zock.options import ChipValues, ZockOptions
from stammtisch.games.zock.state import BEGIN, CHIPS_OF_A_COLOUR, THROW_PHASE, Chips, State, setup
from stammtisch.solve.cache import FOLDER_VARIABLE
from stammtisch.solve.goals import POINTS, WIN, Goal
from stammtisch.solve.zock import solution
from stammtisch.solve.zock.match import Holding, Match, match, results
from stammtisch.solve.zock.rules import purse, single
from tests.zock.table import GAME

SMALL = 7
"""A row of the fields 1, 2 and 3."""
EVEN, POOR = (5, 4, 5, 5), (3, 1, 0, 0)


@pytest.fixture(autouse=True)
def no_kept_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "-")


def agreed(**options: object) -> ZockOptions:
    return GAME.options({"games": 2} | options, 2)


def shared(first: Chips) -> tuple[Chips, Chips]:
    return first, tuple(CHIPS_OF_A_COLOUR - number for number in first)


def throwing(options: ZockOptions, game: int, chips: tuple[Chips, ...], seat: Seat = 0) -> State:
    return State(setup(options), THROW_PHASE, seat, (SMALL, SMALL), chips=chips, game=game)


class Rational:
    """Solves matches of small rows by fractions, asking nobody but the game."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.whole = 1 if goal == WIN else 0
        self.value = cache(self._value)

    def _value(self, state: State) -> Fraction:
        """To the seat about to roll, however often the dice change hands."""
        mine, my_idle = self._turn(state)
        theirs, their_idle = self._turn(_handed_over(state))
        over = my_idle * (self.whole - theirs - their_idle * self.whole)
        return (mine + over) / (1 - my_idle * their_idle)

    def _turn(self, state: State) -> tuple[Fraction, Fraction]:
        brought = idle = Fraction()
        for text, chance in GAME.chance(state).outcomes() or ():
            thrown, _ = GAME.fall(state, text)
            after = [GAME.play(thrown, state.turn, move)[0] for move in GAME.moves(thrown, state.turn)]
            if (after[0].game, after[0].rows) == (state.game, state.rows):
                idle += chance
            else:
                brought += chance * max(self._to(state.turn, one) for one in after)
        return brought, idle

    def _to(self, seat: Seat, state: State) -> Fraction:
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            if self.goal == POINTS:
                return Fraction(2 * turn.outcome.scores[seat] - sum(turn.outcome.scores), 2)
            return Fraction(int(seat in turn.outcome.winners), len(turn.outcome.winners))
        if state.rows[0] > SMALL:  # the next game has begun
            state = throwing(state.setup.options, state.game, state.chips, state.turn)
        value = self.value(state)
        return value if state.turn == seat else self.whole - value


def _handed_over(state: State) -> State:
    return State(state.setup, THROW_PHASE, 1 - state.turn, state.rows, chips=state.chips, game=state.game)


@pytest.mark.parametrize("goal", [WIN, POINTS])
@pytest.mark.parametrize("first", [EVEN, POOR], ids=["even", "poor"])
@pytest.mark.parametrize("variant", ["basic", "a"])
def test_a_small_match_of_two_games_by_rational_arithmetic(variant: str, first: Chips, goal: Goal) -> None:
    options, chips, rational = agreed(variant=variant), shared(first), Rational(goal)
    found = Match(setup(options), goal, SMALL + 1)
    for game in (2, 1):
        for seat in (0, 1):
            state = throwing(options, game, chips, seat)
            assert found.value(state, seat) == pytest.approx(float(rational.value(state)), rel=0, abs=1e-10)
            assert not found.error_of(state)


@pytest.mark.parametrize("values", [(1, 2, 5, 10), (2, 4, 10, 20), (1, 11, 121, 1000)])
def test_every_amount_can_be_paid_with_such_chips(values: Chips) -> None:
    found = purse(values)
    assert found.payable
    payer, payee = shared((4, 0, 7, 1))
    for amount in range(1, min(46, worth(payer, values))):
        due = -(-amount // found.unit) * found.unit
        assert worth(payment(payer, payee, values, amount), values) == due


def test_chips_that_cannot_make_every_amount_are_estimated() -> None:
    assert not purse((3, 7, 7, 7)).payable
    values = ChipValues(red=3, blue=7, yellow=7, green=7)
    options = agreed(chip_values={"red": 3, "blue": 7, "yellow": 7, "green": 7})
    assert options.chip_values == values
    found = Match(setup(options), WIN, SMALL + 1)
    state = throwing(options, 1, shared((5, 5, 5, 5)))
    assert found.error_of(state)
    assert 0.4 < found.value(state, 0) < 0.7


def test_a_match_begins_even_and_both_values_make_a_whole() -> None:
    options = agreed(variant="c", games=2)
    state = GAME.start(2, options)
    assert state.phase == BEGIN
    found = match(options)
    assert found.value(state, 0) == pytest.approx(0.5, rel=0, abs=1e-12)
    begun = State(state.setup, THROW_PHASE, 1, state.rows, chips=state.chips)
    assert found.value(begun, 0) + found.value(begun, 1) == pytest.approx(1)
    assert found.value(begun, 1) > 0.5


def test_a_leading_player_avoids_large_losses() -> None:
    """Ahead by 10 in the last game, a loss by few points still wins the match: another move is best."""
    options, alone = agreed(games=2), agreed(games=1)
    differ = 0
    for dice in ("21", "31", "32", "41", "42", "51", "43"):
        rows = (mask(1, 2, 3, 4, 5, 9), mask(1, 5))
        chips = shared((5, 5, 5, 6))
        late = State(setup(options), THROW_PHASE, 0, rows, chips=chips, game=2)
        single_game = State(setup(alone), THROW_PHASE, 0, rows)
        thrown, alike = GAME.fall(late, dice)[0], GAME.fall(single_game, dice)[0]
        ahead = match(options).moves(thrown, 0)
        level = solution(alone).moves(alike, 0)
        differ += ahead[0].move != level[0].move
    assert differ


def test_a_last_game_that_changes_nothing_has_a_value_where_both_may_pass_every_roll() -> None:
    decided = Match(setup(agreed(variant="a", referee="players")), WIN, rows=64)
    total = decided.purse.total
    for held in (0, 1, total - 1, total):
        game = decided.game(Holding(0, held))
        assert game.pair_of(0, SMALL, SMALL) == pytest.approx(float(held > total / 2))
        assert game.pair_of(1, SMALL, SMALL) == pytest.approx(float(held < total / 2))


def mask(*fields: int) -> int:
    return sum(1 << field - 1 for field in fields)


def test_the_results_of_a_game_add_up() -> None:
    won, lost = results(single(ZockOptions()))
    assert won.sum() == pytest.approx(0.514714190513, rel=0, abs=1e-6)
    assert (won > -1e-9).all()
    assert np.isclose(won.sum() + lost.sum(), 1)
