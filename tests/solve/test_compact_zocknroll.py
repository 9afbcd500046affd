from __future__ import annotations

import json
from pathlib import Path

import pytest

from stammtisch.core import Seeded
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import setup
from stammtisch.solve import compact
from stammtisch.solve.zocknroll import hands, plain, table_files
from stammtisch.solve.zocknroll.places import Place
from stammtisch.solve.zocknroll.standing import zeal_of
from support.without_numpy import output

OPTIONS = ZockNRollOptions()
PLAYERS = 3
ROUNDING = 1 / plain.LEVELS

GAME = """
import json
from stammtisch import bots, catalog
from stammtisch.analysis.report import analysis
from stammtisch.core import Seeded
from stammtisch.core.turn import Over, Throw
from stammtisch.match import Match
game = catalog.game("zocknroll")
options = game.options({}, 3)
print(*bots.files(game, 3, options))
bots.prepare(game, 3, options)
match = Match.new(game, 3, options, ["bot:strong"] * 3, "a game")
for _ in range(24):
    if isinstance(match.turn, Throw):
        match = match.draw().match
    else:
        seat = match.turn.seats[0]
        view = game.view(match.state, seat)
        move = bots.bot(game, "strong")(game, view, seat, Seeded("luck"))
        match = match.play(seat, str(move)).match
steps = analysis(match.record())
print(sum(1 for _ in steps) == len(match.record().log) + 1)
seat = 0
hint = bots.advise(game, game.view(match.state, seat), seat, Seeded("hint"))
print(json.dumps([game.dump(match.state), hint.value, hint.error]))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With hands of two and three players."""
    monkeypatch.setenv(compact.FOLDER_VARIABLE, str(tmp_path))
    for players in range(2, PLAYERS + 1):
        name, content = table_files.built_for(OPTIONS, players)
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize("place", [Place(1), Place(0b101), Place(0b1011, 4, 0b11)])
def test_cups_are_as_likely_as_with_numpy(place: Place, folder: Path) -> None:
    for white in ("112", "136"):
        zeal = zeal_of(setup(OPTIONS, PLAYERS))
        right = hands.solved_hand(OPTIONS, PLAYERS, white, zeal).beliefs(place)
        found = plain.solved_hand(OPTIONS, PLAYERS, white).beliefs(place)
        for player in range(PLAYERS):
            assert found[player] == pytest.approx(right[player].tolist(), abs=2 * ROUNDING / 18)


def test_hands_bring_as_much_as_with_numpy(folder: Path) -> None:
    agreed, zeal = setup(OPTIONS, PLAYERS), zeal_of(setup(OPTIONS, PLAYERS))
    found, right = (
        plain.solved_hand(OPTIONS, PLAYERS, "124"),
        hands.solved_hand(OPTIONS, PLAYERS, "124", zeal),
    )
    count = 2000
    plainly = found.played_out(Place(1), found.beliefs(Place(1)), count, 1)
    exactly = right.played_out(Place(1), right.beliefs(Place(1)), 20_000, 1)
    for player in range(PLAYERS):
        points = [agreed.points(gains[player]) for gains in plainly]
        expected = [agreed.points(int(marks)) for marks in exactly[:, player]]
        assert sum(points) / count == pytest.approx(sum(expected) / len(expected), abs=0.5)


def test_six_players_play_the_hands_of_five() -> None:
    assert plain.files(6, OPTIONS) == [plain.name_of("basic", players) for players in (2, 3, 4, 5)]
    assert len(plain.files(8, ZockNRollOptions(variant="profi"))) == 3


def test_zocknroll_is_played_and_analysed_without_numpy(folder: Path) -> None:
    files, analysed, last = output(GAME, folder).splitlines()
    assert files.split() == plain.files(PLAYERS, OPTIONS)
    assert analysed == "True"
    document, value, error = json.loads(last)
    game = ZockNRoll()
    state = game.load(document)
    from stammtisch.bots import zocknroll

    right = zocknroll.evaluate(game, game.view(state, 0), 0, Seeded("right"))
    assert value == pytest.approx(right.value, abs=5 * (error + (right.error or 0)) + 0.01)
