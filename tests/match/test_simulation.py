from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from stammtisch.analysis.simulation import (
    Deal,
    Plan,
    Result,
    Rolls,
    here,
    plan,
    play_deal,
    processes,
    simulate,
)
from stammtisch.core import BadOptions, BadRequest
from support.waiting import PATIENCE


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


def test_a_deal_is_the_same_each_time_it_is_played() -> None:
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
    agreed = plan("kniffel", {}, ["random"] * 4, 60, "seed", adjust=False)
    results = simulate(agreed, processes(2))
    next(results)
    multiprocessing.active_children()[0].kill()
    assert last(results) == last(simulate(agreed, here))


def test_a_caller_that_stops_early_leaves_no_workers_behind() -> None:
    results = simulate(plan("kniffel", {}, ["random"] * 4, 60_000, "seed", adjust=False), processes(2))
    next(results)
    workers = multiprocessing.active_children()
    results.close()  # type: ignore[attr-defined]
    for worker in workers:
        worker.join(10)
    assert workers
    assert not any(worker.is_alive() for worker in workers)


@pytest.mark.skipif(sys.platform != "linux", reason="reads the processes from /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_killed_process_leaves_no_workers_behind(how: signal.Signals) -> None:
    command = [sys.executable, "-m", "stammtisch", "simulate", "kniffel", "--seats", "random,random,random"]
    parent = subprocess.Popen([*command, "--games", "1000000", "--jobs", "2", "--raw"])
    children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
    until = time.monotonic() + PATIENCE
    while len(workers := children.read_text().split()) < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    os.kill(parent.pid, how)
    parent.wait()
    while any(map(is_running, workers)):
        assert time.monotonic() < until
        time.sleep(0.01)


def is_running(process: str) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


def test_a_roll_belongs_to_its_seat_and_turn() -> None:
    """However often the first player rolls in a turn, the second one rolls the same."""

    def rolled(*seats: int | None) -> list[int]:
        rolls = Rolls("seed")
        return [rolls.next(seat).below(1 << 32) for seat in seats]

    short, long = rolled(0, 1, 1, 0), rolled(0, 0, 0, 1, 1, 0, 0)
    assert short == [long[0], long[3], long[4], long[5]]
    assert len({*rolled(None, 0, 1, None, 0, 1)}) == 6


def test_luck_is_separated_from_skill() -> None:
    adjusted = last(simulate(plan("zock", {"variant": "c"}, ["perfect", "random"], 60, "seed")))
    raw = last(simulate(plan("zock", {"variant": "c"}, ["perfect", "random"], 60, "seed", adjust=False)))
    for bot, same in zip(adjusted.bots, raw.bots, strict=True):
        assert (bot.share, bot.low, bot.high, same.adjusted) == (same.share, same.low, same.high, None)
        assert bot.adjusted is not None
        assert bot.adjusted.high - bot.adjusted.low < (bot.high - bot.low) / 3
        assert bot.low < bot.adjusted.share < bot.high


def test_luck_changes_no_game_of_tock() -> None:
    adjusted = last(simulate(plan("tock", {}, ["strong", "easy"], 2, "seed")))
    raw = last(simulate(plan("tock", {}, ["strong", "easy"], 2, "seed", adjust=False)))
    for bot, same in zip(adjusted.bots, raw.bots, strict=True):
        assert (bot.share, bot.place, same.adjusted) == (same.share, same.place, None)
        assert bot.adjusted is not None
        assert bot.adjusted.share != bot.share
    assert sum(bot.adjusted.share for bot in adjusted.bots if bot.adjusted) == pytest.approx(1)
