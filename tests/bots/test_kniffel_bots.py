"""Kniffel's bots and evaluator."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from msgspec import UNSET

from stammtisch import bots
from stammtisch.bots import kniffel
from stammtisch.core import BadRequest, NotYourTurn, Seeded
from stammtisch.core.documents import Document
from stammtisch.games.kniffel import Kniffel
from stammtisch.solve.cache import FOLDER_VARIABLE

GAME = Kniffel()
LEVELS = ("beginner", "easy", "casual", "medium", "advanced", "strong", "perfect")
HEAD = {"game": "kniffel", "players": 1, "phase": "choose", "turn": 0}
TWO_LEFT = {
    "ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "three-kind": 22, "four-kind": 0,
    "full-house": 25, "small-straight": 30, "large-straight": 40, "kniffel": 0,
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, "-")
        yield


def solo(dice: str, throws: int, sheet: dict[str, int] | None = None, **more: object) -> Document:
    return HEAD | {"sheets": [sheet or {}], "bonus": [0], "dice": dice, "throws": throws} | more


def duel(dice: str, throws: int, own: dict[str, int], other: dict[str, int]) -> Document:
    return solo(dice, throws) | {"players": 2, "sheets": [own, other], "bonus": [0, 0]}


def chosen(level: str, view: Document, seed: str = "seed") -> str:
    return str(bots.bot(GAME, level)(GAME, view, view["turn"], Seeded(seed)))


def score_of(level: str, seed: str, players: int = 1) -> int:
    source = Seeded(seed)
    state = GAME.start(players)
    while state.phase != "over":
        if state.phase == "choose":
            move = bots.bot(GAME, level)(GAME, GAME.view(state, state.turn), state.turn, source)
            state, _ = GAME.play(state, state.turn, move)
        else:
            state, _ = GAME.fall(state, GAME.chance(state).sample(source))
    return state.sheets[0].total(100)


def test_the_levels_from_weak_to_strong() -> None:
    assert bots.names(GAME) == ["random", *LEVELS]


def test_importing_the_bots_computes_nothing() -> None:
    code = "import sys, stammtisch.bots.kniffel; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_level_plays_to_the_end(level: str, players: int) -> None:
    assert score_of(level, "to the end", players) > 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_says_so_when_it_is_not_its_turn(level: str) -> None:
    with pytest.raises(NotYourTurn):
        bots.bot(GAME, level)(GAME, duel("12345", 1, {}, {}), 1, Seeded(0))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_luck_the_same_move(level: str) -> None:
    assert chosen(level, solo("11356", 1), "a") == chosen(level, solo("11356", 1), "a")


def test_casual_takes_the_points_on_the_table() -> None:
    assert chosen("casual", solo("11166", 3)) == "score full-house"
    assert chosen("casual", solo("13346", 3)) == "score chance"


def test_advanced_saves_boxes_that_usually_bring_more() -> None:
    assert chosen("casual", solo("11235", 3)) == "score chance"
    assert chosen("advanced", solo("11235", 3)) == "score ones"


@pytest.mark.parametrize("level", ["strong", "perfect"])
def test_alone_the_best_opening_moves(level: str) -> None:
    assert chosen(level, solo("22233", 1)) == "keep 222"
    assert chosen(level, solo("12345", 1)) == "score large-straight"
    assert chosen(level, solo("26666", 2)) == "keep 6666"


def test_levels_are_ordered_alone() -> None:
    means = [sum(score_of(level, f"{game}") for game in range(40)) / 40 for level in ("random", *LEVELS[:3])]
    assert means == sorted(means)
    assert means[3] > means[1] + 30


def test_for_the_win_a_sure_box_is_better_than_more_points_on_average() -> None:
    """Only `chance` is open, the dice count 24, and 24 is enough: rolling again could only lose."""
    own = TWO_LEFT | {"sixes": 18}
    other = own | {"chance": 23}
    view = duel("44556", 1, own, other)
    assert chosen("strong", view) == "score chance"
    assert kniffel.evaluate(GAME, view, 0, Seeded(0), "points").moves[0].move != "score chance"


def test_alone_the_evaluator_is_exact_and_lists_every_move_best_first() -> None:
    view = solo("44556", 1)
    evaluated = kniffel.evaluate(GAME, view, 0, Seeded(0))
    assert (evaluated.exact, evaluated.unit, evaluated.error) == (True, "points", UNSET)
    assert {one.move for one in evaluated.moves} == {str(move) for move in GAME.moves(GAME.load(view), 0)}
    values = [one.value for one in evaluated.moves]
    assert values == sorted(values, reverse=True)
    assert evaluated.value == values[0]
    assert evaluated.moves[0].move == chosen("perfect", view)


def test_the_evaluator_values_the_beginning_and_the_end() -> None:
    start = GAME.dump(GAME.start(1))
    assert kniffel.evaluate(GAME, start, 0, Seeded(0)).value == pytest.approx(254.587728734, abs=1e-8)
    over = HEAD | {
        "phase": "over",
        "turn": None,
        "sheets": [TWO_LEFT | {"sixes": 18, "chance": 5}],
        "bonus": [0],
    }
    evaluated = kniffel.evaluate(GAME, over, 0, Seeded(0))
    assert evaluated.value == 162 + 23 + 35
    assert not evaluated.moves


def test_in_a_series_the_evaluator_looks_at_its_end() -> None:
    one_game = 254.587728734
    series = GAME.dump(GAME.start(1, GAME.options({"games": 6}, 1))) | {"match_game": 3, "totals": [500]}
    evaluated = kniffel.evaluate(GAME, series, 0, Seeded(0))
    assert evaluated.value == pytest.approx(500 + 4 * one_game, abs=1e-6)


def test_with_others_the_evaluator_estimates_and_says_so() -> None:
    evaluated = kniffel.evaluate(GAME, duel("44556", 1, {}, {}), 0, Seeded(0))
    assert (evaluated.exact, evaluated.unit) == (False, "win probability")
    assert all(0 <= one.value <= 1 and one.error and one.error > 0 for one in evaluated.moves)
    waiting = kniffel.evaluate(GAME, duel("44556", 1, {}, {}), 1, Seeded(0))
    assert not waiting.moves
    assert evaluated.value + waiting.value == pytest.approx(1, abs=0.02)


def test_with_others_the_end_is_certain() -> None:
    full = TWO_LEFT | {"sixes": 18, "chance": 5}
    over = duel("11111", 3, full, full) | {"phase": "over", "turn": None}
    del over["dice"], over["throws"]
    evaluated = kniffel.evaluate(GAME, over, 0, Seeded(0))
    assert (evaluated.exact, evaluated.value) == (True, 0.5)


def test_with_others_points_are_evaluated_on_request() -> None:
    evaluated = kniffel.evaluate(GAME, GAME.dump(GAME.start(3)), 2, Seeded(0), "points")
    assert evaluated.unit == "points"
    assert evaluated.value == pytest.approx(254.587728734, abs=1e-8)


def test_another_goal_is_refused() -> None:
    with pytest.raises(BadRequest, match="'glory'"):
        kniffel.evaluate(GAME, solo("44556", 1), 0, Seeded(0), "glory")
