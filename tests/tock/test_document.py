"""Tock's documents: round trips, and everything that is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from stammtisch.core import BadOptions, BadPosition, Document
from stammtisch.games.tock.state import State

from .table import GAME, document, moves, on, position, random_game, reasons, start, without

TABLES: list[tuple[int, Document]] = [
    (2, {"board": "dog"}),
    (3, {"play_on": True}),
    (4, {"canadian_seven": True, "no_joker_finish": True}),
    (4, {"board": "dog", "house_entry": "twice"}),
    (5, {"direction": "counterclockwise"}),
    (6, {}),
    (8, {}),
    (8, {"board": "dog", "house_entry": "over"}),
]
HOME = ["h1", "h2", "h3", "h4"]
OUT = ["-"] * 4
ALL_HOME = "0a:h1 0b:h2 0c:h3 0d:h4"


def give(**changes: object) -> Document:
    hands = {0: "5H 6H", 1: "5C", 2: "5D", 3: "5S"}
    return document(4, "", hands, phase="give", turn=None, given=[None, "KS", None, None]) | changes


def deal(**changes: object) -> Document:
    return without(document(4, phase="deal", turn=None), "given") | changes


def seven(**changes: object) -> Document:
    under_way = {"left": 3, "as": "7", "moved": ["0a"]}
    return document(4, "0a:20", "5H", phase="seven", seven=under_way, discard=["7S"]) | changes


def center(**changes: object) -> Document:
    return document(8, "0a:7 0b:20 0c:25 1a:43", "KS", phase="center", center=["0a"]) | changes


def draw(**changes: object) -> Document:
    return document(3, "", {1: "KS"}, phase="draw", draw={"from": 1}) | changes


def over(**changes: object) -> Document:
    return document(3, ALL_HOME, phase="over", turn=None, places=[0]) | changes


# --- round trips


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_position_of_random_games_is_read_back(players: int, options: Document) -> None:
    for state in random_game(start(players, **options), f"{players} {options}", most=200):
        dumped = GAME.dump(state)
        travelled = json.loads(json.dumps(dumped))
        assert travelled == dumped
        again = GAME.load(travelled)
        assert again == state
        assert hash(again) == hash(state)


def test_T22_a_seven_that_goes_on_after_the_end_is_read_back() -> None:
    state = on(position(3, "0a:68 0b:h2 0c:h3 0d:h4 2a:40", "7S"), "7S 0a>h1")
    assert GAME.load(GAME.dump(state)) == state


def test_keys_of_each_phase() -> None:
    head = ["game", "options", "players", "phase", "turn", "dealer", "round", "stones", "hands"]
    tail = ["discard", "places"]
    assert list(GAME.dump(start(3))) == [*head, *tail]
    assert list(GAME.dump(GAME.load(deal()))) == [*head, *tail]
    assert list(GAME.dump(GAME.load(give()))) == [*head, "given", *tail]
    assert list(GAME.dump(position(4, "", "5H"))) == [*head, "given", *tail]
    assert list(GAME.dump(GAME.load(seven()))) == [*head, "given", "seven", *tail]
    assert list(GAME.dump(GAME.load(center()))) == [*head, "given", "center", *tail]
    assert list(GAME.dump(GAME.load(draw()))) == [*head, "given", "draw", *tail]
    assert list(GAME.dump(GAME.load(over()))) == [*head, "given", *tail]


def test_the_first_position() -> None:
    first = GAME.dump(start(2))
    assert (first["phase"], first["turn"], first["dealer"], first["round"]) == ("deal", None, None, 1)
    assert first["hands"] == [[], []]
    assert (first["discard"], first["places"]) == ([], [])


@pytest.mark.parametrize("text", ["-", "0!", "37", "37*", "0*", "0!*", "h1", "h4", "c", "c*"])
def test_stone_texts_are_kept(text: str) -> None:
    assert GAME.dump(position(8, f"0a:{text}", "5H"))["stones"][0][0] == text


@pytest.mark.parametrize("text", ["37*2", "0*2", "0!", "c*2"])
def test_stone_texts_with_twice_are_kept(text: str) -> None:
    options = {"board": "dog", "house_entry": "twice"}
    assert GAME.dump(position(8, f"0a:{text}", "5H", options=options))["stones"][0][0] == text


def test_equal_hands_are_equal_states() -> None:
    assert position(4, "0a:20", "5H X 2C") == position(4, "0a:20", "2C X 5H")
    assert position(4, "0a:20", "5H X 2C") != position(4, "0a:20", "2C X 5C")


def test_options_places_and_turn_may_be_left_out() -> None:
    assert GAME.load(without(document(4, "", "5H"), "options", "places")) == position(4, "", "5H")
    assert GAME.load(without(deal(), "turn")) == GAME.load(deal())


def test_positions_that_no_game_reaches_are_accepted() -> None:
    assert moves(position(3, "1a:40", "KS", round=77)) == ["KS in"]
    assert moves(position(2, "0a:5", "5H 5H 5C 5C 6H 6H 6C 6C 8C"))
    assert GAME.load(deal(dealer=None, round=9)).round == 9


# --- refusals: the shape


@pytest.mark.parametrize(
    ("doc", "reason"),
    [
        (document(4, "", "5H", extra=1), "unknown key 'extra'"),
        (without(document(4, "", "5H"), "stones"), "stones is missing"),
        (without(document(4, "", "5H"), "dealer"), "dealer is missing"),
        (without(document(4, "", "5H"), "given"), "given is missing in phase play"),
        (without(seven(), "seven"), "seven is missing in phase seven"),
        (without(center(), "center"), "center is missing in phase center"),
        (without(draw(), "draw"), "draw is missing in phase draw"),
        (deal(given=[None] * 4), "given has no meaning in phase deal"),
        (document(4, "", "5H", seven={"left": 3, "as": "7", "moved": ["0a"]}), "seven has no meaning"),
        (document(4, "", "5H", center=["0a"]), "center has no meaning in phase play"),
        (document(3, "", "5H", draw={"from": 1}), "draw has no meaning in phase play"),
        (document(4, "", "5H", phase="think"), "phase: Invalid enum value 'think'"),
        (document(4, "", "5H", round=0), "round: expected"),
        (seven(seven={"left": 7, "as": "7", "moved": ["0a"]}), "seven: expected `int` <= 6"),
        (seven(seven={"left": 0, "as": "7", "moved": ["0a"]}), "seven: expected `int` >= 1"),
        (seven(seven={"left": 3, "as": "8", "moved": ["0a"]}), "seven: Invalid enum value '8'"),
        (seven(seven={"left": 3, "as": "7", "moved": ["9a"]}), "seven: expected `str` matching"),
        (seven(seven={"left": 3, "as": "7", "moved": ["0a"], "x": 1}), "unknown field `x`"),
        (draw(draw={"from": 1, "to": 2}), "unknown field `to`"),
        # six stones, three stones
        (document(4, "", "5H") | {"stones": [OUT, OUT, OUT, ["-"] * 6]}, "stones: expected `array`"),
        (document(4, "", "5H") | {"stones": [OUT, OUT, OUT, ["-"] * 3]}, "stones: expected `array`"),
        # lists by seat, and seats
        (document(4, "", "5H") | {"stones": [OUT] * 5}, "stones: 5 seats, but 4 play"),
        (document(4, "", "5H") | {"hands": [["5H"], [], []]}, "hands: 3 seats, but 4 play"),
        (document(4, "", "5H", given=[None] * 3), "given: 3 seats, but 4 play"),
        (document(4, "", "5H", given=[]), "given: 0 seats, but 4 play"),
        (give(given=[]), "given: 0 seats, but 4 play"),
        (document(4, "", "5H", dealer=4), "there is no seat 4"),
        (document(4, "", "5H", turn=4), "there is no seat 4"),
        (document(3, "", "5H", places=[3]), "there is no seat 3"),
        (draw(draw={"from": 3}), "there is no seat 3"),
        (document(4, "", "5H", turn=-1), "turn: expected `int` >= 0"),
        (seven(seven={"left": 3, "as": "7", "moved": ["4a"]}), "there is no stone 4a"),
        # cards and stones that are none
        (document(4, "", "1H"), "hands: expected `str` matching"),
        (document(4, "", "10H"), "hands: expected `str` matching"),
        (document(4, "", "5H", discard=["?"]), "discard: every card of the pile is known"),
        (document(4, "0a:h5", "5H"), "stones: expected `str` matching"),
        (document(4, "0a:h1*", "5H"), "stones: expected `str` matching"),
        (document(4, "0a:-!", "5H"), "stones: expected `str` matching"),
        (document(4, "0a:007", "5H"), "stones: expected `str` matching"),
        (document(4, "0a:5*!", "5H"), "stones: expected `str` matching"),
        (document(8, "0a:c!", "5H"), "stones: expected `str` matching"),
        (document(4, "0a:72", "5H"), "stone '72' of seat 0: the track ends at 71 (T4)"),
        (document(4, "0a:c", "5H"), "stone 'c' of seat 0: only the eight-arm board has a centre (T34)"),
        (document(4, "0a:5*2", "5H"), "the mark *2 does not go with house_entry touched"),
        (
            document(4, "0a:5*", "5H", options={"board": "dog"}),
            "the mark * does not go with house_entry over",
        ),
        (
            document(4, "0a:5*", "5H", options={"board": "dog", "house_entry": "twice"}),
            "the mark * does not go with house_entry twice",
        ),
    ],
)
def test_refused_documents_say_why(doc: Document, reason: str) -> None:
    found = reasons(doc)
    assert len(found) == 1, found
    assert reason in found[0]


# --- refusals: what contradicts itself or a clause


@pytest.mark.parametrize(
    ("doc", "reason"),
    [
        # stones
        (document(4, "0a:20 1a:20", "5H"), "0a and 1a are both on 20"),
        (document(4, "0a:20 0b:20*", "5H"), "0a and 0b are both on 20"),
        (document(4, "0a:h2 0b:h2", "5H"), "0a and 0b are both on h2"),
        (document(8, "0a:c 3b:c*", "5H"), "0a and 3b are both on c"),
        (document(4, "0a:20!", "5H"), "0a is protected, but not on its start (T18)"),
        (document(4, "0a:18!", "5H"), "0a is protected, but not on its start (T18)"),
        (document(4, "0a:69", "5H"), "0a stands on its gate, so it must carry * (T28)"),
        # cards
        (document(4, "", "5H 5H 5H"), "3 cards 5H, but the pack has 2 (T7)"),
        (document(4, "", {0: "5H", 1: "5H"}, discard=["5H"]), "3 cards 5H, but the pack has 2 (T7)"),
        (document(4, "", "X X X X X X X"), "7 cards X, but the pack has 6 (T7)"),
        (give(discard=["KS", "KS"]), "3 cards KS, but the pack has 2 (T7)"),
        (document(4, "", {0: "5H", 1: "?"}), "cards are unknown: this is a view, not a position"),
        (document(4, "", "5H", given=["?", None, None, None]), "cards are unknown"),
        # whose turn
        (document(4, "", "5H", turn=None), "turn must not be null in phase play"),
        (seven(turn=None), "turn must not be null in phase seven"),
        (center(turn=None), "turn must not be null in phase center"),
        (draw(turn=None), "turn must not be null in phase draw"),
        (deal(turn=0), "turn must be null in phase deal"),
        (give(turn=0), "turn must be null in phase give"),
        (over(turn=0), "turn must be null in phase over"),
        (
            document(4, "", "5H", dealer=None),
            "dealer is null, but the first dealer is drawn before phase play (T8)",
        ),
        # hands
        (document(4, "", {1: "5H"}), "seat 0 holds no card (T11)"),
        (center(hands=[[], ["5H"], *[[]] * 6]), "seat 0 holds no card (T11)"),
        (deal(hands=[[], ["5H"], [], []]), "seat 1 holds cards before the deal (T11)"),
        (give(hands=[["5H"], ["5C"], [], ["5S"]]), "seat 2 has no card to pass on (T10)"),
        (give(given=["KS", "KD", "KH", "KC"]), "everybody has passed a card on"),
        # places and the end
        (document(3, "0a:h1", "5H", places=[0]), "places: seat 0 is not done (T27)"),
        (over(places=[]), "places: seat 0 is done but not named (T27)"),
        (over(places=[0, 0]), "places: a seat is named twice"),
        (document(3, ALL_HOME, "5H", places=[0]), "the stones are home, so the game is over (T27)"),
        (deal(stones=[HOME, OUT, HOME, OUT]), "the stones are home, so the game is over (T27)"),
        (over(stones=[OUT, OUT, OUT], places=[]), "the game is not over: the stones are not home (T27)"),
        (
            document(4, ALL_HOME, phase="over", turn=None),
            "the game is not over: the stones are not home (T27)",
        ),
        (
            document(3, ALL_HOME, {0: "5H", 1: "6H"}, turn=1, places=[0], options={"play_on": True}),
            "seat 0 is done but holds cards (T27)",
        ),
        (over(options={"play_on": True}), "the game is not over: the stones are not home (T27)"),
        # what is under way
        (seven(seven={"left": 3, "as": "7", "moved": []}), "a seven under way has moved a stone (T20)"),
        (seven(stones=[["h4", "-", "-", "-"], OUT, OUT, OUT]), "3 steps cannot be played in full (T22)"),
        (center(center=[]), "center: no stone may go in (T35)"),
        (center(center=["0b"]), "center: 0b is not on a number 8 or not the player's (T35)"),
        (center(center=["1a"]), "center: 1a is not on a number 8 or not the player's (T35)"),
        (center(center=["0a", "0a"]), "center"),
        (draw(draw={"from": 0}), "draw: seat 0 is not an opponent with cards (T19)"),
        (
            draw(hands=[["5H"], ["KS"], []], draw={"from": 0}),
            "draw: seat 0 is not an opponent with cards (T19)",
        ),
        (draw(draw={"from": 2}), "draw: seat 2 is not an opponent with cards (T19)"),
        (
            document(4, "", {1: "KS"}, phase="draw", draw={"from": 1}),
            "draw: cards are drawn in free play only (T19)",
        ),
    ],
)
def test_refused_positions_say_why(doc: Document, reason: str) -> None:
    found = reasons(doc)
    assert len(found) == 1, found
    assert reason in found[0]


def test_T7_more_cards_than_there_are() -> None:
    too_many = document(4, "", {0: "5H", 1: " ".join(["?"] * 110)})
    assert reasons(too_many, 0) == ["111 cards, but the pack has 110 (T7)"]


def test_T33_a_joker_seven_that_could_only_finish_is_refused() -> None:
    table = "0a:h1 0b:h2 0c:h3 0d:h4 2a:33* 2b:h2 2c:h3 2d:h4"
    under_way = {"left": 1, "as": "X", "moved": ["0a"]}
    options = {"no_joker_finish": True}
    doc = document(4, table, "5H", phase="seven", seven=under_way, options=options)
    assert moves(GAME.load(doc)) == ["2a>34"]


def test_all_reasons_are_listed() -> None:
    wrong_shape = document(
        4, "0a:72 1a:c 2a:5*2", "5H", dealer=5, turn=6, given=[None] * 3, discard=["?"], center=["0a"]
    )
    assert len(reasons(wrong_shape)) == 8
    contradictions = document(4, "0a:20 1a:20 2a:21! 3a:51", {1: "5H 5H 5H"}, dealer=None, discard=["X"] * 7)
    assert len(reasons(contradictions)) == 7


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [None], [[]], {"a": 1}, -1, True, 1.5])
@pytest.mark.parametrize("phase", ["deal", "give", "play", "seven", "center", "draw", "over"])
def test_no_value_breaks_the_reader(phase: str, value: Any) -> None:
    """Whatever stands in a key, the answer is a state or a refusal."""
    made = {"deal": deal, "give": give, "seven": seven, "center": center, "draw": draw, "over": over}
    whole = made[phase]() if phase in made else document(4, "0a:20", "5H")
    for key in without(whole, "game", "players", "options"):
        with suppress(BadPosition):
            assert isinstance(GAME.load(whole | {key: value}), State)


@pytest.mark.parametrize(
    "doc",
    [
        document(4, "", "5H") | {"stones": [["5\n", "-", "-", "-"], OUT, OUT, OUT]},
        document(4, "", "5H") | {"stones": [["-\n", "-", "-", "-"], OUT, OUT, OUT]},
        document(4, "", "5H") | {"stones": [["h1\n", "-", "-", "-"], OUT, OUT, OUT]},
        document(4, "", "5H") | {"hands": [["5H\n"], [], [], []]},
        document(4, "", "5H") | {"discard": ["5H\n"]},
        document(4, "", "5H") | {"discard": ["?\n"]},
        seven(seven={"left": 3, "as": "7", "moved": ["0a\n"]}),
    ],
)
def test_a_line_end_belongs_to_no_text(doc: Document) -> None:
    assert "expected `str` matching" in reasons(doc)[0]


@pytest.mark.parametrize("doc", [None, [], "x", 7, {}, {"game": "zock"}])
def test_what_is_no_position_of_tock(doc: object) -> None:
    with pytest.raises(BadPosition):
        GAME.load(doc)


def test_bad_options_inside_a_position() -> None:
    with pytest.raises(BadOptions):
        GAME.load(document(4, "", "5H", options={"bord": "dog"}))
    with pytest.raises(BadOptions):
        GAME.load(document(4, "", "5H") | {"options": []})


def test_a_position_goes_on_after_reading() -> None:
    state = GAME.load(json.loads(json.dumps(GAME.dump(on(position(4, "0a:20 0b:30", "7S"), "7S 0a>23")))))
    assert moves(state)[0] == "0a>24"
