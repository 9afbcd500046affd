from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from stammtisch.core import Seeded
from stammtisch.games.tock import Tock
from stammtisch.games.tock.options import TockOptions
from stammtisch.games.tock.state import State
from stammtisch.solve import compact
from stammtisch.solve.tock import plain, table_files
from stammtisch.solve.tock.network import value
from stammtisch.solve.tock.position import board_of, position_of
from stammtisch.solve.tock.rollouts import buffers_for
from stammtisch.solve.tock.thinking import network_of
from stammtisch.testing.playout import random_steps
from support.without_numpy import output

GAME = Tock()
SINGLE_PRECISION = 2e-5
ONE_BYTE = 0.02
"""By so much at most a weight in one byte instead of two changes a chance."""

CHANCES = """
import json, sys
from stammtisch.games.tock import Tock
from stammtisch.solve.tock.plain import chance_of
states = [Tock().load(document) for document in json.load(open({states!r}))]
print(json.dumps([[chance_of(state, seat) for seat in range(4)] for state in states]))
"""

PLAY = """
from stammtisch import bots, catalog
from stammtisch.core import Seeded
from stammtisch.core.turn import Throw
from stammtisch.match import Match
game = catalog.game("tock")
print(*bots.files(game, 4, game.options({}, 4)))
match = Match.new(game, 4, None, ["bot:strong"] * 4, "a game")
for _ in range(12):
    if isinstance(match.turn, Throw):
        outcome = game.chance(match.state).sample(Seeded("outcome"))
        print(round(sum(bots.luck(game, match.state, outcome, Seeded("others"))), 9))
        match = match.draw().match
    else:
        seat = match.turn.seats[0]
        view = game.view(match.state, seat)
        hint = bots.advise(game, view, seat, Seeded("hint"))
        assert not hint.exact and len(hint.moves) == len(match.moves(seat)) and 0 < hint.value < 1
        for level in "easy", "medium", "strong":
            move = bots.bot(game, level)(game, view, seat, Seeded("luck"))
        match = match.play(seat, str(move)).match
"""


def positions(players: int) -> Iterator[State]:
    """The positions of a random game."""
    for step in random_steps(GAME, GAME.start(players), Seeded(f"{players} players")):
        assert isinstance(step.state, State)
        yield step.state


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(compact.FOLDER_VARIABLE, str(tmp_path))
    name, content = table_files.built_for(4, "touched")
    (tmp_path / name).write_bytes(content)
    return tmp_path


def test_every_number_of_players_has_a_file_for_each_way_into_the_house() -> None:
    assert plain.files(3, TockOptions()) == ["tock-3-touched.table"]
    entries = ("touched", "over", "twice")
    assert len({plain.name_of(players, entry) for players in Tock.players for entry in entries}) == 18


def test_the_network_says_the_same_without_numpy(folder: Path, tmp_path: Path) -> None:
    states = list(positions(4))[::5]
    documents = tmp_path / "states"
    documents.write_text(json.dumps([GAME.dump(state) for state in states]), encoding="utf-8")
    found = json.loads(output(CHANCES.format(states=str(documents)), folder))
    weights = np.array(plain.network_of(4, "touched").rows, np.float32)
    whole = network_of(4, "touched")
    for state, each in zip(states, found, strict=True):
        assert chances(state, weights) == pytest.approx(each, abs=SINGLE_PRECISION)
        assert chances(state, whole) == pytest.approx(each, abs=ONE_BYTE)


def chances(state: State, weights: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> list[float]:
    """What every seat thinks, with NumPy."""
    board, position, buffers = board_of(state.setup), position_of(state), buffers_for(weights)
    return [float(value(board, position, seat, weights, buffers.inputs, buffers.units)) for seat in range(4)]


def test_tock_is_played_and_evaluated_without_numpy(folder: Path) -> None:
    files, *luck = output(PLAY, folder).splitlines()
    assert files.split() == plain.files(4, TockOptions())
    assert luck
    assert all(float(each) == 0 for each in luck)
