"""Hands of a match for two, solved for winning it."""

from __future__ import annotations

from itertools import product
from statistics import fmean

import numpy as np
import pytest

from stammtisch import bots
from stammtisch.core import Over, Seeded
from stammtisch.core.chance import dice_weights
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.dice import digits
from stammtisch.games.zocknroll.moves import STAY
from stammtisch.games.zocknroll.state import DECIDE, OWN, STILL_IN, WHITE, State
from stammtisch.games.zocknroll.tableau import NO_ROW, tableau_of
from stammtisch.solve.zocknroll.duel import NAMES, choices, dice, ends
from stammtisch.solve.zocknroll.duel_hands import after_hand, choice, played_round, solved_hand
from stammtisch.solve.zocknroll.duel_network import SHEET, chance, network
from stammtisch.solve.zocknroll.duel_plans import NOBODY, OTHER, STARTER, Plan, new_values, valued
from support.zocknroll_duel import as_strong_plays, copied, measure

GAME = ZockNRoll()
CUPS = [text for text, _ in dice_weights(2)]
EVEN = (0, 0)
LATE = (
    tableau_of({"pair": 5, "three-kind": 2, "won-third": 3}),
    tableau_of({"full-house": 2, "pair": 3, "left-first": 5, "won-third": 2}),
)
TABLEAUS = pytest.mark.parametrize("tableaus", [EVEN, LATE])


def begun(tableaus: tuple[int, int], one: str, two: str, white: str) -> State:
    """Seat 0 starts the hand."""
    state = State(GAME.start(2).setup, OWN, 0, tableaus)
    for text in (f"own {one} {two}", f"white {white}"):
        state, _ = GAME.fall(state, text)
    return state


def by_the_rules(state: State, plan: Plan, die: int = 0) -> float:
    """The value of a hand that seat 0 has started, move by move; `die` is the fourth one."""
    turn = GAME.turn(state)
    if isinstance(turn, Over):
        return (0 in turn.outcome.winners) / len(turn.outcome.winners)
    if state.phase == OWN:
        return 1 - chance(network(), SHEET, state.crosses[1], state.crosses[0])
    if state.phase == WHITE:
        after = [GAME.fall(state, f"white {face + 1}")[0] for face in range(6)]
        dice_ = range(6) if state.round == 2 else [die] * 6
        return fmean(by_the_rules(then, plan, each) for then, each in zip(after, dice_, strict=True))
    seat = state.turn if state.phase == DECIDE else state.to_mark()[0]
    if state.phase == DECIDE and state.left == (STILL_IN, STILL_IN):
        stays, row = planned(state, plan, die)
        leave = next(move for move in GAME.moves(state, seat) if move.row == row)
        parts = {STAY: stays, leave: 1 - stays}
    else:
        parts = {choice(state, seat, Seeded("alone")): 1.0}
    return sum(
        part * by_the_rules(GAME.play(state, seat, move)[0], plan, die) for move, part in parts.items()
    )


def planned(state: State, plan: Plan, die: int) -> tuple[float, str]:
    """How likely the seat that decides stays, and the row it marks otherwise."""
    cup = CUPS.index(digits(state.cups[state.turn]))
    if state.round == 1:
        stays, rows = (plan.starter, plan.other)[state.turn], (plan.starter_row, plan.other_row)[state.turn]
    else:
        stays = (plan.starter_2, plan.other_2)[state.turn][die]
        rows = (plan.starter_row_2, plan.other_row_2)[state.turn][die]
    return float(stays[cup]), (*NAMES, NO_ROW)[rows[cup]]


@TABLEAUS
def test_a_hand_is_worth_what_the_rules_make_of_it(tableaus: tuple[int, int]) -> None:
    """As if only two cups were ever rolled; after a tie the order of the marks may matter a little."""
    white, cups = "124", ("35", "12")
    lying = dice(white)._replace(chance=np.array([(cup in cups) / 2 for cup in CUPS]))
    plan = copied(solved_hand(*tableaus, white))
    for at, part in enumerate((plan.starter, plan.other, plan.starter_2, plan.other_2)):
        part[:] = 0.5 + 0.1 * at
    expected = fmean(
        by_the_rules(begun(tableaus, one, two, white), plan) for one, two in product(cups, repeat=2)
    )
    after = ends(lying, choices(after_hand(*tableaus)))
    found = valued(lying, after, plan, NOBODY, NOBODY, new_values(len(CUPS)))
    assert found == pytest.approx(expected, abs=1e-4)


@TABLEAUS
@pytest.mark.parametrize("white", ["112", "246"])
def test_nobody_gains_by_playing_a_hand_differently(tableaus: tuple[int, int], white: str) -> None:
    lying, plan = dice(white), solved_hand(*tableaus, white)
    after, values = ends(lying, choices(after_hand(*tableaus))), new_values(len(CUPS))
    usual = valued(lying, after, plan, NOBODY, NOBODY, values)
    starter = valued(lying, after, copied(plan), STARTER, STARTER, values)
    other = valued(lying, after, copied(plan), OTHER, OTHER, values)
    assert usual - 0.0002 < other <= usual + 1e-9
    assert usual - 1e-9 <= starter < usual + 0.0002


def test_a_best_reply_finds_what_a_bad_plan_gives_away() -> None:
    """Both leave half of the time, whatever they have."""
    lying, after, values = dice("246"), ends(dice("246"), choices(after_hand(*EVEN))), new_values(len(CUPS))
    plan = copied(solved_hand(*EVEN, "246"))
    for part in (plan.starter, plan.other, plan.starter_2, plan.other_2):
        part[:] = 0.5
    usual = valued(lying, after, plan, NOBODY, NOBODY, values)
    assert valued(lying, after, copied(plan), STARTER, STARTER, values) > usual + 0.01
    assert valued(lying, after, copied(plan), OTHER, OTHER, values) < usual - 0.01


def test_strong_stays_as_often_as_planned() -> None:
    state = begun(LATE, "35", "12", "124")
    plan = played_round(*LATE, "124")
    stays = float(plan.starter[CUPS.index("35")])
    strong = bots.bot(GAME, "strong")
    view = GAME.view(state, 0)
    found = fmean(strong(GAME, view, 0, Seeded(str(seed))) == STAY for seed in range(200))
    assert found == pytest.approx(stays, abs=0.15)


def test_in_round_2_strong_does_not_know_which_die_was_the_fourth() -> None:
    for white in ("112", "124"):
        plan, die = as_strong_plays(*EVEN, white), "4" if white == "112" else "1"
        second = played_round(*EVEN, "1124")
        assert (plan.starter_2[int(die) - 1] == second.starter).all()
        assert ((second.other >= 0) & (second.other <= 1)).all()


def test_the_network_knows_who_is_ahead() -> None:
    ahead = tableau_of({"four-kind": 4, "kniffel": 2})
    assert chance(network(), SHEET, 0, 0) == pytest.approx(0.5, abs=0.02)
    assert chance(network(), SHEET, ahead, 0) > 0.9
    assert chance(network(), SHEET, 0, ahead) < 0.1


@pytest.mark.slow
def test_a_best_reply_to_strong_hardly_gains_anything() -> None:
    found = measure(40, "test")
    assert found.of_hands < 0.005
    assert found.gain < 0.005 + found.margin
