"""Zock'n'Roll's documents: round trips, views, guesses, and everything that is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from stammtisch.core import BadPosition, BadRequest, Document, Seeded
from stammtisch.games.zocknroll.state import State

from .table import GAME, decide_document, mark_document, moves, on, random_game, start, without

TABLES = [(2, "basic"), (3, "profi"), (4, "basic"), (6, "profi"), (12, "basic")]


def own_document(**changes: object) -> Document:
    document = decide_document(phase="own", turn=None, crosses=[{}, {}, {}])
    return without(document, "round", "white", "own", "status") | changes


def white_document(**changes: object) -> Document:
    return decide_document(phase="white", turn=0, white="135") | changes


def over_document(**changes: object) -> Document:
    return without(own_document(phase="over", crosses=[{"pair": 6}, {}, {}]), "starter") | changes


def reasons(document: Document, viewer: int | None = None) -> list[str]:
    with pytest.raises(BadPosition) as caught:
        GAME.load(document, viewer)
    return list(caught.value.reasons)


# --- round trips


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_every_position_of_random_games_is_read_back(players: int, variant: str) -> None:
    for state in random_game(start(players, variant=variant), f"{players} {variant}"):
        document = GAME.dump(state)
        assert GAME.load(json.loads(json.dumps(document))) == state
        assert json.loads(json.dumps(document)) == document


def test_a_guess_throws_every_unknown_cup_and_no_other() -> None:
    view = GAME.view(GAME.load(decide_document()), 1)
    assert view["own"] == ["?", "12", "33"]
    guesses = {tuple(GAME.dump(GAME.guess(view, 1, Seeded(seed)))["own"]) for seed in range(400)}
    assert {own[1:] for own in guesses} == {("12", "33")}
    assert len({own[0] for own in guesses}) == 21


def test_keys_of_each_phase() -> None:
    shared = ["game", "options", "players", "phase", "turn"]
    in_a_pass = [*shared, "starter", "crosses", "round", "white", "own", "status"]
    assert list(GAME.dump(start(3))) == [*shared, "starter", "crosses"]
    assert list(GAME.dump(GAME.load(white_document()))) == in_a_pass
    assert list(GAME.dump(GAME.load(decide_document()))) == in_a_pass
    assert list(GAME.dump(GAME.load(mark_document()))) == [*in_a_pass, "winners", "marked"]
    assert list(GAME.dump(GAME.load(over_document()))) == [*shared, "crosses"]


def test_the_turn_of_a_document() -> None:
    assert GAME.dump(start(3))["turn"] is None
    assert GAME.dump(on(start(3), "1"))["turn"] is None
    assert GAME.dump(on(start(3), "1", "own 12 34 56"))["turn"] == 1
    assert GAME.dump(on(start(3), "1", "own 12 34 56", "white 123", "stay"))["turn"] == 2
    assert GAME.dump(GAME.load(mark_document()))["turn"] is None
    assert GAME.dump(GAME.load(over_document()))["turn"] is None


@pytest.mark.parametrize(
    ("document", "turns"),
    [(white_document(), (None, 0)), (mark_document(), (None, 0, 1)), (mark_document(marked=[0]), (None, 1))],
)
def test_a_turn_that_says_nothing_new_is_accepted(document: Document, turns: tuple[int | None, ...]) -> None:
    assert len({GAME.load(document | {"turn": turn}) for turn in turns}) == 1


def test_positions_that_no_game_reaches_are_accepted() -> None:
    assert GAME.load(mark_document(crosses=[{"pair": 6}, {"two-pairs": 6}, {"pair": 0}])).phase == "mark"
    assert GAME.load(own_document(starter=None, crosses=[{"pair": 3}, {}, {}])).phase == "own"


def test_options_left_out_take_their_defaults() -> None:
    assert GAME.load(without(decide_document(), "options")) == GAME.load(decide_document())


# --- views


def test_view_hides_the_cups_of_those_still_in() -> None:
    state = GAME.load(decide_document())
    assert GAME.view(state, 0)["own"] == ["46", "?", "33"]
    assert GAME.view(state, 2)["own"] == GAME.view(state, None)["own"] == ["?", "?", "33"]
    white = GAME.load(white_document(round=3, white="1355"))
    assert GAME.view(white, 0)["own"] == ["46", "?", "33"]


def test_view_shows_all_cups_once_they_are_lifted() -> None:
    state = GAME.load(mark_document())
    assert GAME.view(state, None) == GAME.view(state, 2) == GAME.dump(state)


def test_moves_from_a_view_are_those_of_the_seat() -> None:
    view = GAME.view(GAME.load(decide_document()), 1)
    assert moves(GAME.load(view, 1), 1) == ["stay", "leave two-pairs", "leave pair"]


def test_nothing_is_said_of_a_cup_that_is_not_seen() -> None:
    seen = GAME.load(GAME.view(GAME.load(decide_document()), 0), 0)
    with pytest.raises(BadRequest):
        GAME.moves(seen, 1)
    last_throw = GAME.load(GAME.view(GAME.load(white_document(round=3, white="1355")), 0), 0)
    with pytest.raises(BadRequest):
        GAME.fall(last_throw, "white 1")


@pytest.mark.parametrize(
    ("document", "viewer", "reason"),
    [
        (decide_document(own=["?", "12", "33"]), None, "own[0] is unknown: this is a view"),
        (decide_document(own=["46", "?", "33"]), 1, "players see their own dice"),
        (decide_document(own=["46", "12", "?"]), 1, "that cup has been lifted"),
        (mark_document(own=["46", "?", "33"]), 0, "that cup has been lifted"),
    ],
)
def test_unknown_cups_are_refused_where_they_are_known(
    document: Document, viewer: int | None, reason: str
) -> None:
    found = reasons(document, viewer)
    assert len(found) == 1
    assert reason in found[0]


# --- refusals


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (decide_document(extra=1), "unknown key 'extra'"),
        (without(decide_document(), "crosses"), "crosses is missing"),
        (without(decide_document(), "white"), "white is missing in phase decide"),
        (without(decide_document(), "starter"), "starter is missing in phase decide"),
        (decide_document(winners=[0]), "winners has no meaning in phase decide"),
        (over_document(winners=[0]), "winners has no meaning in phase over"),
        (decide_document(phase="think"), "phase: Invalid enum value 'think'"),
        (decide_document(round=4), "round: Invalid enum value 4"),
        (decide_document(status=["in", "in", "out"]), "status: Invalid enum value 'out'"),
        # rows and crosses
        (decide_document(crosses=[{"highway": 1}, {}, {}]), "'highway' is no row of variant basic"),
        (decide_document(crosses=[{"pears": 1}, {}, {}]), "'pears' is no row of variant basic"),
        (decide_document(crosses=[{"pair": 7}, {}, {}]), "7 marks in 'pair'"),
        (decide_document(crosses=[{"pair": -1}, {}, {}]), "-1 marks in 'pair'"),
        (own_document(crosses=[{}, {"left-first": 6}, {}]), "the game ended with the last hand (R11)"),
        (over_document(crosses=[{"pair": 5}, {}, {}]), "over, but no row has six marks (R11)"),
        # lists by seat, and seats
        (decide_document(crosses=[{}, {}]), "crosses has 2 entries"),
        (decide_document(own=["46", "12", "33", "11"]), "own has 4 entries"),
        (decide_document(status=["in", "in"]), "status has 2 entries"),
        (decide_document(starter=3), "starter: there is no seat 3 among 3"),
        (decide_document(starter=None), "starter is null"),
        # dice
        (decide_document(own=["64", "12", "33"]), "own[0] '64'"),
        (decide_document(own=["46", "123", "33"]), "own[1] '123'"),
        (decide_document(own=["46", "12", ""]), "own[2] ''"),
        (decide_document(own=["46", "17", "33"]), "own[1] '17'"),
        (decide_document(white="135"), "white '135'"),
        (decide_document(white="1553"), "white '1553'"),
        (white_document(white="1355"), "white '1355'"),
        (white_document(round=1, white="1", status=["in"] * 3), "no dice yet"),
        (white_document(round=3), "white '135'"),
        (mark_document(white="1355"), "white '1355'"),
        # rounds and who has left
        (decide_document(round=3, white="13556"), "phase decide does not belong to round 3"),
        (mark_document(round=2, white="1355"), "phase mark does not belong to round 2"),
        (decide_document(round=1, white="135", status=["in", "in", "left2"]), "status[2]: left2 before"),
        (white_document(round=1, white=""), "status[2]: left1 before"),
        (white_document(status=["in", "in", "left2"]), "status[2]: left2 before"),
        (white_document(status=["left1"] * 3), "nobody is in"),
        # whose turn
        (decide_document(turn=None), "turn is not a seat still in"),
        (decide_document(turn=2), "turn is not a seat still in"),
        (white_document(turn=1), "turn is not the starter"),
        (mark_document(turn=2), "turn is not a winner who has still to mark"),
        (mark_document(turn=0, marked=[0]), "turn is not a winner who has still to mark"),
        (own_document(turn=0), "turn is null in phase own"),
        (over_document(turn=0), "turn is null in phase over"),
        # winners
        (mark_document(winners=[0]), "the highest combination is that of [0, 1]"),
        (mark_document(winners=[0, 1, 2]), "the highest combination is that of [0, 1]"),
        (mark_document(winners=[0, 0, 1]), "the highest combination is that of [0, 1]"),
        (mark_document(winners=[]), "the highest combination is that of [0, 1]"),
        (mark_document(marked=[2]), "marked: only winners, each once"),
        (mark_document(marked=[0, 0]), "marked: only winners, each once"),
        (mark_document(marked=[0, 1]), "all winners have marked"),
    ],
)
def test_refused_positions_say_why(document: Document, reason: str) -> None:
    found = reasons(document)
    assert len(found) == 1, found
    assert reason in found[0]


def test_all_reasons_are_listed() -> None:
    document = mark_document(
        turn=5, starter=4, crosses=[{"pears": 7}, {}], own=["6", "12", "33"], status=["left1"] * 3, round=1
    )
    assert len(reasons(document)) == 10


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [None], [[]], {"a": 1}, -1, True, 1.5])
@pytest.mark.parametrize("key", list(without(mark_document(), "game", "options", "players")))
def test_no_value_breaks_the_reader(key: str, value: Any) -> None:
    """Whatever stands in a key, the answer is a state or a refusal."""
    with suppress(BadPosition):
        assert isinstance(GAME.load(mark_document(**{key: value})), State)
    with suppress(BadPosition):
        assert isinstance(GAME.load(decide_document(**{key: value}), viewer=1), State)


def test_winners_come_in_any_order() -> None:
    assert GAME.load(mark_document(winners=[1, 0])) == GAME.load(mark_document(winners=[0, 1]))


def test_what_still_lies_there_after_a_hand_has_no_meaning() -> None:
    assert GAME.load(over_document(starter=0, round=3, white="12345")) == GAME.load(over_document())
    assert GAME.load(own_document(round=1, status=["in"] * 3)) == GAME.load(own_document())
