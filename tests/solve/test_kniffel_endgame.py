"""The last turns of a game against others, next to plain recursion over all rolls and entries."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

from stammtisch import bots
from stammtisch.bots import kniffel
from stammtisch.core import Seeded
from stammtisch.games.kniffel import Kniffel
from stammtisch.games.kniffel.boxes import BOXES
from stammtisch.games.kniffel.dice import INDEX
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import CHOOSE_PHASE, THROW_PHASE, Sheet, State, setup
from stammtisch.solve.kniffel.contest import contest

GAME = Kniffel()
RULES = setup(KniffelOptions())
DICE = ["".join(sorted(dice)) for dice in product("123456", repeat=5)]
HANDS = sorted(set(DICE))
KEEPS = {hand: {"".join(kept) for count in range(6) for kept in combinations(hand, count)} for hand in HANDS}
ROLLS = [Counter("".join(sorted(dice)) for dice in product("123456", repeat=count)) for count in range(6)]
AFTER = {
    kept: [
        ("".join(sorted(kept + new)), times / 6.0 ** (5 - len(kept)))
        for new, times in ROLLS[5 - len(kept)].items()
    ]
    for kept in set().union(*KEEPS.values())
}


def sheet(open_boxes: str, **points: int) -> Sheet:
    """A sheet with these points, 0 in other boxes; names of boxes are written with a low line."""
    written = tuple(points.get(box.replace("-", "_"), 0) for box in BOXES)
    return Sheet(written, 0, sum(1 << BOXES.index(box) for box in open_boxes.split()))


@cache
def chance_of_winning(own: Sheet, other: Sheet) -> float:
    """Of the seat to roll, if both play to win."""
    if not own.open:
        lead = own.total(100) - other.total(100)
        return 0.5 if lead == 0 else float(lead > 0)
    hands: dict[str, float] = {hand: best_entry(own, other, hand) for hand in HANDS}
    for _ in range(2):
        kept = {kept: sum(chance * hands[hand] for hand, chance in AFTER[kept]) for kept in AFTER}
        hands = {hand: max(kept[choice] for choice in KEEPS[hand]) for hand in HANDS}
    return sum(chance * hands[hand] for hand, chance in AFTER[""])


def best_entry(own: Sheet, other: Sheet, hand: str) -> float:
    state = State(RULES, CHOOSE_PHASE, 0, (own, other), dice=INDEX[hand], throws=3)
    return max(1 - chance_of_winning(other, GAME.play(state, 0, move)[0].sheets[0]) for move in state.legal())


def to_roll(*sheets: Sheet) -> State:
    return State(RULES, THROW_PHASE, 0, sheets)


@pytest.mark.parametrize(
    ("own", "other"),
    [
        (sheet("chance", sixes=20), sheet("sixes", fives=25)),
        (sheet("four-kind", sixes=30, fives=20, fours=10), sheet("sixes", fives=25, fours=20, chance=10)),
        (sheet("full-house", kniffel=50), sheet("large-straight", sixes=30, fives=25, chance=20)),
        (sheet("kniffel large-straight", chance=20), sheet("kniffel small-straight", chance=25)),
        (sheet("ones sixes", fives=25, fours=12), sheet("full-house kniffel", sixes=30, chance=20)),
    ],
)
def test_two_players_are_exact(own: Sheet, other: Sheet) -> None:
    state, solved = to_roll(own, other), contest(RULES.options)
    assert solved.is_exact(state, 0)
    assert solved.value(state, 0) == pytest.approx(chance_of_winning(own, other), abs=1e-12)
    assert solved.value(state, 1) == pytest.approx(1 - chance_of_winning(own, other), abs=1e-12)


def test_the_last_of_three_shares_a_win_with_all_who_have_as_many_points() -> None:
    full = sheet("", chance=20)
    own = sheet("threes", chance=17)
    state = State(RULES, CHOOSE_PHASE, 0, (own, full, full), dice=INDEX["11113"], throws=3)
    evaluated = kniffel.evaluate(GAME, GAME.view(state, 0), 0, Seeded(0))
    assert evaluated.exact
    assert evaluated.value == pytest.approx(1 / 3)


THREE_LEFT = (
    sheet("sixes chance full-house", ones=3, twos=6, threes=9, fours=12, fives=15, kniffel=50),
    sheet("ones four-kind kniffel", twos=6, threes=9, fours=12, fives=15, sixes=24, chance=22),
)


def test_with_three_boxes_each_the_evaluator_is_exact() -> None:
    state, _ = GAME.fall(to_roll(*THREE_LEFT), "roll 22366")
    own, other = (kniffel.evaluate(GAME, GAME.view(state, seat), seat, Seeded(0)) for seat in (0, 1))
    assert (own.exact, other.exact) == (True, True)
    assert own.value + other.value == pytest.approx(1, abs=1e-12)
    assert own.moves[0].move == str(kniffel.strong(GAME, GAME.view(state, 0), 0, Seeded(0)))


def test_before_that_and_before_the_last_game_of_a_series_it_estimates() -> None:
    four = sheet("twos sixes chance full-house", ones=3, kniffel=50)
    series = State(setup(KniffelOptions(games=2)), THROW_PHASE, 0, THREE_LEFT, (0, 0), 1)
    for state in (to_roll(four, four), series):
        assert not kniffel.evaluate(GAME, GAME.view(state, 0), 0, Seeded(0)).exact


def test_the_finished_games_of_a_series_count() -> None:
    options = KniffelOptions(games=2)
    level = State(setup(options), THROW_PHASE, 0, (THREE_LEFT[0],) * 2, (200, 200), 2)
    behind = State(setup(options), THROW_PHASE, 0, (THREE_LEFT[0],) * 2, (200, 900), 2)
    solved = contest(options)
    assert solved.value(level, 0) == pytest.approx(solved.value(to_roll(*(THREE_LEFT[0],) * 2), 0))
    assert solved.value(behind, 0) == pytest.approx(0)


def test_in_an_endgame_a_move_is_worth_what_follows_from_it() -> None:
    """Values before and after a turn agree, so that luck and losses explain the whole result."""
    state, _ = GAME.fall(to_roll(*THREE_LEFT), "roll 22366")
    solved = contest(RULES.options)
    for move, value in solved.moves(state):
        after, _ = GAME.play(state, 0, move)
        assert solved.value(after, 0) == pytest.approx(value, abs=1e-12)
    gains = [
        (float(chance), bots.luck(GAME, to_roll(*THREE_LEFT), text, Seeded(0)))
        for text, chance in GAME.chance(to_roll(*THREE_LEFT)).outcomes() or ()
    ]
    for seat in (0, 1):
        assert sum(chance * gain[seat] for chance, gain in gains if gain) == pytest.approx(0, abs=1e-12)
