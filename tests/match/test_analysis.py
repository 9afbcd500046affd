"""Luck and skill add up, and the page says the same as the report."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from stammtisch import catalog
from stammtisch.analysis.html import page
from stammtisch.analysis.report import MARKS, analyse
from stammtisch.cli.seats import bot_moves
from stammtisch.core import BadRequest, Over, Throw
from stammtisch.match import Match, Record


@cache
def played(
    *seats: str, options: str = "basic", seed: str = "analysis", steps: int = 10**6, games: int = 1
) -> Record:
    game = catalog.game("zock")
    agreed = game.options({"variant": options, "games": games}, 2)
    match = Match.new(game, 2, agreed, [f"bot:{name}" for name in seats], seed)
    for _ in range(steps):
        turn = match.turn
        if isinstance(turn, Over):
            break
        match = (match.draw() if isinstance(turn, Throw) else bot_moves(match, turn.seats[0])).match
    return match.record()


@pytest.mark.parametrize("goal", [None, "points"])
@pytest.mark.parametrize(("variant", "games"), [("basic", 1), ("c", 1), ("basic", 2)])
def test_luck_and_skill_add_up_to_the_result(goal: str | None, variant: str, games: int) -> None:
    report = analyse(played("random", "easy", options=variant, games=games), goal)
    assert report.exact
    for account in report.accounts:
        others = sum(other.loss for other in report.accounts if other.seat != account.seat)
        assert account.others == pytest.approx(others, abs=1e-9)
        assert account.start == report.course[0][account.seat]
        assert account.result == pytest.approx(account.start + account.luck - account.loss + others, abs=1e-9)
        assert account.result is not None
        assert account.deserved == pytest.approx(account.result - account.luck)


def test_the_winner_ends_at_one_and_the_loser_at_zero() -> None:
    report = analyse(played("random", "random"))
    assert sorted(report.course[-1]) == pytest.approx([0, 1])
    assert len(report.course) == len(played("random", "random").log) + 1


def test_perfect_play_is_flawless_and_careless_play_is_marked() -> None:
    report = analyse(played("perfect", "random", options="c", seed="marks"))
    perfect, random = report.accounts
    assert perfect.loss == pytest.approx(0, abs=1e-9)
    assert perfect.rating == "flawless"
    assert sum(perfect.marks.values()) == 0
    assert random.loss > 0
    assert sum(random.marks.values()) == sum(bool(d.mark) for d in report.decisions) > 0


def test_a_mark_is_what_the_loss_costs() -> None:
    report = analyse(played("random", "random", options="c"))
    for decision in report.decisions:
        fitting = next((mark for mark, least in MARKS.items() if decision.loss >= least), "")
        assert decision.mark == fitting


def test_forced_moves_are_no_decisions() -> None:
    record = played("random", "random")
    moves = sum(seat is not None for seat, _ in record.log)
    assert len(analyse(record).decisions) < moves


def test_a_game_that_is_not_over_has_no_result() -> None:
    report = analyse(played("random", "random", steps=20))
    assert [account.result for account in report.accounts] == [None, None]


def test_progress_is_reported_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    record = played("random", "random", steps=20)
    analyse(record, progress=lambda done, of: told.append((done, of)))
    assert told[0] == (0, 20)
    assert told[-1] == (20, 20)


def test_an_unknown_goal_is_refused() -> None:
    with pytest.raises(BadRequest, match="goal is 'glory'"):
        analyse(played("random", "random"), "glory")


def test_the_page_is_self_contained() -> None:
    report = analyse(played("random", "random", options="c"))
    text = page(report)
    assert text.startswith("<!doctype html>")
    assert "http" not in text
    assert "<script" not in text
    assert text.count("<polyline") == 4


def test_names_are_text_and_never_markup() -> None:
    report = analyse(played("random", "random"))
    text = page(msgspec.structs.replace(report, seats=["<b>Anna</b>", "Ben & Co"]))
    assert "<b>Anna" not in text
    assert "&lt;b&gt;Anna" in text
    assert "Ben &amp; Co" in text
