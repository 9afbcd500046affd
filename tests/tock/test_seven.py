"""Tock's clauses T20–T23 and T32: the seven."""

from __future__ import annotations

import pytest

from stammtisch.core import Choose
from stammtisch.games.tock.seven import Seven
from stammtisch.games.tock.state import Stones

from .table import GAME, goals, moves, on, outcome, position, refused, step, stone, stones

CANADIAN_SEVEN = {"canadian_seven": True}


# --- T20: parts and stones


def test_T20_seven_steps_split_at_will() -> None:
    state = position(4, "0a:20 0b:40", {0: "7S", 1: "2H"})
    state = on(state, "7S 0a>22")
    under_way = GAME.dump(state)
    assert (under_way["phase"], under_way["turn"], under_way["discard"]) == ("seven", 0, ["7S"])
    assert under_way["seven"] == {"left": 5, "as": "7", "moved": ["0a"]}
    assert GAME.turn(state) == Choose((0,))
    assert goals(state, "0a") == {"23", "24", "25", "26", "27"}
    assert goals(state, "0b") == {"41", "42", "43", "44", "45"}
    state = on(state, "0b>43")
    assert GAME.dump(state)["seven"] == {"left": 2, "as": "7", "moved": ["0a", "0b"]}
    state = on(state, "0a>23")
    assert GAME.dump(state)["seven"] == {"left": 1, "as": "7", "moved": ["0a", "0b"]}
    state = on(state, "0a>24")
    assert stones(state, "0a 0b") == ["24", "43"]
    assert (GAME.dump(state)["phase"], GAME.dump(state)["turn"]) == ("play", 1)


def test_T20_all_seven_in_one_part() -> None:
    state = on(position(4, "0a:20", {0: "7S", 1: "2H"}), "7S 0a>27")
    assert (stone(state, "0a"), GAME.dump(state)["phase"]) == ("27", "play")


def test_T20_a_joker_as_seven_is_told() -> None:
    state = on(position(4, "0a:20", "X"), "X=7 0a>22")
    assert GAME.dump(state)["seven"] == {"left": 5, "as": "X", "moved": ["0a"]}
    assert moves(state) == ["0a>23", "0a>24", "0a>25", "0a>26", "0a>27"]


def test_T20_in_teams_only_own_stones() -> None:
    state = position(4, "0a:20 1a:30 2a:40 3a:50", "7S")
    assert {text[3:5] for text in moves(state)} == {"0a"}
    assert refused(state, "7S 2a>43") == refused(state, "7S 1a>33") == "T20"


def test_T20_own_stones_at_home_take_parts() -> None:
    state = position(4, "0a:20 0b:h1 0c:h4", "7S")
    assert goals(state, "0b") == {"h2", "h3"}
    after = on(state, "7S 0b>h2", "0a>25", "0b>h3")
    assert stones(after, "0a 0b") == ["25", "h3"]
    assert GAME.dump(after)["phase"] == "deal"


def test_T20_in_free_play_every_stone_on_the_track_moves() -> None:
    state = position(5, "0a:20 0b:h1 1a:18! 1b:h1 2a:40 3a:54! 4a:-", "7S")
    assert {text[3:5] for text in moves(state)} == {"0a", "0b", "1a", "2a", "3a"}
    assert goals(state, "0b") == {"h2", "h3", "h4"}
    assert goals(state, "3a") == {"55", "56", "57", "58", "59", "60", "61"}


def test_T23_stones_in_anothers_house_are_not_moved() -> None:
    state = position(5, "0a:20 1a:h1", "7S")
    assert refused(state, "7S 1a>h2") == "T20"


def test_T20_the_reserve_is_not_moved() -> None:
    assert refused(position(5, "0a:20", "7S"), "7S 0b>2") == "T17"
    assert refused(position(5, "0a:20", "7S"), "7S 1b>20") == "T20"


def test_T20_moving_a_protected_stone_ends_its_protection_at_once() -> None:
    state = on(position(3, "0a:16 1a:18!", "7S"), "7S 1a>19")
    assert stone(state, "1a") == "19"
    assert goals(state, "0a") == {"17", "18", "19", "20", "21", "22"}
    assert stones(on(state, "0a>21", "0a>22"), "0a 1a") == ["22", "-"]


def test_example_5_a_protected_stone_moved_one_field_and_hit_by_the_same_seven() -> None:
    state = on(position(2, "0a:31 1a:36!", "7S"), "7S 1a>37", "0a>37")
    assert stones(state, "0a 1a") == ["37", "-"]
    assert refused(position(2, "0a:31 1a:36!", "7S"), "7S 0a>37") == "T18"


def test_T20_a_part_is_at_least_one_step_and_at_most_what_is_left() -> None:
    state = on(position(4, "0a:20 0b:40", "7S"), "7S 0a>23")
    assert refused(state, "0a>28") == refused(state, "0a>23") == refused(state, "0b>45") == "T13"
    assert refused(position(4, "0a:20 0b:40", "7S"), "7S 0a>28") == "T13"


def test_T22_nothing_else_is_played_before_the_seven_is_complete() -> None:
    state = on(position(4, "0a:20 0b:40", "7S 5H"), "7S 0a>23")
    assert refused(state, "5H 0a>28") == refused(state, "fold") == refused(state, "end") == "T22"
    assert refused(position(4, "0a:20", "7S"), "0a>22") == "T22"


# --- T21: hitting


def test_T21_stones_that_a_part_passes_or_lands_on_are_hit() -> None:
    after, events = step(position(4, "0a:20 0b:21 0c:30 1a:22 2a:24 3a:25 3b:26", "7S"), "7S 0a>25")
    assert stones(after, "0a 0b 0c 1a 2a 3a 3b") == ["25", "-", "30", "-", "-", "-", "26"]
    assert {event.detail for event in events if event.kind == "hit"} == {"0b", "1a", "2a", "3a"}


def test_T21_other_cards_jump_where_a_seven_hits() -> None:
    for card, expected in (("6H", "22"), ("7S", "-")):
        move = f"{card} 0a>26" if card == "6H" else f"{card} 0a>27"
        assert stone(on(position(4, "0a:20 1a:22", card), move), "1a") == expected


def test_T21_a_part_into_the_house_hits_up_to_the_gate() -> None:
    state = on(position(4, "0a:66 1a:67 1b:69 1c:70 2a:0", "7S"), "7S 0a>h4")
    assert stones(state, "0a 1a 1b 1c 2a") == ["h4", "-", "-", "70", "0"]


def test_T21_a_stone_within_the_house_hits_nobody() -> None:
    state = on(position(4, "0a:h1 0b:20 1a:1 2a:70", "7S"), "7S 0a>h3")
    assert stones(state, "1a 2a") == ["1", "70"]


def test_T21_across_the_end_of_the_ring() -> None:
    state = on(position(4, "1a:70 0a:71 2a:0 3a:3 3b:69", {1: "7S"}, turn=1), "7S 1a>2")
    assert stones(state, "0a 2a 3a 3b") == ["-", "-", "3", "69"]


def test_T21_a_joker_as_seven_hits_as_well() -> None:
    assert stone(on(position(4, "0a:20 1a:22", "X"), "X=7 0a>27"), "1a") == "-"


def test_T21_an_own_stone_moved_before_may_be_hit() -> None:
    state = on(position(4, "0a:20 0b:18", "7S"), "7S 0a>21", "0b>24")
    assert stones(state, "0a 0b") == ["-", "24"]


# --- T22: played in full


def test_T22_a_seven_that_cannot_be_completed_may_not_be_begun() -> None:
    """Two steps at home are all there is."""
    assert moves(position(4, "0a:h4 0b:h1", "7S")) == ["fold"]
    assert refused(position(4, "0a:h4 0b:h1", "7S AH"), "7S 0b>h2") == "T22"


def test_T22_after_each_part_the_rest_must_be_playable() -> None:
    """Both stones stand before a protected one: four and three steps are just enough."""
    state = position(4, "0a:13 0b:32 1a:18! 2a:36!", "7S")
    assert moves(state) == [
        "7S 0a>14",
        "7S 0a>15",
        "7S 0a>16",
        "7S 0a>17",
        "7S 0b>33",
        "7S 0b>34",
        "7S 0b>35",
    ]
    state = on(state, "7S 0b>35")
    assert moves(state) == ["0a>14", "0a>15", "0a>16", "0a>17"]
    assert moves(position(4, "0a:14 0b:32 1a:18! 2a:36!", "7S")) == ["fold"]
    at_home = position(4, "0a:14 0b:32 0c:h3 1a:18! 2a:36!", "7S")
    assert goals(at_home, "0c") == {"h4"}


def test_T22_a_stone_that_is_home_takes_no_steps_on_the_track() -> None:
    state = position(4, "0a:68", "7S")
    assert goals(state, "0a") == {"69", "70", "71", "0", "1", "2", "3"}
    assert refused(state, "7S 0a>h4") == "T22"


def test_T22_an_own_stone_whose_steps_are_needed_may_not_be_hit() -> None:
    """Four and three steps are just enough, so 0b goes before 0a follows."""
    state = position(4, "0a:13 0b:14 1a:18!", "7S")
    assert moves(state) == ["7S 0b>15", "7S 0b>16", "7S 0b>17"]
    assert refused(state, "7S 0a>14") == refused(state, "7S 0a>17") == "T22"
    assert moves(on(state, "7S 0b>15")) == ["0a>14", "0b>16", "0b>17"]
    assert stones(on(state, "7S 0b>17", "0a>17"), "0a 0b") == ["17", "-"]


def test_example_6_the_partner_takes_the_steps_left_over() -> None:
    home = "0a:68 0b:h2 0c:h3 0d:h4"
    state = on(position(4, f"{home} 2a:40 1a:41", "7S"), "7S 0a>h1")
    assert moves(state) == ["2a>41", "2a>42", "2a>43", "2a>44", "2a>45"]
    assert stones(on(state, "2a>45"), "0a 1a 2a") == ["h1", "-", "45"]


def test_example_6_if_the_partner_cannot_that_seven_is_not_legal() -> None:
    home = "0a:68 0b:h2 0c:h3 0d:h4"
    for partner in ("2a:-", "2a:50 3a:54!", "2a:h4"):
        state = position(4, f"{home} {partner}", "7S")
        assert "h1" not in goals(state, "0a")
        assert goals(state, "0a") == {"69", "70", "71", "0", "1", "2", "3"}
        assert refused(state, "7S 0a>h1") == "T22"


def test_T22_before_the_fourth_stone_is_home_the_partner_is_not_moved() -> None:
    state = position(4, "0a:68 0b:h2 0c:h3 0d:h4 2a:40", "7S")
    assert goals(state, "2a") == set()
    assert goals(on(state, "7S 0a>69"), "2a") == set()


def test_T22_after_it_is_home_the_own_stones_are_not_moved() -> None:
    state = on(position(4, "0a:h1 0b:69* 0c:h3 0d:h4 2a:40", "7S"), "7S 0a>h2", "0b>h1")
    assert {text[:2] for text in moves(state)} == {"2a"}


def test_T22_in_free_play_any_stone_on_the_track_takes_the_rest() -> None:
    home = "0a:104 0b:h2 0c:h3 0d:h4"
    state = on(position(5, f"{home} 1a:40 2a:36! 3a:h1", "7S"), "7S 0a>h1")
    assert {text[:2] for text in moves(state)} == {"1a", "2a"}
    assert GAME.dump(state)["places"] == [0]
    assert outcome(on(state, "1a>45")).winners == (0,)
    alone = position(5, home, "7S")
    assert refused(alone, "7S 0a>h1") == "T22"


def test_T22_the_order_of_the_parts_decides_also_against_the_mover() -> None:
    """Two steps bring either player's last stone home; 2a takes the rest."""
    table = "0a:68 0b:h2 0c:h3 0d:h4 1a:14 1b:h2 1c:h3 1d:h4 2a:40"
    own_first = on(position(3, table, {0: "7S", 1: "5H"}), "7S 0a>h1", "1a>h1", "2a>43")
    assert outcome(own_first).winners == (0,)
    assert outcome(own_first).places == (1, 2, 3)
    other_first = on(position(3, table, {0: "7S", 1: "5H"}), "7S 1a>h1", "0a>h1", "2a>43")
    assert outcome(other_first).winners == (1,)
    assert outcome(other_first).places == (2, 1, 3)


def test_T22_the_seven_is_completed_though_somebody_has_won() -> None:
    state = on(position(3, "0a:68 0b:h2 0c:h3 0d:h4 2a:40", "7S"), "7S 0a>h1")
    assert GAME.dump(state)["phase"] == "seven"
    assert GAME.dump(on(state, "2a>41"))["phase"] == "seven"
    assert GAME.dump(on(state, "2a>41", "2a>45"))["phase"] == "over"


# --- T23: opponents' houses


def test_T23_an_opponents_stone_may_turn_into_its_own_house() -> None:
    state = position(3, "0a:20 1a:14", "7S")
    assert goals(state, "1a") == {"15", "16", "17", "18", "19", "20", "21", "h1", "h2", "h3", "h4"}
    assert stone(on(state, "7S 1a>h4"), "1a") == "h4"
    # 0a passes seat 1's gate: that is not its own.
    assert not any(goal.startswith("h") for goal in goals(position(3, "0a:14 1a:40", "7S"), "0a"))


def test_T23_its_cells_must_be_free() -> None:
    state = position(3, "0a:20 1a:14 1b:h2 0b:h1", "7S")
    assert {"h1"} == {goal for goal in goals(state, "1a") if goal[0] == "h"}


# --- T32: the Canadian seven


def test_T32_the_partners_stones_mixed_with_the_own() -> None:
    table = "0a:20 1a:30 2a:40 2b:h1 3a:50"
    state = position(4, table, "7S", options=CANADIAN_SEVEN)
    assert {text[3:5] for text in moves(state)} == {"0a", "2a", "2b"}
    state = on(state, "7S 0a>22", "2a>43", "2b>h3")
    assert stones(state, "0a 2a 2b") == ["22", "43", "h3"]
    assert {text[3:5] for text in moves(position(4, table, "7S"))} == {"0a"}


def test_T32_by_a_joker_as_seven_too_and_by_no_other_card() -> None:
    state = position(4, "0a:20 2a:40", "X", options=CANADIAN_SEVEN)
    assert {text for text in moves(state) if " 2a>" in text} == {f"X=7 2a>{goal}" for goal in range(41, 48)}


def test_T32_without_own_stones_on_the_track_the_partners_alone() -> None:
    assert moves(position(4, "2a:40", "7S", options=CANADIAN_SEVEN))[0] == "7S 2a>41"


def test_T32_once_all_own_are_home_the_partners_only() -> None:
    table = "0a:h1 0b:69* 0c:h3 0d:h4 2a:40"
    state = on(position(4, table, "7S", options=CANADIAN_SEVEN), "7S 0a>h2", "0b>h1")
    assert {text[:2] for text in moves(state)} == {"2a"}


@pytest.mark.parametrize("parts", [("7S 2a>h1", "0a>h1"), ("7S 0a>h1", "2a>h1")])
def test_T32_the_last_stones_of_both_partners_come_home(parts: tuple[str, str]) -> None:
    table = "0a:65 0b:h2 0c:h3 0d:h4 2a:32 2b:h2 2c:h3 2d:h4 1a:5"
    state = on(position(4, table, {0: "7S", 1: "5H"}, options=CANADIAN_SEVEN), *parts)
    assert outcome(state).winners == (0, 2)


# --- no enumeration of sequences; compiled functions cannot be replaced to count them


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The steps left, each time the seven asks whether they can be played in full."""
    questions: list[int] = []
    can_finish = Seven.can_finish

    def counted(self: Seven, stones: Stones, left: int) -> bool:
        questions.append(left)
        return can_finish(self, stones, left)

    monkeypatch.setattr(Seven, "can_finish", counted)
    return questions


@pytest.mark.interpreted
def test_T20_twenty_stones_on_the_track_are_listed_without_trying_all_sequences(asked: list[int]) -> None:
    places = [f"{field}*" if field == 51 else f"{field}" for field in range(1, 101, 5)]
    names = [f"{seat}{letter}" for seat in range(5) for letter in "abcd"]
    table = " ".join(f"{name}:{place}" for name, place in zip(names, places, strict=True))
    listed = [text for text in moves(position(5, table, "7S X")) if text.startswith("7S")]
    assert len(listed) >= 20 * 7
    assert len(asked) <= 200


@pytest.mark.interpreted
def test_T22_each_position_of_a_hopeless_seven_is_searched_once(asked: list[int]) -> None:
    """Six stones have one step each: 64 positions, but 1,957 ways to come to them."""
    table = "0a:16 0b:34 0c:70 0d:h3 3a:88 3b:h3 1a:18! 2a:36! 4a:72! 5a:90!"
    assert moves(position(6, table, "7S", options=CANADIAN_SEVEN)) == ["fold"]
    assert 0 < len(asked) <= 64 * 6
