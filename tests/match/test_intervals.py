from __future__ import annotations

from random import Random

import pytest

from stammtisch.analysis.intervals import Interval, mean_interval, share_interval

RUNS = 2000


def coverage(intervals: list[Interval], truth: float) -> float:
    return sum(found.low <= truth <= found.high for found in intervals) / len(intervals)


@pytest.mark.parametrize(("truth", "games"), [(0.5, 30), (0.5, 200), (0.8, 200)])
def test_95_of_100_intervals_hold_the_true_share(truth: float, games: int) -> None:
    luck = Random(f"{truth} {games}")
    found = [share_interval([float(luck.random() < truth) for _ in range(games)]) for _ in range(RUNS)]
    assert 0.93 <= coverage(found, truth) <= 0.97


def test_they_do_so_where_the_games_of_a_deal_go_together() -> None:
    """The winner of the first game of a deal wins the second one more often, too."""
    luck = Random("together")

    def deal() -> float:
        good = luck.random()
        return ((luck.random() < good) + (luck.random() < good)) / 2

    assert 0.93 <= coverage([share_interval([deal() for _ in range(100)]) for _ in range(RUNS)], 0.5) <= 0.97


def test_an_interval_leaves_room_for_a_loss_after_nothing_but_wins() -> None:
    found = share_interval([1.0] * 112)
    assert found.high == pytest.approx(1)
    assert 0.96 < found.low < 0.97


@pytest.mark.parametrize("values", [8, 40])
def test_95_of_100_intervals_hold_the_true_mean(values: int) -> None:
    luck = Random(values)
    found = [mean_interval([luck.gauss(0.5, 0.1) for _ in range(values)]) for _ in range(RUNS)]
    assert 0.93 <= coverage(found, 0.5) <= 0.97


def test_few_values_say_nothing() -> None:
    assert mean_interval([0.5, 0.5]) == Interval(0.5, 0.0, 1.0)
