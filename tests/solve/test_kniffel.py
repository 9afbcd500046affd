"""Solved Kniffel against known values, against itself, and against plain enumeration."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import TypeAlias

import numpy as np
import pytest

from stammtisch.core import Seeded
from stammtisch.games.kniffel import Kniffel
from stammtisch.games.kniffel.boxes import BOXES
from stammtisch.games.kniffel.dice import NO_DICE
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import EMPTY_SHEET, Sheet, State
from stammtisch.solve.cache import FOLDER_VARIABLE
from stammtisch.solve.kniffel import one_turn
from stammtisch.solve.kniffel.arrays import LANES
from stammtisch.solve.kniffel.chances import turn_ends
from stammtisch.solve.kniffel.contest import Contest, contest
from stammtisch.solve.kniffel.distribution import distribution
from stammtisch.solve.kniffel.solution import SOLUTIONS_KEPT, Solution, place_of, solution, solved

KNIFFEL = Kniffel()
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")

Dice: TypeAlias = tuple[int, ...]
Sheets: TypeAlias = dict[str, int]


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, "-")
        yield


def position(sheet: Sheets, further: int = 0, *, joker: str = "forced", **more: object) -> State:
    """A solo position at the start of a turn, or as `more` says."""
    head = {"game": "kniffel", "players": 1, "phase": "throw", "turn": 0, "kept": "", "throws": 0}
    options = {"options": {"joker": joker}}
    document = head | options | {"sheets": [sheet], "bonus": [further]} | more
    return KNIFFEL.load({key: value for key, value in document.items() if value is not None})


# Plain enumeration, written from the rules alone.

HANDS: list[Dice] = list(combinations_with_replacement(range(1, 7), 5))


@cache
def thrown(kept: Dice) -> tuple[tuple[Dice, float], ...]:
    """All hands after throwing the dice that are not kept."""
    ways = Counter(tuple(sorted(kept + more)) for more in product(range(1, 7), repeat=5 - len(kept)))
    total = sum(ways.values())
    return tuple((hand, count / total) for hand, count in ways.items())


@cache
def kept_of(hand: Dice) -> frozenset[Dice]:
    return frozenset(kept for count in range(5) for kept in combinations(hand, count))


def counted(box: str, hand: Dice, *, joker: bool) -> int:
    most, run = max(Counter(hand).values()), "".join(map(str, sorted(set(hand))))
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * hand.count(face)
    if box in ("three-kind", "four-kind"):
        return sum(hand) if most >= (3 if box == "three-kind" else 4) else 0
    fits = {
        "full-house": joker or sorted(Counter(hand).values()) == [2, 3],
        "small-straight": joker or any(four in run for four in ("1234", "2345", "3456")),
        "large-straight": joker or run in ("12345", "23456"),
        "kniffel": most == 5,
        "chance": True,
    }[box]
    points = {
        "full-house": 25,
        "small-straight": 30,
        "large-straight": 40,
        "kniffel": 50,
        "chance": sum(hand),
    }
    return points[box] if fits else 0


def writable(sheet: Sheets, hand: Dice, joker: str) -> dict[str, int]:
    """The boxes that the hand may fill, with the points."""
    boxes = [box for box in BOXES if box not in sheet]
    own = UPPER[hand[0] - 1]
    if len(set(hand)) > 1 or "kniffel" not in sheet:
        return {box: counted(box, hand, joker=False) for box in boxes}
    if joker == "forced" and own in boxes:
        boxes = [own]
    elif joker == "forced":
        boxes = [box for box in boxes if box not in UPPER] or boxes
    free = joker != "off" and own in sheet
    return {box: counted(box, hand, joker=free) for box in boxes}


Worth: TypeAlias = Callable[[Sheets, int], float]


def best_turn(sheet: Sheets, further: int, joker: str, later: Worth) -> float:
    """The best mean of `later` over the sheet and further Kniffels after this turn."""

    def written(hand: Dice) -> float:
        pays = len(set(hand)) == 1 and sheet.get("kniffel") == 50
        boxes = writable(sheet, hand, joker)
        return max(later(sheet | {box: points}, further + pays) for box, points in boxes.items())

    worth = {hand: written(hand) for hand in HANDS}
    now = dict(worth)
    for _ in range(2):
        kept = {dice: sum(p * worth[hand] for hand, p in thrown(dice)) for dice in ALL_KEPT}
        worth = {hand: max(now[hand], *(kept[dice] for dice in kept_of(hand))) for hand in HANDS}
    return sum(p * worth[hand] for hand, p in thrown(()))


ALL_KEPT = frozenset(kept for hand in HANDS for kept in kept_of(hand))


def total(sheet: Sheets, further: int) -> float:
    upper = sum(points for box, points in sheet.items() if box in UPPER)
    return sum(sheet.values()) + (35 if upper >= 63 else 0) + 100 * further


def enumerated(sheet: Sheets, further: int, joker: str) -> float:
    """The final total of best play, by trying everything."""
    known: dict[object, float] = {}

    def worth(sheet: Sheets, further: int) -> float:
        if len(sheet) == len(BOXES):
            return total(sheet, further)
        key = (frozenset(sheet.items()), further)
        if key not in known:
            known[key] = best_turn(sheet, further, joker, worth)
        return known[key]

    return worth(sheet, further)


FILLED = {
    "ones": 3,
    "twos": 6,
    "threes": 9,
    "fours": 12,
    "fives": 15,
    "sixes": 12,
    "three-kind": 22,
    "four-kind": 0,
    "full-house": 25,
    "small-straight": 30,
    "large-straight": 0,
    "kniffel": 50,
    "chance": 21,
}


def with_open(*boxes: str, **points: int) -> Sheets:
    sheet = FILLED | points
    return {box: sheet[box] for box in BOXES if box not in boxes}


@pytest.mark.parametrize(
    ("joker", "bonus", "known"),
    [
        ("forced", 100, 254.587728734),
        ("free", 100, 254.589609482),
        ("off", 100, 253.970241190),
        ("off", 0, 245.870774514),
    ],
)
def test_the_known_expected_scores(joker: str, bonus: int, known: float) -> None:
    options = KNIFFEL.options({"joker": joker, "kniffel_bonus": bonus}, 1)
    assert solution(options).expected(EMPTY_SHEET) == pytest.approx(known, abs=1e-8)


@pytest.mark.parametrize("box", BOXES)
def test_one_open_box_by_enumeration(box: str) -> None:
    sheet = with_open(box)
    further = int(box != "kniffel")
    state = position(sheet, further)
    value = solution(state.setup.options).value(state)
    assert value == pytest.approx(enumerated(sheet, further, "forced"), abs=1e-9)


@pytest.mark.parametrize(
    ("boxes", "joker"),
    [
        (("fives", "large-straight"), "forced"),
        (("fives", "large-straight"), "free"),
        (("fives", "large-straight"), "off"),
        (("full-house", "small-straight"), "free"),
        (("ones", "kniffel"), "forced"),
        (("kniffel", "chance"), "off"),
        (("ones", "sixes"), "forced"),
    ],
)
def test_two_open_boxes_by_enumeration(boxes: tuple[str, str], joker: str) -> None:
    sheet = with_open(*boxes)
    state = position(sheet, joker=joker)
    value = solution(state.setup.options).value(state)
    assert value == pytest.approx(enumerated(sheet, 0, joker), abs=1e-9)


def test_a_zero_in_the_kniffel_box_pays_nothing_further() -> None:
    sheet = with_open("fours", "chance", kniffel=0)
    state = position(sheet)
    value = solution(state.setup.options).value(state)
    assert value == pytest.approx(enumerated(sheet, 0, "forced"), abs=1e-9)


def games(seed: str, joker: str) -> Iterator[State]:
    """All positions of a game in which every legal move is as likely."""
    source = Seeded(seed)
    state = KNIFFEL.start(1, KNIFFEL.options({"joker": joker}, 1))
    while state.phase != "over":
        yield state
        if state.phase == "choose":
            moves = KNIFFEL.moves(state, 0)
            state, _ = KNIFFEL.play(state, 0, moves[source.below(len(moves))])
        else:
            state, _ = KNIFFEL.fall(state, KNIFFEL.chance(state).sample(source))
    yield state


@pytest.mark.parametrize("joker", ["forced", "free", "off"])
def test_values_agree_with_the_rules_from_step_to_step(joker: str) -> None:
    for state in games(f"steps {joker}", joker):
        solved = solution(state.setup.options)
        if state.phase == "choose":
            moves = solved.moves(state)
            assert tuple(move for move, _ in moves) == KNIFFEL.moves(state, 0)
            for move, value in moves:
                assert value == pytest.approx(solved.value(KNIFFEL.play(state, 0, move)[0]), abs=1e-9)
        elif state.phase == "throw":
            outcomes = KNIFFEL.chance(state).outcomes() or ()
            mean = sum(float(p) * solved.value(KNIFFEL.fall(state, roll)[0]) for roll, p in outcomes)
            assert solved.value(state) == pytest.approx(mean, abs=1e-9)
        else:
            assert solved.value(state) == state.sheets[0].total(100)


def ends_of(solved: Solution, sheet: Sheet) -> np.ndarray:
    ends = np.empty(solved.tables.box.size * LANES)
    turn_ends(ends, solved.values, *place_of(sheet), NO_DICE, 2, solved.tables)
    return ends[::LANES]


def test_played_for_points_a_turn_ends_as_well_as_it_can() -> None:
    for state in games("ends", "forced"):
        sheet = state.sheets[0]
        if sheet.open:
            solved = solution(state.setup.options)
            ends = ends_of(solved, sheet)
            assert ends.sum() == pytest.approx(1)
            assert ends @ solved.entry_values(sheet) == pytest.approx(solved.expected(sheet), abs=1e-9)


def test_one_turn_in_numpy_is_the_compiled_turn_to_the_last_bit() -> None:
    for state in games("one turn", "forced"):
        sheet = state.sheets[0]
        if sheet.open:
            solved = solution(state.setup.options)
            entries = one_turn.entry_values(solved.values, *place_of(sheet), solved.tables)
            ends = one_turn.turn_ends(entries, sheet.open, NO_DICE, 2, solved.tables)
            assert (ends == ends_of(solved, sheet)).all()


def test_progress_is_reported_to_the_end() -> None:
    told: list[float] = []
    solved(KniffelOptions(), told.append, fresh=True)
    assert told == sorted(told)
    assert told[-1] == 1


def test_scores_without_bonus_are_distributed_around_the_known_mean() -> None:
    scores = distribution(KNIFFEL.options({"joker": "off", "kniffel_bonus": 0}, 1))
    assert scores.chances.sum() == pytest.approx(1, abs=1e-9)
    assert scores.mean == pytest.approx(245.870774514, abs=1e-8)
    assert scores.scores.max() <= 375
    assert scores.at_least(scores.quantile(0.5)) >= 0.5 > scores.at_least(scores.quantile(0.5) + 1)


@pytest.mark.slow
def test_the_known_figures_of_the_default_rules() -> None:
    scores = distribution(KniffelOptions())
    assert scores.mean == pytest.approx(254.587728734, abs=1e-8)
    assert scores.deviation == pytest.approx(59.61, abs=0.005)
    assert scores.quantile(0.5) == 248
    assert scores.upper_goal == pytest.approx(0.6812, abs=5e-5)
    assert scores.kniffel == pytest.approx(0.3374, abs=5e-5)


@pytest.mark.slow
def test_a_bonus_larger_than_all_scores() -> None:
    options = KNIFFEL.options({"kniffel_bonus": 1000}, 1)
    assert distribution(options).mean == pytest.approx(solution(options).expected(EMPTY_SHEET), abs=1e-7)


def duel(own: Sheets, other: Sheets, further: int = 0) -> State:
    """Seat 0 is about to begin a turn; seat 1 has that sheet."""
    document = {"game": "kniffel", "players": 2, "phase": "throw", "turn": 0, "kept": "", "throws": 0}
    return KNIFFEL.load(document | {"sheets": [own, other], "bonus": [further, 0]})


def share(score: float, other: float) -> float:
    return 1.0 if score > other else 0.5 if score == other else 0.0


@pytest.mark.parametrize("box", ["fives", "large-straight", "kniffel", "chance"])
def test_the_last_box_against_a_full_sheet_by_enumeration(box: str) -> None:
    own, other = with_open(box), dict(FILLED)
    state = duel(own, other)
    best = best_turn(own, 0, "forced", lambda sheet, further: share(total(sheet, further), total(other, 0)))
    assert contest(state.setup.options).value(state, 0) == pytest.approx(best, abs=1e-9)


def test_two_boxes_against_a_full_sheet_by_enumeration() -> None:
    own, other = with_open("sixes", "full-house"), FILLED | {"chance": 30}

    def worth(sheet: Sheets, further: int) -> float:
        if len(sheet) == len(BOXES):
            return share(total(sheet, further), total(other, 0))
        key = (frozenset(sheet.items()), further)
        if key not in known:
            known[key] = best_turn(sheet, further, "forced", worth)
        return known[key]

    known: dict[object, float] = {}
    state = duel(own, other)
    assert contest(state.setup.options).value(state, 0) == pytest.approx(worth(own, 0), abs=1e-9)


def test_equal_sheets_have_equal_chances() -> None:
    state = KNIFFEL.start(2)
    model = contest(state.setup.options)
    assert model.value(state, 0) == pytest.approx(model.value(state, 1), abs=1e-9)
    assert model.value(state, 0) == pytest.approx(0.5, abs=0.01)


def test_of_four_equals_each_wins_a_quarter() -> None:
    state = KNIFFEL.start(4)
    assert contest(state.setup.options).value(state, 2) == pytest.approx(0.25, abs=0.01)


def test_a_lead_in_a_series_counts() -> None:
    options = {"games": 3}
    state = KNIFFEL.start(2, KNIFFEL.options(options, 2))
    document = KNIFFEL.dump(state) | {"match_game": 2, "totals": [300, 200]}
    ahead = KNIFFEL.load(document)
    model = contest(state.setup.options)
    assert model.value(state, 0) == pytest.approx(0.5, abs=0.01)
    assert 0.7 < model.value(ahead, 0) < 0.9
    assert model.value(ahead, 0) + model.value(ahead, 1) == pytest.approx(1, abs=0.01)


# What stays in memory


def test_of_many_bonuses_the_last_few_are_kept() -> None:
    first = weakref.ref(solution(KniffelOptions(kniffel_bonus=1)))
    for bonus in range(2, 2 + SOLUTIONS_KEPT):
        solution(KniffelOptions(kniffel_bonus=bonus))
    assert first() is None


def test_a_contest_that_is_forgotten_leaves_no_garbage() -> None:
    state = position({}, players=2, phase="throw", sheets=[{}, {}], bonus=[0, 0])
    usual = contest(state.setup.options)
    model = Contest(usual._solved, usual._waves)
    assert model.value(state, 0) == usual.value(state, 0)
    gone = weakref.ref(model)
    gc.disable()
    try:
        del model
        assert gone() is None
    finally:
        gc.enable()
