"""The end of a game and of a series (K13, K14)."""

from __future__ import annotations

import pytest

from stammtisch.core import Event, Outcome, Throw
from stammtisch.games.kniffel.options import KniffelOptions

from .table import FULL, FULL_TOTAL, GAME, but, last_box, outcome, played, wandered

# K13


def test_K13_the_game_ends_when_all_sheets_are_full() -> None:
    state = GAME.load(last_box("12345", "chance", but("ones"), turn=0))
    assert GAME.turn(played(state, "score chance")) == Throw(1)
    state = GAME.load(last_box("12345", "chance"))
    state, events = GAME.play(state, 0, GAME.parse(state, "score chance"))
    assert events[-1] == Event("won", 0, str(FULL_TOTAL - 5))
    assert outcome(state) == Outcome((0,), (1,), (FULL_TOTAL - 5,), "sheets-full")
    assert GAME.dump(state)["turn"] is None
    assert GAME.moves(state, 0) == ()


def test_K13_the_highest_total_wins() -> None:
    poor = but("chance") | {"chance": 10}
    state = played(GAME.load(last_box("12345", "chance", dict(FULL), poor, turn=1)), "score chance")
    totals = (FULL_TOTAL, FULL_TOTAL - 5, FULL_TOTAL - 10)
    assert outcome(state) == Outcome((0,), (1, 2, 3), totals, "sheets-full")


def test_K13_equal_totals_share_the_win() -> None:
    poor = but("chance") | {"chance": 10}
    state = GAME.load(last_box("23456", "chance", dict(FULL), poor, turn=2))
    state, events = GAME.play(state, 2, GAME.parse(state, "score chance"))
    totals = (FULL_TOTAL, FULL_TOTAL - 10, FULL_TOTAL)
    assert outcome(state) == Outcome((0, 2), (1, 3, 1), totals, "sheets-full")
    assert [event.seat for event in events if event.kind == "won"] == [0, 2]


def test_K13_thirteen_turns_each() -> None:
    *_, last = wandered(3, KniffelOptions(), "thirteen")
    assert all(len(sheet) == 13 for sheet in GAME.dump(last)["sheets"])


# K14


@pytest.mark.parametrize(("players", "last", "beginner"), [(3, 2, 1), (3, 0, 2), (3, 1, 0), (2, 1, 1)])
def test_K14_totals_are_added_and_the_next_player_clockwise_begins(
    players: int, last: int, beginner: int
) -> None:
    document = last_box("12345", "chance", *[dict(FULL)] * (players - 1), turn=last, games=3)
    before = [100 * seat for seat in range(players)]
    state = played(GAME.load(document | {"match_game": 2, "totals": before}), "score chance")
    after = GAME.dump(state)
    assert (after["phase"], after["turn"], after["match_game"]) == ("throw", beginner, 3)
    assert (after["kept"], after["throws"]) == ("", 0)
    assert after["sheets"] == [{}] * players
    assert after["bonus"] == [0] * players
    assert after["totals"] == [
        total + FULL_TOTAL - (5 if seat == last else 0) for seat, total in enumerate(before)
    ]


def test_K14_solo_series_goes_on_alone() -> None:
    document = last_box("12345", "chance", games=2) | {"match_game": 1, "totals": [0]}
    assert GAME.turn(played(GAME.load(document), "score chance")) == Throw(0)


def test_K14_the_series_ends_with_the_last_game() -> None:
    document = last_box("12345", "chance", dict(FULL), games=2) | {"match_game": 2, "totals": [100, 90]}
    state = played(GAME.load(document), "score chance")
    totals = (100 + FULL_TOTAL - 5, 90 + FULL_TOTAL)
    assert outcome(state) == Outcome((0,), (1, 2), totals, "series-played")
    told = GAME.dump(state)
    assert (told["match_game"], told["totals"]) == (2, list(totals))
    assert told["sheets"][1] == FULL


def test_K14_beginners_take_turns_through_a_series() -> None:
    beginners = [
        state.turn
        for state in wandered(3, KniffelOptions(games=4), "series")
        if state.phase == "throw" and not any(GAME.dump(state)["sheets"]) and state.throws == 0
    ]
    first = beginners[0]
    assert beginners == [(first + game) % 3 for game in range(4)]
