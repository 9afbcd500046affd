"""Tock's clauses T13–T18 and T25: what cards do, how stones go, hit, enter and are protected."""

from __future__ import annotations

import pytest

from .table import GAME, goals, moves, on, position, refused, step, stone, stones

HOME = "0a:h1 0b:h2 0c:h3 0d:h4"
RANKS = "A23456789TJQK"

# --- T13: ranks


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("2H", {"22"}),
        ("3H", {"23"}),
        ("4H", {"24", "16"}),
        ("5H", {"25"}),
        ("6H", {"26"}),
        ("7H", {"21", "22", "23", "24", "25", "26", "27"}),
        ("8H", {"28"}),
        ("9H", {"29"}),
        ("TH", {"30"}),
        ("JH", set()),
        ("QH", {"32"}),
        ("KH", {"33"}),
        ("AH", {"21", "31"}),
    ],
)
def test_T13_how_far_each_rank_leads(card: str, expected: set[str]) -> None:
    state = position(4, "0a:20 1a:50", card)
    assert goals(state, "0a") == expected
    assert len(moves(state)) == len(set(moves(state)))
    assert ("JH 0a<>1a" in moves(state)) == (card == "JH")
    assert (f"{card} in" in moves(state)) == (card[0] in "KA")


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("rank", RANKS)
def test_T13_a_joker_is_any_other_rank(rank: str, players: int) -> None:
    where = "0a:20 0b:67 0c:0! 0d:h1 1a:50 2a:36!"
    as_itself = moves(position(players, where, {0: f"{rank}H", 1: "5D"}))
    as_joker = [text for text in moves(position(players, where, {0: "X", 1: "5D"})) if f"={rank} " in text]
    assert [text.replace(f"X={rank}", f"{rank}H") for text in as_joker] == as_itself
    for text in as_joker:
        by_joker = GAME.dump(on(position(players, where, {0: "X", 1: "5D"}), text))
        by_rank = GAME.dump(
            on(position(players, where, {0: f"{rank}H", 1: "5D"}), text.replace(f"X={rank}", f"{rank}H"))
        )
        assert by_joker["stones"] == by_rank["stones"]


def test_T13_no_step_may_lapse() -> None:
    state = position(4, "0a:68 0b:h2", "3H 8C")
    assert goals(state, "0a") == {"71", "4"}
    assert refused(state, "3H 0a>h1") == "T13"
    assert refused(state, "8C 0a>h4") == "T13"


def test_example_4_three_before_the_goal_with_only_a_five() -> None:
    """The goal is h2, the last free cell: round again, or another stone moves."""
    alone = position(4, "0a:68 0b:h4 0c:h3", "5H")
    assert moves(alone) == ["5H 0a>1"]
    assert refused(alone, "5H 0a>h2") == "T13"
    other = position(4, "0a:68 0b:h4 0c:h3 0d:30", "5H")
    assert sorted(moves(other)) == ["5H 0a>1", "5H 0d>35"]


# --- T14: which stones


def test_T14_own_stones_only() -> None:
    state = position(4, "0a:20 1a:30 2a:40", "5H")
    assert moves(state) == ["5H 0a>25"]
    assert refused(state, "5H 2a>45") == refused(state, "5H 1a>35") == "T14"


def test_T14_three_at_home_are_not_all() -> None:
    state = position(4, "0a:20 0b:h2 0c:h3 0d:h4 2a:40", "5H")
    assert moves(state) == ["5H 0a>25"]
    assert moves(position(4, "0b:h2 0c:h3 0d:h4 2a:40", "5H")) == ["fold"]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("5H", ["5H 2a>45"]),
        ("4H", ["4H 2a>36", "4H 2a>44"]),
        ("JH", ["JH 2a<>1a"]),
        ("KH", ["KH 2a>53", "KH in"]),
        ("AH", ["AH 2a>41", "AH 2a>51", "AH in"]),
        ("7H", [f"7H 2a>{goal}" for goal in range(41, 48)]),
    ],
)
def test_T14_with_all_four_at_home_the_partners_stones_are_played(card: str, expected: list[str]) -> None:
    assert sorted(moves(position(4, f"{HOME} 2a:40 1a:60", card))) == expected


def test_T14_entering_brings_in_the_partners_stone() -> None:
    state = on(position(4, f"{HOME} 2a:40 1a:36", "KH"), "KH in")
    assert stones(state, "2a 2b 1a") == ["40", "36!", "-"]


def test_T14_a_player_who_is_done_goes_on_receiving_and_passing() -> None:
    state = position(4, HOME, {0: "5H", 2: "6H", 1: "7H", 3: "8H"}, phase="give", turn=None)
    state = on(state, "give 5H", "give 7H", "give 6H", "give 8H")
    assert GAME.dump(state)["hands"] == [["6H"], ["8H"], ["5H"], ["7H"]]
    assert GAME.dump(state)["turn"] == 0


# --- T15: moving


def test_T15_unprotected_stones_are_jumped_without_effect() -> None:
    state = on(position(4, "0a:20 0b:21 1a:22 2a:23", "5H"), "5H 0a>25")
    assert stones(state, "0a 0b 1a 2a") == ["25", "21", "22", "23"]


def test_T15_at_the_gate_the_mover_chooses() -> None:
    assert goals(position(4, "0a:67", "5H"), "0a") == {"0", "h3"}
    assert goals(position(4, "0a:69*", "3H"), "0a") == {"0", "h3"}
    assert goals(position(4, "0a:67", "2H"), "0a") == {"69"}
    assert goals(position(4, "0a:67", "6H"), "0a") == {"1", "h4"}
    assert goals(position(4, "0a:67", "8H"), "0a") == {"3"}


def test_T15_other_gates_lead_nowhere() -> None:
    assert goals(position(4, "0a:14 1a:68", "3H"), "0a") == {"17"}


@pytest.mark.parametrize("cell", [1, 2, 3, 4])
@pytest.mark.parametrize("held", [1, 2, 3, 4])
def test_T15_in_the_house_nothing_is_jumped_or_hit(held: int, cell: int) -> None:
    card = f"{cell + 1}H"
    state = position(4, f"0a:68 0b:h{held}", card)
    assert (f"h{cell}" in goals(state, "0a")) == (cell < held)
    if cell >= held:
        assert refused(state, f"{card} 0a>h{cell}") == "T15"


def test_T15_by_a_seven_neither() -> None:
    state = position(4, "0a:67 0b:h2 0c:20", "7H")
    assert {"h1", "68", "69", "2"} <= goals(state, "0a")
    assert not {"h2", "h3", "h4"} & goals(state, "0a")


def test_T15_stones_at_home_go_on_inward_only() -> None:
    state = position(4, "0a:h1 0b:h3", "AH 2H 3H 4H")
    assert goals(state, "0a") == {"h2"}
    assert goals(state, "0b") == {"h4"}
    assert goals(position(4, "0a:h1", "3H"), "0a") == {"h4"}
    assert moves(position(4, "0a:h1", "4H")) == ["fold"]
    assert moves(position(4, "0a:h4", "5H")) == ["fold"]


def test_T15_a_stone_may_rest_on_any_free_cell() -> None:
    for steps, cell in enumerate(["h1", "h2", "h3", "h4"], 2):
        state = on(position(4, "0a:68", f"{steps}H"), f"{steps}H 0a>{cell}")
        assert stone(state, "0a") == cell


def test_T15_the_house_of_another_does_not_matter() -> None:
    assert goals(position(4, "0a:68 1a:h1 2a:h2", "3H"), "0a") == {"71", "h2"}


# --- T16: hitting


@pytest.mark.parametrize("other", ["0b", "1a", "2c", "3d"])
@pytest.mark.parametrize(("card", "field"), [("5H", 25), ("4H", 16)])
def test_T16_a_stone_on_the_goal_is_hit(other: str, card: str, field: int) -> None:
    after, events = step(position(4, f"0a:20 {other}:{field}", card), f"{card} 0a>{field}")
    assert stones(after, f"0a {other}") == [str(field), "-"]
    hits = [(event.seat, event.detail) for event in events if event.kind == "hit"]
    assert hits == [(int(other[0]), other)]


# --- T17: entering


@pytest.mark.parametrize("card", ["KS", "AD", "X"])
def test_T17_king_ace_and_joker_enter_the_first_reserve_stone(card: str) -> None:
    state = on(position(4, "0a:20", card), f"{card} in")
    assert stones(state, "0a 0b 0c") == ["20", "0!", "-"]


@pytest.mark.parametrize("card", ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH"])
def test_T17_no_other_card_enters(card: str) -> None:
    assert moves(position(4, "", card)) == ["fold"]
    assert refused(position(4, "0a:20 1a:30", card), f"{card} in") == "T17"


@pytest.mark.parametrize("own", ["0!", "0", "0*"])
def test_T17_not_while_an_own_stone_stands_there(own: str) -> None:
    state = position(4, f"0b:{own}", "KS")
    assert moves(state) == ["KS 0b>13"]
    assert refused(state, "KS in") == "T17"


def test_T17_not_without_a_stone_in_reserve() -> None:
    state = position(4, "0a:20 0b:21 0c:22 0d:h1", "KS")
    assert refused(state, "KS in") == "T17"


@pytest.mark.parametrize("other", ["1a", "2a", "3d"])
def test_T17_any_other_stone_there_is_hit(other: str) -> None:
    after, events = step(position(4, f"{other}:0", "KS"), "KS in")
    assert stones(after, f"0a {other}") == ["0!", "-"]
    assert [event.kind for event in events] == ["played", "entered", "hit"]


# --- T18: protected


@pytest.mark.parametrize("owner", ["0b:0!", "1b:18!", "3b:54!"])
def test_T18_a_protected_stone_is_neither_jumped_nor_hit(owner: str) -> None:
    field = int(owner[3:-1])
    before, after = (field - 2) % 72, (field + 2) % 72
    forward = position(4, f"0a:{before} {owner}", "2H 3H 9H AH")
    assert goals(forward, "0a") & {str((before + steps) % 72) for steps in (2, 3, 9, 11)} == set()
    assert str((before + 1) % 72) in goals(forward, "0a")
    assert str(after) not in goals(position(4, f"0a:{after} {owner}", "4H"), "0a")
    assert goals(position(4, f"0a:{after} {owner}", "4H"), "0a") == {str((after + 4) % 72)}
    assert refused(forward, f"2H 0a>{field}") == refused(forward, f"3H 0a>{(before + 3) % 72}") == "T18"


def test_T18_backward_onto_or_over_a_protected_stone_is_refused() -> None:
    assert refused(position(4, "0a:22 1a:18!", "4H"), "4H 0a>18") == "T18"
    assert refused(position(4, "0a:20 1a:18!", "4H"), "4H 0a>16") == "T18"
    assert "18" in goals(position(4, "0a:22 1a:18", "4H"), "0a")
    assert "18" in goals(position(4, "0a:22 1a:17 1b:23", "4H"), "0a")


@pytest.mark.parametrize("players", [4, 5])
def test_T18_by_a_seven_neither(players: int) -> None:
    state = position(players, "0a:16 1a:18!", "7H")
    assert goals(state, "0a") == ({"17"} if players == 5 else set())


def test_T18_on_the_gate_side_the_own_start_blocks_the_way_round_only() -> None:
    state = position(4, "0a:67 0b:0!", "5H 6H")
    assert goals(state, "0a") == {"h3", "h4"}


def test_T18_a_block_before_the_gate_keeps_out_of_the_house() -> None:
    """On the dog board the gate is the start."""
    assert goals(position(4, "0a:63 0b:0!", "2H 3H", options={"board": "dog"}), "0a") == set()
    assert goals(position(4, "0a:63 0b:0", "2H 3H", options={"board": "dog"}), "0a") == {"1", "2", "h1", "h2"}


def test_T18_protection_ends_with_the_first_move() -> None:
    state = on(position(4, "0a:0!", {0: "5H", 1: "6H"}), "5H 0a>5")
    assert stone(state, "0a") == "5"
    state = on(position(4, "0a:0!", {0: "4H", 1: "6H"}), "4H 0a>68")
    assert stone(state, "0a") == "68*"


@pytest.mark.parametrize(
    ("stones_", "card", "move"), [("1a:13", "5H", "5H 1a>18"), ("1a:22", "4H", "4H 1a>18")]
)
def test_T18_a_stone_that_comes_to_the_start_otherwise_is_not_protected(
    stones_: str, card: str, move: str
) -> None:
    state = on(position(4, f"{stones_} 2a:16", {1: card, 2: "2H"}, turn=1), move)
    assert stone(state, "1a").rstrip("*") == "18"
    assert stones(on(state, "2H 2a>18"), "1a 2a") == ["-", "18"]


def test_T18_a_swap_onto_the_start_does_not_protect() -> None:
    state = on(position(4, "1a:30 2a:18", {1: "JH"}, turn=1), "JH 1a<>2a")
    assert stones(state, "1a 2a") == ["18", "30"]


def test_T18_a_seven_that_ends_on_the_start_does_not_protect() -> None:
    assert stone(on(position(4, "1a:11", {1: "7H"}, turn=1), "7H 1a>18"), "1a") == "18*"


# --- T25: four backward


def test_T25_four_backward_along_the_track() -> None:
    state = on(position(4, "0a:2*", {0: "4H", 1: "5H"}), "4H 0a>70")
    assert stone(state, "0a") == "70*"
    assert goals(position(4, "1a:2", {1: "4H"}, turn=1), "1a") == {"6", "70"}


def test_T25_backward_jumps_without_effect() -> None:
    state = on(position(4, "0a:20 1a:18 2a:17", "4H"), "4H 0a>16")
    assert stones(state, "0a 1a 2a") == ["16", "18", "17"]


def test_T25_only_own_stones_and_none_at_home() -> None:
    state = position(4, "0a:h4 1a:20 2a:30", "4H")
    assert moves(state) == ["fold"]
    assert refused(position(4, "0a:h4 0b:9", "4H"), "4H 0a>69") == "T15"
