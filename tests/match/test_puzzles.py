"""Puzzles: decisions of finished games to try again, and one for each day."""

from __future__ import annotations

import msgspec
import pytest

from stammtisch import bots, catalog
from stammtisch.analysis import daily, puzzles
from stammtisch.analysis.report import analyse, evaluated
from stammtisch.core import BadRequest
from stammtisch.match import Match
from tests.match.test_analysis import played

DAYS = ("2026-11-16", "2026-11-17")


def test_a_try_is_worth_what_the_analysis_says() -> None:
    record = played("random", "easy", options="c")
    match = Match.from_setup(record).after(record.log)
    report = analyse(record)
    assert report.decisions
    for decision in report.decisions:
        problem = puzzles.of_record(match, decision.entry - 1)
        shown, solution = problem.shown(), problem.solution()
        assert shown.seat == decision.seat
        values = {move.move: move.value for move in solution.evaluation.moves}
        assert set(shown.moves) == set(values)
        assert values[decision.best] - values[decision.played] == pytest.approx(decision.loss, abs=1e-12)
        marks = dict(zip(values, solution.marks, strict=True))
        assert marks[decision.played] == decision.mark


def test_rolls_and_forced_moves_are_no_puzzles() -> None:
    record = played("random", "random")
    match = Match.from_setup(record).after(record.log)
    decided = {decision.entry - 1 for decision in analyse(record).decisions}
    for position in range(len(record.log) + 2):
        if position not in decided:
            with pytest.raises(BadRequest, match=f"position {position} of this game"):
                puzzles.of_record(match, position)


@pytest.mark.parametrize("name", catalog.NAMES)
def test_the_puzzle_of_a_day_is_the_same_for_everybody(name: str) -> None:
    game = catalog.game(name)
    first = daily.puzzle(game, DAYS[0])
    shown = first.shown()
    daily.puzzle.cache_clear()
    again = daily.puzzle(game, DAYS[0])
    assert (again.shown(), again.seed) == (shown, first.seed)
    assert shown.moves == [str(move) for move in game.moves(first.match.state, first.seat)]
    assert shown.view == game.view(first.match.state, first.seat)
    assert b"value" not in msgspec.json.encode(shown.moves)


@pytest.mark.parametrize("name", catalog.NAMES)
def test_every_day_has_another_puzzle_with_something_to_lose(name: str) -> None:
    game = catalog.game(name)
    problems = [daily.puzzle(game, day) for day in DAYS]
    assert len({msgspec.json.encode(problem.shown().view) for problem in problems}) == len(DAYS)
    for problem in problems:
        solution = problem.solution()
        moves = solution.evaluation.moves
        assert moves[0].value > moves[-1].value
        assert solution.marks[0] == ""


@pytest.mark.parametrize(
    ("name", "exact"), [("zock", True), ("kniffel", True), ("tock", False), ("zocknroll", False)]
)
def test_puzzles_are_exact_where_the_game_is_solved_and_say_so_elsewhere(name: str, exact: bool) -> None:
    game = catalog.game(name)
    problem = daily.puzzle(game, DAYS[0])
    found = problem.solution().evaluation
    assert found.exact == exact
    assert found == evaluated(game, problem.match.state, problem.seat, seed=problem.seed)
    assert (found.error is msgspec.UNSET) == exact


def test_partners_share_their_chances_and_their_luck_and_the_other_side_has_the_rest() -> None:
    game = catalog.game("tock")
    match = Match.new(game, 4, None, ["a", "b", "c", "d"], "partners")
    choose = bots.bot(game, "easy")
    for _ in range(10):
        if hasattr(match.turn, "seats"):
            seat = match.turn.seats[0]
            match = match.play(seat, choose(game, game.view(match.state, seat), seat, match.source())).match
        else:
            match = match.draw().match
    report = analyse(match.record())
    assert report.sides == [0, 1, 0, 1]
    for values in (*report.course, *(throw.luck for throw in report.throws)):
        assert values[0] == values[2]
        assert values[1] == values[3]
    for decision in report.decisions:
        assert sum(report.course[decision.entry][:2]) == pytest.approx(1)
    assert report.accounts[0].luck == report.accounts[2].luck
