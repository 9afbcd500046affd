from __future__ import annotations

import subprocess
import sys

import pytest
from msgspec import UNSET

from stammtisch import bots, catalog
from stammtisch.core import BadRequest, Choose, Document, NotYourTurn, Over, Seat, Seeded, Throw
from stammtisch.solve.cache import FOLDER_VARIABLE
from tests.zock.table import position

ZOCK = catalog.game("zock")
SOLVED = ("strong", "perfect")
HONEST = ("easy", "medium", *SOLVED)


@pytest.fixture(autouse=True)
def no_kept_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "-")


def chosen(name: str, view: Document, seat: Seat = 0, seed: int = 0) -> str:
    return str(bots.bot(ZOCK, name)(ZOCK, view, seat, Seeded(seed)))


def evaluated(view: Document, seat: Seat = 0, goal: str | None = None) -> bots.Evaluation:
    return bots.evaluator(ZOCK)(ZOCK, view, seat, Seeded(0), goal)


def test_the_levels_from_the_weakest_to_the_best() -> None:
    assert bots.names(ZOCK) == ["random", "easy", "medium", "strong", "perfect"]


def test_naming_the_bots_needs_no_arrays() -> None:
    code = (
        "import sys; from stammtisch import bots, catalog; bots.names(catalog.game('zock'));"
        "sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", HONEST)
def test_a_bot_with_nothing_to_decide_says_so(name: str) -> None:
    with pytest.raises(NotYourTurn):
        chosen(name, position("throw", 0))
    with pytest.raises(NotYourTurn):
        chosen(name, position("move", 0, dice="63"), seat=1)


@pytest.mark.parametrize("name", HONEST)
def test_a_bot_takes_the_win(name: str) -> None:
    assert chosen(name, position("move", 0, open=[[3, 6], [1]], dice="63")) == "3+6"


def test_easy_is_distracted_every_other_time() -> None:
    view = position("move", 0, dice="41")
    moves = [chosen("easy", view, seed=seed) for seed in range(400)]
    assert set(moves) == {"1+4", "5"}
    assert 60 < moves.count("5") < 340


def test_medium_gets_rid_of_the_hardest_field() -> None:
    assert chosen("medium", position("move", 0, open=[[2, 3, 5, 7], [9]], dice="32")) == "2+3"


def test_perfect_plays_for_the_win() -> None:
    differ = 0
    for dice in ("21", "31", "32", "41", "42", "51"):
        for own in ([1, 2, 3, 4, 5, 6], [1, 2, 3, 5, 8], [1, 2, 4, 5, 6, 9]):
            view = position("move", 0, open=[own, [1, 9]], dice=dice, variant="b")
            goals = [evaluated(view, goal=goal) for goal in ("points", "win probability")]
            points, win = (evaluation.moves[0].move for evaluation in goals)
            assert chosen("perfect", view) == win
            differ += points != win
    assert differ


def test_strong_looks_only_as_far_as_medium_every_other_time() -> None:
    view = position("move", 0, open=[[1, 2, 3, 4, 5, 6], [1, 9]], dice="51", variant="c")
    both = {chosen("medium", view), chosen("perfect", view)}
    assert len(both) == 2
    assert {chosen("strong", view, seed=seed) for seed in range(20)} == both


@pytest.mark.parametrize("name", HONEST)
def test_a_bot_covers_nothing_wrongly_where_nothing_is_gained(name: str) -> None:
    keys = {"referee": "players", "handed": []}
    assert chosen(name, position("move", 0, dice="66", **keys)) == "none"
    assert chosen(name, position("move", 0, open=[[8, 9], [1]], dice="44", **keys)) == "8"


@pytest.mark.parametrize("name", HONEST)
@pytest.mark.parametrize(("dice", "answer"), [("66", "object"), ("61", "throw")])
def test_a_bot_objects_with_reason_only(name: str, dice: str, answer: str) -> None:
    handed = [{"dice": dice, "open": [7], "covered": [7]}]
    view = position("objection", 1, open=[[], [2]], referee="players", handed=handed)
    assert chosen(name, view, seat=1) == answer


def test_the_evaluation_is_exact_and_has_the_best_move_first() -> None:
    evaluation = evaluated(position("move", 0, dice="42"))
    assert (evaluation.exact, evaluation.unit, evaluation.error) == (True, "win probability", UNSET)
    assert {one.move for one in evaluation.moves} == {"2+4", "6"}
    assert evaluation.value == evaluation.moves[0].value > evaluation.moves[1].value


def test_a_seat_with_nothing_to_decide_gets_a_value_without_moves() -> None:
    for phase, keys in (("move", {"dice": "42"}), ("throw", {})):
        theirs, mine = (evaluated(position(phase, 0, **keys), seat) for seat in (0, 1))
        assert mine.moves == ()
        assert mine.value == pytest.approx(1 - theirs.value)


def test_the_goal_of_points() -> None:
    evaluation = evaluated(position("over", None, open=[[], [4, 9]]), 1, "points")
    assert (evaluation.unit, evaluation.value, evaluation.moves) == ("points", -13.0, ())


def test_an_unknown_goal_is_refused() -> None:
    with pytest.raises(BadRequest, match="goal is 'glory', but must be one of win probability, points"):
        evaluated(position("throw", 0), goal="glory")


def winner(names: tuple[str, str], seed: int) -> Seat:
    """Who wins a game of variant C, where there is most to decide; seats begin in turn."""
    source = Seeded(seed)
    state = ZOCK.load(position("throw", seed % 2, variant="c"))
    while not isinstance(turn := ZOCK.turn(state), Over):
        if isinstance(turn, Throw):
            state, _ = ZOCK.fall(state, ZOCK.chance(state).sample(source))
            continue
        assert isinstance(turn, Choose)
        (seat,) = turn.seats
        move = bots.bot(ZOCK, names[seat])(ZOCK, ZOCK.view(state, seat), seat, source)
        state, _ = ZOCK.play(state, seat, move)
    return turn.outcome.winners[0]


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("medium", "easy"), ("strong", "medium")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    games = 4_000
    wins = sum(winner((better, worse), seed) == 0 for seed in range(games))
    assert wins > games / 2 + 32, "more than a standard error"


def test_perfect_beats_random() -> None:
    assert sum(winner(("perfect", "random"), seed) == 0 for seed in range(200)) > 115
