"""Tock's clauses T7–T12: cards, deals, passing on, whose turn it is, and Zugzwang."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from stammtisch.core import BadMove, BadRequest, Choose, Listed, NotYourTurn, Seeded, Throw
from stammtisch.games.tock.state import State

from .table import (
    FREE,
    GAME,
    PLAYERS,
    TEAMS,
    dealing,
    hand,
    moves,
    on,
    pack_without,
    position,
    refused,
    start,
    step,
    whole_pack,
)


def first_cards(count: int) -> str:
    return " ".join(whole_pack()[:count])


def give_all(state: State, *cards: str) -> State:
    """Each seat, from 0, passes its card on."""
    for card in cards:
        state = on(state, f"give {card}")
    return state


# --- T7, T8: the pack and the deal


def test_T7_two_packs_and_six_jokers() -> None:
    state = dealing(2)
    assert hand(on(state, "5H 5H X X X X X X 2C 2C 3C 3C"), 1) == "2C 3C 5H X X X"
    with pytest.raises(BadMove, match="5H cannot be dealt"):
        GAME.fall(state, "5H 5H 5H X X X X X 2C 2C 3C 3C")
    with pytest.raises(BadMove, match="X cannot be dealt"):
        GAME.fall(state, "5H 5H X X X X X X X 2C 3C 3C")


def test_T7_every_card_of_the_pack_can_be_dealt() -> None:
    source = Seeded("the whole pack")
    seen = {card for _ in range(40) for card in GAME.chance(dealing(8)).sample(source).split()}
    assert seen == set(whole_pack())


@pytest.mark.parametrize("players", PLAYERS)
def test_T8_the_first_dealer_is_drawn_by_lot(players: int) -> None:
    state = start(players)
    assert GAME.turn(state) == Throw(None)
    lots = [(str(seat), Fraction(1, players)) for seat in range(players)]
    assert GAME.chance(state).outcomes() == lots
    after, events = step(state, "1")
    assert GAME.dump(after)["dealer"] == 1
    assert GAME.turn(after) == Throw(1)
    assert [event.kind for event in events] == ["dealer"]


@pytest.mark.parametrize("text", ["4", "-1", "", "x", "00", " 1", "5H"])
def test_T8_no_such_seat_is_drawn(text: str) -> None:
    with pytest.raises(BadMove, match="T8"):
        GAME.fall(start(4), text)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("number", "cards"), list(enumerate([6, 5, 4, 3, 2, 6, 5, 4, 3, 2, 6], 1)))
def test_T8_six_to_two_cards_and_again(players: int, number: int, cards: int) -> None:
    state = dealing(players, round=number)
    after = on(state, first_cards(cards * players))
    assert [len(held) for held in GAME.dump(after)["hands"]] == [cards] * players
    assert GAME.dump(after)["phase"] == "give"
    for wrong in (cards * players - 1, cards * players + 1):
        with pytest.raises(BadMove, match="T8"):
            GAME.fall(state, first_cards(wrong))


def test_T8_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    state = on(dealing(3, round=5, dealer=1), "2C 3C 4C 2H 3H 4H")
    assert [hand(state, seat) for seat in (2, 0, 1)] == ["2C 2H", "3C 3H", "4C 4H"]


@pytest.mark.parametrize("text", ["", "5H  6H", "5H 6H 7H", "5h 6H 7H 8H", "5H 6H 7H ?", "1H 6H 7H 8H"])
def test_T8_what_is_no_deal(text: str) -> None:
    with pytest.raises(BadMove):
        GAME.fall(dealing(2, round=5), text)


# By round: cards a player, dealer and first player, counted from 1 as in the sheet's table.
SHEET_TABLE = {
    4: [(6, 1, 2), (5, 2, 3), (4, 3, 4), (3, 4, 1), (2, 1, 2), (6, 2, 3), (5, 3, 4)],
    5: [(6, 1, 2), (5, 2, 3), (4, 3, 4), (3, 4, 5), (2, 5, 1), (6, 1, 2), (5, 2, 3)],
    6: [(6, 1, 2), (5, 2, 3), (4, 3, 4), (3, 4, 5), (2, 5, 6), (6, 6, 1), (5, 1, 2)],
}


@pytest.mark.parametrize("players", SHEET_TABLE)
def test_example_7_dealer_and_first_player_by_round(players: int) -> None:
    """Nobody ever has a stone to move, so that each hand is folded."""
    state = dealing(players)
    unplayable = [rank + suit for rank in "35689TQ" for suit in "CDHS"] * 2
    for number, (cards, dealer, first) in enumerate(SHEET_TABLE[players], 1):
        told_of = GAME.dump(state)
        assert (told_of["round"], told_of["dealer"] + 1) == (number, dealer)
        state = on(state, " ".join(unplayable[: cards * players]))
        state = give_all(state, *(hand(state, seat).split()[0] for seat in range(players)))
        assert GAME.dump(state)["turn"] + 1 == first
        state = on(state, *["fold"] * players)
        # The same cards again in the next round: the pile goes back to the stock.
        state = GAME.load(GAME.dump(state) | {"discard": []})


# --- T9: the stock


def test_T9_the_stock_is_not_reshuffled_between_rounds() -> None:
    state = dealing(2, ["5H", "5H", "6H"], round=5)
    assert hand(on(state, "6H 2C 2C 3C"), 1) == "2C 6H"
    assert GAME.dump(on(state, "6H 2C 2C 3C"))["discard"] == ["5H", "5H", "6H"]
    with pytest.raises(BadMove, match="5H cannot be dealt"):
        GAME.fall(state, "6H 5H 2C 3C")
    with pytest.raises(BadMove, match="6H cannot be dealt"):
        GAME.fall(state, "6H 6H 2C 3C")


def test_T9_when_the_stock_runs_out_the_pile_is_shuffled_and_dealt_from() -> None:
    state = dealing(2, pack_without("5H", "6H", "6H"), round=5)
    after, events = step(state, "6H 5H 6H KS")
    assert GAME.dump(after)["discard"] == []
    assert events[0].kind == "shuffled"
    assert [hand(after, seat) for seat in (1, 0)] == ["6H 6H", "5H KS"]
    for impossible in ("6H 5H KS 6H", "KS 5H 6H 6H", "6H 5H 6H 6H"):
        with pytest.raises(BadMove, match="T9"):
            GAME.fall(state, impossible)
    assert hand(on(state, "6H 5H 6H 5H"), 0) == "5H 5H"


def test_T9_a_stock_that_just_suffices_leaves_the_pile_alone() -> None:
    state = dealing(2, pack_without("5H", "6H", "6H", "X"), round=5)
    after, events = step(state, "6H 5H 6H X")
    assert len(GAME.dump(after)["discard"]) == 106
    assert [event.kind for event in events] == ["dealt", "dealt"]
    empty = dealing(2, whole_pack(), round=5)
    assert GAME.dump(on(empty, "6H 5H 6H X"))["discard"] == []


def test_T9_small_deals_are_listed_exactly() -> None:
    outcomes = GAME.chance(dealing(2, pack_without("5H", "5H", "6H", "6H"), round=5)).outcomes()
    assert outcomes is not None
    assert dict(outcomes) == dict.fromkeys(
        ["5H 5H 6H 6H", "5H 6H 5H 6H", "5H 6H 6H 5H", "6H 5H 5H 6H", "6H 5H 6H 5H", "6H 6H 5H 5H"],
        Fraction(1, 6),
    )


def test_T9_listed_deals_weigh_equal_cards() -> None:
    outcomes = GAME.chance(dealing(2, pack_without("5H", "5H", "6H", "X", "X", "X"), round=5)).outcomes()
    assert outcomes is not None
    chances = dict(outcomes)
    assert sum(chances.values()) == 1
    assert chances["6H X X X"] == Fraction(6, 360)
    assert chances["5H 5H X X"] == chances["X 5H X X"] == Fraction(12, 360)


@pytest.mark.parametrize(
    "kept",
    [
        ("X",) * 6,
        ("5H", "6H", "7H", "8H"),
        ("5H", "6H", "7H", "8H", "8H"),
        ("2C", "X", "X", "3D", "4S", "4S"),
    ],
)
def test_T9_probabilities_of_listed_deals_sum_to_one(kept: tuple[str, ...]) -> None:
    state = dealing(2, pack_without(*kept), round=5)
    outcomes = GAME.chance(state).outcomes()
    assert outcomes is not None
    assert sum(chance for _, chance in outcomes) == 1
    assert len({text for text, _ in outcomes}) == len(outcomes)
    for text, _ in outcomes:
        assert not Counter(text.split()) - Counter(kept)
        GAME.fall(state, text)


@pytest.mark.parametrize(
    ("kept", "listed"),
    [
        (("2C", "3C", "4C", "5C", "6C"), True),  # 120 deals
        (("2C", "3C", "4C", "5C", "6C", "7C"), True),  # 360
        (("2C", "3C", "4C", "5C", "6C", "7C", "8C"), True),  # 840
        (("2C", "3C", "4C", "5C", "6C", "7C", "8C", "8C"), False),  # 1,020
    ],
)
def test_T9_more_than_a_thousand_deals_are_sampled(kept: tuple[str, ...], listed: bool) -> None:
    chance = GAME.chance(dealing(2, pack_without(*kept), round=5))
    assert (chance.outcomes() is not None) == isinstance(chance, Listed) == listed


def test_T9_sampled_deals_take_the_stock_first() -> None:
    state = dealing(2, pack_without("5H", "6H"), round=5)
    assert GAME.chance(state).outcomes() is None
    for seed in range(50):
        text = GAME.chance(state).sample(Seeded(seed))
        assert sorted(text.split()[:2]) == ["5H", "6H"]
        GAME.fall(state, text)


# --- T10: passing on


@pytest.mark.parametrize("players", PLAYERS)
def test_T10_one_card_to_the_partner_or_to_the_left(players: int) -> None:
    state = on(dealing(players, round=5, dealer=players - 1), first_cards(2 * players))
    kept = [hand(state, seat).split()[1] for seat in range(players)]
    passed = [hand(state, seat).split()[0] for seat in range(players)]
    state = give_all(state, *passed)
    assert GAME.dump(state)["given"] == passed
    for seat in range(players):
        giver = (seat + players // 2) % players if players in TEAMS else (seat - 1) % players
        assert sorted(hand(state, seat).split()) == sorted([kept[seat], passed[giver]])


def test_T10_the_choice_is_simultaneous() -> None:
    state = on(dealing(3, round=5), "2C 3C 4C 2D 3D 4D")
    assert GAME.turn(state) == Choose((0, 1, 2))
    state, events = GAME.play(state, 1, GAME.parse(state, "give 2C"))
    assert GAME.turn(state) == Choose((0, 2))
    assert GAME.dump(state)["given"] == [None, "2C", None]
    assert [hand(state, seat) for seat in range(3)] == ["4C 4D", "2D", "3C 3D"]
    assert [(event.kind, event.seat) for event in events] == [("gave", 1)]
    with pytest.raises(NotYourTurn):
        GAME.play(state, 1, GAME.parse(state, "give 2D"))
    state, _ = GAME.play(state, 2, GAME.parse(state, "give 3C"))
    assert [str(move) for move in GAME.moves(state, 0)] == ["give 4C", "give 4D"]
    state, events = GAME.play(state, 0, GAME.parse(state, "give 4D"))
    assert [hand(state, seat) for seat in range(3)] == ["3C 4C", "2D 4D", "2C 3D"]
    assert [event.kind for event in events] == ["gave", "received", "received", "received"]


def test_T10_equal_cards_are_one_choice() -> None:
    state = on(dealing(2, round=5), "5H 6C 5H 6D")
    assert [str(move) for move in GAME.moves(state, 1)] == ["give 5H"]
    assert [str(move) for move in GAME.moves(state, 0)] == ["give 6C", "give 6D"]


def test_T10_nobody_knows_what_others_passed_on() -> None:
    state = on(dealing(4, round=5), first_cards(8))
    state, events = step(state, f"give {hand(state, 0).split()[0]}")
    assert [events[0].seen_by(seat).detail == "?" for seat in (0, 1, 2, 3, None)] == [
        False,
        True,
        True,
        True,
        True,
    ]
    state = give_all(state, *(hand(state, seat).split()[0] for seat in (1, 2)))
    _, events = step(state, f"give {hand(state, 3).split()[0]}")
    received = next(event for event in events if event.kind == "received" and event.seat == 2)
    assert [received.seen_by(seat).detail == "?" for seat in (0, 1, 2, 3, None)] == [
        False,
        True,
        False,
        True,
        True,
    ]


def test_T10_nothing_else_is_played_before() -> None:
    state = on(dealing(2, round=5), "5H 6C KH KD")
    assert refused(state, "KD in") == "T10"
    assert refused(state, "give 5H") == "T10"
    assert refused(position(2, "0a:0!", "5H"), "give 5H") == "T10"


def test_T10_hands_dealt_are_known_to_their_owners_only() -> None:
    _, events = step(dealing(2, round=5), "5H 6C KH KD")
    dealt = {event.seat: event for event in events}
    assert dealt[1].seen_by(1).detail == "5H KH"
    assert dealt[1].seen_by(0).detail == dealt[1].seen_by(None).detail == "?"


# --- T11: whose turn it is


def test_T11_left_of_the_dealer_plays_first_and_clockwise_on() -> None:
    state = on(dealing(4, round=5, dealer=2), "5C 5D 5H 5S 6C 6D 6H 6S")
    state = give_all(state, "5D", "5H", "5S", "5C")
    turns = []
    for _ in range(4):
        turns.append(GAME.dump(state)["turn"])
        state = on(state, "fold")
    assert turns == [3, 0, 1, 2]
    assert GAME.dump(state)["phase"] == "deal"
    assert GAME.dump(state)["turn"] is None
    assert "given" not in GAME.dump(state)


def test_T11_players_without_cards_are_skipped() -> None:
    state = position(4, "0a:20 3a:30", {0: "2C 2D", 3: "3C"})
    state = on(state, "2C 0a>22")
    assert GAME.dump(state)["turn"] == 3


def test_T11_a_last_player_plays_the_cards_one_after_the_other() -> None:
    state = position(4, "0a:20", "2C 2D 3C")
    state = on(state, "2C 0a>22", "3C 0a>25")
    assert (GAME.dump(state)["turn"], moves(state)) == (0, ["2D 0a>27"])
    ended = GAME.dump(on(state, "2D 0a>27"))
    assert (ended["phase"], ended["round"], ended["dealer"]) == ("deal", 2, 0)
    assert ended["discard"] == ["2C", "3C", "2D"]


def test_T11_the_others_are_not_to_move() -> None:
    state = position(4, "0a:20 1a:30", {0: "2C", 1: "3C"})
    assert GAME.moves(state, 1) == ()
    with pytest.raises(NotYourTurn):
        GAME.play(state, 1, GAME.parse(state, "3C 1a>33"))
    with pytest.raises(BadRequest):
        GAME.chance(state)
    with pytest.raises(BadRequest):
        GAME.fall(state, "2C")
    with pytest.raises(NotYourTurn):
        GAME.play(dealing(4), 0, GAME.parse(state, "fold"))


# --- T12: Zugzwang


def test_T12_a_player_who_can_play_none_discards_the_whole_hand() -> None:
    state = position(4, "1a:20", {0: "5H QD 2C", 1: "6H"}, discard=["3S"])
    assert moves(state) == ["fold"]
    after, events = step(state, "fold")
    assert hand(after, 0) == ""
    assert sorted(GAME.dump(after)["discard"]) == ["2C", "3S", "5H", "QD"]
    assert GAME.dump(after)["turn"] == 1
    assert events[0].seen_by(None).detail != "?"


def test_T12_a_player_who_can_play_must_play() -> None:
    state = position(4, "0a:20 1a:22", "2C QD")
    assert moves(state) == ["2C 0a>22", "QD 0a>32"]
    assert refused(state, "fold") == "T12"


def test_T12_even_a_harmful_swap_is_forced() -> None:
    assert moves(position(4, "0a:68 1a:20", "JD")) == ["JD 0a<>1a"]
    assert moves(position(4, "0a:68 1a:18!", "JD")) == ["fold"]


def test_T12_only_cards_of_the_own_hand_are_played() -> None:
    state = position(4, "0a:20", {0: "2C", 1: "3C"})
    assert refused(state, "3C 0a>23") == "T12"


@pytest.mark.parametrize("players", FREE)
def test_T12_a_two_that_can_draw_can_be_played(players: int) -> None:
    assert moves(position(players, "", {0: "2C", 1: "3C"})) == ["2C draw 1"]
    assert moves(position(players, "", {0: "2C"})) == ["fold"]
