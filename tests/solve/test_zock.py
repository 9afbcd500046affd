from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice, product

import numpy as np
import pytest

from stammtisch.core import Over, Seat, Seeded, Source, Throw
from stammtisch.games.zock.moves import ALL_OPEN, mask_of
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import THROW_PHASE, State, setup
from stammtisch.solve.cache import FOLDER_VARIABLE
from stammtisch.solve.goals import POINTS, WIN, Goal
from stammtisch.solve.zock import Solution, solution, tables
from stammtisch.solve.zock.compiled import compiled
from stammtisch.solve.zock.kernel import solved
from stammtisch.testing.playout import random_steps
from tests.zock.table import GAME, position

GOALS: tuple[Goal, ...] = (WIN, POINTS)
VARIANTS = ("basic", "a", "b", "c")
EXACTLY = 1e-12


@pytest.fixture(autouse=True)
def no_kept_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "-")


def agreed(variant: str, **others: object) -> ZockOptions:
    return GAME.options({"variant": variant} | others, 2)


def throwing(options: ZockOptions, own: int, other: int) -> State:
    """Seat 0 is about to throw."""
    return State(setup(options), THROW_PHASE, 0, (own, other))


@pytest.mark.parametrize(
    ("variant", "value", "throws"),
    [
        ("basic", 0.514714190513, 33.4140),
        ("a", 0.515120854884, 33.0682),
        ("b", 0.521263877242, 22.9642),
        ("c", 0.542975153496, 17.4980),
    ],
)
def test_the_known_values_of_the_whole_game(variant: str, value: float, throws: float) -> None:
    found = solution(agreed(variant))
    assert found.values[ALL_OPEN, ALL_OPEN] == pytest.approx(value, rel=0, abs=1e-12)
    assert found.throws[ALL_OPEN, ALL_OPEN] == pytest.approx(throws, rel=0, abs=5e-5)


@pytest.mark.parametrize(
    ("own", "other", "value"),
    [
        ([1], [1], Fraction(12, 23)),
        ([2], [2], Fraction(36, 71)),
        ([7], [2], Fraction(36, 41)),
        ([1, 2], [3], Fraction(16362, 35351)),
    ],
)
def test_the_known_values_of_single_positions(own: list[int], other: list[int], value: Fraction) -> None:
    state = GAME.load(position("throw", 1, open=[other, own]))
    assert solution(ZockOptions()).value(state, 1) == pytest.approx(float(value), rel=0, abs=EXACTLY)
    assert solution(ZockOptions()).value(state, 0) == pytest.approx(1 - float(value), rel=0, abs=EXACTLY)


class Rational:
    """Solves pairs of rows by fractions, asking nobody but the game."""

    def __init__(self, options: ZockOptions, goal: Goal) -> None:
        self.options = options
        self.goal = goal
        self.whole = 1 if goal == WIN else 0
        self.value = cache(self._value)

    def _value(self, own: int, other: int) -> Fraction:
        """What the rows are worth to the player about to roll, however often the dice change hands."""
        mine, my_idle = self._turn(own, other)
        theirs, their_idle = self._turn(other, own)
        over = my_idle * (self.whole - theirs - their_idle * self.whole)
        return (mine + over) / (1 - my_idle * their_idle)

    def _turn(self, own: int, other: int) -> tuple[Fraction, Fraction]:
        """What the usable throws bring, and the chance of all the others."""
        brought = idle = Fraction()
        state = throwing(self.options, own, other)
        for text, chance in GAME.chance(state).outcomes() or ():
            thrown, _ = GAME.fall(state, text)
            after = [GAME.play(thrown, 0, move)[0] for move in GAME.moves(thrown, 0)]
            if after[0].rows == state.rows:
                idle += chance
            else:
                brought += chance * max(map(self._to_seat_0, after))
        return brought, idle

    def _to_seat_0(self, state: State) -> Fraction:
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            return Fraction(turn.outcome.scores[0] if self.goal == POINTS else 1)
        value = self.value(state.rows[state.turn], state.rows[1 - state.turn])
        return value if state.turn == 0 else self.whole - value


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("options", [{}, {"digits": "all", "double_pairs": False}], ids=["default", "other"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_of_up_to_four_fields_by_rational_arithmetic(
    variant: str, options: dict[str, object], goal: Goal
) -> None:
    rational = Rational(agreed(variant, **options), goal)
    found = solution(rational.options, goal)
    rows = [mask_of(*fields) for fields in ([1], [2, 3], [1, 9], [2, 5, 8], [1, 2, 3, 7])]
    for own, other in product(rows, rows):
        assert found.values[own, other] == pytest.approx(float(rational.value(own, other)), rel=0, abs=1e-10)


def walked(state: State, source: Source) -> Iterator[State]:
    """The positions of a game at random from here, not more than a hundred."""
    yield state
    for step in islice(random_steps(GAME, state, source), 99):
        assert isinstance(step.state, State)
        yield step.state


def check(found: Solution, state: State, goal: Goal) -> None:
    """The position is worth what follows from it, to both seats; no other values do that everywhere."""
    turn = GAME.turn(state)
    seat = state.turn
    if isinstance(turn, Over):
        (winner,) = turn.outcome.winners
        expected = turn.outcome.scores[winner] if goal == POINTS else 1.0
        seat = winner
    elif isinstance(turn, Throw):
        falls = GAME.chance(state).outcomes() or ()
        expected = sum(float(chance) * found.value(GAME.fall(state, text)[0], seat) for text, chance in falls)
    else:
        expected = _check_moves(found, state, seat)
    whole = 1 if goal == WIN else 0
    assert found.value(state, seat) == pytest.approx(expected, rel=0, abs=1e-10)
    assert found.value(state, 1 - seat) == pytest.approx(whole - expected, rel=0, abs=1e-10)
    assert not found.moves(state, 1 - state.turn)


def _check_moves(found: Solution, state: State, seat: Seat) -> float:
    moves = found.moves(state, seat)
    assert sorted(move for move, _ in moves) == sorted(GAME.moves(state, seat))
    assert [value for _, value in moves] == sorted((value for _, value in moves), reverse=True)
    for move, value in moves[:: max(1, len(moves) // 20)]:
        after, _ = GAME.play(state, seat, move)
        assert value == pytest.approx(found.value(after, seat), rel=0, abs=1e-10)
    return moves[0].value


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    ("variant", "referee"), [*product(VARIANTS, ["strict"]), *product(["basic", "b", "c"], ["players"])]
)
def test_every_value_follows_from_those_after_it(variant: str, referee: str, goal: Goal) -> None:
    options = agreed(variant, referee=referee)
    found = solution(options, goal)
    for seed in range(3):
        for state in walked(GAME.start(2, options), Seeded(seed)):
            check(found, state, goal)


@cache
def short(options: ZockOptions, goal: Goal) -> Solution:
    """The solution where only the fields 1 to 5 are left."""
    return Solution(setup(options), goal, solved(compiled(setup(options), goal, 32))._asdict())


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("digits", ["ten", "all"])
def test_chains_with_mistakes_follow_from_those_after_them(digits: str, goal: Goal) -> None:
    options = agreed("a", referee="players", digits=digits)
    for seed in range(25):
        for state in walked(throwing(options, 31 - seed, 31), Seeded(seed)):
            check(short(options, goal), state, goal)


@pytest.mark.slow
@pytest.mark.parametrize("goal", GOALS)
def test_chains_with_mistakes_on_all_fields(goal: Goal) -> None:
    options = agreed("a", referee="players")
    for seed in range(2):
        for state in walked(GAME.start(2, options), Seeded(seed)):
            check(solution(options, goal), state, goal)


def test_fewer_fields_are_solved_like_all_of_them() -> None:
    assert np.array_equal(short(ZockOptions(), WIN).values, solution(ZockOptions()).values[:32, :32])


def worth(found: Solution, state: State) -> dict[str, float]:
    """What each move of the seat to decide is worth."""
    return {str(move): value for move, value in found.moves(state, state.turn)}


def of_seat_0(goal: Goal, **keys: object) -> dict[str, float]:
    """What each move of seat 0 is worth, after a throw."""
    state = GAME.load(position("move", 0, **keys))
    return worth(solution(state.setup.options, goal), state)


def test_a_player_who_may_pass_keeps_two_easy_fields_rather_than_one_hard_one() -> None:
    keys: dict[str, object] = {"open": [[2, 3], [2]], "dice": "21"}
    assert list(of_seat_0(WIN, **keys)) == ["3"]
    moves = of_seat_0(WIN, **keys, referee="players", handed=[])
    assert moves["none"] == max(moves.values()) > moves["3"]


def test_a_wrong_cover_is_opened_again_or_left_where_it_harms() -> None:
    moves = of_seat_0(WIN, open=[[2, 3], [2]], dice="65", referee="players", handed=[])
    assert moves["2+3"] == moves["none"] > moves["3"]


def test_in_variant_a_a_wrong_cover_buys_another_throw() -> None:
    keys = {"variant": "a", "referee": "players", "handed": []}
    state = GAME.load(position("move", 0, open=[[1, 2, 3, 4], [5]], dice="66", **keys))
    moves = worth(short(state.setup.options, WIN), state)
    assert max(moves.values()) > moves["none"]


def test_an_objection_is_worth_what_it_opens() -> None:
    handed = [{"dice": "66", "open": [7], "covered": [7]}]
    state = GAME.load(position("objection", 1, open=[[], [2]], referee="players", handed=handed))
    found = solution(state.setup.options)
    moves = worth(found, state)
    assert moves == {"object": found.values[mask_of(2), mask_of(7)], "throw": 0.0}
    assert found.value(state, 0) == 1 - moves["object"]


def test_before_the_first_throw_both_have_the_same_chances() -> None:
    assert solution(ZockOptions()).value(GAME.start(2), 0) == pytest.approx(0.5, abs=EXACTLY)
    assert solution(ZockOptions(), POINTS).value(GAME.start(2), 1) == pytest.approx(0.0, abs=EXACTLY)


def test_a_higher_throw_for_the_beginning_is_worth_more() -> None:
    found = solution(ZockOptions())
    low, high = (found.value(GAME.fall(GAME.start(2), dice)[0], 0) for dice in ("11", "66"))
    assert low < 0.5 < high


def test_points_are_those_of_the_losers_open_fields() -> None:
    state = GAME.load(position("over", None, open=[[4, 9], []]))
    assert [solution(ZockOptions(), POINTS).value(state, seat) for seat in (0, 1)] == [-13, 13]
    assert of_seat_0(POINTS, open=[[9], [4, 9]], dice="63") == {"9": 13}


def test_of_a_match_only_the_present_game_counts() -> None:
    full = dict.fromkeys(("red", "blue", "yellow", "green"), 5)
    match = {"games": 3, "chips": [full, full], "match_game": 1}
    assert of_seat_0(WIN, open=[[9], [4]], dice="63", **match) == {"9": 1}
    assert of_seat_0(POINTS, open=[[9], [4]], dice="63", **match) == {"9": 4}


def test_options_with_the_same_rules_share_their_tables(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path_factory.mktemp("kept")
    monkeypatch.setenv(FOLDER_VARIABLE, str(place))
    for double_pairs in (False, True):
        tables(ZockOptions(double_pairs=double_pairs, games=2))
    assert len(list(place.iterdir())) == 1


def test_every_game_can_be_finished() -> None:
    for options in (agreed("basic"), agreed("c", referee="players")):
        assert np.isfinite(solution(options).throws).all()
