"""Objections, chips and matches (Z16–Z18)."""

from __future__ import annotations

from itertools import product

import pytest

from stammtisch.core import BadOptions, Choose, Document, Event, IllegalMove, Throw
from stammtisch.games.zock.chips import payment, worth
from stammtisch.games.zock.state import State

from .table import GAME, NINE, in_document, listed, moving, outcome, played, position

DEFAULT = (1, 2, 5, 10)
HALF = (5, 5, 5, 5)

# Z16


def with_players(dice: str, row: list[int], **options: object) -> State:
    return moving(dice, row, NINE, referee="players", **options)


def test_Z16_any_open_fields_or_none_may_be_covered() -> None:
    assert listed(with_players("63", [2, 5, 9])) == {"2", "5", "9", "2+5", "2+9", "5+9", "2+5+9", "none"}
    assert len(listed(with_players("63", NINE))) == 512


def test_Z16_a_covered_field_is_refused_all_the_same() -> None:
    with pytest.raises(IllegalMove, match="covered already"):
        played(with_players("63", [2, 5]), "9")


def test_Z16_the_opponent_may_object_before_throwing() -> None:
    state = played(with_players("63", NINE), "9")
    assert (state.phase, GAME.turn(state), listed(state)) == ("objection", Choose((1,)), {"object", "throw"})
    assert in_document(state, "handed") == [{"dice": "63", "open": NINE, "covered": [9]}]


def test_Z16_an_unfounded_objection_changes_nothing() -> None:
    state = played(with_players("63", NINE), "9")
    after, events = GAME.play(state, 1, GAME.parse(state, "object"))
    assert events == (Event("objected", 1, "unfounded"),)
    assert (GAME.turn(after), in_document(after, "open")) == (Throw(1), [NINE[:8], NINE])
    assert in_document(after, "handed") == []


@pytest.mark.parametrize("cover", ["3+6+9", "8", "3", "1+2+9"])
def test_Z16_a_wrong_cover_is_opened_again_with_all_its_fields(cover: str) -> None:
    state = played(with_players("63", NINE), cover, "object")
    assert in_document(state, "open") == [NINE, NINE]
    assert GAME.turn(state) == Throw(1)


def test_Z16_the_opened_fields_are_in_the_events() -> None:
    state = played(with_players("63", NINE), "1+2+9")
    _, events = GAME.play(state, 1, GAME.parse(state, "object"))
    assert events == (Event("objected", 1, "founded"), Event("opened", 0, "1+2+9"))


def test_Z16_a_throw_left_unused_is_a_mistake_without_fields() -> None:
    state = played(with_players("63", NINE), "none")
    after, events = GAME.play(state, 1, GAME.parse(state, "object"))
    assert events == (Event("objected", 1, "founded"),)
    assert (GAME.turn(after), in_document(after, "open")) == (Throw(1), [NINE, NINE])


def test_Z16_none_is_right_where_the_throw_cannot_be_used() -> None:
    state = played(with_players("63", [1, 2]), "none")
    _, events = GAME.play(state, 1, GAME.parse(state, "object"))
    assert events == (Event("objected", 1, "unfounded"),)


def test_Z16_once_the_opponent_has_thrown_a_mistake_stands() -> None:
    state = played(with_players("63", NINE), "8", "throw")
    assert in_document(state, "open") == [[1, 2, 3, 4, 5, 6, 7, 9], NINE]
    assert "object" not in listed(played(state, "63"))


def test_Z16_in_A_every_throw_of_the_turn_is_looked_at() -> None:
    state = played(with_players("63", NINE, variant="a"), "9", "21", "4", "54", "5", "11", "none")
    assert state.phase == "objection"
    assert [throw["dice"] for throw in in_document(state, "handed")] == ["63", "21", "54", "11"]  # type: ignore[attr-defined]
    after = played(state, "object")
    # 9 was right; 4 for a 2 and a 1, 5 for a 5 and a 4 were not; none was wrong, for 2 was open.
    assert in_document(after, "open") == [[1, 2, 3, 4, 5, 6, 7, 8], NINE]


def test_Z16_a_throw_after_a_wrong_one_is_judged_by_the_row_as_it_stood() -> None:
    # 8 for a 2 and a 1 was wrong and comes back; 3+6 was right on the row it met, and stays.
    state = played(with_players("21", [3, 6, 9, 8], variant="a"), "8", "63", "3+6", "11", "none", "object")
    assert in_document(state, "open") == [[8, 9], NINE]


def test_Z16_in_A_covering_keeps_the_dice_and_none_hands_them_over() -> None:
    state = played(with_players("63", NINE, variant="a"), "9")
    assert (GAME.turn(state), len(in_document(state, "handed"))) == (Throw(0), 1)  # type: ignore[arg-type]
    state = played(state, "63")
    assert (state.phase, len(in_document(state, "handed"))) == ("move", 1)  # type: ignore[arg-type]
    assert GAME.turn(played(state, "none")) == Choose((1,))


def test_Z16_strict_has_no_objection() -> None:
    state = moving("63")
    assert "handed" not in GAME.dump(state)
    with pytest.raises(IllegalMove) as refused:
        played(state, "object")
    assert refused.value.clause == "Z16"
    with pytest.raises(IllegalMove, match="handed over"):
        played(with_players("63", NINE), "9", "9")


# Z17


def test_Z17_a_covered_row_wins_when_it_is_let_stand() -> None:
    state = played(with_players("63", [9]), "9")
    assert state.phase == "objection"
    assert outcome(played(state, "throw")).winners == (0,)


def test_Z17_or_when_the_objection_was_unfounded() -> None:
    assert outcome(played(with_players("63", [9]), "9", "object")).winners == (0,)


def test_Z17_a_mistake_that_stands_wins_too() -> None:
    assert outcome(played(with_players("63", [2, 9]), "2+9", "throw")).winners == (0,)


def test_Z17_a_founded_objection_takes_the_win_back() -> None:
    state = played(with_players("63", [2, 9]), "2+9", "object")
    assert (GAME.turn(state), in_document(state, "open")) == (Throw(1), [[2, 9], NINE])


def test_Z17_in_A_a_fully_covered_row_hands_the_dice_over() -> None:
    state = played(with_players("63", [9], variant="a"), "9")
    assert GAME.turn(state) == Choose((1,))


# Z18


def match(**keys: object) -> Document:
    chips = [{"red": 5, "blue": 5, "yellow": 5, "green": 5}] * 2
    return position(
        "move", 0, dice="63", open=[[9], [4]], games=3, **({"chips": chips, "match_game": 1} | keys)
    )


def test_Z18_the_loser_pays_and_begins_the_next_game() -> None:
    state = GAME.load(match())
    after, events = GAME.play(state, 0, GAME.parse(state, "9"))
    assert in_document(after, "chips") == [
        {"red": 5, "blue": 7, "yellow": 5, "green": 5},
        {"red": 5, "blue": 3, "yellow": 5, "green": 5},
    ]
    assert (in_document(after, "match_game"), in_document(after, "open"), GAME.turn(after)) == (
        2,
        [NINE, NINE],
        Throw(1),
    )
    assert events[1:] == (Event("won", 0, "4"), Event("paid", 1, "+2 blue"))


def test_Z18_the_last_game_ends_the_match_by_value() -> None:
    end = outcome(played(GAME.load(match(match_game=3)), "9"))
    assert (end.winners, end.scores, end.reason) == ((0,), (94, 86), "match-played")


def test_Z18_equal_value_is_a_draw() -> None:
    rich, poor = (
        {"red": 5, "blue": 7, "yellow": 5, "green": 5},
        {"red": 5, "blue": 3, "yellow": 5, "green": 5},
    )
    end = outcome(played(GAME.load(match(match_game=3, chips=[poor, rich])), "9"))
    assert (end.winners, end.places, end.scores) == ((0, 1), (1, 1), (90, 90))


def chips(red: int, blue: int, yellow: int, green: int) -> dict[str, int]:
    return {"red": red, "blue": blue, "yellow": yellow, "green": green}


def test_Z18_a_player_who_cannot_pay_in_full_pays_all_and_the_match_ends() -> None:
    end = played(GAME.load(match(chips=[chips(7, 10, 10, 10), chips(3, 0, 0, 0)])), "9")
    assert in_document(end, "chips") == [chips(10, 10, 10, 10), chips(0, 0, 0, 0)]
    assert outcome(end).reason == "out-of-chips"


def test_Z18_paying_in_full_with_the_last_chip_does_not_end_it() -> None:
    state = played(GAME.load(match(chips=[chips(10, 8, 10, 10), chips(0, 2, 0, 0)])), "9")
    assert (state.phase, in_document(state, "chips")) == ("throw", [chips(10, 10, 10, 10), chips(0, 0, 0, 0)])


def test_Z18_with_players_the_game_is_paid_when_the_objection_has_passed() -> None:
    document = match(handed=[])
    document["options"]["referee"] = "players"
    state = played(GAME.load(document), "9")
    assert in_document(state, "chips") == match()["chips"]
    assert in_document(played(state, "throw"), "match_game") == 2


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "net"),
    [
        (HALF, HALF, 4, (0, 2, 0, 0)),  # two blue; a yellow against a red moves as many, with change
        (HALF, HALF, 8, (0, -1, 0, 1)),  # a green against a blue
        (HALF, HALF, 9, (-1, 0, 0, 1)),
        (HALF, HALF, 15, (0, 0, 1, 1)),
        (HALF, HALF, 45, (0, 0, 1, 4)),
        ((0, 5, 0, 5), (10, 5, 10, 5), 7, (-1, -1, 0, 1)),  # change of 3 rather than of 5
        ((0, 0, 0, 1), (10, 10, 10, 9), 1, (0, -2, -1, 1)),
        ((3, 0, 0, 0), (7, 10, 10, 10), 3, (3, 0, 0, 0)),
        ((3, 0, 0, 0), (7, 10, 10, 10), 4, (3, 0, 0, 0)),
    ],
)
def test_Z18_few_chips_then_little_change_then_the_most_valuable(
    payer: tuple[int, ...], payee: tuple[int, ...], amount: int, net: tuple[int, ...]
) -> None:
    assert payment(payer, payee, DEFAULT, amount) == net


def test_Z18_without_an_exact_payment_the_least_amount_above_is_paid() -> None:
    values = (3, 6, 9, 12)
    assert worth(payment(HALF, HALF, values, 4), values) == 6
    assert payment(HALF, HALF, values, 4) == (0, 1, 0, 0)


def test_Z18_paying_with_chips_of_any_value_takes_no_longer() -> None:
    assert payment(HALF, HALF, (10**9,) * 4, 45) == (1, 0, 0, 0)


@pytest.mark.parametrize("values", [DEFAULT, (1, 1, 1, 1), (2, 3, 7, 11), (10, 5, 2, 1)])
@pytest.mark.parametrize("payer", [(5, 5, 5, 5), (1, 0, 2, 3), (0, 1, 1, 10), (2, 2, 0, 0)])
@pytest.mark.parametrize("amount", [1, 3, 7, 18, 29, 45])
def test_Z18_no_payment_is_better_than_the_one_made(
    values: tuple[int, ...], payer: tuple[int, ...], amount: int
) -> None:
    payee = tuple(10 - number for number in payer)
    made = payment(payer, payee, values, amount)
    if worth(payer, values) <= amount:
        assert made == payer
        return
    by_value = sorted(range(4), key=lambda colour: values[colour], reverse=True)

    def rank(net: tuple[int, ...]) -> tuple[object, ...]:
        change = sum(-number * value for number, value in zip(net, values, strict=True) if number < 0)
        moved = sum(map(abs, net))
        return worth(net, values), moved, change, tuple(-net[colour] for colour in by_value)

    ways = product(*(range(-back, have + 1) for back, have in zip(payee, payer, strict=True)))
    assert rank(made) == min(rank(net) for net in ways if worth(net, values) >= amount)


@pytest.mark.parametrize("value", [0, -1, 1.5, True, "5", None])
def test_Z18_values_are_whole_numbers_from_1(value: object) -> None:
    with pytest.raises(BadOptions, match="chip_values"):
        GAME.options({"chip_values": {"red": value}}, 2)
