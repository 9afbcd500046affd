"""The examples of the page's introductions are true by the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from stammtisch.games.kniffel.boxes import BOXES, POINTS
from stammtisch.games.kniffel.dice import INDEX
from stammtisch.games.zock import Zock
from stammtisch.games.zock.moves import THROWS, ways
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zocknroll.combinations import formed
from stammtisch.games.zocknroll.dice import dice_of
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.tableau import CROSS
from support.page_sources import ROOT


def examples(game: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((ROOT / "games" / game / "examples.json").read_text("utf-8"))
    return found


def scored(dice: str, box: str) -> int:
    return POINTS[INDEX["".join(sorted(dice))]][[*BOXES].index(box)]  # type: ignore[arg-type]


def test_kniffel_every_box_has_an_example_that_scores_what_it_says() -> None:
    boxes = examples("kniffel")["boxes"]
    assert [*boxes] == [*BOXES]
    assert {box: scored(one["dice"], box) for box, one in boxes.items()} == {
        box: one["points"] for box, one in boxes.items()
    }


def test_kniffel_a_turn_goes_on_with_the_kept_dice() -> None:
    found = examples("kniffel")
    kept, rolled, fill = found["again"]["kept"], found["again"]["rolled"], found["fill"]
    assert all(found["roll"].count(face) >= kept.count(face) for face in kept)
    assert sorted(kept + rolled) == sorted(fill["dice"])
    assert scored(fill["dice"], fill["box"]) == fill["points"]


@pytest.mark.parametrize("roll", examples("zock")["rolls"].values(), ids=str)
def test_zock_dice_have_the_sum_and_the_moves_shown(roll: Mapping[str, str]) -> None:
    faces = sorted(map(int, roll["dice"]))
    options = ZockOptions()
    fields = Zock().layout(2, options).sum_fields[roll["sum"]]
    assert sum(faces) == int(roll["sum"])
    shown = [fields] if faces[0] == faces[1] else [fields, faces]
    throw = THROWS.index("".join(map(str, reversed(faces))))
    moves = [[field for field in range(1, 10) if way >> field - 1 & 1] for way in ways(throw, options)]
    assert sorted(moves) == sorted(shown)


def test_zocknroll_every_combination_has_an_example_that_forms_it() -> None:
    rows = examples("zocknroll")["rows"]
    combinations = {*ZockNRollOptions().best_first(), *ZockNRollOptions(variant="profi").best_first()}
    assert {*rows} == combinations
    assert all(formed(dice_of(dice)) & CROSS[row] for row, dice in rows.items())


@pytest.mark.parametrize("own", ["2", "3"])
def test_zocknroll_own_and_white_dice_form_no_better_combination(own: str) -> None:
    one = examples("zocknroll")["together"][own]
    options = ZockNRollOptions(variant="basic" if own == "2" else "profi")
    dice = dice_of(one["own"] + one["white"])
    assert (len(one["own"]), len(one["white"])) == (int(own), 3)
    best = next(row for row in options.best_first() if formed(dice) & CROSS[row])
    assert best == one["row"]
