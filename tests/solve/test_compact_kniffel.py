from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from stammtisch.core import Seeded
from stammtisch.games.kniffel.boxes import KNIFFEL
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.solve.kniffel import table_files
from stammtisch.solve.kniffel.endgame import Endgame
from stammtisch.solve.kniffel.plain import files, upper_sums
from stammtisch.solve.kniffel.solution import solution
from stammtisch.solve.kniffel.tables import UPPER_MASKS, column_start
from stammtisch.solve.kniffel.turns import turns
from support.without_numpy import output

CLOSE = 1e-6

VALUES = """
import json, sys
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.solve.kniffel.solution import solution
places = json.load(open({places!r}))
for options in KniffelOptions(), KniffelOptions(joker="free"):
    found = solution(options)
    print(json.dumps([[found.values[place] for place in places], found.error]))
"""

GAME = """
from stammtisch import bots, catalog
from stammtisch.analysis.report import analyse
from stammtisch.core import Seeded
from stammtisch.core.turn import Over, Throw
from stammtisch.match import Match
game = catalog.game("kniffel")
match = Match.new(game, {players}, None, ["bot:{level}"] * {players}, "a game")
while not isinstance(match.turn, Over):
    if isinstance(match.turn, Throw):
        match = match.draw().match
    else:
        seat = match.turn.seats[0]
        move = bots.bot(game, "{level}")(game, game.view(match.state, seat), seat, Seeded("luck"))
        match = match.play(seat, str(move)).match
report = analyse(match.record())
print(report.exact, report.unit, report.accounts[0].rating)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the one table that games alone need."""
    made = tmp_path_factory.mktemp("tables")
    (name,) = files(1, KniffelOptions())
    (made / name).write_bytes(table_files.points_table())
    return made


@pytest.mark.parametrize("sheets", [2000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_kniffel_alone_is_exact(sheets: int, folder: Path, tmp_path: Path) -> None:
    luck, places = Seeded("sheets"), list[int]()
    while len(places) < sheets:
        open_boxes, further = 1 + luck.below(8191), luck.below(2)
        if not (further and open_boxes >> KNIFFEL & 1):
            sums = upper_sums(open_boxes % UPPER_MASKS)
            places.append(column_start(open_boxes, further) + sums[luck.below(len(sums))])
    (tmp_path / "places").write_text(json.dumps(places), encoding="utf-8")
    lines = output(VALUES.format(places=str(tmp_path / "places")), folder).splitlines()
    usual, free = [json.loads(line) for line in lines]
    right = solution(KniffelOptions()).values[places]
    assert usual == [pytest.approx(right.tolist(), rel=0, abs=CLOSE), 0]
    errors = solution(KniffelOptions(joker="free")).values[places] - free[0]
    assert errors.std() == pytest.approx(free[1], rel=0.3)


ENDINGS = """
import json
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.solve.kniffel.plain_endgame import Endgame
from stammtisch.solve.kniffel.turns import turns
exact = Endgame(turns(KniffelOptions()).tables)
for own, other, lead in json.load(open({endings!r})):
    print(json.dumps(exact.entry_values(tuple(own), tuple(other), lead)))
"""


@pytest.mark.parametrize(("pairs", "boxes"), [(150, 1), pytest.param(60, 2, marks=pytest.mark.slow)])
def test_the_last_turns_of_two_are_exact(pairs: int, boxes: int, folder: Path, tmp_path: Path) -> None:
    """Every entry of a number of pairs of sheets: thousands of entries."""
    luck, tables = Seeded("endings"), turns(KniffelOptions()).tables

    def sheet(open_count: int) -> tuple[int, int, int]:
        boxes = sum(1 << box for box in luck.shuffled(range(13), open_count))
        further = luck.below(2) * (1 - (boxes >> KNIFFEL & 1))
        sums = upper_sums(boxes % UPPER_MASKS)
        return boxes, further, sums[luck.below(len(sums))]

    endings = [(sheet(boxes), sheet(boxes - luck.below(2)), luck.below(61) - 30) for _ in range(pairs)]
    (tmp_path / "endings").write_text(json.dumps(endings), encoding="utf-8")
    lines = output(ENDINGS.format(endings=str(tmp_path / "endings")), folder).splitlines()
    exact = Endgame(100, tables)
    compared = 0
    for (own, other, lead), line in zip(endings, lines, strict=True):
        written = np.flatnonzero(own[0] >> tables.box & 1)
        right = exact.entry_values(own, other, lead)[written]
        assert np.array(json.loads(line))[written] == pytest.approx(right, rel=0, abs=CLOSE)
        compared += written.size
    assert compared > 10 * pairs


def test_a_whole_game_of_kniffel_without_numpy(folder: Path) -> None:
    assert output(GAME.format(level="perfect", players=1), folder) == "True points flawless\n"


@pytest.mark.slow
def test_a_whole_game_of_kniffel_for_two_without_numpy(tmp_path: Path) -> None:
    made = dict(table_files.built())
    assert list(made) == files(2, KniffelOptions())
    for name, content in made.items():
        (tmp_path / name).write_bytes(content)
    assert output(GAME.format(level="strong", players=2), tmp_path).startswith("False win probability")
