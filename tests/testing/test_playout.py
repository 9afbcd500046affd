from __future__ import annotations

from stammtisch import catalog
from stammtisch.core import Over, Seeded
from stammtisch.testing.playout import Playout, mutated

ZOCK = catalog.game("zock")


def test_the_same_seed_plays_the_same_game() -> None:
    assert Playout(ZOCK, 2, seed="a").steps == Playout(ZOCK, 2, seed="a").steps
    assert Playout(ZOCK, 2, seed="a").steps != Playout(ZOCK, 2, seed="b").steps


def test_a_playout_goes_to_the_end() -> None:
    playout = Playout(ZOCK, 2)
    assert isinstance(ZOCK.turn(playout.end), Over)
    assert playout.steps[-1].state == playout.end


def test_a_playout_stops_where_it_is_told() -> None:
    assert len(Playout(ZOCK, 2, at_most=7).steps) == 7


def test_the_end_is_always_looked_at_and_the_rest_is_a_sample() -> None:
    playout = Playout(ZOCK, 2, looks=10)
    assert len(playout.looked_at) == 11
    assert playout.looked_at[-1] == playout.end


def test_typing_mistakes_differ_often_and_keep_to_one_place() -> None:
    source = Seeded("slips")
    slips = [mutated("3+6", source) for _ in range(300)]
    assert {"36", "+6", "3+", "33+6", "3++6", "+36", "36+", "3+6 "} <= set(slips)
    assert all(len(slip) in (2, 3, 4) for slip in slips)
    assert mutated("", source) in {"", " ", *"0123456789abchsX+-"}
