"""Kniffel's position documents: what comes back, and what is refused."""

from __future__ import annotations

import json

import pytest

from stammtisch.core import BadOptions, BadPosition, BadRequest, Document, Seeded
from stammtisch.games.kniffel.options import KniffelOptions

from .table import FULL, GAME, but, choosing, played, wandered

HEAD = {"game", "options", "players", "phase", "turn", "sheets", "bonus"}


def choose() -> Document:
    return choosing("22234", {"ones": 3})


def throw() -> Document:
    return GAME.dump(played(GAME.load(choose()), "keep 222"))


def begin() -> Document:
    return GAME.dump(GAME.start(3)) | {"began": ["12345", None, "-"], "turn": 1}


def over() -> Document:
    return GAME.dump(played(GAME.load(choosing("12345", but("chance"))), "score chance"))


def series() -> Document:
    return choosing("22234", {"ones": 3}, games=6) | {"match_game": 2, "totals": [200]}


def reasons(document: Document) -> tuple[str, ...]:
    with pytest.raises(BadPosition) as refused:
        GAME.load(document)
    return refused.value.reasons


@pytest.mark.parametrize("players", [1, 3, 12])
@pytest.mark.parametrize(
    "options", [KniffelOptions(), KniffelOptions(joker="free", games=2), KniffelOptions(joker="off")]
)
def test_every_position_comes_back_as_it_was(players: int, options: KniffelOptions) -> None:
    for state in wandered(players, options, "round trip"):
        document = json.loads(json.dumps(GAME.dump(state)))
        assert GAME.load(document) == state
        assert GAME.dump(GAME.load(document)) == document


def test_nothing_is_hidden() -> None:
    state = GAME.load(begin())
    assert GAME.view(state, None) == GAME.view(state, 2) == GAME.dump(state)
    assert GAME.guess(GAME.view(state, 0), 0, Seeded(1)) == state


@pytest.mark.parametrize(
    ("document", "keys"),
    [
        (begin(), {"began"}),
        (throw(), {"kept", "throws"}),
        (choose(), {"dice", "throws"}),
        (over(), set()),
        (series(), {"dice", "throws", "match_game", "totals"}),
    ],
)
def test_each_phase_has_its_keys(document: Document, keys: set[str]) -> None:
    assert GAME.dump(GAME.load(document)).keys() == HEAD | keys


def test_options_left_out_take_their_defaults() -> None:
    document = choose()
    del document["options"]
    assert GAME.load(document) == GAME.load(choose())


@pytest.mark.parametrize(
    "change",
    [
        {"sheets": [{"chance": 5}]},
        {"sheets": [{"three-kind": 0, "four-kind": 29, "kniffel": 0}]},
        {"sheets": [{"kniffel": 50, "ones": 0}], "bonus": [1]},
        {"throws": 3},
        {"dice": "66666"},
    ],
)
def test_odd_but_consistent_positions_are_accepted(change: Document) -> None:
    document = choose() | change
    assert GAME.dump(GAME.load(document)) == document | {"options": GAME.dump(GAME.start(1))["options"]}


@pytest.mark.parametrize(
    "began", [[None, None, None], ["12345", None, "11111"], ["-", None, None], ["66666", None, "-"]]
)
def test_beginnings_that_are_accepted(began: list[str | None]) -> None:
    document = begin() | {"began": began, "turn": began.index(None)}
    assert GAME.dump(GAME.load(document))["began"] == began


FULL_SHEET = dict(FULL)

REFUSED: list[tuple[Document, Document, str]] = [
    (choose(), {"colour": "red"}, "unknown key 'colour'"),
    (choose(), {"phase": "move"}, "phase: "),
    (choose(), {"turn": None}, "turn is missing"),
    (choose(), {"turn": 1}, "turn 1: the seats are 0 to 0"),
    (choose(), {"turn": -1}, "turn: "),
    (over(), {"turn": 0}, "turn is null"),
    (choose(), {"sheets": {}}, "sheets: "),
    (choose(), {"sheets": [{}, {}]}, "sheets: one entry a seat, so 1, not 2"),
    (choose(), {"bonus": []}, "bonus: one entry a seat, so 1, not 0"),
    (series(), {"totals": [1, 2]}, "totals: one entry a seat"),
    (begin(), {"began": ["12345", None]}, "began: one entry a seat"),
    (choose(), {"sheets": [{"sevens": 7}]}, "no box 'sevens' (K1)"),
    (choose(), {"sheets": [{"twos": 3}]}, "3 is never written in twos"),
    (choose(), {"sheets": [{"twos": 12}]}, "12 is never written in twos"),
    (choose(), {"sheets": [{"ones": -1}]}, "-1 is never written in ones"),
    (choose(), {"sheets": [{"three-kind": 4}]}, "4 is never written in three-kind"),
    (choose(), {"sheets": [{"four-kind": 31}]}, "31 is never written in four-kind"),
    (choose(), {"sheets": [{"full-house": 24}]}, "24 is never written in full-house"),
    (choose(), {"sheets": [{"small-straight": 40}]}, "40 is never written in small-straight"),
    (choose(), {"sheets": [{"large-straight": 30}]}, "30 is never written in large-straight"),
    (choose(), {"sheets": [{"kniffel": 100}]}, "100 is never written in kniffel"),
    (choose(), {"sheets": [{"chance": 0}]}, "0 is never written in chance"),
    (choose(), {"sheets": [{"chance": "9"}]}, "sheets: "),
    (choose(), {"bonus": [-1]}, "bonus: "),
    (choose(), {"bonus": [1]}, "without 50 in the kniffel box (K12)"),
    (choose(), {"bonus": [1], "sheets": [{"kniffel": 0, "ones": 3}]}, "without 50 in the kniffel box"),
    (choose(), {"bonus": [2], "sheets": [{"kniffel": 50, "ones": 3}]}, "2 further Kniffels in 1 other boxes"),
    (choose(), {"dice": "22243"}, "dice '22243': write five digits"),
    (choose(), {"dice": "2223"}, "dice '2223'"),
    (choose(), {"dice": "22237"}, "dice '22237'"),
    (choose(), {"dice": "22234\n"}, "dice '22234"),
    (choose(), {"throws": 0}, "throws 0"),
    (choose(), {"throws": 4}, "throws 4"),
    (choose(), {"kept": "222"}, "kept has no meaning in phase choose"),
    (choose(), {"began": [None]}, "began has no meaning in phase choose"),
    (choose(), {"sheets": [FULL_SHEET]}, "all sheets are full, so the game is over (K13)"),
    (throw(), {"kept": "32"}, "kept '32': write at most four digits"),
    (throw(), {"kept": "22222"}, "kept '22222': write at most four digits"),
    (throw(), {"kept": "-"}, "kept '-'"),
    (throw(), {"throws": 3}, "throws 3: in phase throw it is 0, 1 or 2 (K3)"),
    (throw(), {"throws": 0}, "the first roll is with all five dice (K3)"),
    (throw(), {"dice": "22234"}, "dice has no meaning in phase throw"),
    (over(), {"throws": 0}, "throws has no meaning in phase over"),
    (over(), {"sheets": [but("ones")]}, "the sheet of seat 0 has open boxes (K13)"),
    (begin(), {"began": ["54321", None, "-"]}, "began '54321': five digits"),
    (begin(), {"began": ["1234", None, "-"]}, "began '1234'"),
    (begin(), {"began": ["", None, "-"]}, "began ''"),
    (begin(), {"began": ["12345", "11111", "-"]}, "all have rolled"),
    (begin(), {"began": ["-", None, "-"]}, "at least two seats roll"),
    (begin(), {"turn": 0}, "turn is not the seat that rolls next"),
    (begin(), {"began": [None, None, None]}, "turn is not the seat that rolls next"),
    (begin(), {"players": 1, "sheets": [{}], "bonus": [0], "began": [None], "turn": 0}, "a single player"),
    (begin(), {"sheets": [FULL_SHEET] * 3}, "all sheets are full"),
    (choose(), {"match_game": 1}, "match_game belongs to a series"),
    (choose(), {"totals": [0]}, "totals belongs to a series"),
    (series(), {"match_game": 7}, "match_game is 7, but the series has 6 games"),
    (series(), {"match_game": 0}, "match_game: "),
    (series(), {"match_game": 1}, "no game of the series is finished yet (K14)"),
    (series(), {"totals": [-5]}, "totals: "),
    (
        over(),
        {"options": {"games": 6}, "match_game": 2, "totals": [500]},
        "4 games of the series are still to come (K14)",
    ),
]


@pytest.mark.parametrize(("document", "change", "reason"), REFUSED)
def test_what_is_wrong_is_refused_and_nothing_else_named(
    document: Document, change: Document, reason: str
) -> None:
    GAME.load(document)
    named = reasons(document | change)
    assert len(named) == 1
    assert reason in named[0]


@pytest.mark.parametrize(
    ("document", "key"),
    [
        (choose(), "sheets"),
        (choose(), "bonus"),
        (choose(), "dice"),
        (choose(), "throws"),
        (throw(), "kept"),
        (throw(), "throws"),
        (begin(), "began"),
        (series(), "match_game"),
        (series(), "totals"),
        (choose(), "turn"),
    ],
)
def test_a_missing_key_is_refused(document: Document, key: str) -> None:
    del document[key]
    assert any(f"{key} is missing" in reason for reason in reasons(document))


def test_the_seat_in_turn_has_an_open_box() -> None:
    document = choosing("22234") | {"players": 2, "sheets": [FULL_SHEET, {}], "bonus": [0, 0]}
    assert reasons(document) == ("turn 0: the sheet of that seat is full (K4)",)


def test_every_reason_is_named() -> None:
    document = choose() | {"dice": "43222", "throws": 9, "bonus": [3], "sheets": [{"twos": 5}], "turn": 4}
    assert len(reasons(document)) == 6


@pytest.mark.parametrize("document", [None, [], "kniffel", {}, {"game": "zock"}])
def test_what_is_no_position_of_kniffel(document: object) -> None:
    with pytest.raises(BadPosition):
        GAME.load(document)


def test_bad_options_and_players_have_their_own_errors() -> None:
    with pytest.raises(BadOptions):
        GAME.load(choose() | {"options": {"joker": "wild"}})
    with pytest.raises(BadRequest):
        GAME.load(choose() | {"players": 13})
