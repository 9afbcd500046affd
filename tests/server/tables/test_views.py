"""What a position says besides the moves: labels, the tally, and the steps that were missed."""

from __future__ import annotations

import json

import msgspec
import pytest

from stammtisch.core.turn import Seat
from stammtisch.server.tables import commands
from stammtisch.server.tables.state import REMEMBERED_STEPS
from stammtisch.server.tables.updates import encode
from stammtisch.server.tables.views import NOTHING_SEEN, SHOWN_STEPS, PositionView
from tests.server.clients import Update
from tests.server.offline_table import OfflineTable

POSITION = ("view", "tally", "turn")
"""What a step on the way has in common with the update that was sent after it."""


def position(offline: OfflineTable, seat: Seat | None, after: int = NOTHING_SEEN) -> Update:
    """The position as a device receives it."""
    update: Update = json.loads(encode(PositionView(offline.table, after, 0.0).for_seat(seat)))
    return update


def test_each_move_has_a_label_in_a_game_with_labels() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben").start()
    seen = position(offline, offline.roll_until_choice())
    labels = dict(zip(seen["moves"], seen["labels"], strict=True))
    assert labels["score chance"] == str(sum(map(int, seen["view"]["dice"])))


def test_a_game_without_labels_leaves_them_out() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    seen = position(offline, offline.roll_until_choice())
    assert seen["moves"]
    assert "labels" not in seen


@pytest.mark.parametrize("game", ["kniffel", "tock", "zock", "zocknroll"])
def test_every_position_of_a_match_has_the_tally_of_the_game(game: str) -> None:
    offline = OfflineTable(game, "Anna", "Ben")
    assert "tally" not in position(offline, 0)
    offline.start()
    offline.roll_until_choice()
    match = offline.table.running()
    tally = msgspec.to_builtins(match.game.tally(match.state))
    for seat in (0, 1, None):
        assert position(offline, seat)["tally"] == tally


def test_a_device_gets_the_steps_it_missed_as_far_as_they_are_remembered() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo").start()
    started = offline.table.n
    while len(offline.table.running().steps) < REMEMBERED_STEPS + 5:
        offline.step()
    first = offline.table.recent[0].n
    steps = position(offline, 0, first - 1)["steps"]
    assert [step["n"] for step in steps] == [step.n for step in offline.table.recent]
    assert len(steps) == REMEMBERED_STEPS
    for after in (0, started, first - 2):
        assert "steps" not in position(offline, 0, after)


def test_a_step_that_was_undone_does_not_hide_that_others_are_forgotten() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", real_dice=True)
    for number in range(REMEMBERED_STEPS):
        offline.now += 10
        offline.send(0, commands.Roll(at=offline.table.at, outcome="63"))
        offline.send(number % 2, commands.ContestRoll(at=offline.table.at))
    assert len(offline.table.running().steps) < REMEMBERED_STEPS
    assert "steps" not in position(offline, 0, 0)


@pytest.mark.parametrize("game", ["kniffel", "tock", "zock", "zocknroll"])
@pytest.mark.parametrize("seat", [0, None])
def test_each_step_on_the_way_has_the_position_that_was_sent_after_it(game: str, seat: Seat | None) -> None:
    options = {"games": 9} if game == "zock" else {}  # a single game may be too short
    offline = OfflineTable(game, "Anna", "Ben", options=options).start()
    sent: dict[int, Update] = {}
    first = offline.table.n
    while len(offline.table.recent) < 2 * SHOWN_STEPS:
        offline.step()
        sent[offline.table.n] = position(offline, seat)
    steps = position(offline, seat, first)["steps"]
    compared = 0
    for step in steps[:-1]:
        if "view" in step and step["n"] in sent:
            known = sent[step["n"]]
            assert [step[key] for key in POSITION] == [known[key] for key in POSITION]
            compared += 1
    assert compared >= SHOWN_STEPS // 2, "a deal follows by itself, but other steps were sent one by one"
    assert [step["n"] for step in steps if "view" in step] == [step["n"] for step in steps[-SHOWN_STEPS:-1]]
    assert not {*POSITION} & {*steps[-1]}, "the last position is the update itself"


def test_an_update_of_one_step_has_no_position_on_the_way() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    before = offline.table.n
    offline.step()
    [step] = position(offline, 0, before)["steps"]
    assert {*step} == {"n", "events"}


def test_a_step_that_was_taken_back_is_followed_by_the_position_before_it() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", real_dice=True)
    offline.send(0, commands.Roll(at=offline.table.at, outcome="63"))
    begun = position(offline, 0)["view"]
    offline.send(1, commands.Roll(at=offline.table.at, outcome="21"))
    offline.send(0, commands.ContestRoll(at=offline.table.at))
    offline.send(1, commands.Roll(at=offline.table.at, outcome="41"))
    rolled, undone, again = position(offline, 0, offline.table.n - 3)["steps"]
    assert rolled["view"] != undone["view"] == begun
    assert [event["event"] for event in undone["events"]] == ["contest"]
    assert "view" not in again
