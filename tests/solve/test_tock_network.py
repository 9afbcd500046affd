"""What Tock's network sees and says, in machine code and in plain Python."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from math import isclose

import numpy as np
import pytest

from stammtisch.core import Choose, Document, Seeded
from stammtisch.games.tock import Tock
from stammtisch.games.tock.options import TockOptions
from stammtisch.games.tock.rules import Tock as Rules
from stammtisch.games.tock.state import State, setup
from stammtisch.games.tock.view import seen_by
from stammtisch.solve.tock.features import inputs_of
from stammtisch.solve.tock.learning import self_play
from stammtisch.solve.tock.network import value
from stammtisch.solve.tock.position import (
    ALL_CARDS,
    CARD_KINDS,
    DISCARD,
    GIVEN,
    HANDS,
    HELD,
    MOST_PLAYERS,
    POSITION_SIZE,
    board_of,
    hand_of,
    position_of,
)
from stammtisch.solve.tock.rollouts import buffers_for
from stammtisch.solve.tock.thinking import Thinker, network_of
from stammtisch.solve.tock.worlds import guess
from stammtisch.testing.playout import random_steps
from support.tock_core import TABLES
from tests.tock import table

GAME = Tock()
every_table = pytest.mark.parametrize(("players", "options"), TABLES, ids=str)


def positions(players: int, options: Document, number: int) -> list[tuple[State, int]]:
    """Positions of a random game in which a seat chooses, with that seat."""
    start = GAME.start(players, GAME.options(options, players))
    found: list[tuple[State, int]] = []
    for step in islice(random_steps(GAME, start, Seeded("network")), 300):
        assert isinstance(step.state, State)
        turn = GAME.turn(step.state)
        if isinstance(turn, Choose):
            found.append((step.state, turn.seats[0]))
    return found[:: max(1, len(found) // number)]


def chance(state: State, seat: int) -> float:
    network = network_of(state.setup.players, state.setup.options.house_entry)
    buffers = buffers_for(network)
    return float(
        value(board_of(state.setup), position_of(state), seat, network, buffers.inputs, buffers.units)
    )


@every_table
def test_the_network_knows_no_more_than_the_view(players: int, options: Document) -> None:
    for state, seat in positions(players, options, 8):
        assert chance(state, seat) == chance(seen_by(state, seat), seat)


@every_table
def test_a_possible_world_has_the_view_of_the_seat(players: int, options: Document) -> None:
    luck, world = np.ones(1, np.uint64), np.empty(POSITION_SIZE, np.int64)
    for state, seat in positions(players, options, 8):
        seen = seen_by(state, seat)
        guess(board_of(state.setup), position_of(seen), seat, luck, world)
        known = position_of(seen)
        assert (world[:GIVEN] == known[:GIVEN]).all()
        assert (world[HELD:HANDS] == known[HELD:HANDS]).all()
        assert (world[hand_of(seat) : hand_of(seat + 1)] == known[hand_of(seat) : hand_of(seat + 1)]).all()
        hands = world[HANDS:].reshape(MOST_PLAYERS, CARD_KINDS)
        assert (hands.sum(axis=1) == world[HELD:DISCARD]).all()
        assert (hands.sum(axis=0) + world[DISCARD:HANDS] <= ALL_CARDS).all()


PLAIN = """
import json, sys
from stammtisch.solve import machine_code
from tests.solve.test_tock_network import chance, positions
assert not machine_code.AVAILABLE
print(json.dumps([chance(state, seat) for state, seat in positions(4, {}, 12)]))
"""


def test_plain_python_says_the_same_as_machine_code() -> None:
    """As where numba is missing, in a browser."""
    blocked = f"import sys; sys.modules['numba'] = None\n{PLAIN}"
    plain = json.loads(
        subprocess.run([sys.executable, "-c", blocked], capture_output=True, check=True).stdout
    )
    quick = [chance(state, seat) for state, seat in positions(4, {}, 12)]
    assert len(plain) > 8
    assert all(isclose(one, other, abs_tol=1e-5) for one, other in zip(plain, quick, strict=True))


def test_every_number_of_players_and_way_into_the_house_has_a_network() -> None:
    for players in Rules.players:
        for board, entry in (("canadian", "touched"), ("dog", "over"), ("dog", "twice")):
            options = TockOptions(board=board, house_entry=entry)  # type: ignore[arg-type]
            network = network_of(players, entry)
            assert len(network) == inputs_of(board_of(setup(players, options))) + 1
            assert np.isfinite(network).all()


@pytest.mark.slow  # it compiles what only training needs
def test_it_learns_from_games_against_itself() -> None:
    board = board_of(setup(2, TockOptions()))
    luck = np.random.default_rng(3)
    network = (0.05 * luck.normal(size=(inputs_of(board) + 1, 8))).astype(np.float32)
    first = self_play(board, network, 20, 0.8, 0.01, 0.05, 1)
    for seed in range(2, 8):
        self_play(board, network, 20, 0.8, 0.01, 0.05, seed)
    last = self_play(board, network, 20, 0.8, 0.0, 0.05, 99)
    assert last[0] < first[0], "it needs fewer moves to win"


def test_a_turn_that_wins_is_seen_at_once() -> None:
    home = "0a:h4 0b:h3 0c:h2 2a:h4 2b:h3 2c:h2 2d:h1 1a:30"
    state = table.position(4, f"{home} 0d:66", {0: "2C 4S", 1: "3D"})
    (turn, best), *_ = Thinker(seen_by(state, 0), 0).turns()
    assert str(turn[0]) == "4S 0d>h1"
    assert best == 1.0
