"""A further Kniffel (K11, K12)."""

from __future__ import annotations

import pytest

from stammtisch.core import Document, Event, IllegalMove
from stammtisch.games.kniffel.boxes import BOXES
from stammtisch.games.kniffel.state import State

from .table import FULL_TOTAL, GAME, boxes, but, choosing, listed, outcome, played, written

LOWER_OPEN = but("three-kind", "four-kind", "full-house", "small-straight", "large-straight", "chance")


# K11


@pytest.mark.parametrize("kniffel", [0, 50])
def test_K11_forced_the_upper_box_of_that_number_must_be_filled(kniffel: int) -> None:
    state = GAME.load(choosing("55555", {"kniffel": kniffel}, throws=3))
    assert listed(state) == ["score fives"]
    assert written(state, "fives") == 25
    with pytest.raises(IllegalMove, match="must go to fives") as refused:
        played(state, "score chance")
    assert refused.value.clause == "K11"


def test_K11_forced_restricts_writing_only() -> None:
    state = GAME.load(choosing("55555", {"kniffel": 50}))
    assert listed(state) == [
        "score fives",
        "keep 5555",
        "keep 555",
        "keep 55",
        "keep 5",
        "keep -",
    ]


@pytest.mark.parametrize("kniffel", [0, 50])
@pytest.mark.parametrize("joker", ["forced", "free"])
@pytest.mark.parametrize(
    ("box", "points"),
    [
        ("three-kind", 25),
        ("four-kind", 25),
        ("chance", 25),
        ("full-house", 25),
        ("small-straight", 30),
        ("large-straight", 40),
    ],
)
def test_K11_a_joker_counts_as_if_it_fitted(joker: str, kniffel: int, box: str, points: int) -> None:
    sheet = LOWER_OPEN | {"kniffel": kniffel}
    assert written(GAME.load(choosing("55555", sheet, joker=joker)), box) == points


def test_K11_forced_a_joker_goes_to_the_lower_part() -> None:
    state = GAME.load(choosing("55555", {"kniffel": 50, "fives": 15, "chance": 20}, throws=3))
    lower = {"three-kind", "four-kind", "full-house", "small-straight", "large-straight"}
    assert boxes(state) == lower
    with pytest.raises(IllegalMove, match="three-kind or four-kind") as refused:
        played(state, "score sixes")
    assert refused.value.clause == "K11"


def test_K11_forced_a_0_in_any_upper_box_when_no_lower_one_is_open() -> None:
    state = GAME.load(choosing("55555", but("ones", "sixes")))
    assert boxes(state) == {"ones", "sixes"}
    assert written(state, "ones") == 0
    assert written(state, "sixes") == 0


@pytest.mark.parametrize("joker", ["free", "off"])
def test_K11_free_and_off_leave_every_open_box_to_choose(joker: str) -> None:
    state = GAME.load(choosing("55555", {"kniffel": 50, "chance": 20}, joker=joker))
    assert boxes(state) == set(BOXES) - {"kniffel", "chance"}


@pytest.mark.parametrize("box", ["full-house", "small-straight", "large-straight"])
def test_K11_free_joker_values_need_the_upper_box_filled(box: str) -> None:
    state = GAME.load(choosing("55555", {"kniffel": 50, "ones": 3}, joker="free"))
    assert written(state, box) == 0


@pytest.mark.parametrize(
    ("box", "points"),
    [("full-house", 0), ("small-straight", 0), ("large-straight", 0), ("three-kind", 25), ("chance", 25)],
)
def test_K11_off_knows_no_joker_values(box: str, points: int) -> None:
    assert written(GAME.load(choosing("55555", LOWER_OPEN, joker="off")), box) == points


@pytest.mark.parametrize("joker", ["forced", "free", "off"])
def test_K11_needs_a_filled_kniffel_box(joker: str) -> None:
    state = GAME.load(choosing("55555", {"fives": 15}, joker=joker))
    assert boxes(state) == set(BOXES) - {"fives"}
    assert written(state, "large-straight") == 0


def test_K11_is_about_five_equal_dice_only() -> None:
    state = GAME.load(choosing("55556", {"kniffel": 50}))
    assert boxes(state) == set(BOXES) - {"kniffel"}
    state = GAME.load(choosing("55556", LOWER_OPEN))
    assert written(state, "full-house") == 0
    assert written(state, "large-straight") == 0


# K12


def scored(document: Document, box: str) -> tuple[State, list[Event]]:
    state = GAME.load(document)
    state, events = GAME.play(state, 0, GAME.parse(state, f"score {box}"))
    return state, [event for event in events if event.kind == "bonus"]


@pytest.mark.parametrize(
    ("joker", "box"),
    [("forced", "fives"), ("free", "fives"), ("free", "full-house"), ("off", "full-house"), ("off", "ones")],
)
def test_K12_each_further_kniffel_is_counted_also_for_0(joker: str, box: str) -> None:
    state, events = scored(choosing("55555", {"kniffel": 50}, joker=joker), box)
    assert GAME.dump(state)["bonus"] == [1]
    assert events == [Event("bonus", 0, "100")]


def test_K12_a_forced_0_is_counted_too() -> None:
    state, _ = scored(choosing("55555", but("ones", "sixes"), bonus=1), "ones")
    assert GAME.dump(state)["sheets"][0]["ones"] == 0
    assert GAME.dump(state)["bonus"] == [2]


@pytest.mark.parametrize(
    ("dice", "sheet", "box"),
    [
        ("55555", {"kniffel": 0}, "fives"),
        ("55555", {}, "kniffel"),
        ("55555", {}, "fives"),
        ("55556", {"kniffel": 50}, "fives"),
    ],
)
def test_K12_no_bonus_otherwise(dice: str, sheet: dict[str, int], box: str) -> None:
    state, events = scored(choosing(dice, sheet), box)
    assert GAME.dump(state)["bonus"] == [0]
    assert events == []


@pytest.mark.parametrize(
    ("options", "extra"), [({}, 200), ({"kniffel_bonus": 0}, 0), ({"kniffel_bonus": 30}, 60)]
)
def test_K12_what_a_further_kniffel_gives(options: dict[str, object], extra: int) -> None:
    state, _ = scored(choosing("66666", but("chance"), bonus=1) | {"options": options}, "chance")
    assert GAME.dump(state)["bonus"] == [2]
    assert outcome(state).scores == (FULL_TOTAL + 10 + extra,)
