from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from math import hypot
from statistics import fmean

import pytest

from stammtisch import bots
from stammtisch.core import BadRequest, Document, NotYourTurn, Over, Seeded, Throw
from stammtisch.games.zocknroll.state import State
from stammtisch.solve.cache import FOLDER_VARIABLE
from stammtisch.solve.zocknroll import standing
from stammtisch.solve.zocknroll.standing import wins
from stammtisch.solve.zocknroll.tables import Floats
from support.zocknroll_playouts import cases
from tests.zocknroll.table import GAME, decide_document, mark_document, on, start, third_round

LEVELS = ("beginner", "easy", "casual", "medium", "strong")


@pytest.fixture(autouse=True, scope="module")
def no_kept_tables() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, "-")
        yield


def chosen(name: str, state: State, seat: int, seed: str = "a") -> str:
    return str(bots.bot(GAME, name)(GAME, GAME.view(state, seat), seat, Seeded(seed)))


def evaluated(state: State, seat: int, goal: str | None = None) -> bots.Evaluation:
    return bots.evaluator(GAME)(GAME, GAME.view(state, seat), seat, Seeded("evaluator"), goal)


def values(evaluation: bots.Evaluation) -> dict[str, float]:
    return {one.move: one.value for one in evaluation.moves}


def share(names: tuple[str, ...], games: int) -> float:
    """The first one's share of the wins, every game played from each seat in turn."""
    won = 0.0
    for number in range(games):
        for shift in range(len(names)):
            order = names[-shift:] + names[:-shift]
            winners = finished(order, f"game {number}")
            won += (shift in winners) / len(winners)
    return won / games / len(names)


def finished(names: tuple[str, ...], seed: str) -> tuple[int, ...]:
    state, dice = start(len(names)), Seeded(seed)
    luck = [Seeded(f"{seed} {seat}") for seat in range(len(names))]
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Throw):
            state, _ = GAME.fall(state, GAME.chance(state).sample(dice))
        else:
            seat = turn.seats[0]
            move = bots.bot(GAME, names[seat])(GAME, GAME.view(state, seat), seat, luck[seat])
            state, _ = GAME.play(state, seat, move)
    return turn.outcome.winners


def test_the_levels_are_listed_from_the_weakest() -> None:
    assert bots.names(GAME) == ["random", *LEVELS]


def test_listing_the_bots_stays_light() -> None:
    asking = "import sys; from stammtisch import bots, catalog; bots.names(catalog.game('zocknroll'))"
    light = f"{asking}; sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", light], check=False).returncode == 0


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("turn", ["decide 1", "decide 2"])
def test_hidden_cups_change_nothing(name: str, turn: str) -> None:
    to_decide = (
        ["white 135", "stay"] if turn == "decide 1" else ["white 135", *["stay"] * 3, "white 5", "stay"]
    )
    cups = ("own 12 14 55", "own 66 14 13")
    states = [on(start(3), "0", thrown, *to_decide) for thrown in cups]
    for seed in "abc":
        assert len({chosen(name, state, 1, seed) for state in states}) == 1


@pytest.mark.parametrize("name", LEVELS)
def test_a_bot_that_has_nothing_to_decide_says_so(name: str) -> None:
    state = on(start(3), "0", "own 12 34 56", "white 135")
    for seed in range(6):
        with pytest.raises(NotYourTurn):
            chosen(name, state, 1, str(seed))


@pytest.mark.parametrize("name", LEVELS)
def test_every_bot_marks_what_it_has_won(name: str) -> None:
    state = GAME.load(mark_document())
    assert chosen(name, state, 0).startswith("mark ")


@pytest.mark.parametrize("players", [2, 7, 12])
@pytest.mark.parametrize("name", ["easy", "medium"])
def test_bots_play_at_every_table(name: str, players: int) -> None:
    assert finished((name,) * players, "table")


def test_strong_plays_among_twelve() -> None:
    state = on(start(12), "0", "own" + " 15" * 12, "white 135")
    assert chosen("strong", state, 0) in {str(move) for move in GAME.moves(state, 0)}


def playouts_of(state: State, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many playouts `strong` makes for each of its evaluations of a move, in order."""
    counts: list[int] = []

    def counted(after: State, seat: int, seed: int, count: int) -> Floats:
        counts.append(count)
        return wins(after, seat, seed, count)

    monkeypatch.setattr(standing, "wins", counted)
    assert chosen("strong", state, 0) in {str(move) for move in GAME.moves(state, 0)}
    return counts


def test_strong_tries_a_clear_choice_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    state = third_round("55 12 34 23 46", white="55511")
    assert playouts_of(state, monkeypatch) == [standing.PLAYOUTS // 4] * len(GAME.moves(state, 0))


def test_strong_looks_longer_at_moves_that_hardly_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    state = on(start(5), "0", "own 13 46 15 24 36", "white 135")
    counts = playouts_of(state, monkeypatch)
    assert max(counts) > counts[0]
    assert counts.count(max(counts)) == len(["stay", "leave two-pairs"])


def test_easy_beats_random() -> None:
    assert share(("easy", "random"), games=15) > 0.8


def test_medium_beats_easy() -> None:
    assert share(("medium", "easy"), games=15) > 0.8


@pytest.mark.slow
def test_strong_beats_medium() -> None:
    assert share(("strong", "medium"), games=150) > 0.55


def ahead_and_behind(own: int, others: int) -> State:
    """Seat 0 is alone in round 3 with two pairs; with a sixth pair it ends the game."""
    crosses = [{"pair": 5, "three-kind": own}, {"full-house": others}, {}]
    return GAME.load(
        mark_document(
            white="11345",
            own=["36", "12", "26"],
            status=["in", "left1", "left1"],
            winners=[0],
            crosses=crosses,
        )
    )


def test_strong_ends_the_game_when_ahead_and_goes_on_when_behind() -> None:
    assert chosen("strong", ahead_and_behind(5, 1), 0) == "mark pair"
    assert chosen("strong", ahead_and_behind(0, 5), 0) == "mark two-pairs"


def test_the_points_of_a_mark_are_those_of_the_tableau() -> None:
    evaluation = evaluated(ahead_and_behind(1, 0), 0, "points")
    assert evaluation.unit == "points"
    before = 5 * 2 + 1 * 4
    assert values(evaluation) == {"mark two-pairs": before + 3 + 3, "mark pair": before + 2 + 3}
    assert evaluation.value == before + 6


def test_decisions_are_evaluated_best_first() -> None:
    state = on(start(3), "0", "own 11 34 56", "white 116")
    evaluation = evaluated(state, 0, "points")
    assert [one.value for one in evaluation.moves] == sorted(values(evaluation).values(), reverse=True)
    assert values(evaluation)["leave four-kind"] == 9 + 1
    assert values(evaluation)["leave pair"] == 2 + 1
    assert values(evaluation)["stay"] > 11
    assert set(values(evaluation)) == {str(move) for move in GAME.moves(state, 0)}
    assert not evaluation.exact


def test_what_was_crossed_before_counts() -> None:
    state = GAME.load(decide_document())
    bare = GAME.load(decide_document(crosses=[{}, {}, {"left-first": 1, "two-pairs": 1}]))
    assert evaluated(state, 0, "points").value == pytest.approx(evaluated(bare, 0, "points").value + 4)
    assert evaluated(state, 2, "points").value == 3 + 1
    assert evaluated(state, 0).value > evaluated(bare, 0).value


@pytest.mark.parametrize(
    "texts", [[], ["0"], ["0", "own 12 34"], ["0", "own 12 34", "white 135", "stay", "stay"]]
)
def test_throws_to_come_are_evaluated_without_moves(texts: list[str]) -> None:
    for goal in (None, "points", "win probability"):
        evaluation = evaluated(on(start(2), *texts), 0, goal)
        assert evaluation.moves == ()
        assert evaluation.value > 0


def test_chances_to_win_have_errors() -> None:
    state = on(start(2), "0", "own 66 34", "white 666")
    evaluation = evaluated(state, 0, "win probability")
    assert evaluation.unit == "win probability"
    assert 0.5 < evaluation.value < 1
    assert 0 < (evaluation.error or 0) < 0.02
    assert {one.move for one in evaluation.moves} == {str(move) for move in GAME.moves(state, 0)}
    assert evaluation.moves[0].move in ("stay", "leave kniffel")


def test_a_finished_game_is_worth_its_points_or_the_win() -> None:
    over: Document = {
        "game": "zocknroll",
        "players": 2,
        "phase": "over",
        "crosses": [{"pair": 6}, {"pair": 1}],
    }
    assert [evaluated(GAME.load(over), seat, "points").value for seat in (0, 1)] == [12, 2]
    assert [evaluated(GAME.load(over), seat).value for seat in (0, 1)] == [1, 0]


def test_an_unknown_goal_is_refused() -> None:
    with pytest.raises(BadRequest, match="goal is 'glory', but must be one of points, win probability"):
        evaluated(start(2), 0, "glory")


def test_there_are_stakes_for_both_units() -> None:
    assert bots.stake(GAME, "win probability") == 1
    assert bots.stake(GAME, "points") > 1


def test_the_error_of_a_loss_is_that_of_playouts_with_the_same_luck() -> None:
    state = on(start(3), "0", "own 12 34 56", "white 135")
    best, other, *_ = bots.evaluator(GAME)(GAME, GAME.view(state, 0), 0, Seeded("loss")).moves
    assert best.loss == best.loss_error == 0
    assert other.loss == pytest.approx(best.value - other.value)
    assert 0 < float(other.loss_error or 0) < hypot(float(best.error or 0), float(other.error or 0))


@pytest.mark.slow
def test_intervals_hold_what_many_playouts_show() -> None:
    """Of 95 % intervals so few are wrong by chance only if errors are claimed too small."""
    assert fmean(case.covered for case in cases(48, 8, "test")) >= 0.85
