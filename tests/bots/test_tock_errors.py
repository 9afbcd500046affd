"""What Tock's evaluator says of moves is not favoured by luck, and its errors are true."""

from __future__ import annotations

from itertools import islice
from math import sqrt
from statistics import fmean, stdev

import numpy as np

from stammtisch.bots.tock import evaluate
from stammtisch.core import Seeded
from stammtisch.games.tock import Tock
from stammtisch.solve.tock.evaluation import FEW_WORLDS, WORLDS, evaluated_turns
from support.tock_errors import positions, said
from tests.tock import table

GAME = Tock()


def test_the_best_of_equal_moves_is_worth_no_more_than_the_others() -> None:
    """The mean of many evaluations of four moves that are worth a half, and of one that loses a tenth."""
    luck = np.random.default_rng(1)
    losses, values = [], []
    for _ in range(400):
        results = 0.5 + 0.1 * luck.normal(size=(WORLDS, 5))
        found = evaluated_turns(results[:, :4], results[:FEW_WORLDS, 4:] - 0.1)
        values.append(found[0].best)
        losses.append((found[0].loss, found[4].loss))
    assert abs(fmean(values) - 0.5) < 4 * stdev(values) / sqrt(len(values))
    for column, truth in zip(zip(*losses, strict=True), (0.0, 0.1), strict=True):
        assert abs(fmean(column) - truth) < 4 * stdev(column) / sqrt(len(column))


def test_intervals_of_made_up_results_hold_the_truth_in_95_of_100_cases() -> None:
    luck = np.random.default_rng(2)
    held = np.zeros(3)
    for _ in range(1000):
        results = 0.5 + 0.1 * luck.normal(size=(WORLDS, 2)) + 0.1 * luck.normal(size=(WORLDS, 1))
        sure, rough = evaluated_turns(results[:, :1], results[:FEW_WORLDS, 1:] - 0.05)
        held += (
            abs(sure.best - 0.5) < 1.96 * sure.best_error,
            abs(rough.value - 0.45) < 1.96 * rough.error,
            abs(rough.loss - 0.05) < 1.96 * rough.loss_error,
        )
    assert all(930 <= count <= 970 for count in held)


def test_most_intervals_hold_what_comes_of_moves_in_many_worlds() -> None:
    found = [
        one
        for state, seat in islice(positions(["medium"] * 4, 12, "errors"), 12)
        for one in said(state, seat, 250, "errors")
    ]
    assert sum(one.holds for one in found) >= 0.8 * len(found)


def test_suits_make_no_difference() -> None:
    state = table.position(4, "0a:20 0b:30 1a:50", {0: "5H 5S 9D", 1: "2C", 2: "3C", 3: "4C"})
    evaluation = evaluate(GAME, GAME.view(state, 0), 0, Seeded("suits"))
    by_move = {one.move: one.value for one in evaluation.moves}
    assert by_move["5H 0a>25"] == by_move["5S 0a>25"]
