"""Hands of a match among three, solved for winning it."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from stammtisch import bots
from stammtisch.core import Over, Seeded
from stammtisch.core.chance import dice_weights
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.moves import STAY
from stammtisch.games.zocknroll.state import DECIDE, OWN, WHITE, State
from stammtisch.games.zocknroll.tableau import tableau_of
from stammtisch.solve.zocknroll.duel_network import SHEET
from stammtisch.solve.zocknroll.several_hands import can_end, choice, is_planned, planned
from stammtisch.solve.zocknroll.several_network import chances, network, worth_of
from stammtisch.solve.zocknroll.tables import Floats
from support.zocknroll_replies import hand_of, replies, reply

GAME = ZockNRoll()
CUPS = [text for text, _ in dice_weights(2)]
LATE = (
    tableau_of({"pair": 5, "three-kind": 2, "won-third": 3}),
    tableau_of({"full-house": 2, "pair": 3, "left-first": 5, "won-third": 2}),
    tableau_of({"two-pairs": 4, "three-kind": 3}),
)


EARLY = (tableau_of({"pair": 2, "four-kind": 1}), 0, tableau_of({"two-pairs": 1}))


def begun(tableaus: tuple[int, ...], cups: tuple[str, ...], white: str) -> State:
    """Seat 0 starts the hand."""
    state = State(GAME.start(len(tableaus)).setup, OWN, 0, tableaus)
    for text in (f"own {' '.join(cups)}", f"white {white}"):
        state, _ = GAME.fall(state, text)
    return state


def by_the_rules(state: State) -> Floats:
    """Each player's chance of winning, the first starter's first, when all play as `strong`: move by move."""
    turn = GAME.turn(state)
    if isinstance(turn, Over):
        return np.array([(seat in turn.outcome.winners) / len(turn.outcome.winners) for seat in range(3)])
    if state.phase == OWN:
        found, after = np.zeros(3), np.array([state.crosses[seat] for seat in (1, 2, 0)])
        chances(network(3), SHEET, after, found)
        return found[[2, 0, 1]]
    if state.phase == WHITE:
        rolled = [by_the_rules(GAME.fall(state, f"white {die}")[0]) for die in range(1, 7)]
        return sum(rolled, np.zeros(3)) / 6
    seat = state.turn if state.phase == DECIDE else state.to_mark()[0]
    if is_planned(state):
        stays, leave = planned(state, seat)
        parts = {STAY: stays, leave: 1 - stays}
    else:
        parts = {choice(state, seat, Seeded("alone")): 1.0}
    played = [part * by_the_rules(GAME.play(state, seat, move)[0]) for move, part in parts.items()]
    return sum(played, np.zeros(3))


@pytest.mark.parametrize("tableaus", [(0, 0, 0), LATE])
def test_replies_know_what_strong_does(tableaus: tuple[int, ...]) -> None:
    """As if only two cups were ever rolled."""
    white, cups = "124", ("35", "12")
    hand = hand_of(begun(tableaus, ("35", "35", "35"), white))
    lying = hand.dice._replace(chance=np.array([(cup in cups) / 2 for cup in CUPS]))
    found = [reply(hand._replace(dice=lying), player, 3)[1] for player in range(3)]
    played = [by_the_rules(begun(tableaus, each, white)) for each in product(cups, repeat=3)]
    assert found == pytest.approx(np.mean(played, axis=0).tolist(), abs=5e-4)


def test_a_best_reply_hardly_gains_anything_in_a_hand() -> None:
    found = replies(begun((0, 0, 0), ("35", "35", "35"), "124"))
    assert (found.best >= found.usual - 1e-9).all()
    assert (found.best - found.usual).mean() < 0.001
    assert found.usual.sum() == pytest.approx(1, abs=1e-3)


def test_a_best_reply_finds_what_bad_plans_give_away() -> None:
    """All leave half of the time, whatever they have."""
    hand = hand_of(begun((0, 0, 0), ("35", "35", "35"), "246"))
    coins = hand.policies._replace(
        first=np.full_like(hand.policies.first, 0.5), second=np.full_like(hand.policies.second, 0.5)
    )
    for player in range(3):
        best, usual = reply(hand._replace(policies=coins), player, 3)
        assert best > usual + 0.01


def test_strong_stays_as_often_as_planned() -> None:
    state = begun(EARLY, ("35", "12", "66"), "124")
    stays, _ = planned(state, 0)
    assert not can_end(state)
    strong, view = bots.bot(GAME, "strong"), GAME.view(state, 0)
    found = np.mean([strong(GAME, view, 0, Seeded(str(seed))) == STAY for seed in range(200)])
    assert found == pytest.approx(stays, abs=0.15)


def test_a_nearly_full_row_can_end_the_match() -> None:
    assert can_end(begun(LATE, ("35", "12", "66"), "124"))
    assert not can_end(begun(EARLY, ("35", "12", "66"), "124"))


@pytest.mark.parametrize("leader", range(3))
def test_the_network_knows_who_is_ahead(leader: int) -> None:
    ahead = tableau_of({"four-kind": 4, "kniffel": 2})
    found = np.zeros(3)
    chances(network(3), SHEET, np.array([ahead * (at == leader) for at in range(3)]), found)
    assert found.sum() == pytest.approx(1)
    assert found[leader] > 0.75


def test_all_results_are_worth_what_the_network_says() -> None:
    tableaus, results = LATE, [16, 0, 9]
    number = 0
    for result in results:
        number = number * len(SHEET.results) + result
    after = [tableau + SHEET.results[result] for tableau, result in zip(tableaus, results, strict=True)]
    found = np.zeros(3)
    chances(network(3), SHEET, np.array([*after[1:], after[0]]), found)
    assert worth_of(tableaus)[number] == pytest.approx(np.roll(found, 1))
