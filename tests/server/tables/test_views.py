"""What a position says besides the moves: labels, the tally, and the steps that were missed."""

from __future__ import annotations

import json

import msgspec
import pytest

from stammtisch.core.turn import Seat
from stammtisch.server.tables import commands
from stammtisch.server.tables.state import REMEMBERED_STEPS
from stammtisch.server.tables.updates import encode
from stammtisch.server.tables.views import NOTHING_SEEN, PositionView
from tests.server.clients import Update
from tests.server.offline_table import OfflineTable


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
    first = offline.table.recent[0][0]
    steps = position(offline, 0, first - 1)["steps"]
    assert [step["n"] for step in steps] == [n for n, _ in offline.table.recent]
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
