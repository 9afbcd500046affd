"""Tock's clauses T1–T6 and T26: players, teams, boards, and how the stones stand at the outset."""

from __future__ import annotations

import pytest

from stammtisch.core import BadOptions, BadRequest, Throw

from .table import FREE, GAME, PLAYERS, TEAMS, document, goals, moves, on, position, reasons, start, stone

CANADIAN_STARTS = {
    2: [0, 36],
    3: [0, 18, 36],
    4: [0, 18, 36, 54],
    5: [0, 18, 36, 54, 72],
    6: [0, 18, 36, 54, 72, 90],
    8: [0, 18, 36, 54, 72, 90, 108, 126],
}
DOG_STARTS = {
    2: [0, 32],
    3: [0, 16, 32],
    4: [0, 16, 32, 48],
    5: [0, 16, 32, 48, 64],
    6: [0, 16, 32, 48, 64, 80],
    8: [0, 16, 32, 48, 64, 80, 96, 112],
}
SIZES = {
    "canadian": {2: 72, 3: 72, 4: 72, 5: 108, 6: 108, 8: 144},
    "dog": {2: 64, 3: 64, 4: 64, 5: 96, 6: 96, 8: 128},
}
BOARDS = [(board, players) for board in SIZES for players in PLAYERS]


# --- players and teams


@pytest.mark.parametrize("players", PLAYERS)
def test_T1_two_to_six_and_eight_may_play(players: int) -> None:
    assert GAME.turn(start(players)) == Throw(None)
    assert len(GAME.dump(start(players))["stones"]) == players
    assert players in GAME.players


@pytest.mark.parametrize("players", [0, 1, 7, 9, -2, True, "4", None, 4.0])
def test_T1_other_numbers_are_refused(players: object) -> None:
    with pytest.raises(BadRequest, match="Tock takes 2, 3, 4, 5, 6, 8 players"):
        GAME.load(document(4) | {"players": players})


def test_T1_seven_are_refused_at_the_start() -> None:
    with pytest.raises(BadRequest, match="not 7"):
        GAME.start(7)


@pytest.mark.parametrize("players", TEAMS)
def test_T2_the_seat_opposite_is_the_partner(players: int) -> None:
    home = "{0}a:h1 {0}b:h2 {0}c:h3 {0}d:h4"
    for seat in range(players):
        partner = (seat + players // 2) % players
        state = position(players, f"{home.format(seat)} {partner}a:40", {seat: "5H"}, turn=seat)
        assert moves(state) == [f"5H {partner}a>45"]


@pytest.mark.parametrize("players", FREE)
def test_T2_two_three_and_five_play_for_themselves(players: int) -> None:
    before_gate = SIZES["canadian"][players] - 4
    state = position(players, f"0a:h4 0b:h3 0c:h2 0d:{before_gate} 1a:30", {0: "2H", 1: "5H"})
    assert GAME.dump(on(state, "2H 0d>h1"))["phase"] == "over"


# --- boards


@pytest.mark.parametrize("players", PLAYERS)
def test_T3_every_seat_enters_on_the_start_of_its_arm(players: int) -> None:
    for seat, field in enumerate(CANADIAN_STARTS[players]):
        state = position(players, "", {seat: "KS"}, turn=seat)
        assert stone(on(state, "KS in"), f"{seat}a") == f"{field}!"


@pytest.mark.parametrize("players", PLAYERS)
def test_T4_the_dog_board_has_shorter_arms(players: int) -> None:
    for seat, field in enumerate(DOG_STARTS[players]):
        state = position(players, "", {seat: "KS"}, turn=seat, options={"board": "dog"})
        assert stone(on(state, "KS in"), f"{seat}a") == f"{field}!"


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_T4_the_track_is_one_ring(board: str, players: int) -> None:
    last = SIZES[board][players] - 1
    state = position(players, f"1a:{last}", {1: "3H 4H"}, turn=1, options={"board": board})
    assert goals(state, "1a") == {"2", "3", str(last - 4)}
    beyond = document(players, f"1a:{last + 1}", {1: "3H"}, turn=1, options={"board": board})
    assert reasons(beyond) == [f"stone '{last + 1}' of seat 1: the track ends at {last} (T4)"]


@pytest.mark.parametrize("players", PLAYERS)
def test_T5_the_canadian_gate_is_three_fields_before_the_start(players: int) -> None:
    for seat, field in enumerate(CANADIAN_STARTS[players]):
        size = SIZES["canadian"][players]
        state = position(players, f"{seat}a:{(field - 4) % size}", {seat: "2H"}, turn=seat)
        assert goals(state, f"{seat}a") == {"h1", str((field - 2) % size)}


@pytest.mark.parametrize("players", PLAYERS)
def test_T5_on_the_dog_board_the_start_is_the_gate(players: int) -> None:
    for seat, field in enumerate(DOG_STARTS[players]):
        size = SIZES["dog"][players]
        before = (field - 1) % size
        state = position(players, f"{seat}a:{before}", {seat: "2H"}, turn=seat, options={"board": "dog"})
        assert goals(state, f"{seat}a") == {"h1", str(field + 1)}


def test_T3_unused_arms_are_plain_track() -> None:
    state = position(2, "0a:17 0b:18 1a:13", {1: "5H 3H"}, turn=1)
    assert goals(state, "1a") == {"18", "16"}
    assert stone(on(state, "5H 1a>18"), "0b") == "-"


def test_T6_the_direction_changes_no_rule() -> None:
    stones = "0a:67 0b:0! 1a:20 2a:3 3a:h1"
    ways = [
        position(4, stones, "4H 7S JD X", options={"direction": direction})
        for direction in ("clockwise", "counterclockwise")
    ]
    assert moves(ways[0]) == moves(ways[1])
    for text in moves(ways[0]):
        assert GAME.dump(on(ways[0], text))["stones"] == GAME.dump(on(ways[1], text))["stones"]
    assert GAME.dump(start(4))["options"]["direction"] == "clockwise"
    with pytest.raises(BadOptions, match="direction"):
        GAME.options({"direction": "sideways"}, 4)


# --- the outset


@pytest.mark.parametrize("players", TEAMS)
def test_T26_teams_start_with_all_stones_in_reserve(players: int) -> None:
    assert GAME.dump(start(players))["stones"] == [["-"] * 4] * players


@pytest.mark.parametrize("players", FREE)
def test_T26_free_players_start_with_one_stone_on_the_start(players: int) -> None:
    expected = [[f"{field}!", "-", "-", "-"] for field in CANADIAN_STARTS[players]]
    assert GAME.dump(start(players))["stones"] == expected


@pytest.mark.parametrize("entry", ["over", "twice"])
def test_T30_the_outset_stone_has_one_touch(entry: str) -> None:
    outset = start(2, board="dog", house_entry=entry)
    assert GAME.dump(outset)["stones"] == [["0!", "-", "-", "-"], ["32!", "-", "-", "-"]]


def test_T18_the_outset_stone_is_protected() -> None:
    state = position(3, "0a:16 0b:0! 1a:18! 2a:36!", "5H 2H JD")
    assert goals(state, "0a") == set()
    assert goals(state, "0b") == {"5", "2"}


# --- options


def test_T31_the_defaults() -> None:
    assert GAME.dump(start(4))["options"] == {
        "board": "canadian",
        "direction": "clockwise",
        "house_entry": "touched",
        "play_on": False,
        "canadian_seven": False,
        "no_joker_finish": False,
    }
    assert GAME.dump(start(4, board="dog"))["options"]["house_entry"] == "over"


@pytest.mark.parametrize(("board", "entry"), [("canadian", "touched"), ("dog", "over"), ("dog", "twice")])
def test_T31_what_goes_together(board: str, entry: str) -> None:
    assert GAME.dump(start(4, board=board, house_entry=entry))["options"]["house_entry"] == entry


@pytest.mark.parametrize(
    ("board", "entry", "fitting"),
    [
        ("canadian", "over", "touched"),
        ("canadian", "twice", "touched"),
        ("dog", "touched", "over or twice"),
    ],
)
def test_T31_other_pairings_are_refused(board: str, entry: str, fitting: str) -> None:
    with pytest.raises(BadOptions) as caught:
        start(4, board=board, house_entry=entry)
    reason = f"house_entry {entry} does not go with board {board}, which takes {fitting} (T31)"
    assert caught.value.reasons == (reason,)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(
    ("option", "clause", "in_teams"),
    [("play_on", "T27", False), ("canadian_seven", "T32", True), ("no_joker_finish", "T33", True)],
)
def test_T27_T32_T33_options_of_the_other_kind_of_play_are_refused(
    players: int, option: str, clause: str, in_teams: bool
) -> None:
    if (players in TEAMS) == in_teams:
        assert GAME.dump(start(players, **{option: True}))["options"][option] is True
    else:
        with pytest.raises(BadOptions, match=f"{option} is for .*{clause}"):
            start(players, **{option: True})


def test_options_name_everything_that_is_wrong() -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.options({"board": "dog", "house_entry": "touched", "play_on": True}, 4)
    assert len(caught.value.reasons) == 2
    with pytest.raises(BadOptions) as caught:
        GAME.options({"bord": "dog", "play_on": 1, "house_entry": None}, 4)
    assert len(caught.value.reasons) == 3
