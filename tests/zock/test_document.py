"""ZOCK's position documents: what comes back, and what is refused."""

from __future__ import annotations

import json

import pytest

from stammtisch.core import BadMove, BadOptions, BadPosition, BadRequest, Document, Seeded
from stammtisch.games.zock.options import ZockOptions

from .table import GAME, NINE, moving, position, wandered

OPTIONS = [
    ZockOptions(),
    ZockOptions(variant="a"),
    ZockOptions(variant="b", digits="all"),
    ZockOptions(variant="c", double_pairs=True),
    ZockOptions(games=4),
    ZockOptions(referee="players"),
    ZockOptions(variant="a", referee="players", games=3),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_position_comes_back_as_it_was(options: ZockOptions) -> None:
    for state in wandered(options, "round trip", 1500):
        document = json.loads(json.dumps(GAME.dump(state)))
        loaded = GAME.load(document)
        assert loaded == state
        assert hash(loaded) == hash(state)
        assert GAME.dump(loaded) == document


def test_nothing_is_hidden() -> None:
    state = moving("63")
    assert GAME.view(state, None) == GAME.view(state, 1) == GAME.dump(state)
    assert GAME.guess(GAME.view(state, 0), 0, Seeded(1)) == state


def test_options_left_out_take_their_defaults() -> None:
    assert GAME.load(position("move", dice="63", variant="c")) == GAME.load(
        position("move", dice="63", variant="c", digits="all", double_pairs=False, games=1)
    )


CHIPS = [{"red": 5, "blue": 5, "yellow": 5, "green": 5}] * 2


def match(**keys: object) -> Document:
    return position("throw", games=2) | {"match_game": 1, "chips": CHIPS} | keys


HANDED = {"dice": "63", "open": NINE, "covered": [9]}


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (position("move", dice="70"), "dice: "),
        (position("move", dice="36"), "larger die is written first"),
        (position("move"), "dice is missing"),
        (position("throw", dice="63"), "dice has no meaning in phase throw"),
        (position("throw", began=["63", None]), "began has no meaning"),
        (position("throw", colour="red"), "unknown key 'colour'"),
        (position("throw", None), "turn is missing"),
        (position("throw", 2), "turn: "),
        (position("throw") | {"turn": True}, "turn: "),
        (position("nap"), "phase: "),
        (position("throw", open=[NINE]), "open: "),
        (position("throw", open=[[1, 1], NINE]), "named twice"),
        (position("throw", open=[[0], [10]]), "open: "),
        (position("throw", open=[[], NINE]), r"fully covered, so the game is over \(Z9\)"),
        (position("over", None), "not exactly one row is fully covered"),
        (position("over", None, open=[[], []]), "not exactly one row"),
        (position("over", 0, open=[[], [1]]), "turn is null"),
        (position("begin"), "began is missing"),
        (position("begin", began=["63", "62"]), "seat 1 rolls last"),
        (position("begin", 1, began=[None, None]), "rolls next"),
        (position("begin", 1, began=["36", None]), "larger die"),
        (position("objection"), "phase objection is for referee players only"),
        (position("throw", handed=[]), "handed is for referee players only"),
        (position("throw", referee="players"), "handed is missing"),
        (position("objection", referee="players", handed=[]), "a roll to look at"),
        (position("objection", referee="players", handed=[HANDED]), "does not lead to the row"),
        (
            position(
                "objection", 1, referee="players", handed=[HANDED | {"covered": [0]}], open=[NINE, NINE]
            ),
            "handed: ",
        ),
        (
            position("objection", 1, referee="players", handed=[HANDED | {"open": [1], "covered": [2]}]),
            "not open",
        ),
        (position("throw", 0, referee="players", handed=[HANDED], open=[NINE[:8], NINE]), "after each roll"),
        (position("throw", chips=CHIPS), "chips belongs to a match"),
        (position("throw", games=2), "chips is missing in a match"),
        (match(phase="over", turn=None, open=[[], [2]]), "nobody is out of chips"),
        (match(match_game=3), "match_game is 3, but the match has 2"),
        (
            match(chips=[{"red": 5, "blue": 5, "yellow": 5, "green": 6}] * 2),
            "12 green",
        ),
        (match(chips=[{"red": 5}] * 2), "chips: "),
    ],
)
def test_a_contradiction_is_refused_with_its_reason(document: Document, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.load(document)


def test_the_rolls_say_whose_turn_it_is_before_the_game_begins() -> None:
    assert GAME.load(position("begin", None, began=["63", None])).turn == 1
    assert GAME.load(position("begin", None, began=[None, None])).turn == 0


def test_all_reasons_are_listed() -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.load(position("throw", dice="63", began=[None, None], open=[[], [1, 1]]))
    assert len(refused.value.reasons) == 4
    with pytest.raises(BadPosition) as refused:
        GAME.load(position("nap", 7, open="all", shoe=1, size=2))
    assert len(refused.value.reasons) == 5


@pytest.mark.parametrize("document", [None, [], "zock", 3, {}, {"game": "tock"}])
def test_what_is_no_position_of_zock_is_refused(document: object) -> None:
    with pytest.raises(BadPosition):
        GAME.load(document)


def test_a_number_of_players_it_does_not_take_is_a_bad_request() -> None:
    with pytest.raises(BadRequest, match="takes 2 players, not 3"):
        GAME.load(position("throw") | {"players": 3})


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "d"},
        {"digits": "eleven"},
        {"digits": None},
        {"double_pairs": 1},
        {"referee": "cat"},
        {"games": 0},
        {"games": "2"},
        {"chip_values": {"pink": 1}},
        {"speed": 3},
        [],
        None,
    ],
)
def test_bad_options_are_refused(options: object) -> None:
    with pytest.raises(BadOptions):
        GAME.options(options, 2)
    with pytest.raises(BadOptions):
        GAME.load(position("throw") | {"options": options})


def test_all_bad_options_are_listed() -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.options({"variant": "d", "games": 0, "speed": 3}, 2)
    assert len(refused.value.reasons) == 3


@pytest.mark.parametrize("text", ["", "6+3", "3+3", "10", "0", "3 + 6", "pass", "OBJECT", "3+6 ", "+", "3+"])
def test_text_outside_the_notation_is_a_bad_move(text: str) -> None:
    with pytest.raises(BadMove):
        GAME.parse(moving("63"), text)


@pytest.mark.parametrize("text", ["1", "3+6", "1+2+3+4+5+6+7+8+9", "none", "object", "throw"])
def test_notation_comes_back_as_it_was(text: str) -> None:
    assert str(GAME.parse(moving("63"), text)) == text
