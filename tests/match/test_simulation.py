from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator

import pytest

from stammtisch.analysis.simulation import Deal, Plan, Result, here, plan, play_deal, processes, simulate
from stammtisch.core import BadOptions, BadRequest


def last(results: Iterator[Result]) -> Result:
    *_, final = results
    return final


@pytest.mark.parametrize(
    ("seats", "rotations"),
    [
        (("a", "b"), 2),
        (("a", "a"), 1),
        (("a", "b", "a", "b"), 2),
        (("a", "b", "b"), 3),
        (("a", "b", "c", "d"), 4),
    ],
)
def test_bots_take_every_different_seat(seats: tuple[str, ...], rotations: int) -> None:
    assert Plan("zock", {}, seats, 1, "").rotations == rotations


def test_games_come_in_whole_deals() -> None:
    agreed = plan("kniffel", {}, ["random"] * 3, 10, "seed")
    assert (agreed.deals, agreed.rotations) == (10, 1)


@pytest.mark.parametrize(
    ("game", "options", "seats", "games", "error"),
    [
        ("zock", {}, ["random"], 1, BadRequest),
        ("zock", {}, ["random", "stockfish"], 1, BadRequest),
        ("zock", {"variant": "z"}, ["random", "random"], 1, BadOptions),
        ("zock", {}, ["random", "random"], 0, BadRequest),
    ],
)
def test_a_plan_that_cannot_be_is_refused_at_once(
    game: str, options: dict[str, object], seats: list[str], games: int, error: type[Exception]
) -> None:
    with pytest.raises(error):
        plan(game, options, seats, games, "seed")


def test_a_deal_is_the_same_whoever_plays_it() -> None:
    agreed = plan("zock", {}, ["random", "random"], 5, "seed")
    assert play_deal(agreed, 3) == play_deal(agreed, 3)
    assert play_deal(agreed, 3) != play_deal(agreed, 4)


def test_the_last_result_counts_every_game() -> None:
    result = last(simulate(plan("zock", {}, ["random", "random"], 20, "seed")))
    (random,) = result.bots
    assert (result.games, result.missing, random.share) == (20, 0, 1.0)


def test_several_processes_find_the_same() -> None:
    agreed = plan("zock", {}, ["random", "random"], 12, "seed")
    assert last(simulate(agreed, processes(2))) == last(simulate(agreed, here))


def test_a_lost_deal_is_given_out_again_and_never_counted_twice() -> None:
    given: list[int] = []

    def forgetful(plan: Plan, deals: Iterable[int]) -> Iterator[Deal]:
        for deal in deals:
            given.append(deal)
            if given.count(deal) > 1 or deal % 2:
                yield play_deal(plan, deal)

    result = last(simulate(plan("zock", {}, ["random", "random"], 6, "seed"), forgetful))
    assert (result.games, result.missing) == (6, 0)
    assert sorted(given) == [0, 0, 1, 2, 2, 3, 4, 4, 5]


def test_what_is_lost_again_and_again_is_reported_missing() -> None:
    def hopeless(plan: Plan, deals: Iterable[int]) -> Iterator[Deal]:
        return (play_deal(plan, deal) for deal in deals if deal)

    result = last(simulate(plan("zock", {}, ["random", "random"], 6, "seed"), hopeless))
    assert (result.games, result.missing) == (5, 1)


def test_a_killed_worker_loses_nothing() -> None:
    agreed = plan("kniffel", {}, ["random"] * 4, 60, "seed")
    results = simulate(agreed, processes(2))
    next(results)
    multiprocessing.active_children()[0].kill()
    assert last(results) == last(simulate(agreed, here))


def test_who_leaves_early_leaves_no_workers_behind() -> None:
    results = simulate(plan("kniffel", {}, ["random"] * 4, 60_000, "seed"), processes(2))
    next(results)
    workers = multiprocessing.active_children()
    results.close()  # type: ignore[attr-defined]
    for worker in workers:
        worker.join(10)
    assert workers
    assert not any(worker.is_alive() for worker in workers)
