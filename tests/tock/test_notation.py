"""Tock's notation: what is a move, what is none, and which clause refuses which."""

from __future__ import annotations

import pytest

from stammtisch.core import BadMove, IllegalMove

from .table import GAME, document, moves, on, position, random_game, refused, start

STATE = position(4, "0a:20 0b:68 1a:30", "5H")


@pytest.mark.parametrize(
    "text",
    [
        "give 5H",
        "give X",
        "KS in",
        "X in",
        "5H 0b>37",
        "5H 0b>h3",
        "4C 0a>33",
        "X=5 0b>37",
        "7S 0a>20",
        "X=7 0a>20",
        "0b>41",
        "0b>h4",
        "0b>0",
        "JD 0a<>2c",
        "X=J 0a<>2c",
        "2H draw 3",
        "X=2 draw 3",
        "center KS 0b",
        "center X 7d",
        "end",
        "3H 0b>62",
        "X 0b>62",
        "X=T 0b>143",
        "fold",
    ],
)
def test_each_form_is_read_and_written(text: str) -> None:
    assert str(GAME.parse(STATE, text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "5H",
        "5h 0b>37",
        "5H  0b>37",
        "5H 0b>37 ",
        " 5H 0b>37",
        "5H 0b>37\n",
        "5H 0b > 37",
        "5H 0e>37",
        "5H 8a>37",
        "5H 0b>037",
        "5H 0b>1000",
        "5H 0b>-1",
        "5H 0b>h0",
        "5H 0b>h5",
        "5H 0b>c",
        "5H 0b>-",
        "5H=5 0b>37",
        "X=X 0b>37",
        "X= 0b>37",
        "X=10 0b>37",
        "10H 0b>37",
        "1H 0b>37",
        "X=K in",
        "KS out",
        "in",
        "JD 0a<>",
        "JD 0a<>2e",
        "JD 0a><2c",
        "2H draw",
        "2H draw 8",
        "2H draw -1",
        "give",
        "give 5H 6H",
        "give X=5",
        "give ?",
        "? 0b>37",
        "center 0b",
        "center X=K 0b",
        "center KS",
        "END",
        "fold 5H",
        "0b>",
        "0b",
        "٣H 0b>37",
        "5H 0b>٣",
    ],
)
def test_what_does_not_fit_the_grammar_is_bad(text: str) -> None:
    with pytest.raises(BadMove, match="is not a move of Tock"):
        GAME.parse(STATE, text)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 8])
def test_listed_moves_are_read_back_each_once(players: int) -> None:
    for state in random_game(start(players), f"notation {players}", most=120):
        for seat in range(players):
            listed = GAME.moves(state, seat)
            texts = [str(move) for move in listed]
            assert len(set(texts)) == len(texts)
            assert [GAME.parse(state, text) for text in texts] == list(listed)


def test_equal_cards_are_one_and_two_suits_are_two() -> None:
    assert moves(position(4, "0a:20", "5H 5H 5C")) == ["5C 0a>25", "5H 0a>25"]


def test_the_order_is_stable() -> None:
    crowded = document(5, "0a:20 0b:67 1a:18! 2a:40", {0: "7S X 4H", 1: "5H"})
    assert moves(GAME.load(crowded)) == moves(GAME.load(crowded))


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("5H 0a>26", "T13"),
        ("5H 0b>h3", "T13"),
        ("6H 0a>26", "T12"),
        ("5H 1a>35", "T14"),
        ("5H 7d>35", "T14"),
        ("5H 0c>5", "T17"),
        ("5H in", "T17"),
        ("5H 0a<>1a", "T24"),
        ("5H draw 1", "T19"),
        ("fold", "T12"),
        ("end", "T35"),
        ("center 5H 0a", "T35"),
        ("0a>25", "T22"),
        ("give 5H", "T10"),
    ],
)
def test_refusals_cite_the_clause(text: str, clause: str) -> None:
    assert refused(STATE, text) == clause


@pytest.mark.parametrize(
    ("stones", "card", "text"),
    [
        ("0a:67", "5H", "5H 0a>72"),  # would be field 0
        ("0a:20", "5H", "5H 0a>97"),  # would be field 25
        ("0a:63", "5H", "5H 0a>199"),
        ("0a:20", "5H", "5H 0a>999"),
        ("0a:20", "7S", "7S 0a>93"),
        ("0a:20", "4H", "4H 0a>88"),
    ],
)
def test_fields_beyond_the_track_are_illegal_and_no_seven_is_blamed(
    stones: str, card: str, text: str
) -> None:
    assert refused(position(4, stones, card), text) in ("T4", "T13")


def test_an_illegal_move_tells_move_clause_and_reason() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.play(STATE, 0, GAME.parse(STATE, "5H 0a>26"))
    assert str(caught.value) == "5H 0a>26: 5 does not lead there (T13)"
    with pytest.raises(IllegalMove, match=r"^5H 0a>999: "):
        GAME.play(STATE, 0, GAME.parse(STATE, "5H 0a>999"))


def test_exactly_the_listed_moves_are_played() -> None:
    """Whatever is not listed is refused with a clause, whatever is listed is not."""
    state = position(5, "0a:20 0b:104 0c:h2 1a:18! 2a:40", {0: "4H X", 1: "5H"})
    listed = set(moves(state))
    goals = [*map(str, range(108)), "h1", "h2", "h3", "h4"]
    tried = [
        f"{card} {stone}>{goal}"
        for card in ("4H", "X=7", "X=4", "X")
        for stone in ("0a", "0b", "0c", "1a")
        for goal in goals
    ]
    for text in tried:
        if text in listed:
            on(state, text)
        else:
            assert refused(state, text).startswith("T")
